//! The words of the game (PG-1 to PG-9): plain data, and no rule of play.
//!
//! What both sides share, comparing them cannot check; so nothing here knows what a legal jump is.

use std::fmt;

use board::{Glyph, Picture, Vocabulary};

/// How many holes a row may have (PG-1).
pub const HOLES_MAX: usize = 64;

/// The vocabulary of peg solitaire on a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pegs;

impl Vocabulary for Pegs {
    const NAME: &'static str = "pegs";
    type Setup = Row;
    type Move = Jump;
    // Of a legal jump there is no more to be said than what is asked for.
    type LegalMove = Jump;
    type Event = Jumped;
    type Refusal = Refusal;
    type Position = Row;
    type Outcome = Outcome;

    fn to_move(legal: &Jump) -> Jump {
        *legal
    }

    fn played(event: &Jumped) -> Jump {
        event.0
    }

    fn is_over(outcome: Outcome) -> bool {
        outcome != Outcome::Playing
    }

    fn picture(row: &Row) -> Picture {
        let glyph = |&peg: &bool| if peg { Glyph::new("o", 1) } else { Glyph::empty() };
        Picture {
            rows: vec![(String::new(), row.pegs().iter().map(glyph).collect())],
            columns: (1..=row.pegs().len()).map(|hole| hole.to_string()).collect(),
            caption: None,
        }
    }
}

/// A row of holes, each empty or with a peg (PG-1): what a game starts from, and all that can be
/// seen of it later.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row(Vec<bool>);

impl Row {
    /// The row with these pegs, from the left; `None` unless it has 1 to [`HOLES_MAX`] holes.
    #[must_use]
    pub fn new(pegs: Vec<bool>) -> Option<Self> {
        (1..=HOLES_MAX).contains(&pegs.len()).then_some(Self(pegs))
    }

    /// For each hole from the left whether it holds a peg.
    #[must_use]
    pub fn pegs(&self) -> &[bool] {
        &self.0
    }

    /// How many pegs there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.iter().filter(|&&peg| peg).count()
    }

    /// The row seen from the other side.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self(self.0.iter().rev().copied().collect())
    }
}

/// Which way a peg jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// To a lower hole.
    Left,
    /// To a higher hole.
    Right,
}

impl Direction {
    /// The other one.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Left => "left",
            Self::Right => "right",
        })
    }
}

/// What a player asks for (PG-2): a hole, from 1, and a direction. The hole may be any number but
/// 0, which ends a case (PG-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Jump {
    /// The hole with the peg that is to jump.
    pub from: u64,
    /// Where it is to jump.
    pub to: Direction,
}

impl Jump {
    /// The jump in a row of so many holes, seen from the other side. What names no hole still names
    /// none.
    #[must_use]
    pub fn mirrored(self, holes: usize) -> Self {
        let end = holes as u64 + 1;
        let from = if self.from < end { end - self.from } else { self.from };
        Self { from, to: self.to.opposite() }
    }
}

impl fmt::Display for Jump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.from, self.to)
    }
}

/// A jump that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jumped(pub Jump);

impl fmt::Display for Jumped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // An engine that is wrong may report a jump from anywhere.
        let step = |steps| match self.0.to {
            Direction::Left => self.0.from.wrapping_sub(steps),
            Direction::Right => self.0.from.wrapping_add(steps),
        };
        write!(f, "over hole {} into hole {}", step(1), step(2))
    }
}

/// Why a jump was refused; the first that applies, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The row has no such hole (PG-3).
    NoSuchHole,
    /// The hole is empty (PG-4).
    NoPeg,
    /// The row ends before the second hole in that direction (PG-5).
    OffTheRow,
    /// The next hole is empty (PG-6).
    NothingToJumpOver,
    /// There is a peg where it would land (PG-7).
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

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A jump is left.
    Playing,
    /// One peg is left (PG-8).
    Won,
    /// No jump is left, and not one peg (PG-9).
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
