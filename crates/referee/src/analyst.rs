//! Trait for solvers of a contest: proved values of positions, and best moves.

use serde::Serialize;
use twinboard_vocabulary::two_player::Value;
use twinboard_vocabulary::{InputError, Picture};

use super::journal;
use crate::budget::MoveBudget;

/// A valid move and its proved value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rated {
    /// Description of the move for people, in the terms of the rule set.
    #[serde(rename = "move")]
    pub title: String,
    /// Cells to mark in the [picture](Analyst::picture), as row and column from 0.
    #[serde(serialize_with = "journal::cells")]
    pub cells: Vec<(usize, usize)>,
    /// The move, in the text format of programs.
    pub answer: String,
    /// Value to the player who makes it; `None` if not proved.
    #[serde(serialize_with = "journal::optional_name")]
    pub value: Option<Value>,
}

/// Work counters of an analyst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Effort {
    /// Number of positions whose moves were searched.
    pub nodes: u64,
    /// Number of moves searched.
    pub moves: u64,
    /// Number of different positions reached by these moves.
    pub outcomes: u64,
}

/// A game read from a case file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// Initial board.
    pub board: String,
    /// Moves of both players in turn, valid or not, in the text format of programs.
    pub answers: Vec<String>,
}

/// Proves values of positions of a contest.
///
/// A returned value is always proved, never an estimate. Boards are texts from
/// [`Play::board`](crate::Play::board); methods may panic on any other text.
pub trait Analyst: Send {
    /// Reads a case file.
    ///
    /// # Errors
    ///
    /// If the text is not a valid case; the error has line and column.
    fn read(&self, case: &[u8]) -> Result<Saved, InputError>;

    /// Drawing of the board for people, without the player to move.
    fn picture(&self, board: &str) -> Picture;

    /// Value of the board to the player to move; `None` if the budget did not suffice for a proof.
    fn value(&mut self, board: &str, budget: &MoveBudget<'_>) -> Option<Value>;

    /// Searches for the best move. `better` is called at once with some valid move and again for
    /// each improvement; the last call has the final advice. Without a legal move it is not called.
    fn advise(&mut self, board: &str, budget: &MoveBudget<'_>, better: &mut dyn FnMut(Rated));

    /// Work since this analyst was created.
    fn effort(&self) -> Effort;
}
