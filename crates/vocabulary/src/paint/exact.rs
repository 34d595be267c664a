//! Exact texts of paint, as engines in other processes read and write them.

use std::fmt::Write;

use super::board::{Board, NUMBER_MAX, Position, SIDE_MAX, Square};
use super::moves::{LegalMove, Painted};
use super::vocabulary::{Outcome, Paint, Refusal};
use crate::cell::Cell;
use crate::exact::{Cursor, ExactText, Names, names};
use crate::text::ParseError;
use crate::two_player::Player;

/// The exact texts of paint.
///
/// ```
/// use twinboard_vocabulary::ExactText;
/// use twinboard_vocabulary::paint::{Cell, Exact, LegalMove, Player};
///
/// let event = Exact.read_event("2 0,1 0,0")?;
/// assert_eq!((event.number, event.at), (2, Cell::new(0, 1)));
/// assert_eq!(event.cells, LegalMove::new([Cell::new(0, 0), Cell::new(0, 1)]));
///
/// let position = Exact.read_position("2 #\nB 12\nsecond to move\n")?;
/// assert_eq!(position.to_move, Player::Second);
/// # Ok::<(), twinboard_vocabulary::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Exact;

const CELL: &str = "a cell: row and column from 0, such as 0,1";
const SQUARE: &str = "a cell: #, B or a number, 0 to 20";
const NEXT_CELL: &str = "a blank and the next cell, or the end of the line";
/// The last line of a position, after the name of the player.
const TO_MOVE: &str = " to move\n";

const REFUSALS: Names<Refusal> = Names(&[
    (Refusal::GameOver, "game-over"),
    (Refusal::NoCells, "no-cells"),
    (Refusal::OffBoard, "off-board"),
    (Refusal::Repeated, "repeated"),
    (Refusal::Painted, "painted"),
    (Refusal::NotConnected, "not-connected"),
    (Refusal::NoNumber, "no-number"),
    (Refusal::SeveralNumbers, "several-numbers"),
    (Refusal::WrongCount, "wrong-count"),
    (Refusal::TouchesPaint, "touches-paint"),
]);
const OUTCOMES: Names<Outcome> = Names(&[
    (Outcome::Playing, "playing"),
    (Outcome::Drawn, "drawn"),
    (Outcome::Lost(Player::First), "first-lost"),
    (Outcome::Lost(Player::Second), "second-lost"),
]);

/// Reads one or more cells, up to the end.
fn read_cells(cursor: &mut Cursor<'_>) -> Result<Vec<Cell>, ParseError> {
    // The shortest cell and its blank are `0,1 `.
    let mut cells = Vec::with_capacity((cursor.rest().len() + 1) / 4);
    loop {
        let (row, column) = cursor.row_and_column(|cursor| cursor.number(0..=u8::MAX), CELL)?;
        cells.push(Cell::new(row, column));
        if cursor.is_at_end() {
            return Ok(cells);
        }
        cursor.expect(b' ', NEXT_CELL)?;
    }
}

fn legal_move(cells: Vec<Cell>) -> Result<LegalMove, ParseError> {
    LegalMove::try_new(cells).ok_or_else(|| "each cell of a move once".into())
}

fn read_square(cursor: &mut Cursor<'_>) -> Option<Square> {
    if cursor.take(b'#') {
        Some(Square::Empty)
    } else if cursor.take(b'B') {
        Some(Square::Painted)
    } else {
        cursor.number(0..=NUMBER_MAX).map(Square::Number)
    }
}

/// Every written value can be read, except a move without cells and an event whose number is on
/// none of its cells (PT-7).
impl ExactText<Paint> for Exact {
    fn write_legal_move(&self, legal: &LegalMove, out: &mut String) {
        for (index, Cell { row, column }) in legal.cells().iter().enumerate() {
            let separator = if index > 0 { " " } else { "" };
            let _ = write!(out, "{separator}{row},{column}");
        }
    }

    fn read_legal_move(&self, text: &str) -> Result<LegalMove, ParseError> {
        legal_move(read_cells(&mut Cursor::new(text))?)
    }

    /// If the cell of the number is none of the painted cells, ` /` is written before those: such
    /// a text cannot be read.
    fn write_event(&self, event: &Painted, out: &mut String) {
        let _ = write!(out, "{} {},{}", event.number, event.at.row, event.at.column);
        let cells = event.cells.cells();
        if !cells.contains(&event.at) {
            out.push_str(" /");
        }
        for Cell { row, column } in cells.iter().filter(|&&cell| cell != event.at) {
            let _ = write!(out, " {row},{column}");
        }
    }

    fn read_event(&self, text: &str) -> Result<Painted, ParseError> {
        let mut cursor = Cursor::new(text);
        let Some(number) = cursor.number(0..=u8::MAX) else {
            return Err(cursor.error("the painted number"));
        };
        cursor.expect(b' ', "a blank and the cell of the number")?;
        let cells = read_cells(&mut cursor)?;
        let at = cells[0];
        Ok(Painted { cells: legal_move(cells)?, number, at })
    }

    names!(REFUSALS of Refusal, OUTCOMES of Outcome);

    fn read_position(&self, text: &str) -> Result<Position, ParseError> {
        let mut cursor = Cursor::new(text);
        let (_, side) = cursor.lines_and_cells();
        let expected = || format!("1 to {SIDE_MAX} rows with equally many cells");
        if side > SIDE_MAX.into() {
            return Err(expected().into());
        }
        let mut squares = Vec::with_capacity(side * side);
        cursor.grid(side, side, SQUARE, |cursor, _, _| {
            let square = read_square(cursor);
            squares.extend(square);
            square.is_some()
        })?;
        let is_last_line = |player: &Player| {
            let rest = cursor.rest().strip_prefix(player.name().as_bytes());
            rest == Some(TO_MOVE.as_bytes())
        };
        let Some(to_move) = Player::ALL.into_iter().find(is_last_line) else {
            return Err(cursor.error("the line `first to move` or `second to move`, then the end"));
        };
        let board = Board::new(side as u8, squares).ok_or_else(expected)?;
        Ok(Position { board, to_move })
    }
}
