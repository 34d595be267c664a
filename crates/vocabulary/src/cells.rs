//! Building blocks of vocabularies for games on rectangular boards: boards as rows of characters,
//! and cells by row and column.
//!
//! A vocabulary states its characters once, as a function, and gets reading with exact error places
//! and printing:
//!
//! ```
//! use twinboard_vocabulary::cells;
//!
//! let stone = |character| match character {
//!     'x' => Some(true),
//!     '.' => Some(false),
//!     _ => None,
//! };
//! let read = |text| cells::read(text, 1..=8, "`x` or `.`", stone);
//! assert_eq!(read("x.\n..\n"), Ok(vec![vec![true, false], vec![false, false]]));
//! let error = read("x.\n.o\n").unwrap_err();
//! assert_eq!(error.to_string(), "line 2, column 2: found `o`, expected `x` or `.`");
//! ```

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::text::{Found, ParseError, Place, Source, TextError};

/// Reads a board with a line for each row and a character for each cell.
///
/// # Errors
///
/// A character for which `cell` returns `None`: the error has its place and says `expected`, a
/// phrase that follows the word "expected". Also rows of different lengths, and a number of rows or
/// columns outside `sides`; these errors have no place.
pub fn read<T>(
    text: &str,
    sides: RangeInclusive<usize>,
    expected: &str,
    cell: impl Fn(char) -> Option<T>,
) -> Result<Vec<Vec<T>>, ParseError> {
    let columns = text.lines().next().map_or(0, |row| row.chars().count());
    let is_as_wide = |row: &str| row.chars().count() == columns;
    let has_size = sides.contains(&text.lines().count()) && sides.contains(&columns);
    if !has_size || !text.lines().all(is_as_wide) {
        let (min, max) = (sides.start(), sides.end());
        return Err(format!("{min} to {max} rows, all of the same {min} to {max} cells").into());
    }
    let row = |(number, row): (u64, &str)| {
        let cells = row.char_indices().enumerate().map(|(index, (start, character))| {
            cell(character).ok_or_else(|| TextError {
                place: Place { line: number, column: index as u64 + 1 },
                found: Found::Token(character.into()),
                expected: expected.into(),
                source: Some(Source {
                    text: row.into(),
                    start,
                    end: start + character.len_utf8(),
                    cut_before: false,
                    cut_after: false,
                }),
            })
        });
        cells.collect::<Result<Vec<T>, TextError>>()
    };
    Ok((1..).zip(text.lines()).map(row).collect::<Result<_, _>>()?)
}

/// Writes a board in the format of [`read`], with a line feed after each row.
///
/// ```
/// use std::fmt;
///
/// struct Stones(Vec<Vec<bool>>);
///
/// impl fmt::Display for Stones {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         twinboard_vocabulary::cells::write(f, &self.0, |&stone| if stone { 'x' } else { '.' })
///     }
/// }
///
/// assert_eq!(Stones(vec![vec![true, false], vec![false; 2]]).to_string(), "x.\n..\n");
/// ```
///
/// # Errors
///
/// Errors of `f`.
pub fn write<T>(
    f: &mut fmt::Formatter<'_>,
    rows: &[Vec<T>],
    character: impl Fn(&T) -> char,
) -> fmt::Result {
    rows.iter()
        .try_for_each(|row| writeln!(f, "{}", row.iter().map(&character).collect::<String>()))
}

/// A move that names one cell by row and column. Both may be any numbers, also those of no cell;
/// most games count from 1. The text is the two numbers with a blank between them.
///
/// ```
/// use twinboard_vocabulary::cells::RowColumn;
///
/// assert_eq!("2 7".parse(), Ok(RowColumn { row: 2, column: 7 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RowColumn {
    /// Row number as written.
    pub row: u64,
    /// Column number as written.
    pub column: u64,
}

impl fmt::Display for RowColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.row, self.column)
    }
}

impl FromStr for RowColumn {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (row, column) = text.split_once(' ').ok_or("a row and a column")?;
        Ok(Self { row: row.parse()?, column: column.trim_start().parse()? })
    }
}

#[cfg(test)]
mod tests {
    use super::{RowColumn, read};

    #[test]
    fn boards_of_wrong_size_and_ragged_boards_are_refused() {
        let read = |text| read(text, 2..=3, "any letter", Some);
        assert_eq!(read("ab\ncd"), Ok(vec![vec!['a', 'b'], vec!['c', 'd']]));
        for text in ["", "a\nb", "ab", "abcd\nabcd", "ab\nab\nab\nab", "abc\nab", "ab\nabc"] {
            let error = read(text).expect_err(text).to_string();
            assert_eq!(error, "expected 2 to 3 rows, all of the same 2 to 3 cells");
        }
    }

    #[test]
    fn a_cell_survives_a_round_trip_through_its_text() {
        let cell = RowColumn { row: 7, column: u64::MAX };
        assert_eq!(cell.to_string().parse(), Ok(cell));
        for (text, expected) in
            [("7", "expected a row and a column"), ("7 x", "expected a whole number")]
        {
            assert_eq!(text.parse::<RowColumn>().unwrap_err().to_string(), expected);
        }
    }
}
