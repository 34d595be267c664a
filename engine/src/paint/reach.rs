//! The cells that a number can reach.
//!
//! A number of value k is alive if its component has at least k cells: its own and the usable cells
//! that are reachable without passing another number. Then exactly those within k − 1 steps lie in
//! some valid set: a shortest path to such a cell has at most k cells, and it can be extended to a
//! connected set of k cells.

use std::ops::ControlFlow;

use board::paint::{Cell, Outcome};

use super::board::{Area, Board};
use super::cells::Cells;
use super::walk::{Counter, Each, Sink};
use crate::planted::{Fault, planted};

/// Result of a flood from a cell.
struct Flood {
    cells: Cells,
    /// Number of `cells`.
    count: u32,
    /// Number of steps made.
    steps: u32,
}

impl Board {
    /// Cells that lie in some valid set of a living number, the number itself included.
    #[must_use]
    pub fn ball(&self, number: Cell) -> Cells {
        debug_assert!(self.alive.contains(number), "the number at {number} is alive");
        self.flood_steps(number, u32::from(self.value(number)) - 1, u32::MAX).cells
    }

    /// Number of steps within which a number finds enough cells for a valid set, itself included;
    /// `None` if it has no valid set. Computed from the cells, without use of `alive`.
    pub(super) fn steps_needed(&self, number: Cell) -> Option<u8> {
        let value = self.value(number);
        // A 0 can never be painted (PT-18).
        if value == 0 || !self.usable.contains(number) {
            return None;
        }
        let flood = self.flood_steps(number, u32::MAX, value.into());
        (flood.count >= value.into()).then_some(flood.steps as u8)
    }

    /// Floods from a cell for at most `steps` steps. Stops early at `enough` cells, or when a step
    /// adds no cell.
    ///
    /// Only rows within reach of the steps are processed; usually these are few.
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
            // State of the row above before this step.
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

    /// Visits every valid set of a number once, until `visit` breaks off. A dead number has none.
    ///
    /// Sets are shown as they are found, and the search enters no dead ends: the cost is
    /// proportional to the number of sets shown.
    pub fn visit_areas(
        &self,
        number: Cell,
        visit: &mut impl FnMut(&Area) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.walk(number, &mut Each(visit))
    }

    /// Number of valid sets of a number, or `None` if it exceeds `limit`.
    ///
    /// Sets are counted without being constructed: the choices for the last two cells are counted
    /// at once.
    #[must_use]
    pub fn count_areas(&self, number: Cell, limit: u64) -> Option<u64> {
        let mut counter = Counter { count: 0, limit };
        self.walk(number, &mut counter).is_continue().then_some(counter.count)
    }

    /// Enumerates the sets of a number; a dead number has none.
    pub(super) fn walk(&self, number: Cell, sink: &mut impl Sink) -> ControlFlow<()> {
        if !self.alive.contains(number) {
            return ControlFlow::Continue(());
        }
        self.walk_alive(number, sink)
    }

    /// Outcome of the game (PT-20 to PT-22).
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
