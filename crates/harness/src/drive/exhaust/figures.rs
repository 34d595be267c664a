//! The figures of an enumeration.

use std::ops::AddAssign;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The figures of a shape (EX-4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    /// Number of distinct set-ups.
    pub setups: u64,
    /// Number of distinct positions reached by at least one move.
    pub positions: u64,
    /// Number of legal moves of all set-ups and positions.
    pub moves: u64,
    /// Number of refused moves; 0 unless illegal moves are requested.
    pub refused: u64,
    /// Number of set-ups that a side does not support; nothing is played from them.
    #[serde(default)]
    pub skipped: u64,
    /// Number of checked assertions about positions, such as a solver's values.
    pub claims: u64,
    /// The digest (EX-5).
    #[serde(serialize_with = "as_hexadecimal", deserialize_with = "from_hexadecimal")]
    pub digest: u64,
}

impl AddAssign for Figures {
    fn add_assign(&mut self, other: Self) {
        self.setups += other.setups;
        self.positions += other.positions;
        self.moves += other.moves;
        self.refused += other.refused;
        self.skipped += other.skipped;
        self.claims += other.claims;
        self.digest = self.digest.wrapping_add(other.digest);
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands the field over by reference")]
fn as_hexadecimal<S: Serializer>(digest: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{digest:016x}"))
}

fn from_hexadecimal<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let text = String::deserialize(deserializer)?;
    u64::from_str_radix(&text, 16).map_err(serde::de::Error::custom)
}
