//! The vocabulary of both sides: boards and presses with their text. No rule of play belongs here,
//! because a comparison of the sides cannot check code that both use.

use std::fmt;
use std::str::FromStr;

use twinboard::vocabulary::cells::{self, RowColumn};
use twinboard::vocabulary::{ParseError, Vocabulary};

/// The vocabulary of Lights Out, and its rule set; see [`rules`](crate::rules).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LightsOut;

impl Vocabulary for LightsOut {
    const NAME: &'static str = "lights-out";
    type Setup = Board;
    type Move = RowColumn;
    type LegalMove = RowColumn;
    type Event = RowColumn;
    type Refusal = &'static str;
    type Position = Board;
    type Outcome = &'static str;

    fn is_over(outcome: &'static str) -> bool {
        outcome == WON
    }
}

/// A refusal: the board has no such row, or no such column.
pub const NO_CELL: &str = "no such cell (LO-3)";
/// A refusal: all lights are off already.
pub const IS_OVER: &str = "the game is won already (LO-4)";
/// The outcome when all lights are off.
pub const WON: &str = "won (LO-5)";
/// The outcome while a light is on.
pub const PLAYING: &str = "the game goes on";

/// A board, its rows from the top (LO-1); a light that is on is true.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board(pub Vec<Vec<bool>>);

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        cells::write(f, &self.0, |&is_on| if is_on { '#' } else { '.' })
    }
}

impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let light = |character| "#.".contains(character).then_some(character == '#');
        cells::read(text, 1..=8, "`#` for a light that is on, or `.`", light).map(Self)
    }
}
