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
use super::walk::{Counter, Each, Sink};
use crate::planted::{Fault, planted};

/// What was walked to from a cell.
struct Flood {
    cells: Cells,
    /// How many these are.
    count: u32,
    /// How many steps led to them.
    steps: u32,
}

impl Board {
    /// The cells that lie in some valid set of a living number, the number itself included.
    #[must_use]
    pub fn ball(&self, number: Cell) -> Cells {
        debug_assert!(self.alive.contains(number), "the number at {number} is alive");
        self.flood_steps(number, u32::from(self.value(number)) - 1, u32::MAX).cells
    }

    /// Within how many steps of a number there are enough cells for a valid set, itself included;
    /// `None` if it has no valid set. Asked of the cells alone, not of what is known to be alive.
    pub(super) fn steps_needed(&self, number: Cell) -> Option<u8> {
        let value = self.value(number);
        // A 0 can never be painted (PT-18).
        if value == 0 || !self.usable.contains(number) {
            return None;
        }
        let flood = self.flood_steps(number, u32::MAX, value.into());
        (flood.count >= value.into()).then_some(flood.steps as u8)
    }

    /// The cells that can be walked to in at most so many steps; but no steps any more once there
    /// are `enough` cells or nothing is left to find.
    ///
    /// Only the rows that a step can have reached are worked on; mostly that is a few.
    fn flood_steps(&self, start: Cell, steps: u32, enough: u32) -> Flood {
        let side = usize::from(self.side);
        let row = usize::from(start.row);
        let mut flood = Flood { cells: Cells::one(start), count: 1, steps: 0 };
        let (mut first, mut last) = (row, row);
        while flood.steps < steps && flood.count < enough {
            first = first.saturating_sub(1);
            last = (last + 1).min(side - 1);
            if planted(Fault::FloodLastRow) && side > 1 {
                last = last.min(side - 2);
            }
            let mut count = 0;
            // The row above as it was before this step.
            let mut above = 0;
            for row in first..=last {
                let here = flood.cells.rows[row];
                let below = flood.cells.rows[row + 1];
                let mut open = self.usable.rows[row] & !self.numbers.rows[row];
                if planted(Fault::FloodOverNumbers) {
                    open = self.usable.rows[row];
                }
                let grown = here | ((here << 1 | here >> 1 | above | below) & open);
                flood.cells.rows[row] = grown;
                count += grown.count_ones();
                above = here;
            }
            if count == flood.count {
                break;
            }
            flood.count = count;
            flood.steps += 1;
        }
        flood
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
    pub(super) fn walk(&self, number: Cell, sink: &mut impl Sink) -> ControlFlow<()> {
        if !self.alive.contains(number) {
            return ControlFlow::Continue(());
        }
        self.walk_alive(number, sink)
    }

    /// Whether the game goes on, and how it ended if not (PT-20 to PT-22).
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        if !self.alive.is_empty() {
            Outcome::Playing
        } else if self.numbers.is_empty()
            || planted(Fault::ZeroIsDrawn) && self.numbers.iter().all(|cell| self.value(cell) == 0)
        {
            Outcome::Drawn
        } else {
            let is_other = planted(Fault::WrongLoser);
            Outcome::Lost(if is_other { self.to_move.other() } else { self.to_move })
        }
    }
}
