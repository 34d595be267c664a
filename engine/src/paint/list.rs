//! A walk over sets within any part of the board.

use std::ops::ControlFlow;

use board::paint::Cell;

use super::board::Area;
use super::cells::{Cells, ROOM};
use super::walk::{Bundle, Sink};
use crate::planted::{Fault, planted};

/// A cell of the board or of the border around it.
type Place = u16;

/// From a place to the one below it.
const BELOW: Place = ROOM as Place;
/// How many places there are.
const PLACES: usize = ROOM * ROOM;

/// A number and the cells that its sets can have, each of which is in a list when it has been met.
///
/// The frontier is a part at the end of the list. What is met is added behind it, and dropped again
/// when the sets with it are done; so a step of the walk touches a few bytes and copies nothing.
pub(super) struct List {
    size: usize,
    /// 1 for a fresh cell: one that is neither in the set nor in the list, nor left out.
    fresh: [u8; PLACES],
    /// The cells that were met on the way to the set, in this order.
    met: [Place; PLACES],
    /// How many these are.
    count: usize,
    /// The set, which has all but the missing cells.
    area: Area,
}

impl List {
    /// The list of a number: its sets are those of `size` cells within `ball`, of which there is at
    /// least one. The ball has the number's cell.
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

    /// Walks the sets.
    pub(super) fn run(mut self, sink: &mut impl Sink) -> ControlFlow<()> {
        let missing = self.size - 1;
        if missing <= 2 {
            return sink.take(&mut Last { list: &mut self, first: 0, missing });
        }
        self.walk(0, missing, sink)
    }

    /// Walks the sets that have so many cells more, which are more than two, the next of them in the
    /// list from `first` on. There is one at least.
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

    /// Whether so many cells more can be reached over the list from `first` on.
    #[inline]
    fn reaches(&mut self, first: usize, missing: usize) -> bool {
        let missing = missing + usize::from(planted(Fault::GivenUpEarly));
        let count = self.count;
        let mut next = first;
        // Mostly the list alone is enough.
        while self.count - first < missing && next < self.count {
            self.meet(self.met[next]);
            next += 1;
        }
        let is_enough = self.count - first >= missing;
        self.forget(count);
        is_enough
    }

    /// Brings the fresh neighbours of a cell to the list.
    #[inline]
    fn meet(&mut self, place: Place) {
        for next in neighbours(place) {
            // Without a branch: whether the cell is fresh is anybody's guess.
            let fresh = &mut self.fresh[usize::from(next) % PLACES];
            self.met[self.count % PLACES] = next;
            self.count += usize::from(*fresh);
            *fresh = 0;
        }
    }

    /// Drops all but the first so many cells of the list.
    #[inline]
    fn forget(&mut self, count: usize) {
        for &place in &self.met[count..self.count] {
            self.fresh[usize::from(place) % PLACES] = u8::from(!planted(Fault::NeverFresh));
        }
        self.count = count;
    }

    /// How many fresh neighbours a cell has.
    #[inline]
    fn steps(&self, place: Place) -> u32 {
        let fresh = neighbours(place).map(|next| self.fresh[usize::from(next) % PLACES]);
        fresh.into_iter().map(u32::from).sum()
    }
}

/// The neighbours of a place that is not on the border.
#[inline]
fn neighbours(place: Place) -> [Place; 4] {
    [place + 1, place - 1, place + BELOW, place - BELOW].map(|next| next % PLACES as Place)
}

/// The place of a cell, one row and one column behind the border.
#[inline]
fn place(cell: Cell) -> Place {
    (Place::from(cell.row) + 1) * BELOW + Place::from(cell.column) + 1
}

#[inline]
fn cell(place: Place) -> Cell {
    Cell::new((place / BELOW - 1) as u8, (place % BELOW - 1) as u8)
}

/// The sets of which at most two cells are missing, the next of them in the list from `first` on.
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
            // Two cells of the frontier; or one of it and a fresh neighbour of that one. A fresh
            // cell counts once for each side from which it is met.
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
