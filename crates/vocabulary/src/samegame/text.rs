//! The text of SameGame: the judge's input as a stream, case files, and the judge's output
//! (clauses SG-14 to SG-20 of RULES.md).

use std::fmt::{self, Write};
use std::io::Read;
use std::str::FromStr;

use super::group::Selection;
use super::position::{COLOURS, COLUMNS_MAX, Cell, Grid, Position, ROWS_MAX};
use super::vocabulary::{Outcome, SameGame};
use crate::text::{CaseReader, InputError, Item, Limits, ParseError, Rest, Scanner, only_setup};

/// Limits of rows and of columns in the input of the judge (SG-2).
pub const JUDGE_LIMITS: (u8, u8) = (10, 40);

/// The part of the format that is read next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Grid,
    Selections,
    Ended,
}

/// Reads grids and selections from a stream, piece by piece.
///
/// Selections after a win are read like any others, as SG-17 requires: a game that is won refuses
/// them all.
#[derive(Debug)]
pub struct Reader<R> {
    scanner: Scanner<R>,
    rows: Bound,
    columns: Bound,
    state: State,
}

/// Limit of a number of the size line.
#[derive(Debug)]
struct Bound {
    max: u8,
    /// The end of a message about another number.
    expected: String,
}

impl Bound {
    fn new(of: &str, max: u8) -> Self {
        Self { max, expected: format!("the number of {of}, 1 to {max}, or 0 to end the input") }
    }
}

impl<R: Read> Reader<R> {
    /// A reader at the start of `input`.
    pub fn new(input: R, limits: Limits) -> Self {
        let (rows_max, columns_max) = match limits {
            Limits::Judge => JUDGE_LIMITS,
            Limits::Case => (ROWS_MAX, COLUMNS_MAX),
        };
        Self {
            scanner: Scanner::new(input),
            rows: Bound::new("rows", rows_max),
            columns: Bound::new("columns", columns_max),
            state: State::Grid,
        }
    }

    /// SG-14, SG-15: `M`, `N` and the colours; `None` at a regular end of the input.
    fn grid(&mut self) -> Result<Option<Grid>, InputError> {
        let Self { scanner, rows: row_bound, columns: column_bound, .. } = self;
        let Some(rows) = scanner.number(&row_bound.expected)?.filter(|&rows| rows != 0) else {
            return Ok(None);
        };
        // The limits are checked after N has been read, the limit of M first.
        let rows_token = (rows > row_bound.max.into()).then(|| scanner.token());

        let Some(columns) = scanner.number(&column_bound.expected)? else {
            // The end of an endless number is not where it went wrong.
            return Err(match rows_token.filter(|_| rows == u64::MAX) {
                Some(token) => token.expected(&row_bound.expected).into(),
                None => scanner.missing(&column_bound.expected).into(),
            });
        };
        if columns == 0 {
            return Ok(None);
        }
        if let Some(token) = rows_token {
            return Err(token.expected(&row_bound.expected).into());
        }
        if columns > column_bound.max.into() {
            return Err(scanner.token().expected(&column_bound.expected).into());
        }

        let (rows, columns) = (rows as u8, columns as u8);
        let mut colours = Vec::with_capacity(usize::from(rows) * usize::from(columns));
        for row in 1..=rows {
            for column in 1..=columns {
                colours.push(self.colour(Cell::new(row, column))?);
            }
        }
        let grid = Grid::new(rows, columns, colours);
        Ok(Some(grid.expect("rows, columns and colours are in limits")))
    }

    fn colour(&mut self, cell: Cell) -> Result<u8, InputError> {
        const EXPECTED: &str = "a colour, 0 to 9";
        match self.scanner.number(EXPECTED)? {
            Some(colour) if colour < COLOURS.into() => Ok(colour as u8),
            Some(_) => Err(self.scanner.token().expected(EXPECTED).into()),
            None => {
                let expected = format!(
                    "{EXPECTED}, for the cell in row {}, column {}",
                    cell.row(),
                    cell.column()
                );
                Err(self.scanner.missing(expected).into())
            }
        }
    }

    /// SG-16: a pair of numbers; `None` is the pair `0 0`.
    fn selection(&mut self) -> Result<Option<Selection>, InputError> {
        const ROW: &str = "the row of a selection, a number, or the pair 0 0 to end the list";
        const COLUMN: &str = "the column of a selection, a number";
        let row = self.scanner.number(ROW)?.ok_or_else(|| self.scanner.missing(ROW))?;
        let column = self.scanner.number(COLUMN)?.ok_or_else(|| self.scanner.missing(COLUMN))?;
        Ok(Selection::new(row, column))
    }
}

impl<R: Read> CaseReader<SameGame> for Reader<R> {
    fn next_item(&mut self) -> Result<Option<Item<SameGame>>, InputError> {
        let state = std::mem::replace(&mut self.state, State::Ended);
        let item = match state {
            State::Grid => self.grid()?.map(Item::Setup),
            State::Selections => {
                Some(self.selection()?.map_or(Item::Answer(Rest::Stop), Item::Move))
            }
            State::Ended => None,
        };
        self.state = match item {
            Some(Item::Setup(_) | Item::Move(_)) => State::Selections,
            Some(Item::Answer(_)) => State::Grid,
            None => State::Ended,
        };
        Ok(item)
    }
}

/// Writes size and rows in the input format (SG-14, SG-15).
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        print_grid(&mut text, self);
        f.write_str(&text)
    }
}

/// Reads within the limits of case files.
impl FromStr for Grid {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        // The text of a grid, continued to a case file without selections and further grids.
        let ends = &b"\n0 0\n0 0\n"[..];
        only_setup(Reader::new(text.as_bytes().chain(ends), Limits::Case))
    }
}

/// Writes a case file: for each case its grid, its selections and `0 0`; finally `0 0` in place of
/// a grid. [`Reader`] reads the same cases again.
///
/// ```
/// use twinboard_vocabulary::samegame::{Cell, Grid, Selection, text::print};
///
/// let grid: Grid = "1 2\n3 3\n".parse()?;
/// let selection: Selection = Cell::new(1, 1).into();
/// assert_eq!(print([(&grid, &[selection][..])]), "1 2\n3 3\n1 1\n0 0\n0 0\n");
/// # Ok::<(), twinboard_vocabulary::ParseError>(())
/// ```
pub fn print<'a>(cases: impl IntoIterator<Item = (&'a Grid, &'a [Selection])>) -> String {
    let mut text = String::new();
    for (grid, selections) in cases {
        print_case(&mut text, grid, selections);
    }
    text.push_str("0 0\n");
    text
}

fn print_case(text: &mut String, grid: &Grid, selections: &[Selection]) {
    print_grid(text, grid);
    for selection in selections {
        let _ = writeln!(text, "{} {}", selection.row(), selection.column());
    }
    text.push_str("0 0\n");
}

fn print_grid(text: &mut String, grid: &Grid) {
    let _ = writeln!(text, "{} {}", grid.rows(), grid.columns());
    for row in grid.colours().chunks(grid.columns().into()) {
        for (index, &colour) in row.iter().enumerate() {
            if index > 0 {
                text.push(' ');
            }
            text.push(char::from(b'0' + colour));
        }
        text.push('\n');
    }
}

/// Writes the answer for grid `number`, counted from 1, as the judge expects it to the byte
/// (SG-19), including the empty line that separates it from the answer before.
#[must_use]
pub fn answer(number: usize, position: &Position, outcome: Outcome) -> String {
    /// Spaces before each row that has cells.
    const INDENT: usize = 4;
    let separator = if number > 1 { "\n" } else { "" };
    let (rows, columns) = (usize::from(position.rows()), usize::from(position.columns()));
    // A cell and the character behind it, or the line feed of an empty row.
    let capacity = rows * (INDENT + 2 * columns + 1) + 32;
    let mut text = String::with_capacity(capacity);
    let _ = writeln!(text, "{separator}Grid {number}.");
    if outcome == Outcome::Won {
        text.push_str("    Game Won\n");
        return text;
    }
    let mut text = text.into_bytes();
    for row in (0..rows).rev() {
        let start = text.len();
        text.resize(start + INDENT + 2 * columns, b' ');
        let line = text[start + INDENT..].chunks_exact_mut(2);
        let mut length = 0;
        // An empty cell is unpredictable, so there is no branch.
        for (column, (sign, cells)) in line.zip(position.bytes_by_column()).enumerate() {
            let is_empty = cells[row] == Position::EMPTY;
            sign[0] = if is_empty { b' ' } else { b'0'.wrapping_add(cells[row]) };
            length = if is_empty { length } else { INDENT + 2 * column + 1 };
        }
        text.truncate(start + length);
        text.push(b'\n');
    }
    String::from_utf8(text).expect("digits and blanks are ASCII")
}
