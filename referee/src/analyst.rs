//! What positions and moves of a contest are worth, from somebody who can prove it.

use board::{InputError, Picture};
use serde::Serialize;

use crate::{Budget, Value, json};

/// A valid move, and what is proved of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rated {
    /// The move for people, in the words of the rule set.
    #[serde(rename = "move")]
    pub title: String,
    /// The cells to be marked in the [picture](Analyst::picture), by row and column from 0.
    pub cells: Vec<(usize, usize)>,
    /// The move as programs answer it.
    pub answer: String,
    /// What it is worth to the player who makes it; `None` if that is not proved.
    #[serde(serialize_with = "json::optional_name")]
    pub value: Option<Value>,
}

/// What is known of the moves of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// What the position is worth to the player to move; `None` if that is not proved.
    pub value: Option<Value>,
    /// One move for all that lead to the same, the best first; those of which nothing is proved stand
    /// before those that are proved to lose.
    pub moves: Vec<Rated>,
    /// Whether there is one for everything that a move can lead to.
    pub is_complete: bool,
}

impl Moves {
    /// Those of a game that is over.
    #[must_use]
    pub fn none() -> Self {
        Self { is_complete: true, ..Self::default() }
    }
}

/// What an analyst has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Effort {
    /// Positions whose moves were looked at.
    pub nodes: u64,
    /// Moves that were looked at, singly.
    pub moves: u64,
    /// Different positions that these led to.
    pub outcomes: u64,
}

/// A game as a case file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The board that it begins from.
    pub board: String,
    /// The moves of both players in turn, valid or not, as programs answer them.
    pub answers: Vec<String>,
}

/// Proves what positions of a contest are worth.
///
/// Boards are the text that [`Play::board`](crate::Play::board) gives; with another text these
/// methods may panic. What is given as proved is never a guess.
pub trait Analyst: Send {
    /// Reads a case file.
    ///
    /// # Errors
    ///
    /// The text is no case, with the place of what is wrong.
    fn read(&self, case: &[u8]) -> Result<Saved, InputError>;

    /// The cells that an answer is about, to be marked in the [picture](Self::picture), by row and
    /// column from 0. Of one that is no valid move, as far as there are such cells.
    fn cells(&self, board: &str, answer: &str) -> Vec<(usize, usize)>;

    /// The board for people, without saying whose turn it is.
    fn picture(&self, board: &str) -> Picture;

    /// What the board is worth to the player to move; `None` if the budget was not enough to prove
    /// it.
    fn value(&mut self, board: &str, budget: &Budget<'_>) -> Option<Value>;

    /// The moves of a board, and what they are worth.
    fn moves(&mut self, board: &str, budget: &Budget<'_>) -> Moves;

    /// Looks for the move to make. `better` is given one at once, valid but hardly looked at, and
    /// another one whenever there is a better one; the last one is what is advised. It is given none
    /// if there is no move.
    fn advise(&mut self, board: &str, budget: &Budget<'_>, better: &mut dyn FnMut(Rated));

    /// The answer of a program that finds no move.
    fn no_move(&self) -> String;

    /// What was done since it was made.
    fn effort(&self) -> Effort;
}
