//! Rows, jumps, refusals and outcomes (PG-1 to PG-11): plain data, and no rule of play.
//!
//! Comparing the two sides cannot check what both of them use, so nothing here knows whether a jump
//! is legal.

use std::fmt;
use std::str::FromStr;

use kit::board::{ParseError, Vocabulary};

/// The most holes of a row (PG-1).
pub const HOLES_MAX: usize = 64;

/// The vocabulary of peg solitaire on a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pegs;

impl Vocabulary for Pegs {
    const NAME: &'static str = "pegs";
    type Setup = Row;
    type Move = Jump;
    type LegalMove = Jump;
    type Event = Jump;
    type Refusal = Refusal;
    type Position = Row;
    type Outcome = Outcome;

    fn is_over(outcome: Outcome) -> bool {
        outcome != Outcome::Playing
    }
}

/// A row of holes, each empty or with a peg (PG-1): the start of a game, and its position later.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row(Vec<bool>);

impl Row {
    /// The row with these pegs, from the left; `None` unless it has 1 to [`HOLES_MAX`] holes.
    #[must_use]
    pub fn new(pegs: Vec<bool>) -> Option<Self> {
        (1..=HOLES_MAX).contains(&pegs.len()).then_some(Self(pegs))
    }

    /// The holes from the left, true for one with a peg.
    #[must_use]
    pub fn pegs(&self) -> &[bool] {
        &self.0
    }

    /// The number of pegs.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.iter().filter(|&&peg| peg).count()
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&peg| f.write_str(if peg { "o" } else { "." }))
    }
}

impl FromStr for Row {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let peg = |character| match character {
            'o' => Some(true),
            '.' => Some(false),
            _ => None,
        };
        let pegs: Option<_> = text.chars().map(peg).collect();
        pegs.and_then(Self::new).ok_or("a row of 1 to 64 holes, each `o` for a peg or `.`")
    }
}

/// The direction of a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// To a lower hole.
    Left,
    /// To a higher hole.
    Right,
}

/// A jump as a player asks for it (PG-2). The hole, counted from 1, may be any number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Jump {
    /// The hole with the peg.
    pub from: u64,
    /// The direction.
    pub to: Direction,
}

impl fmt::Display for Jump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = match self.to {
            Direction::Left => "left",
            Direction::Right => "right",
        };
        write!(f, "{} {to}", self.from)
    }
}

impl FromStr for Jump {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (from, to) = text.split_once(' ').ok_or("a hole and a direction")?;
        let to = match to.trim_start() {
            "left" => Direction::Left,
            "right" => Direction::Right,
            _ => return Err("`left` or `right` behind the hole".into()),
        };
        Ok(Self { from: from.parse()?, to })
    }
}

/// The reason for a refusal: the first that applies, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// PG-3.
    NoSuchHole,
    /// PG-4.
    NoPeg,
    /// PG-5.
    OffTheRow,
    /// PG-6.
    NothingToJumpOver,
    /// PG-7.
    Taken,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoSuchHole => "no such hole (PG-3)",
            Self::NoPeg => "the hole is empty (PG-4)",
            Self::OffTheRow => "the row ends before it can land (PG-5)",
            Self::NothingToJumpOver => "no peg to jump over (PG-6)",
            Self::Taken => "a peg where it would land (PG-7)",
        })
    }
}

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A jump is left.
    Playing,
    /// One peg is left (PG-8).
    Won,
    /// No jump is left, and the number of pegs is not one (PG-9).
    Stuck,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Playing => "the game goes on",
            Self::Won => "won (PG-8)",
            Self::Stuck => "stuck (PG-9)",
        })
    }
}
