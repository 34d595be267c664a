//! A part of the board of 8 × 8 cells, for cropping sets to a word.

use twinboard_vocabulary::paint::Cell;

use super::rows::{self, Rows};
use super::set::CellSet;
use super::word::{self, SIDE};

/// A part of the board of 8 × 8 cells, perhaps with some beyond its border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    /// Top row, as a row of the board.
    row: u8,
    /// Leftmost column, as a column of the board.
    column: u8,
}

impl Frame {
    /// Frame that contains `cells`, which must not be empty; `None` if they span more than eight
    /// rows or columns.
    pub(super) fn of(cells: &Rows) -> Option<Self> {
        let columns = cells.rows.iter().fold(0, |columns, row| columns | row);
        let span = |taken: u32| (taken.trailing_zeros() as u8, taken.ilog2() as u8 + 1);
        Self::spanning(span(cells.taken_rows()), span(columns))
    }

    /// Frame that contains all cells of a board within `steps` steps of `cell`; `None` if they span
    /// more than eight rows or columns.
    pub(super) fn around(cell: Cell, steps: u32, side: u8) -> Option<Self> {
        let steps = steps as u8;
        let span = |at: u8| (at.saturating_sub(steps), (at + steps + 1).min(side));
        Self::spanning(span(cell.row), span(cell.column))
    }

    /// Frame that contains all cells within three steps of `cell`.
    #[inline]
    pub(super) fn near(cell: Cell) -> Self {
        Self::from_corner(cell.row.saturating_sub(3), cell.column.saturating_sub(3))
    }

    /// Frame of the rows and columns from the first of each range to before the second.
    fn spanning((top, bottom): (u8, u8), (left, right): (u8, u8)) -> Option<Self> {
        (bottom - top <= SIDE && right - left <= SIDE).then(|| Self::from_corner(top, left))
    }

    /// Frame with this corner, or further up and left if it would end beyond the rows and columns
    /// of a set.
    #[inline]
    fn from_corner(row: u8, column: u8) -> Self {
        const LAST: u8 = rows::SIDE as u8 - SIDE;
        Self { row: row.min(LAST), column: column.min(LAST) }
    }

    /// Cell of the board with this index in the frame.
    #[inline]
    pub(super) fn cell(self, index: u32) -> Cell {
        let Cell { row, column } = word::cell(index);
        Cell::new(self.row + row, self.column + column)
    }

    /// Index of a cell, which must lie in the frame.
    #[inline]
    pub(super) fn index(self, cell: Cell) -> u32 {
        word::index(Cell::new(cell.row - self.row, cell.column - self.column))
    }

    /// Part of a set of cells within the frame. `rows` returns the rows of the set.
    #[inline]
    pub(super) fn crop(self, rows: impl Fn(usize) -> u32) -> u64 {
        let row = |row| (rows(usize::from(self.row) + row) >> self.column) as u8;
        u64::from_le_bytes(std::array::from_fn(row))
    }

    /// Cells of the board with these indices.
    #[inline]
    pub(super) fn uncrop(self, cells: u64) -> Rows {
        let mut on_board = Rows::NONE;
        let rows = &mut on_board.rows[usize::from(self.row)..];
        for (row, columns) in rows.iter_mut().zip(cells.to_le_bytes()) {
            *row = u32::from(columns) << self.column;
        }
        on_board
    }
}
