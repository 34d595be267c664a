//! What a pop does: two blocks disappear, then turns of checking until nothing moves.

use super::board::{Board, SIDE, below};
use super::runs::fill_right;
use crate::bits::elements;
use crate::planted::{Fault, planted};
use board::linkpop::Pair;

/// The blocks of a row that leave their cells in a turn, as sets of columns.
#[derive(Clone, Copy, Debug, Default)]
struct Leaving {
    up: u32,
    down: u32,
    left: u32,
    right: u32,
}

impl Leaving {
    fn all(self) -> u32 {
        self.up | self.down | self.left | self.right
    }
}

/// For each row which columns held a block that moved in a turn.
pub(super) type Moved = [u32; SIDE];

impl Board {
    /// Pops two blocks, whatever they are, and settles the board.
    ///
    /// # Panics
    ///
    /// If one of the cells is empty or off the board.
    pub fn pop(&mut self, pair: Pair) {
        self.pop_and_tell(pair, &mut |_| {});
    }

    /// The same; `tell` hears of every turn in which something moved.
    pub(super) fn pop_and_tell(&mut self, pair: Pair, tell: &mut dyn FnMut(&Moved)) {
        let mut touched = 0;
        for cell in [pair.earlier(), pair.other()] {
            self.take(cell.row.into(), cell.column.into());
            touched |= 1 << cell.row;
        }
        // Where nothing could move before, only what borders a freed cell can now.
        let active = if self.is_settled { around(touched) } else { u32::MAX };
        touched |= self.settle(active, tell);
        self.is_settled = true;
        self.refresh_runs(touched & below(self.rows.into()));
    }

    /// Makes turns of checking until nothing moves (LP-19). Only blocks in rows of `active` can
    /// move at first. Returns the rows in which something changed.
    fn settle(&mut self, mut active: u32, tell: &mut dyn FnMut(&Moved)) -> u32 {
        let mut touched = 0;
        loop {
            let mut moved = [0; SIDE];
            let from = self.turn(active, &mut moved);
            if from == 0 {
                return touched;
            }
            tell(&moved);
            active = around(from);
            touched |= active;
            if planted(Fault::OneTurnShort) && from.is_power_of_two() {
                return touched;
            }
        }
    }

    /// Makes one turn of checking, row by row from the top (LP-16 to LP-18): all blocks of a row at
    /// once. Returns the rows from which something moved.
    ///
    /// A block in a row that is not active was checked in the turn before and found its cell taken,
    /// and nothing has left that cell since. What leaves it in this turn, from the row above, makes
    /// the row active.
    fn turn(&mut self, mut active: u32, moved: &mut Moved) -> u32 {
        let rows = below(self.rows.into());
        let mut from = 0;
        // What has come down into the next row in this turn is not checked there.
        let mut arrived = 0;
        let mut row = 0;
        while row < usize::from(self.rows) {
            let rest = active & rows & !below(row as u32);
            if rest == 0 {
                break;
            }
            let next = rest.trailing_zeros() as usize;
            if next != row {
                (row, arrived) = (next, 0);
            }
            let leaving = self.leaving(row, if planted(Fault::MovedTwice) { 0 } else { arrived });
            arrived = leaving.down;
            if leaving.all() != 0 {
                from |= 1 << row;
                moved[row] = leaving.all();
                self.make_moves(row, leaving);
                if row + 1 < SIDE && !planted(Fault::AsleepBelow) {
                    active |= 1 << (row + 1);
                }
            }
            row += 1;
        }
        from
    }

    /// Which blocks of a row can leave their cells when the order comes to them, from the left.
    fn leaving(&self, row: usize, arrived: u32) -> Leaving {
        let occupied = self.occupied[row];
        let standing = !arrived;
        let [ups, downs, lefts, rights] = self.moving.map(|rows| rows[row] & standing);
        let empty = !occupied & self.width;
        let above = if row > 0 { self.empty(row - 1) } else { 0 };
        let below = if row + 1 < self.rows.into() { self.empty(row + 1) } else { 0 };
        let (up, down) = (ups & above, downs & below);
        // The cell on the right has not been checked yet: nothing has left it.
        let right = rights & empty >> 1;
        // The cell on the left has been. It is free if it was empty and nothing has come into it
        // from further left, or if its block has left it upwards or downwards, or to the left in
        // the same way as this one does.
        let free = (empty & !(right << 1)) | up | down;
        let free = if planted(Fault::LeftFirst) { empty & !(right << 1) } else { free };
        let heads = lefts & free << 1;
        let left = if planted(Fault::LeftHeadOnly) { heads } else { fill_right(lefts, heads) };
        Leaving { up, down, left, right }
    }

    fn make_moves(&mut self, row: usize, leaving: Leaving) {
        for column in elements(leaving.up.into()) {
            self.shift((row, column as usize), (row - 1, column as usize));
        }
        for column in elements(leaving.down.into()) {
            self.shift((row, column as usize), (row + 1, column as usize));
        }
        for column in elements(leaving.right.into()) {
            self.shift((row, column as usize), (row, column as usize + 1));
        }
        // From the left: each makes room for the next.
        for column in elements(leaving.left.into()) {
            self.shift((row, column as usize), (row, column as usize - 1));
        }
    }

    #[inline]
    fn shift(&mut self, from: (usize, usize), to: (usize, usize)) {
        let code = self.take(from.0, from.1);
        self.put(to.0, to.1, code);
    }
}

/// The rows of a set and their neighbours.
fn around(rows: u32) -> u32 {
    rows | rows << 1 | rows >> 1
}
