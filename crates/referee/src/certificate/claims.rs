//! The claims of a certificate.

use serde::{Deserialize, Serialize};
use twinboard_vocabulary::two_player::Value;

use crate::json;

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
    pub(super) fn implies(self, value: Value, claimed: Value) -> bool {
        match self {
            Self::AtLeast => value >= claimed,
            Self::AtMost => value <= claimed,
        }
    }

    /// The bounds that prove a value. Nothing needs to be proved at the ends of the scale.
    pub(super) fn of(value: Value) -> impl Iterator<Item = Self> {
        let least = (value > Value::Loss).then_some(Self::AtLeast);
        least.into_iter().chain((value < Value::Win).then_some(Self::AtMost))
    }
}
