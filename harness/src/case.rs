//! A case: a set-up and what is played on it.

use std::fmt::Display;

use board::{MoveOf, Rest, SetupOf, Vocabulary};

/// A set-up, the moves to be played on it, legal or not, and how the game goes on after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case<V: Vocabulary> {
    /// What the game starts from.
    pub setup: SetupOf<V>,
    /// The moves in their order; those that are refused change nothing.
    pub moves: Vec<MoveOf<V>>,
    /// What happens after the last of them.
    pub rest: Rest,
}

/// A move, and what is said of it unless that reads the same.
pub(crate) fn title(mv: &impl Display, said: &impl Display) -> String {
    let (mv, said) = (mv.to_string(), said.to_string());
    if mv == said { mv } else { format!("{mv}: {said}") }
}

impl<V: Vocabulary> Case<V> {
    /// A case that stops after its moves.
    pub fn new(setup: SetupOf<V>, moves: Vec<MoveOf<V>>) -> Self {
        Self { setup, moves, rest: Rest::Stop }
    }
}
