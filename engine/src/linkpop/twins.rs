//! Twins: blocks with the same symbol that see each other along a row or along a column. These are
//! the pairs of cost 1.
//!
//! A block has at most one twin to the right and one below. The sets of blocks that have one are
//! maintained from pop to pop; only the neighbourhood of a change is updated.

use super::board::{Board, EMPTY, symbols_match};
use super::lines::{LINES, Place, Places, next, place, previous};
use crate::bits::elements;
use crate::planted::{Fault, planted};

/// The earlier block of each pair of twins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Twins {
    /// For each row line the blocks with a twin to the right.
    pub(super) to_right: [u64; LINES],
    /// For each row line the blocks with a twin below.
    pub(super) below: [u64; LINES],
    /// The row lines with a bit set in either array.
    rows: u64,
}

impl Twins {
    pub(super) fn new() -> Self {
        Self { to_right: [0; LINES], below: [0; LINES], rows: 0 }
    }

    /// Updates the bit of a row in `rows`.
    #[inline]
    fn update_row(&mut self, row: u32) {
        let has_any = (self.to_right[row as usize] | self.below[row as usize]) != 0;
        self.rows = self.rows & !(1 << row) | u64::from(has_any) << row;
    }
}

/// Adds an element to a set if `is_in`, otherwise removes it. Branchless.
#[inline]
fn set(set: &mut u64, element: u32, is_in: bool) {
    *set = *set & !(1 << element) | u64::from(is_in) << element;
}

impl Board {
    /// The first pair of twins in the order of LP-20: least earlier block, then least other block.
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
        let is_right = has(to_right) && !(planted(Fault::OtherLast) && has(below));
        let other = if is_right {
            place(row, next(self.by_row[row as usize], column))
        } else {
            place(next(self.by_column[column as usize], row), column)
        };
        Some((place(row, column), other))
    }

    /// Finds all twins of the board from scratch.
    pub(super) fn find_twins(&mut self) {
        let mut twins = Twins::new();
        // For each column the row of its last block so far; initially the wall.
        let mut above = [0; LINES];
        for row in 1..=u32::from(self.rows) {
            let mut left = 0;
            for column in elements(self.occupied(row as usize - 1).into()).map(|bit| bit + 1) {
                let code = self.codes[place(row, column)];
                let matches = |row, column| symbols_match(self.codes[place(row, column)], code);
                set(&mut twins.to_right[row as usize], left, matches(row, left));
                let above = std::mem::replace(&mut above[column as usize], row);
                set(&mut twins.below[above as usize], column, matches(above, column));
                left = column;
            }
        }
        (1..=u32::from(self.rows)).for_each(|row| twins.update_row(row));
        self.twins = twins;
    }

    /// Updates the lines and the twins from the codes of the places; only the places in `touched`
    /// may have changed.
    pub(super) fn update_lines_and_twins(&mut self, touched: &mut Places) {
        self.update_lines(touched);
        let changed = touched;
        let mut rows = changed.rows();
        if planted(Fault::StaleTwins) && rows.count_ones() > 1 {
            rows ^= 1 << rows.ilog2();
        }
        let mut affected = rows;
        for row in elements(rows) {
            for column in elements(changed.row(row)) {
                self.update_twins_in_row(row, column);
                affected |= 1 << self.update_twins_in_column(row, column);
            }
        }
        for row in elements(affected) {
            self.twins.update_row(row);
        }
    }

    /// Updates the lines, and removes from `touched` the places that were and are empty: a block
    /// has only passed there.
    fn update_lines(&mut self, touched: &mut Places) {
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

    /// Updates the right twins of the block at a place and of the next block to its left. If the
    /// place is empty, the next blocks on both sides see each other.
    #[inline]
    fn update_twins_in_row(&mut self, row: u32, column: u32) {
        let line = self.by_row[row as usize];
        let [here, left, right] = [column, previous(line, column), next(line, column)];
        let [code, on_left, on_right] = [here, left, right].map(|at| self.codes[place(row, at)]);
        let seen = if code == EMPTY { on_right } else { code };
        let twins = &mut self.twins.to_right[row as usize];
        set(twins, left, symbols_match(on_left, seen));
        set(twins, here, code != EMPTY && symbols_match(code, on_right));
    }

    /// Updates the lower twins of the block at a place and of the next block above it. Returns the
    /// row line of the latter.
    #[inline]
    fn update_twins_in_column(&mut self, row: u32, column: u32) -> u32 {
        let line = self.by_column[column as usize];
        let [here, above, below] = [row, previous(line, row), next(line, row)];
        let [code, on_top, beneath] = [here, above, below].map(|at| self.codes[place(at, column)]);
        let seen = if code == EMPTY { beneath } else { code };
        set(&mut self.twins.below[above as usize], column, symbols_match(on_top, seen));
        set(
            &mut self.twins.below[here as usize],
            column,
            code != EMPTY && symbols_match(code, beneath),
        );
        above
    }
}
