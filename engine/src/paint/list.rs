//! Enumeration of sets within any part of the board, with the frontier as a list.

use std::ops::ControlFlow;

use board::paint::Cell;

use super::board::Area;
use super::cells::{Cells, ROOM};
use super::walk::{Bundle, Sink};
use crate::planted::{Fault, planted};

/// Index of a cell of the board or of the border around it.
type Place = u16;

/// Distance from a place to the place below it.
const BELOW: Place = ROOM as Place;
/// Number of places.
const PLACES: usize = ROOM * ROOM;

/// A number and the cells that its sets can contain, with a list of the cells that have been met.
///
/// The frontier is a suffix of the list. Newly met cells are appended, and dropped again when the
/// sets with them are done; so a step of the enumeration touches a few bytes and copies nothing.
pub(super) struct List {
    size: usize,
    /// 1 for a fresh cell, which is neither in the set nor in the list nor left out; 0 for others.
    fresh: [u8; PLACES],
    /// Cells met on the way to the set, in this order.
    met: [Place; PLACES],
    /// Number of cells in `met`.
    count: usize,
    /// The set so far, without the missing cells.
    area: Area,
}

impl List {
    /// List of a number whose sets are those of `size` cells within `ball`. At least one such set
    /// must exist, and the ball must contain the number's cell.
    pub(super) fn new(ball: &Cells, number: Cell, size: u32) -> Self {
        let mut list = Self {
            size: size as usize,
            fresh: [0; PLACES],
            met: [0; PLACES],
            count: 0,
            area: Area { cells: Cells::one(number), number },
        };
        for cell in ball.iter() {
            list.fresh[usize::from(place(cell))] = 1;
        }
        list.fresh[usize::from(place(number))] = 0;
        list.meet(place(number));
        list
    }

    /// Enumerates the sets.
    pub(super) fn run(mut self, sink: &mut impl Sink) -> ControlFlow<()> {
        let missing = self.size - 1;
        if missing <= 2 {
            return sink.take(&mut Last { list: &mut self, first: 0, missing });
        }
        self.walk(0, missing, sink)
    }

    /// Enumerates the sets with `missing` more cells, at least three, the next of which is in the
    /// list from `first` on. At least one such set must exist.
    fn walk(&mut self, first: usize, missing: usize, sink: &mut impl Sink) -> ControlFlow<()> {
        let count = self.count;
        for index in first..count {
            let taken = self.met[index];
            self.area.cells.insert(cell(taken));
            self.meet(taken);
            if missing == 3 {
                sink.take(&mut Last { list: self, first: index + 1, missing: 2 })?;
            } else {
                self.walk(index + 1, missing - 1, sink)?;
            }
            self.forget(count);
            self.area.cells.remove(cell(taken));
            if !self.reaches(index + 1, missing) {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// True if `missing` more cells can be reached over the list from `first` on.
    #[inline]
    fn reaches(&mut self, first: usize, missing: usize) -> bool {
        let missing = missing + usize::from(planted(Fault::GivenUpEarly));
        let count = self.count;
        let mut next = first;
        // Usually the list alone is enough.
        while self.count - first < missing && next < self.count {
            self.meet(self.met[next]);
            next += 1;
        }
        let is_enough = self.count - first >= missing;
        self.forget(count);
        is_enough
    }

    /// Appends the fresh neighbours of a cell to the list.
    #[inline]
    fn meet(&mut self, place: Place) {
        for next in neighbours(place) {
            // Without a branch, which would be unpredictable.
            let fresh = &mut self.fresh[usize::from(next) % PLACES];
            self.met[self.count % PLACES] = next;
            self.count += usize::from(*fresh);
            *fresh = 0;
        }
    }

    /// Drops all but the first `count` cells of the list; they become fresh again.
    #[inline]
    fn forget(&mut self, count: usize) {
        for &place in &self.met[count..self.count] {
            self.fresh[usize::from(place) % PLACES] = u8::from(!planted(Fault::NeverFresh));
        }
        self.count = count;
    }

    /// Number of fresh neighbours of a cell.
    #[inline]
    fn steps(&self, place: Place) -> u32 {
        let fresh = neighbours(place).map(|next| self.fresh[usize::from(next) % PLACES]);
        fresh.into_iter().map(u32::from).sum()
    }
}

/// Neighbours of a place that is not on the border.
#[inline]
fn neighbours(place: Place) -> [Place; 4] {
    [place + 1, place - 1, place + BELOW, place - BELOW].map(|next| next % PLACES as Place)
}

/// Place of a cell, shifted by a row and a column of the border.
#[inline]
fn place(cell: Cell) -> Place {
    (Place::from(cell.row) + 1) * BELOW + Place::from(cell.column) + 1
}

#[inline]
fn cell(place: Place) -> Cell {
    Cell::new((place / BELOW - 1) as u8, (place % BELOW - 1) as u8)
}

/// Sets of which at most two cells are missing, the next of them in the list from `first` on.
struct Last<'a> {
    list: &'a mut List,
    first: usize,
    missing: usize,
}

impl Bundle for Last<'_> {
    #[inline]
    fn count(&self) -> u64 {
        let frontier = &self.list.met[self.first..self.list.count];
        let choices = frontier.len() as u64;
        match self.missing {
            0 => 1,
            1 => choices,
            // Two cells of the frontier, or a cell of the frontier and a fresh neighbour of it. A
            // fresh cell counts once for each frontier cell next to it.
            _ => {
                let steps: u32 = frontier.iter().map(|&place| self.list.steps(place)).sum();
                choices * choices.saturating_sub(1) / 2 + u64::from(steps)
            }
        }
    }

    #[inline]
    fn each(&mut self, give: &mut impl FnMut(&Area) -> ControlFlow<()>) -> ControlFlow<()> {
        let List { met, fresh, count, area, .. } = &mut *self.list;
        let frontier = &met[self.first..*count];
        if self.missing == 0 {
            return give(area);
        }
        for (index, &taken) in frontier.iter().enumerate() {
            area.cells.insert(cell(taken));
            if self.missing == 1 {
                give(area)?;
            } else {
                let met = neighbours(taken).into_iter();
                let met = met.filter(|&next| fresh[usize::from(next) % PLACES] == 1);
                for last in frontier[index + 1..].iter().copied().chain(met) {
                    area.cells.insert(cell(last));
                    give(area)?;
                    area.cells.remove(cell(last));
                }
            }
            area.cells.remove(cell(taken));
        }
        ControlFlow::Continue(())
    }
}
