//! Exact texts of SameGame, as engines in other processes read and write them.

use std::fmt::Write;
use std::iter;

use super::group::Group;
use super::position::{COLUMNS_MAX, Cell, Position, ROWS_MAX};
use super::vocabulary::{Outcome, Refusal, SameGame};
use crate::exact::{Cursor, ExactText, Names, names};
use crate::text::ParseError;

/// The exact texts of SameGame.
///
/// ```
/// use twinboard_vocabulary::ExactText;
/// use twinboard_vocabulary::samegame::{Exact, Outcome};
///
/// let group = Exact.read_legal_move("0 1,2 1,1")?;
/// let mut text = String::new();
/// Exact.write_legal_move(&group, &mut text);
/// assert_eq!(text, "0 1,1 1,2");
///
/// let position = Exact.read_position("1 . .\n0 0 2\n")?;
/// assert_eq!((position.rows(), position.columns()), (2, 3));
/// assert_eq!(Exact.read_outcome("stuck"), Ok(Outcome::Stuck));
/// # Ok::<(), twinboard_vocabulary::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Exact;

const COLOUR: &str = "a colour, 0 to 9";
const CELL: &str = "a cell: row and column from 1, such as 1,2";
const NEXT_CELL: &str = "a blank and the next cell, or the end of the line";

const REFUSALS: Names<Refusal> = Names(&[
    (Refusal::NoSuchCell, "no-such-cell"),
    (Refusal::EmptyCell, "empty-cell"),
    (Refusal::SingleCell, "single-cell"),
]);
const OUTCOMES: Names<Outcome> =
    Names(&[(Outcome::Playing, "playing"), (Outcome::Won, "won"), (Outcome::Stuck, "stuck")]);

fn write_group(group: &Group, out: &mut String) {
    let _ = write!(out, "{}", group.colour());
    for cell in group.cells() {
        let _ = write!(out, " {},{}", cell.row(), cell.column());
    }
}

fn read_group(text: &str) -> Result<Group, ParseError> {
    let mut cursor = Cursor::new(text);
    let Some(colour) = cursor.number(0..=u8::MAX) else { return Err(cursor.error(COLOUR)) };
    cursor.expect(b' ', "a blank and the first cell")?;
    let first = read_cell(&mut cursor)?;
    // The group collects the cells from an iterator, which keeps the error at which it ended.
    let mut error = None;
    let others = iter::from_fn(|| {
        if cursor.is_at_end() {
            return None;
        }
        let cell = cursor.expect(b' ', NEXT_CELL).and_then(|()| read_cell(&mut cursor));
        cell.map_err(|reason| error = Some(reason)).ok()
    });
    let group = Group::new(colour, iter::once(first).chain(others));
    if let Some(error) = error {
        return Err(error);
    }
    // The cells are sorted.
    if group.cells().windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("each cell of a group once".into());
    }
    Ok(group)
}

#[inline]
fn read_cell(cursor: &mut Cursor<'_>) -> Result<Cell, ParseError> {
    let (row, column) = cursor.row_and_column(|cursor| cursor.number(1..=u8::MAX), CELL)?;
    Ok(Cell::new(row, column))
}

/// Every written value can be read, but positions only within the limits of case files (SG-2).
impl ExactText<SameGame> for Exact {
    fn write_legal_move(&self, legal: &Group, out: &mut String) {
        write_group(legal, out);
    }

    fn read_legal_move(&self, text: &str) -> Result<Group, ParseError> {
        read_group(text)
    }

    fn write_event(&self, event: &Group, out: &mut String) {
        write_group(event, out);
    }

    fn read_event(&self, text: &str) -> Result<Group, ParseError> {
        read_group(text)
    }

    names!(REFUSALS of Refusal, OUTCOMES of Outcome);

    fn read_position(&self, text: &str) -> Result<Position, ParseError> {
        let mut cursor = Cursor::new(text);
        let (rows, columns) = cursor.lines_and_cells();
        let fits = (1..=ROWS_MAX.into()).contains(&rows) && columns <= COLUMNS_MAX.into();
        if !fits {
            return Err(format!("1 to {ROWS_MAX} rows of 1 to {COLUMNS_MAX} cells").into());
        }
        let mut bytes = vec![Position::EMPTY; rows * columns];
        cursor.grid(rows, columns, "a colour, 0 to 9, or `.`", |cursor, line, column| {
            let place = &mut bytes[column * rows + (rows - 1 - line)];
            let is_empty = cursor.take(b'.');
            let colour = if is_empty { None } else { cursor.number(0..=Position::EMPTY - 1) };
            *place = colour.unwrap_or(Position::EMPTY);
            is_empty || colour.is_some()
        })?;
        Ok(Position::from_bytes(rows as u8, columns as u8, bytes))
    }
}
