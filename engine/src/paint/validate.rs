//! Checks the invariants of a board by computing everything anew.

use board::paint::NUMBER_MAX;

use super::board::Board;
use super::cells::Cells;

impl Board {
    /// Checks that the sets are consistent, and that the incrementally updated fields equal those
    /// of a fresh board of the visible position.
    ///
    /// # Errors
    ///
    /// If an invariant is violated: a sentence that names it.
    pub fn validate(&self) -> Result<(), String> {
        let off_board = self.free.without(Cells::square(self.side));
        if let Some(cell) = off_board.first() {
            return Err(format!("{cell} is off the board and free"));
        }
        if let Some(cell) = self.numbers.without(self.free).first() {
            return Err(format!("{cell} holds a number and is painted"));
        }
        if let Some(cell) = self.numbers.iter().find(|&cell| self.value(cell) > NUMBER_MAX) {
            return Err(format!("{cell} holds {}, which no cell may", self.value(cell)));
        }
        self.validate_kept()
    }

    fn validate_kept(&self) -> Result<(), String> {
        let fresh = Self::from_position(&self.to_position());
        let kept = [
            ("free", self.free, fresh.free),
            ("usable", self.usable, fresh.usable),
            ("a number", self.numbers, fresh.numbers),
            ("a live number", self.alive, fresh.alive),
        ];
        for (name, kept, fresh) in kept {
            if let Some(cell) = (kept.without(fresh) | fresh.without(kept)).first() {
                return Err(if kept.contains(cell) {
                    format!("{cell} is marked as {name}, but is not")
                } else {
                    format!("{cell} is {name}, but is not marked as such")
                });
            }
        }
        for number in self.alive.iter() {
            // Only an upper bound, because moves may have been undone.
            let known = self.needs[usize::from(number.row)][usize::from(number.column)];
            if fresh.steps_needed(number).is_none_or(|needed| needed > known) {
                return Err(format!(
                    "the number at {number} has not enough cells in {known} steps"
                ));
            }
        }
        if self.key != fresh.key {
            return Err(format!("the hash is {:#x} and should be {:#x}", self.key, fresh.key));
        }
        Ok(())
    }
}
