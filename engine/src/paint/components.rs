//! The parts of a position that can no longer influence each other.

use board::paint::NUMBER_MAX;

use super::board::Board;
use super::cells::Cells;

/// A part of a position: no move in it changes anything in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Component {
    /// Its cells: all that lie in some valid set of its numbers, and no others.
    pub cells: Cells,
    /// The living numbers among them, at least one.
    pub numbers: Cells,
}

impl Board {
    /// All cells that lie in some valid set, of whatever number.
    ///
    /// The [balls](Self::ball) of all living numbers at once: they walk over the same cells, so at a
    /// cell only the one counts that has the most steps left. A number joins in when the others have
    /// as many left as it has.
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

    /// The parts of the position, those with the earlier first cell first.
    ///
    /// The cells that lie in some valid set are split where no two of them share a side. A set lies
    /// within one part, and what it makes unusable are its neighbours: those that matter to anybody
    /// lie in the same part. A cell in no set of today is in none of later.
    pub fn components(&self) -> impl Iterator<Item = Component> + use<> {
        let (mut left, alive) = (self.reachable(), self.alive);
        std::iter::from_fn(move || {
            let cells = left.flood(Cells::one(left.first()?));
            left = left.without(cells);
            Some(Component { cells, numbers: cells & alive })
        })
    }
}
