//! The vocabulary of both sides: plain data and its text, without any rule of play.
//!
//! The rules:
//!
//! * A row has 1 to 64 lamps, counted from 1 from the left; each is on or off.
//! * Pressing a lamp switches it and its neighbours.
//! * A press beyond the row is refused.
//! * The game is won when all lamps are off. After that every press is refused.

use std::fmt;
use std::str::FromStr;

use twinboard::vocabulary::Vocabulary;

/// The vocabulary of the game. A move is the number of a lamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lamps;

impl Vocabulary for Lamps {
    const NAME: &'static str = "my-game";
    type Setup = Row;
    type Move = u64;
    type LegalMove = u64;
    type Event = u64;
    type Refusal = Refusal;
    type Position = Row;
    type Outcome = Outcome;

    fn is_over(outcome: Outcome) -> bool {
        outcome == Outcome::Won
    }
}

/// A row of 1 to 64 lamps, each on or off; as text `#` and `.`, such as `#..#`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row(pub Vec<bool>);

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|&is_on| f.write_str(if is_on { "#" } else { "." }))
    }
}

impl FromStr for Row {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_row =
            (1..=64).contains(&text.len()) && text.bytes().all(|byte| b"#.".contains(&byte));
        let lamps = text.bytes().map(|byte| byte == b'#').collect();
        if is_row {
            Ok(Self(lamps))
        } else {
            Err("a row of 1 to 64 lamps, each # or .")
        }
    }
}

/// The reason for refusing a press. If several apply, the first in this order is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// All lamps are off.
    Over,
    /// The row has no such lamp.
    NoSuchLamp,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Over => "the game is won (R-4)",
            Self::NoSuchLamp => "no such lamp (R-3)",
        })
    }
}

/// Reads the text of [`Display`](fmt::Display), for engines in other processes.
impl FromStr for Refusal {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut all = [Self::Over, Self::NoSuchLamp].into_iter();
        all.find(|refusal| refusal.to_string() == text)
            .ok_or("a reason for refusing a press")
    }
}

/// The state of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A lamp is on.
    Playing,
    /// All lamps are off.
    Won,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Playing => "the game goes on",
            Self::Won => "won (R-4)",
        })
    }
}

/// Reads the text of [`Display`](fmt::Display), for engines in other processes.
impl FromStr for Outcome {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut all = [Self::Playing, Self::Won].into_iter();
        all.find(|outcome| outcome.to_string() == text)
            .ok_or("a state of the game")
    }
}
