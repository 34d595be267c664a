//! Twins: blocks with the same symbol that see each other along a row or along a column. These are
//! the pairs of cost 1.
//!
//! A block has at most one twin to the right and one below. Which blocks have one is kept from pop
//! to pop; only what stands next to a change is looked at again.

use super::board::{Board, EMPTY, match_each_other};
use super::lines::{LINES, Place, Places, next, place, previous};
use crate::bits::elements;
use crate::planted::{Fault, planted};

/// The earlier blocks of all twins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Twins {
    /// For each row the blocks with a twin to the right.
    pub(super) to_right: [u64; LINES],
    /// For each row the blocks with a twin below.
    pub(super) below: [u64; LINES],
    /// The rows that have any.
    rows: u64,
}

impl Twins {
    pub(super) fn new() -> Self {
        Self { to_right: [0; LINES], below: [0; LINES], rows: 0 }
    }

    /// Notes down again whether a row has any.
    #[inline]
    fn count_row(&mut self, row: u32) {
        let has_any = (self.to_right[row as usize] | self.below[row as usize]) != 0;
        self.rows = self.rows & !(1 << row) | u64::from(has_any) << row;
    }
}

/// Puts an element into a set, or takes it out.
#[inline]
fn set(set: &mut u64, element: u32, is_in: bool) {
    *set = *set & !(1 << element) | u64::from(is_in) << element;
}

impl Board {
    /// The first twins: of all that have an earlier block in this order, the one that comes first.
    #[inline]
    pub(super) fn first_twins(&self) -> Option<(Place, Place)> {
        if self.twins.rows == 0 {
            return None;
        }
        let column = |row: &u32| {
            let row = *row as usize;
            (self.twins.to_right[row] | self.twins.below[row]).trailing_zeros()
        };
        let row = if planted(Fault::ColumnFirst) {
            elements(self.twins.rows).min_by_key(column)?
        } else {
            self.twins.rows.trailing_zeros()
        };
        let (to_right, below) = (self.twins.to_right[row as usize], self.twins.below[row as usize]);
        let column = column(&row);
        let has = |set: u64| set >> column & 1 == 1;
        let is_beside = has(to_right) && !(planted(Fault::OtherLast) && has(below));
        let other = if is_beside {
            place(row, next(self.by_row[row as usize], column))
        } else {
            place(next(self.by_column[column as usize], row), column)
        };
        Some((place(row, column), other))
    }

    /// Finds all twins of the board, from block to block.
    pub(super) fn find_twins(&mut self) {
        let mut twins = Twins::new();
        // Of each column the row of the last block so far; before it, the wall.
        let mut above = [0; LINES];
        for row in 1..=u32::from(self.rows) {
            let mut left = 0;
            for column in elements(self.occupied(row as usize - 1).into()).map(|bit| bit + 1) {
                let code = self.codes[place(row, column)];
                let matches = |row, column| match_each_other(self.codes[place(row, column)], code);
                set(&mut twins.to_right[row as usize], left, matches(row, left));
                let above = std::mem::replace(&mut above[column as usize], row);
                set(&mut twins.below[above as usize], column, matches(above, column));
                left = column;
            }
        }
        (1..=u32::from(self.rows)).for_each(|row| twins.count_row(row));
        self.twins = twins;
    }

    /// Brings the lines and the twins up to date with what the places hold; only these may have
    /// changed.
    pub(super) fn catch_up(&mut self, touched: &mut Places) {
        self.refresh_lines(touched);
        let changed = touched;
        let mut rows = changed.rows();
        if planted(Fault::StaleTwins) && rows.count_ones() > 1 {
            rows ^= 1 << rows.ilog2();
        }
        let mut to_count = rows;
        for row in elements(rows) {
            for column in elements(changed.row(row)) {
                self.look_along_row(row, column);
                to_count |= 1 << self.look_along_column(row, column);
            }
        }
        for row in elements(to_count) {
            self.twins.count_row(row);
        }
    }

    /// Brings the lines up to date and leaves out places that are empty as they were: something has
    /// passed there.
    fn refresh_lines(&mut self, touched: &mut Places) {
        for row in elements(touched.rows()) {
            let line = touched.row_mut(row);
            let before = self.by_row[row as usize] & *line;
            let is_taken = |&column: &u32| self.codes[place(row, column)] != EMPTY;
            let now = elements(*line).filter(is_taken).fold(0, |now, column| now | 1 << column);
            for column in elements(before ^ now) {
                self.by_column[column as usize] ^= 1 << row;
            }
            self.by_row[row as usize] ^= before ^ now;
            *line = before | now;
        }
    }

    /// Finds out whether the block at a place has a twin to the right, and whether the one on its
    /// left has. If it is empty, it lies between the two that see each other.
    #[inline]
    fn look_along_row(&mut self, row: u32, column: u32) {
        let line = self.by_row[row as usize];
        let [here, left, right] = [column, previous(line, column), next(line, column)];
        let [code, on_left, on_right] = [here, left, right].map(|at| self.codes[place(row, at)]);
        let seen = if code == EMPTY { on_right } else { code };
        let twins = &mut self.twins.to_right[row as usize];
        set(twins, left, match_each_other(on_left, seen));
        set(twins, here, code != EMPTY && match_each_other(code, on_right));
    }

    /// The same with what lies above and below. Returns the row of the block above.
    #[inline]
    fn look_along_column(&mut self, row: u32, column: u32) -> u32 {
        let line = self.by_column[column as usize];
        let [here, above, below] = [row, previous(line, row), next(line, row)];
        let [code, on_top, beneath] = [here, above, below].map(|at| self.codes[place(at, column)]);
        let seen = if code == EMPTY { beneath } else { code };
        set(&mut self.twins.below[above as usize], column, match_each_other(on_top, seen));
        set(
            &mut self.twins.below[here as usize],
            column,
            code != EMPTY && match_each_other(code, beneath),
        );
        above
    }
}
