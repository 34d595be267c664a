//! Moves as a player requests them.

use std::fmt;
use std::str::FromStr;

use super::grid::Cell;
use super::group::Group;
use crate::text::{ParseError, Scanner};

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
