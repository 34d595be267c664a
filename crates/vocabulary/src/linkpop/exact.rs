//! Exact texts of Link and Pop, as engines in other processes read and write them.

use std::fmt::Write;

use super::board::{Attribute, Block, Board, SIDE_MAX, Symbol};
use super::pop::{Link, Pair, Point, Pop, Popped, Turn};
use super::vocabulary::{LinkPop, Outcome, Refusal};
use crate::cell::Cell;
use crate::exact::{Cursor, ExactText, Names, names};
use crate::text::ParseError;

/// The exact texts of Link and Pop.
///
/// ```
/// use twinboard_vocabulary::ExactText;
/// use twinboard_vocabulary::linkpop::{Cell, Exact, Pair};
///
/// // The blocks at (0,0) and (0,3) have gone; then the one at (2,1) moved, then that at (3,1).
/// let event = Exact.read_event("A 0,0-0,3 / 2,1 / 3,1")?;
/// assert_eq!(event.pair, Pair::new(Cell::new(0, 0), Cell::new(0, 3)));
/// assert_eq!((event.link.cost(), event.turns.len()), (1, 2));
///
/// let board = Exact.read_position("AU .\nBS AL\n")?;
/// assert_eq!(board.get(Cell::new(0, 1)), None);
/// # Ok::<(), twinboard_vocabulary::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Exact;

const CELL: &str = "a cell: row and column from 0, such as 0,1";
const POINT: &str = "a point of the link: row and column from -1, such as 0,-1";
const NEXT_MOVE: &str = "a blank and the next cell or `/`, or the end of the line";
const NEXT_POINT: &str = "`-` and the next point of the link";

const REFUSALS: Names<Refusal> = Names(&[
    (Refusal::FirstOffBoard, "first-off-board"),
    (Refusal::SecondOffBoard, "second-off-board"),
    (Refusal::SameCell, "same-cell"),
    (Refusal::FirstEmpty, "first-empty"),
    (Refusal::SecondEmpty, "second-empty"),
    (Refusal::DifferentSymbols, "different-symbols"),
    (Refusal::NoLink, "no-link"),
    (Refusal::NothingToPop, "nothing-to-pop"),
]);
const OUTCOMES: Names<Outcome> = Names(&[
    (Outcome::Playing, "playing"),
    (Outcome::Cleared, "cleared"),
    (Outcome::Stuck, "stuck"),
]);

#[inline]
fn read_cell(cursor: &mut Cursor<'_>) -> Result<Cell, ParseError> {
    let (row, column) = cursor.row_and_column(|cursor| cursor.number(0..=u8::MAX), CELL)?;
    Ok(Cell::new(row, column))
}

fn write_pair(pair: Pair, out: &mut String) {
    let (one, other) = (pair.earlier(), pair.other());
    let _ = write!(out, "{},{} {},{} ", one.row, one.column, other.row, other.column);
}

fn read_link(cursor: &mut Cursor<'_>) -> Result<Link, ParseError> {
    let mut points = [Point::new(0, 0); 4];
    let mut count = 0;
    while count < points.len() && (count == 0 || cursor.take(b'-')) {
        let (row, column) = cursor.row_and_column(Cursor::signed_number, POINT)?;
        points[count] = Point::new(row, column);
        count += 1;
    }
    if count < 2 {
        return Err(cursor.error(NEXT_POINT));
    }
    Ok(Link::new(&points[..count]))
}

/// The cells at the ends of a link; `None` if they are equal or one is in the ring around the
/// board.
fn ends(link: &Link) -> Option<Pair> {
    let cell = |point: &Point| {
        Some(Cell::new(u8::try_from(point.row).ok()?, u8::try_from(point.column).ok()?))
    };
    let (one, other) = (cell(link.points().first()?)?, cell(link.points().last()?)?);
    (one != other).then(|| Pair::new(one, other))
}

/// Reads the moves of a turn, up to the next one or the end.
fn read_turn(cursor: &mut Cursor<'_>) -> Result<Turn, ParseError> {
    // The shortest cell and its blank are ` 0,1`.
    let rest = cursor.rest();
    let length = rest.iter().position(|&byte| byte == b'/').unwrap_or(rest.len());
    let mut turn = Vec::with_capacity(length / 4);
    while cursor.rest().get(1).is_some_and(|&next| next != b'/') && cursor.take(b' ') {
        turn.push(read_cell(cursor)?);
    }
    Ok(turn)
}

fn read_block(cursor: &mut Cursor<'_>) -> Option<Block> {
    let start = *cursor;
    let symbol = cursor.take_as(Symbol::from_letter)?;
    let attribute = cursor.take_as(Attribute::from_letter);
    if attribute.is_none() {
        *cursor = start;
    }
    attribute.map(|attribute| Block { symbol, attribute })
}

/// Every written value can be read, except an event whose link does not end at its cells (LP-21).
impl ExactText<LinkPop> for Exact {
    fn write_legal_move(&self, legal: &Pop, out: &mut String) {
        write_pair(legal.pair, out);
        let _ = write!(out, "{}", legal.cost);
    }

    fn read_legal_move(&self, text: &str) -> Result<Pop, ParseError> {
        let mut cursor = Cursor::new(text);
        let one = read_cell(&mut cursor)?;
        cursor.expect(b' ', "a blank and the other cell")?;
        let before_other = cursor;
        let other = read_cell(&mut cursor)?;
        if one == other {
            return Err(before_other.error("another cell than the first"));
        }
        cursor.expect(b' ', "a blank and the cost")?;
        let Some(cost) = cursor.number(0..=u8::MAX) else {
            return Err(cursor.error("the cost, 1 to 3"));
        };
        cursor.end("the end of the legal move")?;
        Ok(Pop { pair: Pair::new(one, other), cost })
    }

    /// The cells of the event are the ends of its link. If they are not, they are written before
    /// it: such a text cannot be read.
    fn write_event(&self, event: &Popped, out: &mut String) {
        out.push(event.symbol.letter());
        out.push(' ');
        if ends(&event.link) != Some(event.pair) {
            write_pair(event.pair, out);
        }
        for (index, Point { row, column }) in event.link.points().iter().enumerate() {
            let separator = if index > 0 { "-" } else { "" };
            let _ = write!(out, "{separator}{row},{column}");
        }
        for turn in &event.turns {
            out.push_str(" /");
            for Cell { row, column } in turn {
                let _ = write!(out, " {row},{column}");
            }
        }
    }

    fn read_event(&self, text: &str) -> Result<Popped, ParseError> {
        let mut cursor = Cursor::new(text);
        let Some(symbol) = cursor.take_as(Symbol::from_letter) else {
            return Err(cursor.error("a symbol, A to Z"));
        };
        cursor.expect(b' ', "a blank and the link")?;
        let before_link = cursor;
        let link = read_link(&mut cursor)?;
        let Some(pair) = ends(&link) else {
            return Err(before_link.error("a link between two cells of the board"));
        };
        let mut turns = Vec::new();
        while !cursor.is_at_end() {
            cursor.expect(b' ', NEXT_MOVE)?;
            cursor.expect(b'/', "`/` before the moves of a turn")?;
            turns.push(read_turn(&mut cursor)?);
        }
        Ok(Popped { pair, symbol, link, turns })
    }

    names!(REFUSALS of Refusal, OUTCOMES of Outcome);

    fn read_position(&self, text: &str) -> Result<Board, ParseError> {
        const BLOCK: &str = "a block (a letter A to Z and one of U D L R S) or `.`";
        let sizes = || format!("1 to {SIDE_MAX} rows of 1 to {SIDE_MAX} cells");
        let mut cursor = Cursor::new(text);
        let (rows, columns) = cursor.lines_and_cells();
        if rows.max(columns) > SIDE_MAX.into() {
            return Err(sizes().into());
        }
        let mut cells = Vec::with_capacity(rows * columns);
        cursor.grid(rows, columns, BLOCK, |cursor, _, _| {
            let is_empty = cursor.take(b'.');
            let block = if is_empty { None } else { read_block(cursor) };
            cells.push(block);
            is_empty || block.is_some()
        })?;
        Board::new(rows as u8, columns as u8, cells).ok_or_else(|| sizes().into())
    }
}
