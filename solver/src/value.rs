//! What can be said of positions and moves.

use board::paint::LegalMove;
use board::two_player::Value;

/// A move, standing for all that leave the same: as many numbers that stay alive whatever happens
/// elsewhere, and beside them the same numbers with the same cells to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rated {
    /// One of these moves.
    pub mv: LegalMove,
    /// What it is worth to the player who makes it; `None` if that is not proved.
    pub value: Option<Value>,
}

/// What is known of the moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// What the position is worth to the player to move; `None` if that is not proved.
    pub value: Option<Value>,
    /// A move for each different outcome, the best first; those that are not proved before the proved
    /// losses. If not `is_complete`, some outcomes may be missing.
    pub moves: Vec<Rated>,
    /// Whether every outcome that a move can have is there.
    pub is_complete: bool,
}

/// The move that a player is advised to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The move.
    pub mv: LegalMove,
    /// What it is worth to the player who makes it, if that is proved.
    pub value: Option<Value>,
    /// Whether the search believes, without a proof, that it wins.
    pub is_hopeful: bool,
}
