//! The parts of a position that can no longer influence each other.

use twinboard_vocabulary::paint::NUMBER_MAX;

use super::cells::Cells;
use super::search::SearchSet;
use super::state::State;

/// A part of a position; no move in it affects another part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Component {
    /// Cells of all areas of its numbers.
    pub cells: Cells,
    /// Living numbers among them, at least one.
    pub numbers: Cells,
}

impl<S: SearchSet> State<S> {
    /// The union of the balls of the numbers `alive`, in a single flood. All balls grow over the
    /// same cells, so at each cell only the largest number of remaining steps matters. A number
    /// joins the flood when the remaining steps equal its own.
    pub(super) fn reachable(&self, alive: S) -> S {
        let mut by_value = [S::NONE; NUMBER_MAX as usize + 1];
        for number in alive.iter() {
            by_value[usize::from(self.value(number))].insert(number);
        }
        let open = self.open();
        by_value[1..]
            .iter()
            .rev()
            .fold(S::NONE, |reached, &numbers| reached | (reached.around() & open) | numbers)
    }

    pub(super) fn components(&self) -> impl Iterator<Item = Component> + use<S> {
        let alive = self.alive();
        let mut left = self.reachable(alive);
        std::iter::from_fn(move || {
            let cells = left.flood(S::one(left.first()?));
            left = left.without(cells);
            Some(Component { cells: cells.into(), numbers: (cells & alive).into() })
        })
    }
}
