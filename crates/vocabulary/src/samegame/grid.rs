//! The grid at the start of a game, and its cells.

use std::fmt;
use std::num::NonZeroU8;

/// Number of colours, which are 0 to 9 (SG-3).
pub const COLOURS: u8 = 10;
/// Limit of rows of a grid in a case file (SG-2).
pub const ROWS_MAX: u8 = 16;
/// Limit of columns of a grid in a case file (SG-2).
pub const COLUMNS_MAX: u8 = 64;

/// A cell of a grid: row and column from 1, row 1 at the bottom, column 1 at the left (SG-1).
///
/// Cells are ordered by column, then by row: the order in which a column falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    row: NonZeroU8,
    column: NonZeroU8,
}

impl Cell {
    /// The cell at `row` and `column`, both from 1.
    ///
    /// # Panics
    ///
    /// If `row` or `column` is 0: no grid has such a cell.
    #[must_use]
    #[inline]
    pub const fn new(row: u8, column: u8) -> Self {
        match (NonZeroU8::new(row), NonZeroU8::new(column)) {
            (Some(row), Some(column)) => Self { row, column },
            _ => panic!("rows and columns count from 1"),
        }
    }

    /// The row, from 1 at the bottom.
    #[must_use]
    #[inline]
    pub const fn row(self) -> u8 {
        self.row.get()
    }

    /// The column, from 1 at the left.
    #[must_use]
    #[inline]
    pub const fn column(self) -> u8 {
        self.column.get()
    }
}

impl Cell {
    /// Index in the order of the text, row by row, on a grid of `columns` columns.
    ///
    /// # Panics
    ///
    /// If the cell is beyond the last column; its index would be that of a cell of the next row.
    fn index(self, columns: u8) -> usize {
        assert!(self.column() <= columns, "{self} is not on the grid");
        usize::from(self.row() - 1) * usize::from(columns) + usize::from(self.column() - 1)
    }
}

impl Ord for Cell {
    #[inline]
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        // Comparing one combined number is faster than comparing two, and comparisons are frequent.
        let place = |cell: &Self| u16::from_be_bytes([cell.column(), cell.row()]);
        place(self).cmp(&place(other))
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.row, self.column)
    }
}

/// The grid at the start of a game: every cell has a colour (SG-1 to SG-3).
///
/// Row `r`, column `c` (from 1) has index `(r − 1) · columns + (c − 1)`, the order of the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    rows: u8,
    columns: u8,
    colours: Vec<u8>,
}

impl Grid {
    /// A grid of `rows` × `columns`, its colours row by row from row 1, the bottom row.
    ///
    /// `None` if and only if it is outside the limits of case files (1 to [`ROWS_MAX`] rows, 1 to
    /// [`COLUMNS_MAX`] columns), `colours` has not `rows · columns` elements, or one of them is not
    /// below [`COLOURS`].
    #[must_use]
    pub fn new(rows: u8, columns: u8, colours: Vec<u8>) -> Option<Self> {
        let in_limits = (1..=ROWS_MAX).contains(&rows) && (1..=COLUMNS_MAX).contains(&columns);
        let complete = colours.len() == usize::from(rows) * usize::from(columns);
        // Looks at all colours, so that several can be compared at once.
        let coloured = colours.iter().fold(0, |highest, &colour| colour.max(highest)) < COLOURS;
        (in_limits && complete && coloured).then_some(Self { rows, columns, colours })
    }

    /// Number of rows, 1 to [`ROWS_MAX`].
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Number of columns, 1 to [`COLUMNS_MAX`].
    #[must_use]
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// The colours row by row from row 1, the bottom row.
    #[must_use]
    pub fn colours(&self) -> &[u8] {
        &self.colours
    }

    /// The colour of a cell of this grid.
    ///
    /// # Panics
    ///
    /// If the cell is not on the grid.
    #[must_use]
    #[inline]
    pub fn colour(&self, cell: Cell) -> u8 {
        self.colours[cell.index(self.columns)]
    }
}
