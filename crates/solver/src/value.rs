//! Answers about positions and moves.

use twinboard_vocabulary::paint::LegalMove;
use twinboard_vocabulary::two_player::Value;

/// A move, representing all moves with the same outcome: as many safe numbers, and the same other
/// numbers with the same cells to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rated {
    /// A representative.
    pub mv: LegalMove,
    /// Value for the player who makes the move; `None` if it is not proved.
    pub value: Option<Value>,
}

/// The moves of a position, one for each outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// Value for the player to move; `None` if it is not proved.
    pub value: Option<Value>,
    /// The best first, and moves without a proved value before the proved losses. Some outcomes may
    /// be missing if `is_complete` is false.
    pub moves: Vec<Rated>,
    /// True if every outcome is listed.
    pub is_complete: bool,
}

/// A recommended move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Any legal move if nothing is known about the position.
    pub mv: LegalMove,
    /// Value for the player who makes it, if it is proved.
    pub value: Option<Value>,
    /// True if a guess says that the move wins; it is not proved.
    pub is_hopeful: bool,
}
