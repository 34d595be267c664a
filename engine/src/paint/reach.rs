//! What a number can reach.
//!
//! A number of value k is alive if its component has at least k cells: the usable cells that can be
//! walked to without stepping on another number, and its own. Then exactly those within k − 1 steps
//! lie in some valid set: a shortest way to such a cell has at most k cells, and a connected set can
//! be grown from it to k cells.

use std::ops::ControlFlow;

use board::paint::{Cell, Outcome};

use super::board::{Area, Board};
use super::cells::Cells;
use super::walk::{Counter, Each, walk};

impl Board {
    /// The cells that lie in some valid set of a living number, the number itself included.
    #[must_use]
    pub fn ball(&self, number: Cell) -> Cells {
        debug_assert!(self.alive.contains(number), "the number at {number} is alive");
        self.flood_steps(number, u32::from(self.value(number)) - 1, u32::MAX).0
    }

    /// Whether a number has a valid set, from the cells alone.
    pub(super) fn is_fit(&self, number: Cell) -> bool {
        let value = u32::from(self.value(number));
        // A 0 can never be painted (PT-18).
        if value == 0 || !self.usable.contains(number) {
            return false;
        }
        // Each step finds at least one cell or is the last, so k − 1 steps are enough.
        self.flood_steps(number, value - 1, value).1 >= value
    }

    /// The cells that can be walked to in so many steps, and at least how many they are; but no
    /// steps any more once there are `enough` cells or nothing is left to find.
    ///
    /// Only the rows that a step can have reached are worked on; mostly that is a few.
    fn flood_steps(&self, start: Cell, steps: u32, enough: u32) -> (Cells, u32) {
        let open = self.usable.without(self.numbers);
        let mut flood = Cells::one(start);
        let mut count = 1;
        let (mut first, mut last) = (usize::from(start.row), usize::from(start.row));
        for _ in 0..steps {
            if count >= enough {
                break;
            }
            first = first.saturating_sub(1);
            last = (last + 1).min(usize::from(self.side) - 1);
            let before = count;
            count = 0;
            // The row above as it was before this step.
            let mut above = 0;
            for row in first..=last {
                let here = flood.rows[row];
                let below = flood.rows.get(row + 1).copied().unwrap_or(0);
                let grown = here | ((here << 1 | here >> 1 | above | below) & open.rows[row]);
                flood.rows[row] = grown;
                count += grown.count_ones();
                above = here;
            }
            if count == before {
                break;
            }
        }
        (flood, count)
    }

    /// Shows every valid set of a number, each of them once, until `visit` breaks off. There is
    /// none if the number is dead.
    ///
    /// The sets are shown as they are found, without dead ends: who breaks off has paid only for
    /// what was shown.
    pub fn visit_areas(
        &self,
        number: Cell,
        visit: &mut impl FnMut(&Area) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.walk(number, &mut Each(visit))
    }

    /// How many valid sets a number has, or `None` if they are more than `limit`.
    ///
    /// The sets are counted and not made, the last two cells of each in one go.
    #[must_use]
    pub fn count_areas(&self, number: Cell, limit: u64) -> Option<u64> {
        let mut counter = Counter { count: 0, limit };
        self.walk(number, &mut counter).is_continue().then_some(counter.count)
    }

    /// Walks the sets of a number, if it is alive.
    pub(super) fn walk(&self, number: Cell, sink: &mut impl super::walk::Sink) -> ControlFlow<()> {
        if !self.alive.contains(number) {
            return ControlFlow::Continue(());
        }
        walk(&self.ball(number), number, self.value(number).into(), sink)
    }

    /// Whether the game goes on, and how it ended if not (PT-20 to PT-22).
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        if !self.alive.is_empty() {
            Outcome::Playing
        } else if self.numbers.is_empty() {
            Outcome::Drawn
        } else {
            Outcome::Lost(self.to_move)
        }
    }
}
