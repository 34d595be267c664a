//! Enumeration of sets within any part of the board, with the frontier as a list.

use std::ops::ControlFlow;

use twinboard_vocabulary::paint::Cell;

use super::cells::{Area, Cells};
use super::enumerate::{AT_ONCE, Completions, Receiver};
use super::rows::{self, Rows};
use super::set::CellSet;
use super::sums::{Code, Sums};
use crate::planted::{Fault, planted};

/// Index of a cell of the board or of the border around it.
type Place = u32;

/// Distance from a place to the place below it.
const BELOW: Place = rows::SIDE as Place;
/// Number of places.
const PLACES: usize = rows::SIDE * rows::SIDE;

/// A number and the cells that its areas can contain, with a list of the cells that the search has
/// met.
///
/// The frontier is a suffix of the list. Newly met cells are appended, and dropped again after the
/// areas with them. So a step of the enumeration touches a few bytes and copies nothing.
pub(super) struct List {
    size: usize,
    codes: [Code; PLACES],
    /// Sums over the frontier and the fresh cells, for counting.
    sums: Sums,
    /// Cells met on the way to the set, in this order.
    met: [Place; PLACES],
    /// Number of cells in `met`.
    count: usize,
    /// The set so far, without the missing cells.
    area: Area,
}

impl List {
    /// List of a number whose areas have `size` cells within `ball`. At least one such area must
    /// exist, and the ball must contain the number's cell.
    pub(super) fn new(ball: &Rows, number: Cell, size: u32) -> Self {
        let mut list = Self {
            size: size as usize,
            codes: [Code::NONE; PLACES],
            sums: Sums::default(),
            met: [0; PLACES],
            count: 0,
            area: Area { cells: Rows::one(number).into(), number },
        };
        for cell in ball.iter().filter(|&cell| cell != number) {
            let place = place(cell);
            list.codes[place as usize].make_fresh();
            for next in neighbours(place) {
                list.codes[next as usize].gain_fresh();
            }
        }
        list.meet(place(number));
        list
    }

    /// Enumerates the areas.
    pub(super) fn enumerate(mut self, receiver: &mut impl Receiver) -> ControlFlow<()> {
        let missing = self.size - 1;
        if missing <= AT_ONCE {
            return receiver.receive(&mut ListCompletions { list: &mut self, first: 0, missing });
        }
        self.enumerate_from(0, missing, receiver)
    }

    /// Enumerates the areas that have `missing` more cells, more than [`AT_ONCE`]. The next cell is
    /// in the list from `first` on. At least one such area must exist.
    fn enumerate_from(
        &mut self,
        first: usize,
        missing: usize,
        receiver: &mut impl Receiver,
    ) -> ControlFlow<()> {
        let (count, before) = (self.count, self.sums);
        let mut left_out = first;
        for index in first..count {
            let taken = self.met[index];
            toggle(&mut self.area, taken);
            self.leave_out(taken);
            let without = self.sums;
            self.meet(taken);
            if missing - 1 == AT_ONCE {
                receiver.receive(&mut ListCompletions {
                    list: self,
                    first: index + 1,
                    missing: AT_ONCE,
                })?;
            } else {
                self.enumerate_from(index + 1, missing - 1, receiver)?;
            }
            self.forget(count);
            self.sums = without;
            toggle(&mut self.area, taken);
            left_out = index + 1;
            if !self.reaches(left_out, missing) {
                break;
            }
        }
        self.restore(first, left_out);
        self.sums = before;
        ControlFlow::Continue(())
    }

    /// Removes a cell from the frontier.
    #[inline]
    fn leave_out(&mut self, place: Place) {
        self.sums.lose_frontier(self.code(place));
        self.codes[place as usize % PLACES].leave();
        for next in neighbours(place) {
            let code = &mut self.codes[next as usize % PLACES];
            self.sums.beside_left(*code);
            code.lose_frontier();
        }
    }

    /// Makes the cells of the list from `first` to before `end` the frontier again.
    #[inline]
    fn restore(&mut self, first: usize, end: usize) {
        for &place in &self.met[first..end] {
            self.codes[place as usize % PLACES].make_frontier();
            for next in neighbours(place) {
                self.codes[next as usize % PLACES].gain_frontier();
            }
        }
    }

    /// Appends the fresh neighbours of a cell to the list; they join the frontier.
    #[inline]
    fn meet(&mut self, place: Place) {
        let first = self.count;
        for next in neighbours(place) {
            // Without a branch, which would be unpredictable.
            self.met[self.count % PLACES] = next;
            self.count += usize::from(self.code(next).is_fresh());
        }
        for index in first..self.count {
            let place = self.met[index % PLACES];
            self.sums.gain_if_fresh(self.code(place));
            self.codes[place as usize % PLACES].make_frontier();
            for next in neighbours(place) {
                let code = &mut self.codes[next as usize % PLACES];
                self.sums.beside_some_met(*code, 1);
                code.trade_fresh_for_frontier();
            }
        }
    }

    /// Drops all but the first `count` cells of the list; they become fresh again.
    #[inline]
    fn forget(&mut self, count: usize) {
        for &place in &self.met[count..self.count] {
            let code = &mut self.codes[place as usize % PLACES];
            if planted(Fault::NeverFresh) {
                code.leave();
            } else {
                code.make_fresh();
            }
            for next in neighbours(place) {
                self.codes[next as usize % PLACES].trade_frontier_for_fresh();
            }
        }
        self.count = count;
    }

    /// True if `missing` more cells can be reached over the list from `first` on.
    #[inline]
    fn reaches(&mut self, first: usize, missing: usize) -> bool {
        let missing = missing + usize::from(planted(Fault::GivenUpEarly));
        let (count, mut next) = (self.count, first);
        // Usually the list alone is enough.
        while self.count - first < missing && next < self.count {
            self.mark(self.met[next]);
            next += 1;
        }
        let is_enough = self.count - first >= missing;
        self.unmark(count);
        is_enough
    }

    /// Appends the fresh neighbours of a cell to the list and marks them. Unlike
    /// [`meet`](Self::meet) it keeps no sums, and no numbers of neighbours.
    #[inline]
    fn mark(&mut self, place: Place) {
        for next in neighbours(place) {
            let code = &mut self.codes[next as usize % PLACES];
            self.met[self.count % PLACES] = next;
            self.count += usize::from(code.is_fresh());
            code.mark();
        }
    }

    /// Drops all but the first `count` cells of the list, which are marked.
    #[inline]
    fn unmark(&mut self, count: usize) {
        for &place in &self.met[count..self.count] {
            if !planted(Fault::NeverFresh) {
                self.codes[place as usize % PLACES].unmark();
            }
        }
        self.count = count;
    }

    #[inline]
    fn code(&self, place: Place) -> Code {
        self.codes[place as usize % PLACES]
    }
}

/// Neighbours of a place that is not on the border.
#[inline]
fn neighbours(place: Place) -> [Place; 4] {
    [place + 1, place - 1, place + BELOW, place - BELOW]
}

/// Place of a cell, shifted by a row and a column of the border.
#[inline]
fn place(cell: Cell) -> Place {
    (Place::from(cell.row) + 1) * BELOW + Place::from(cell.column) + 1
}

/// Adds a cell to a set of rows, or removes it.
#[inline]
fn toggle(area: &mut Area, place: Place) {
    if let Cells::Rows(Rows { rows }) = &mut area.cells {
        rows[(place / BELOW - 1) as usize % rows::SIDE] ^= 1 << ((place % BELOW) - 1);
    }
}

/// Areas of which at most [`AT_ONCE`] cells are missing. The next cell is in the list from `first`
/// on.
struct ListCompletions<'a> {
    list: &'a mut List,
    first: usize,
    missing: usize,
}

impl Completions for ListCompletions<'_> {
    #[inline]
    fn count(&mut self) -> u64 {
        let Self { list, first, missing } = self;
        let choices = (list.count - *first) as u64;
        match missing {
            0 => 1,
            1 => choices,
            2 => list.sums.count_two(choices),
            3 => list.sums.count_three(choices),
            _ => list.count_four(*first),
        }
    }

    fn each(&mut self, give: &mut impl FnMut(&Area) -> ControlFlow<()>) -> ControlFlow<()> {
        self.list.complete(self.first, self.missing, give)
    }
}

impl List {
    /// Number of areas that miss four cells, the next of them in the list from `first` on.
    fn count_four(&mut self, first: usize) -> u64 {
        let before = self.sums;
        let mut sets = 0;
        for index in first..self.count {
            let taken = self.met[index];
            self.leave_out(taken);
            let (met, sums) = self.after_meeting(taken);
            sets += sums.count_three((self.count - index - 1) as u64 + met);
        }
        self.restore(first, self.count);
        self.sums = before;
        sets
    }

    /// Number of fresh neighbours of a cell, and the sums as they would be with these in the
    /// frontier.
    ///
    /// These neighbours do not touch each other, so only a cell beside two of them changes twice.
    /// The arrays below have the cells in the order around the cell.
    #[inline]
    fn after_meeting(&self, place: Place) -> (u64, Sums) {
        let code = |rows: Place, columns: Place| {
            self.code(place.wrapping_add(rows.wrapping_mul(BELOW)).wrapping_add(columns))
        };
        let (up, left) = (Place::MAX, Place::MAX);
        let beside = [code(up, 0), code(0, 1), code(1, 0), code(0, left)];
        let between = [code(up, 1), code(1, 1), code(1, left), code(up, left)];
        let beyond =
            [code(up.wrapping_mul(2), 0), code(0, 2), code(2, 0), code(0, left.wrapping_mul(2))];
        let mut sums = self.sums;
        let met = beside.map(|code| u8::from(code.is_fresh()));
        for side in 0..4 {
            sums.gain_if_fresh(beside[side]);
            sums.beside_some_met(beyond[side], met[side]);
            sums.beside_some_met(between[side], met[side] + met[(side + 1) % 4]);
        }
        (met.into_iter().map(u64::from).sum(), sums)
    }

    /// Passes the areas that miss `missing` cells, the next of them in the list from `first` on.
    fn complete(
        &mut self,
        first: usize,
        missing: usize,
        give: &mut impl FnMut(&Area) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if missing <= 2 {
            return self.complete_by_two(first, missing, give);
        }
        let count = self.count;
        for index in first..count {
            let taken = self.met[index];
            toggle(&mut self.area, taken);
            self.mark(taken);
            self.complete(index + 1, missing - 1, give)?;
            self.unmark(count);
            toggle(&mut self.area, taken);
        }
        ControlFlow::Continue(())
    }

    /// Passes the areas that miss at most two cells.
    #[inline]
    fn complete_by_two(
        &mut self,
        first: usize,
        missing: usize,
        give: &mut impl FnMut(&Area) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Self { met, codes, count, area, .. } = self;
        let frontier = &met[first..*count];
        if missing == 0 {
            return give(area);
        }
        for (index, &taken) in frontier.iter().enumerate() {
            toggle(area, taken);
            if missing == 1 {
                give(area)?;
            } else {
                let met = neighbours(taken).into_iter();
                let met = met.filter(|&next| codes[next as usize % PLACES].is_fresh());
                for last in frontier[index + 1..].iter().copied().chain(met) {
                    toggle(area, last);
                    give(area)?;
                    toggle(area, last);
                }
            }
            toggle(area, taken);
        }
        ControlFlow::Continue(())
    }
}
