//! Rows, jumps, refusals and outcomes (PG-1 to PG-11): plain data, and no rule of play.
//!
//! A comparison of the two sides cannot check code that both use, so nothing here decides if a jump
//! is legal.

use std::fmt;
use std::str::FromStr;

use twinboard::vocabulary::{ParseError, Vocabulary};

/// Limit of holes of a row (PG-1).
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

/// A row of holes, each empty or with a peg (PG-1): both the set-up and the position of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row(Vec<bool>);

impl Row {
    /// The row with these holes, from the left; `None` unless there are 1 to [`HOLES_MAX`].
    #[must_use]
    pub fn new(pegs: Vec<bool>) -> Option<Self> {
        (1..=HOLES_MAX).contains(&pegs.len()).then_some(Self(pegs))
    }

    /// The holes from the left; true is a hole with a peg.
    #[must_use]
    pub fn pegs(&self) -> &[bool] {
        &self.0
    }

    /// Number of pegs.
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

/// A jump as a player requests it (PG-2). The hole, counted from 1, may be any number.
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

/// Reasons to refuse a jump; the first that applies, in this order, is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The row has no hole with this number (PG-3).
    NoSuchHole,
    /// The hole has no peg (PG-4).
    NoPeg,
    /// The row ends before the second hole in this direction (PG-5).
    OffTheRow,
    /// The next hole has no peg (PG-6).
    NothingToJumpOver,
    /// The hole after it has a peg (PG-7).
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

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A jump is possible, and more than one peg is left.
    Playing,
    /// A single peg is left (PG-8).
    Won,
    /// No jump is possible, and the number of pegs is not one (PG-9).
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
