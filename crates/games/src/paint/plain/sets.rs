//! Enumerates all valid sets of a number, each once.

use std::ops::ControlFlow;

use super::{Place, Plain, ROOM, neighbours};

/// Search for the sets of a number.
pub(super) struct Search {
    size: usize,
    /// Flags of the cells that can be painted and have not been met.
    open: [bool; ROOM],
    /// Cells met on the way to the set, in this order.
    untried: [Place; ROOM],
    /// Number of cells in `untried`.
    met: usize,
    /// Cells of the set, the number first.
    set: Vec<Place>,
}

impl Search {
    /// Starts a search for the sets of the number at this place, which must have at least one set.
    pub(super) fn new(game: &Plain, at: Place) -> Self {
        let mut open = [false; ROOM];
        for place in game.places() {
            open[usize::from(place)] = game.is_open(place);
        }
        let size = usize::from(game.squares[usize::from(at)]);
        let mut search =
            Self { size, open, untried: [at; ROOM], met: 0, set: Vec::with_capacity(size) };
        search.set.push(at);
        search.meet(at);
        search
    }

    /// Number of sets.
    pub(super) fn count(mut self) -> u64 {
        if self.size == 1 { 1 } else { self.count_from(0, self.size - 1) }
    }

    /// Number of ways to complete the set with `missing` more cells, the next of which is an
    /// untried cell from index `first` on.
    fn count_from(&mut self, first: usize, missing: usize) -> u64 {
        let met = self.met;
        if missing == 1 {
            return (met - first) as u64;
        }
        let mut count = 0;
        for index in first..met {
            self.meet(self.untried[index]);
            count += self.count_from(index + 1, missing - 1);
            self.forget(met);
        }
        count
    }

    /// Visits all sets, until `visit` breaks off.
    pub(super) fn visit(
        mut self,
        visit: &mut impl FnMut(&[Place]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.visit_from(0, visit)
    }

    fn visit_from(
        &mut self,
        first: usize,
        visit: &mut impl FnMut(&[Place]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.set.len() == self.size {
            return visit(&self.set);
        }
        let met = self.met;
        for index in first..met {
            let cell = self.untried[index];
            self.set.push(cell);
            if self.set.len() < self.size {
                self.meet(cell);
            }
            let flow = self.visit_from(index + 1, visit);
            self.forget(met);
            self.set.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Appends the neighbours of a cell that have not been met to the untried cells.
    fn meet(&mut self, cell: Place) {
        for next in neighbours(cell) {
            if self.open[usize::from(next)] {
                self.open[usize::from(next)] = false;
                self.untried[self.met] = next;
                self.met += 1;
            }
        }
    }

    /// Removes the cells that were met after the first `met` ones.
    fn forget(&mut self, met: usize) {
        for &cell in &self.untried[met..self.met] {
            self.open[usize::from(cell)] = true;
        }
        self.met = met;
    }
}
