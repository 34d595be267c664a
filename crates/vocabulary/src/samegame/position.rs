//! Positions, stored for fast comparison.

use std::fmt::{self, Write};
use std::num::NonZeroU8;

/// The visible state between two selections: a colour or nothing in each cell of the grid. Rows and
/// columns are those of the set-up, even if few cells remain.
///
/// A cell is one byte. Columns are stored one after the other, each from the bottom up: the order
/// of [`Cell`]. Both sides return a position at every step and the checks read all of it, so it is
/// designed for fast comparison and iteration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    rows: u8,
    columns: u8,
    cells: Vec<u8>,
}

impl Position {
    /// Byte of an empty cell; the byte of any other cell is its colour.
    pub const EMPTY: u8 = u8::MAX;

    /// A position of `rows` × `columns` with the content that `cell` returns for each cell. `cell`
    /// is called column by column, each from the bottom up.
    ///
    /// # Panics
    ///
    /// If a colour is [`EMPTY`](Self::EMPTY), the byte of an empty cell.
    pub fn from_fn(rows: u8, columns: u8, mut cell: impl FnMut(Cell) -> Option<u8>) -> Self {
        let mut cells = vec![Self::EMPTY; usize::from(rows) * usize::from(columns)];
        // A chunk is never empty; without rows there is none.
        for (bytes, column) in cells.chunks_exact_mut(usize::from(rows).max(1)).zip(1..) {
            for (byte, row) in bytes.iter_mut().zip(1..) {
                if let Some(colour) = cell(Cell::new(row, column)) {
                    assert!(colour != Self::EMPTY, "{} is not a colour", Self::EMPTY);
                    *byte = colour;
                }
            }
        }
        Self { rows, columns, cells }
    }

    /// A position of `rows` × `columns` with these bytes: column by column from the left, each from
    /// the bottom up; a colour or [`EMPTY`](Self::EMPTY) for each cell.
    ///
    /// # Panics
    ///
    /// If the number of bytes is not `rows · columns`.
    #[must_use]
    pub fn from_bytes(rows: u8, columns: u8, cells: Vec<u8>) -> Self {
        assert_eq!(cells.len(), usize::from(rows) * usize::from(columns), "one byte a cell");
        Self { rows, columns, cells }
    }

    /// A copy of the position in which each colour `c`, 0 to 9, is replaced by `new(c)`.
    #[must_use]
    pub fn recoloured(&self, new: impl Fn(u8) -> u8) -> Self {
        // `new` is called once for each colour, not for each cell.
        let mut table: [u8; 1 + u8::MAX as usize] = std::array::from_fn(|byte| byte as u8);
        for colour in 0..COLOURS {
            table[usize::from(colour)] = new(colour);
        }
        let cells = self.cells.iter().map(|&byte| table[usize::from(byte)]);
        Self { cells: cells.collect(), ..*self }
    }

    /// Number of rows of the grid, the same during the whole game.
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Number of columns of the grid, the same during the whole game.
    #[must_use]
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// The bytes of the cells: column by column from the left, each from the bottom up; a colour or
    /// [`EMPTY`](Self::EMPTY) for each cell.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.cells
    }

    /// The [`bytes`](Self::bytes) split into columns; no columns if the position has no cells.
    pub fn bytes_by_column(&self) -> impl Iterator<Item = &[u8]> {
        self.cells.chunks_exact(usize::from(self.rows).max(1))
    }

    /// The cells column by column from the left, each from the bottom up; `None` is an empty cell.
    pub fn cells(&self) -> impl Iterator<Item = Option<u8>> {
        self.cells.iter().map(|&byte| content(byte))
    }

    /// The cells of one row from the left; `None` is an empty cell.
    ///
    /// # Panics
    ///
    /// If the grid has no such row.
    #[must_use]
    pub fn row(&self, row: u8) -> impl DoubleEndedIterator<Item = Option<u8>> {
        (1..=self.columns).map(move |column| self.get(Cell::new(row, column)))
    }

    /// The colour of a cell; `None` if it is empty.
    ///
    /// # Panics
    ///
    /// If the cell is not on the grid.
    #[must_use]
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<u8> {
        content(self.cells[self.index(cell)])
    }

    /// The text that [`Display`](fmt::Display) writes. It is made without the picture: perft asks
    /// for it millions of times.
    pub(super) fn text(&self) -> String {
        let mut text = String::with_capacity(2 * self.cells.len());
        for row in (1..=self.rows).rev() {
            for (cell, column) in self.row(row).zip(1..) {
                if column > 1 {
                    text.push(' ');
                }
                match cell {
                    None => text.push('.'),
                    Some(colour) if colour < COLOURS => text.push(char::from(b'0' + colour)),
                    Some(other) => write!(text, "{other}").expect("a string takes any text"),
                }
            }
            text.push('\n');
        }
        text
    }

    /// Index of the cell in [`bytes`](Self::bytes).
    ///
    /// # Panics
    ///
    /// If the cell is above the last row; its index would be that of a cell of the next column.
    #[must_use]
    #[inline]
    pub fn index(&self, cell: Cell) -> usize {
        assert!(cell.row() <= self.rows, "{cell} is not on the grid");
        usize::from(cell.column() - 1) * usize::from(self.rows) + usize::from(cell.row() - 1)
    }
}

/// Writes the cells from the top row down, with one blank between two cells (PF-3): the exact text.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// The content of a cell, decoded from its byte.
#[inline]
fn content(byte: u8) -> Option<u8> {
    (byte != Position::EMPTY).then_some(byte)
}

impl From<&Grid> for Position {
    fn from(grid: &Grid) -> Self {
        Self::from_fn(grid.rows(), grid.columns(), |cell| Some(grid.colour(cell)))
    }
}

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

#[cfg(test)]
mod tests {
    use super::{Cell, Grid, Position};

    #[test]
    fn bytes_are_by_column_and_rows_are_read_across() {
        let grid = Grid::new(2, 3, vec![0, 1, 2, 3, 4, 9]).unwrap();
        let full = Position::from(&grid);
        assert_eq!(full.bytes(), [0, 3, 1, 4, 2, 9]);
        assert_eq!(full.bytes_by_column().nth(2), Some(&[2, 9][..]));
        let holed =
            Position::from_fn(2, 3, |cell| full.get(cell).filter(|_| cell != Cell::new(2, 1)));
        assert_eq!(holed.row(2).collect::<Vec<_>>(), [None, Some(4), Some(9)]);
        assert_eq!(holed.cells().nth(1), Some(None));
        assert_eq!(holed, Position::from_bytes(2, 3, vec![0, Position::EMPTY, 1, 4, 2, 9]));
    }

    #[test]
    #[should_panic(expected = "(3,1) is not on the grid")]
    fn a_row_too_high_is_not_taken_for_the_next_column() {
        let _ = Position::from_fn(2, 3, |_| None).get(Cell::new(3, 1));
    }
}
