//! Cells of boards whose rows and columns are numbered from 0 at the top left (LP-1, PT-1).

use std::fmt;

/// A cell of a board: row and column from 0, row 0 at the top.
///
/// Cells are ordered by row, then by column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The row, from 0 at the top.
    pub row: u8,
    /// The column, from 0 at the left.
    pub column: u8,
}

impl Cell {
    /// The cell at `row` and `column`, both from 0.
    #[must_use]
    #[inline]
    pub const fn new(row: u8, column: u8) -> Self {
        Self { row, column }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.row, self.column)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A cell as a move names it: any two numbers, perhaps off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pick {
    /// The row, from 0 at the top. Larger numbers than [`u64::MAX`] saturate.
    pub row: u64,
    /// The column, from 0 at the left. Larger numbers than [`u64::MAX`] saturate.
    pub column: u64,
}

impl From<Cell> for Pick {
    fn from(cell: Cell) -> Self {
        Self { row: cell.row.into(), column: cell.column.into() }
    }
}

impl From<(u64, u64)> for Pick {
    fn from((row, column): (u64, u64)) -> Self {
        Self { row, column }
    }
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.row, self.column)
    }
}
