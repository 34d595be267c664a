//! Values of positions by playing all games to their ends.

use std::collections::HashMap;
use std::ops::ControlFlow;

use twinboard_vocabulary::two_player::Value;

use crate::oracle::OraclePosition;

/// Moves played for the value of one position. A certificate has no claim about a position that
/// needs fewer.
const MOVES_MAX: u32 = 100;

/// Plays games to their ends, and keeps the values of positions.
#[derive(Default)]
pub(super) struct Endgames {
    /// For each class the value, or `None` if it takes too many moves.
    known: HashMap<String, Option<Value>>,
}

impl Endgames {
    /// Number of positions that were valued.
    pub(super) fn count(&self) -> u64 {
        self.known.values().flatten().count() as u64
    }

    /// Value of a position of this class to the player to move; `None` if that takes more than
    /// [`MOVES_MAX`] moves.
    ///
    /// The answer does not depend on earlier questions, because the checker asks other ones than
    /// the writer did.
    pub(super) fn value(&mut self, position: &dyn OraclePosition, class: &str) -> Option<Value> {
        if let Some(known) = self.known.get(class) {
            return *known;
        }
        let value = Search { moves_left: MOVES_MAX, known: HashMap::new() }.value(position);
        self.known.insert(class.to_owned(), value);
        value
    }
}

/// The search for the value of one position.
struct Search {
    moves_left: u32,
    known: HashMap<String, Value>,
}

impl Search {
    /// `None` if the moves do not suffice.
    fn value(&mut self, position: &dyn OraclePosition) -> Option<Value> {
        if let Some(value) = position.value_at_end() {
            return Some(value);
        }
        let class = position.class();
        if let Some(&value) = self.known.get(&class) {
            return Some(value);
        }
        let mut best = Some(Value::Loss);
        let _ = position.visit_moves(&mut |after| {
            best = best.zip(self.value_of_move(after)).map(|(best, value)| best.max(value));
            match best {
                Some(Value::Loss | Value::Draw) => ControlFlow::Continue(()),
                Some(Value::Win) | None => ControlFlow::Break(()),
            }
        });
        self.known.insert(class, best?);
        best
    }

    /// Value of the move that leaves this position, to the player who makes it.
    fn value_of_move(&mut self, after: &dyn OraclePosition) -> Option<Value> {
        self.moves_left = self.moves_left.checked_sub(1)?;
        self.value(after).map(Value::for_other)
    }
}
