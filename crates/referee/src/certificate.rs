//! Certificates: proofs that a position has a value, for a checker that trusts no solver.
//!
//! A certificate is a list of claims about positions. Each can be checked by itself, with the moves
//! of its own position and the claims about the positions after them:
//!
//! * *at least* a win or a draw: the move of the claim leaves a position that is at most the
//!   opposite for the opponent;
//! * *at most* a loss or a draw: every move leaves a position that is at least the opposite for the
//!   opponent.
//!
//! A claim is missing where playing every game to its end takes few moves; the checker does so. It
//! plays on the oracle ([`OraclePosition`]) and uses nothing of the solver that found the claims.
//! In these games no position occurs twice, so claims cannot support each other in a circle.
//!
//! Where the writer ran out of time, a claim is *assumed*. A claim is checked *in part* if the
//! checker ran out of time, if the position has more moves than it looks at, or if a move leaves a
//! position without a claim. Such a certificate is not certified, only not refuted. It is refuted
//! if a claim is wrong, however small the position.
//!
//! The file has JSON lines: the first names the rule set, the position and its value, each further
//! one is a claim.
//!
//! ```text
//! {"version":1,"rule_set":"nim","board":"3\n","value":"win"}
//! {"board":"3\n","bound":"at least","value":"win","move":"3\n"}
//! ```

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::{Value, json};

mod check;
mod draft;
mod endgames;
mod text;

pub use check::{CheckLimits, Checked, Flaw, check};
pub use draft::draft;
pub use text::CertificateError;

/// A position on the oracle of a contest, for certificates. Contests have certificates only if no
/// position can occur twice in a game.
pub trait OraclePosition {
    /// Value to the player to move if the game is over, `None` if it goes on.
    fn value_at_end(&self) -> Option<Value>;

    /// The position after an answer in the format of programs; `None` if it is not a valid move.
    fn play(&self, answer: &str) -> Option<Box<dyn OraclePosition>>;

    /// Shows the position after every legal move, until `visit` breaks.
    fn visit_moves(
        &self,
        visit: &mut dyn FnMut(&dyn OraclePosition) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// The last move, in the format of programs; `None` for a position read from a board.
    fn last_answer(&self) -> Option<String>;

    /// The board, in the text format of [`Play::board`](crate::Play::board).
    fn board(&self) -> String;

    /// Text that positions share only if they have the same value to the player to move. Claims
    /// about one of them hold for all. The default is the board.
    fn class(&self) -> String {
        self.board()
    }
}

/// Proof of the value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Name of the rule set.
    pub rule_set: String,
    /// The position.
    pub board: String,
    /// Its value to the player to move.
    pub value: Value,
    /// The claims that prove it, those about the position itself first.
    pub claims: Vec<Claim>,
}

/// Statement about the value of a position to the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The position.
    pub board: String,
    /// Direction of the claim.
    pub bound: Bound,
    /// Bound of the value.
    #[serde(serialize_with = "json::name", deserialize_with = "json::value")]
    pub value: Value,
    /// Move that gives the player at least this value, in the format of programs.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// True if no further claims support this one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assumed: bool,
}

/// Direction of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Bound {
    /// The player to move gets at least the value.
    #[serde(rename = "at least")]
    AtLeast,
    /// The player to move gets at most the value.
    #[serde(rename = "at most")]
    AtMost,
}

impl Bound {
    /// True if a player who gets `value`, exactly or at this bound, gets `claimed` at this bound.
    fn implies(self, value: Value, claimed: Value) -> bool {
        match self {
            Self::AtLeast => value >= claimed,
            Self::AtMost => value <= claimed,
        }
    }

    /// The bounds that prove a value. Nothing needs to be proved at the ends of the scale.
    fn of(value: Value) -> impl Iterator<Item = Self> {
        let least = (value > Value::Loss).then_some(Self::AtLeast);
        least.into_iter().chain((value < Value::Win).then_some(Self::AtMost))
    }
}
