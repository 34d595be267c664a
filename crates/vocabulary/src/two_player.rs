//! The vocabulary of games for two: the players, and the value of a position.
//!
//! Rule sets for two players, solvers and the referee share these types. They are names only: each
//! side works out by itself which player is to move and what a position is worth.
//!
//! ```
//! use twinboard_vocabulary::two_player::{Player, Value};
//!
//! assert_eq!(Player::First.other(), Player::Second);
//! // Negamax: a move is worth the opposite of the value that it leaves to the opponent.
//! let values_left = [Value::Win, Value::Draw];
//! assert_eq!(values_left.map(Value::for_other).iter().max(), Some(&Value::Draw));
//! ```

use std::fmt;

/// A player of a game for two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The player who moves first on the initial board.
    #[default]
    First,
    /// The other player.
    Second,
}

impl Player {
    /// Both players, the first one first.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Index in [`ALL`](Self::ALL): 0 for the first player, 1 for the second.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }

    /// `first` or `second`, in sentences and in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The value of a position for the player to move, or of a move for the player who makes it, under
/// perfect play of both.
///
/// Values are ordered by preference: the largest is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// This player loses.
    Loss,
    /// Neither can win.
    Draw,
    /// This player wins.
    Win,
}

impl Value {
    /// All values, from the worst.
    pub const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// The value for the other player.
    #[must_use]
    pub const fn for_other(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// `loss`, `draw` or `win`, in sentences and in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
