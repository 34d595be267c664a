//! The vocabulary of SameGame: grid, selection, group, refusal, position, outcome (clauses SG-1 to
//! SG-13 of RULES.md). Its text is in [`text`].
//!
//! ```
//! use twinboard_vocabulary::Vocabulary;
//! use twinboard_vocabulary::samegame::{Cell, Grid, Position, SameGame, Selection};
//!
//! // In the text row 1, the bottom row, comes first; pictures have it at the bottom.
//! let grid: Grid = "2 3\n0 0 1\n2 1 1\n".parse()?;
//! assert_eq!(grid.colour(Cell::new(2, 1)), 2);
//! let picture = "2 | 2 1 1\n1 | 0 0 1\n  +------\n    1 2 3\n";
//! assert_eq!(SameGame::picture(&Position::from(&grid)).to_string(), picture);
//!
//! let selection: Selection = "select 1 2".parse()?;
//! assert_eq!(selection, Cell::new(1, 2).into());
//! # Ok::<(), twinboard_vocabulary::ParseError>(())
//! ```

mod exact;
mod group;
mod position;
pub mod text;

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use crate::text::Scanner;
use crate::{Glyph, Highlight, ParseError, Picture, Vocabulary};

pub use exact::Exact;
pub use group::Group;
pub use position::Position;

/// Number of colours, which are 0 to 9 (SG-3).
pub const COLOURS: u8 = 10;
/// Limit of rows of a grid in a case file (SG-2).
pub const ROWS_MAX: u8 = 16;
/// Limit of columns of a grid in a case file (SG-2).
pub const COLUMNS_MAX: u8 = 64;

/// The vocabulary of SameGame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SameGame;

impl Vocabulary for SameGame {
    const NAME: &'static str = "samegame";
    type Setup = Grid;
    type Move = Selection;
    type LegalMove = Group;
    type Event = Group;
    type Refusal = Refusal;
    type Position = Position;
    type Outcome = Outcome;

    fn to_move(legal: &Group) -> Selection {
        legal.first().into()
    }

    fn is_over(outcome: Outcome) -> bool {
        outcome != Outcome::Playing
    }

    fn picture(position: &Position) -> Picture {
        let rows = (1..=position.rows()).rev();
        Picture {
            caption: None,
            rows: rows
                .map(|row| {
                    let cells = (1..=position.columns()).map(|column| {
                        match position.get(Cell::new(row, column)) {
                            Some(colour) => Glyph::new(colour.to_string(), colour),
                            None => Glyph::empty(),
                        }
                    });
                    (row.to_string(), cells.collect())
                })
                .collect(),
            columns: (1..=position.columns()).map(|column| column.to_string()).collect(),
        }
    }

    fn highlights(before: &Position, event: &Group) -> Vec<Highlight> {
        let row = |cell: &Cell| usize::from(before.rows()).checked_sub(cell.row().into());
        let place = |cell: &Cell| Some((row(cell)?, usize::from(cell.column()) - 1));
        vec![Highlight::Cells(event.cells().iter().filter_map(place).collect())]
    }

    /// The text of the picture, written without making the picture: perft asks for it millions of
    /// times.
    fn text(position: &Position) -> String {
        let mut text = String::with_capacity(2 * position.bytes().len());
        for row in (1..=position.rows()).rev() {
            text::push_row(&mut text, position.row(row).map(sign));
        }
        text
    }
}

/// The character of a cell: the digit of its colour, or a dot if it is empty.
fn sign(cell: Option<u8>) -> char {
    cell.map_or('.', |colour| char::from(b'0' + colour))
}

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
        let coloured = colours.iter().fold(0, |most, &colour| colour.max(most)) < COLOURS;
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

/// A move as a player requests it: a row and a column, any numbers but the pair `0 0`, which ends
/// the list of selections (SG-5, SG-16). It need not name a cell of the grid.
///
/// Numbers above [`u64::MAX`] saturate; neither names a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Selection {
    row: u64,
    column: u64,
}

impl Selection {
    /// The selection of `row` and `column`; `None` if and only if both are 0.
    #[must_use]
    pub const fn new(row: u64, column: u64) -> Option<Self> {
        if row == 0 && column == 0 { None } else { Some(Self { row, column }) }
    }

    /// Row number as written; rows of a grid count from 1.
    #[must_use]
    pub const fn row(self) -> u64 {
        self.row
    }

    /// Column number as written; columns of a grid count from 1.
    #[must_use]
    pub const fn column(self) -> u64 {
        self.column
    }
}

impl From<Cell> for Selection {
    fn from(cell: Cell) -> Self {
        Self { row: cell.row().into(), column: cell.column().into() }
    }
}

impl From<Group> for Selection {
    fn from(group: Group) -> Self {
        group.first().into()
    }
}

/// Reads the format of [`Display`](fmt::Display): `select ROW COLUMN`.
impl FromStr for Selection {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        const EXPECTED: &str = "`select`, a row and a column, not both 0";
        let mut scanner = Scanner::new(text.as_bytes());
        if !scanner.next_line()? || scanner.token_on_line(EXPECTED)? != b"select" {
            return Err(EXPECTED.into());
        }
        let selection = (scanner.number_on_line(EXPECTED)?, scanner.number_on_line(EXPECTED)?);
        scanner.end_of_line("the end of the selection")?;
        Self::new(selection.0, selection.1).ok_or_else(|| EXPECTED.into())
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "select {} {}", self.row, self.column)
    }
}

/// Reasons to refuse a selection; the first that applies, in this order, is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Refusal {
    /// The selection names no cell of the grid (SG-6).
    NoSuchCell,
    /// The selected cell is empty (SG-7).
    EmptyCell,
    /// The selected cell is a region of one (SG-8).
    SingleCell,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoSuchCell => "no such cell (SG-6)",
            Self::EmptyCell => "the cell is empty (SG-7)",
            Self::SingleCell => "a region of one cell (SG-8)",
        })
    }
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// Some region has two or more cells.
    Playing,
    /// All cells are empty (SG-12).
    Won,
    /// Cells remain, but no region of two or more (SG-13).
    Stuck,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Playing => "the game goes on",
            Self::Won => "won (SG-12)",
            Self::Stuck => "stuck (SG-13)",
        })
    }
}
