//! The parts of a position that can no longer influence each other.

use board::paint::NUMBER_MAX;

use super::board::Board;
use super::cells::Cells;

/// A part of a position; no move in it affects another part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Component {
    /// All cells that lie in some valid set of its numbers.
    pub cells: Cells,
    /// Living numbers among them, at least one.
    pub numbers: Cells,
}

impl Board {
    /// All cells that lie in a valid set of some number.
    ///
    /// The union of the [balls](Self::ball) of all living numbers, in a single flood: all walk over
    /// the same cells, so at each cell only the largest number of remaining steps matters. A number
    /// joins the flood when the remaining steps equal its own.
    #[must_use]
    pub fn reachable(&self) -> Cells {
        let mut by_value = [Cells::NONE; NUMBER_MAX as usize + 1];
        for number in self.alive.iter() {
            by_value[usize::from(self.value(number))].insert(number);
        }
        let open = self.usable.without(self.numbers);
        by_value[1..]
            .iter()
            .rev()
            .fold(Cells::NONE, |reached, &numbers| reached | (reached.around() & open) | numbers)
    }

    /// Parts of the position, ordered by their first cells.
    ///
    /// They are the connected components of the cells that lie in some valid set. Each valid set
    /// lies within a single part. A move makes its neighbours unusable, and those of them that lie
    /// in any valid set are in the same part. Cells that are in no valid set now will never be.
    pub fn components(&self) -> impl Iterator<Item = Component> + use<> {
        let (mut left, alive) = (self.reachable(), self.alive);
        std::iter::from_fn(move || {
            let cells = left.flood(Cells::one(left.first()?));
            left = left.without(cells);
            Some(Component { cells, numbers: cells & alive })
        })
    }
}
