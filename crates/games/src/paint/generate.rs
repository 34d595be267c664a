//! Boards and moves drawn from bytes. The features of a board are drawn first ("swarm testing",
//! Groce et al. 2012), so that rare shapes come often.

use std::ops::RangeInclusive;

use arbitrary::{Result, Unstructured};
use twinboard_harness::Case;
use twinboard_vocabulary::paint::{
    Board, Cell, LegalMove, Move, NUMBER_MAX, Paint, Pick, SIDE_MAX, Square,
};

use super::corridor;
use super::transform::{Transform, neighbours};

/// Draws a board: its side, its features, then its cells.
pub(super) fn setup(u: &mut Unstructured<'_>) -> Result<Board> {
    let side = side(u)?;
    let Some(style) = Style::draw(side, u)? else { return corridor::setup(side, u) };
    let mut squares = Vec::new();
    for row in 0..side {
        for column in 0..side {
            squares.push(style.square(Cell::new(row, column), u)?);
        }
    }
    Ok(Board::new(side, squares).expect("side and numbers are drawn within the limits"))
}

/// The side of a board. Sides of the statement's groups come often, small ones most often: a move
/// on a large board takes the oracle as long as hundreds on a small one.
fn side(u: &mut Unstructured<'_>) -> Result<u8> {
    let sides = match u.int_in_range(0..=1023_u16)? {
        0..=7 => 1..=1,
        8..=31 => 2..=2,
        32..=95 => 3..=3,
        96..=223 => 4..=4,
        224..=447 => 5..=5,
        448..=799 => 6..=8,
        800..=967 => 9..=14,
        968..=999 => 15..=15,
        1000..=1013 => 16..=29,
        _ => SIDE_MAX..=SIDE_MAX,
    };
    u.int_in_range(sides)
}

/// The features of a board, from which its cells are drawn.
struct Style {
    side: u8,
    /// Cells with a number, per 256 cells; at the centres, if there are any.
    numbered: u16,
    /// Numbers lie around these cells and thin out with the distance (PT-38). Without centres their
    /// density is the same everywhere.
    centres: Vec<Cell>,
    numbers: RangeInclusive<u8>,
    /// Painted cells per 256 cells.
    painted: u16,
}

impl Style {
    /// `None` for a board with a [`corridor`].
    fn draw(side: u8, u: &mut Unstructured<'_>) -> Result<Option<Self>> {
        let mut centres = Vec::new();
        for _ in 0..*u.choose(&[0, 0, 1, 3, 5])? {
            let (row, column) = (u.int_in_range(0..=side - 1)?, u.int_in_range(0..=side - 1)?);
            centres.push(Cell::new(row, column));
        }
        let numbered = if centres.is_empty() {
            let numbered = *u.choose(&[0, 24, 24, 40, 40, 60, 80, 255])?;
            // At least a few numbers on small boards, mostly.
            let cells = u16::from(side) * u16::from(side);
            if numbered == 0 { 3 } else { numbered.max(1536 / cells).min(255) }
        } else {
            // The 0.8 of PT-38, and more.
            *u.choose(&[204, 204, 255])?
        };
        let painted = *u.choose(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 12, 12, 30, 30, 110])?;
        let numbers = numbers(side, u)?;
        Ok(numbers.map(|numbers| Self { side, numbered, centres, numbers, painted }))
    }

    fn square(&self, cell: Cell, u: &mut Unstructured<'_>) -> Result<Square> {
        if self.painted > 0 && u.int_in_range(0..=255_u16)? < self.painted {
            return Ok(Square::Painted);
        }
        let is_numbered = u.int_in_range(0..=255_u16)? < self.numbered_at(cell);
        if !is_numbered {
            return Ok(Square::Empty);
        }
        Ok(Square::Number(u.int_in_range(self.numbers.clone())?))
    }

    /// Cells with a number per 256 cells at this place. The density halves with every eighth of the
    /// side, which approximates f of PT-38.
    fn numbered_at(&self, cell: Cell) -> u16 {
        let distance = |centre: &Cell| {
            u16::from(centre.row.abs_diff(cell.row))
                + u16::from(centre.column.abs_diff(cell.column))
        };
        match self.centres.iter().map(distance).min() {
            Some(distance) => self.numbered >> (distance * 8 / u16::from(self.side)).min(15),
            None => self.numbered,
        }
    }
}

/// The range of a board's numbers: the ranges of the groups (PT-36), or small numbers. `None` for a
/// board with a [`corridor`].
fn numbers(side: u8, u: &mut Unstructured<'_>) -> Result<Option<RangeInclusive<u8>>> {
    // Twice the length of a straight line through the board: larger numbers rarely fit.
    let large = (2 * side).min(NUMBER_MAX);
    Ok(Some(match u.int_in_range(0..=31_u8)? {
        0..=2 => 1..=1,
        3..=10 => 1..=2,
        11..=17 => 1..=3,
        18 | 19 => 0..=2,
        20 | 21 => 0..=5,
        22 | 23 => 2..=4,
        24 | 25 => 1..=6,
        26 | 27 if side > 6 => 5..=10,
        28 if side > 8 => 10..=NUMBER_MAX,
        29 => 0..=large,
        31 => return Ok(None),
        _ => {
            let number = u.int_in_range(0..=large)?;
            number..=number
        }
    }))
}

fn any_cell(board: &Board, u: &mut Unstructured<'_>) -> Result<Cell> {
    let last = board.side() - 1;
    Ok(Cell::new(u.int_in_range(0..=last)?, u.int_in_range(0..=last)?))
}

/// Mutates the board of a case. A symmetry is applied to the moves as well.
pub(super) fn change(case: &mut Case<Paint>, u: &mut Unstructured<'_>) -> Result<()> {
    let board = &mut case.setup;
    let cell = any_cell(board, u)?;
    match u.int_in_range(0..=9_u8)? {
        0 => board.set(cell, Square::Painted),
        1 => board.set(cell, Square::Empty),
        2 => board.set(cell, Square::Number(u.int_in_range(0..=NUMBER_MAX)?)),
        3 => board.set(cell, Square::Number(u.int_in_range(0..=5)?)),
        4 | 5 => change_a_number(board, u)?,
        6 => {
            let other = any_cell(board, u)?;
            let (one, two) = (board.get(cell), board.get(other));
            board.set(cell, two);
            board.set(other, one);
        }
        7 => change_the_side(board, cell, u.arbitrary()?),
        8 => {
            let transform = *u.choose(&Transform::all(board.side()))?;
            *board = transform.board(board);
            for mv in &mut case.moves {
                *mv = transform.mv(mv);
            }
        }
        _ => {
            // A line of paint along a row or a column, which divides the board.
            let is_row = u.arbitrary()?;
            let from = u.int_in_range(0..=board.side() - 1)?;
            for at in from..u.int_in_range(from..=board.side() - 1)? {
                let painted =
                    if is_row { Cell::new(cell.row, at) } else { Cell::new(at, cell.column) };
                board.set(painted, Square::Painted);
            }
        }
    }
    Ok(())
}

/// Changes one number, most often to the next larger or smaller one.
fn change_a_number(board: &mut Board, u: &mut Unstructured<'_>) -> Result<()> {
    let numbers: Vec<(Cell, u8)> = board.numbers().collect();
    if numbers.is_empty() {
        return Ok(());
    }
    let (cell, number) = *u.choose(&numbers)?;
    let other = match u.int_in_range(0..=3_u8)? {
        0 => number.saturating_sub(1),
        1 => (number + 1).min(NUMBER_MAX),
        2 => *u.choose(&[0, 1, 2, NUMBER_MAX - 1, NUMBER_MAX])?,
        _ => u.int_in_range(0..=NUMBER_MAX)?,
    };
    board.set(cell, Square::Number(other));
    Ok(())
}

/// Doubles the row and the column of a cell, or removes them.
fn change_the_side(board: &mut Board, cell: Cell, is_larger: bool) {
    let side = if is_larger { board.side() + 1 } else { board.side() - 1 };
    if !(1..=SIDE_MAX).contains(&side) {
        return;
    }
    let old = |new: u8, line: u8| {
        if is_larger { new - u8::from(new > line) } else { new + u8::from(new >= line) }
    };
    *board = Board::from_fn(side, |new| {
        board.get(Cell::new(old(new.row, cell.row), old(new.column, cell.column)))
    });
}

/// A uniformly random permutation.
pub(super) fn shuffle<T>(items: &mut [T], u: &mut Unstructured<'_>) -> Result<()> {
    for last in (1..items.len()).rev() {
        items.swap(last, u.int_in_range(0..=last)?);
    }
    Ok(())
}

/// A move that may be refused for any reason.
pub(super) fn propose(
    board: &Board,
    legal: Option<&LegalMove>,
    u: &mut Unstructured<'_>,
) -> Result<Move> {
    let base = match legal {
        Some(legal) => legal.cells().to_vec(),
        None => blob(board, u)?,
    };
    let mut picks: Vec<Pick> = base.iter().copied().map(Pick::from).collect();
    match u.int_in_range(0..=15_u8)? {
        0 => picks.clear(),
        1 => {
            // Perhaps with a repeated cell, too: then the order of the refusals matters.
            if !picks.is_empty() && u.arbitrary()? {
                picks.push(*u.choose(&picks)?);
            }
            picks.push(off_board(board, u)?);
        }
        2 if !picks.is_empty() => {
            let index = u.choose_index(picks.len())?;
            picks[index] = off_board(board, u)?;
        }
        3 if !picks.is_empty() => picks.push(*u.choose(&picks)?),
        4 if picks.len() > 1 => {
            // As many picks as before, with one repeated.
            let (from, to) = (u.choose_index(picks.len())?, u.choose_index(picks.len())?);
            picks[to] = picks[from];
        }
        5 if !picks.is_empty() => {
            picks.remove(u.choose_index(picks.len())?);
        }
        6 => picks.extend(beside(board, &base, u)?.map(Pick::from)),
        7 => picks.push(any_cell(board, u)?.into()),
        8 if !picks.is_empty() => {
            let index = u.choose_index(picks.len())?;
            picks[index] = any_cell(board, u)?.into();
        }
        9 => {
            let index = u.int_in_range(0..=1_u8)?;
            for pick in &mut picks {
                if index == 0 { pick.row += 1 } else { pick.column += 1 }
            }
        }
        10 => {
            let painted: Vec<Cell> = squares(board, |square| square == Square::Painted);
            if !painted.is_empty() {
                picks.push((*u.choose(&painted)?).into());
            }
        }
        _ => picks = blob(board, u)?.into_iter().map(Pick::from).collect(),
    }
    shuffle(&mut picks, u)?;
    Ok(Move::new(picks))
}

/// The cells whose squares satisfy a predicate.
fn squares(board: &Board, like: impl Fn(Square) -> bool) -> Vec<Cell> {
    board.cells().filter(|&(_, square)| like(square)).map(|(cell, _)| cell).collect()
}

/// A random neighbour of some cells that is not among them.
fn beside(board: &Board, cells: &[Cell], u: &mut Unstructured<'_>) -> Result<Option<Cell>> {
    let all = cells.iter().flat_map(|&cell| neighbours(board.side(), cell));
    let beside: Vec<Cell> = all.filter(|cell| !cells.contains(cell)).collect();
    Ok(if beside.is_empty() { None } else { Some(*u.choose(&beside)?) })
}

/// Connected cells, mostly around a number and as many as the number says. The rules are followed
/// only in part, so that there is often a reason to refuse the set.
fn blob(board: &Board, u: &mut Unstructured<'_>) -> Result<Vec<Cell>> {
    let numbers: Vec<(Cell, u8)> = board.numbers().collect();
    let (start, size) = if numbers.is_empty() || u.ratio(1, 8_u8)? {
        (any_cell(board, u)?, u.int_in_range(1..=6)?)
    } else {
        let (cell, number) = *u.choose(&numbers)?;
        let size = if u.ratio(7, 8_u8)? { number } else { number + 1 };
        (cell, size.max(1))
    };
    // The set may grow through paint, and through other numbers.
    let (over_paint, over_numbers) = (u.ratio(1, 8_u8)?, u.ratio(1, 4_u8)?);
    let mut cells = vec![start];
    while cells.len() < usize::from(size) {
        let around = cells.iter().flat_map(|&cell| neighbours(board.side(), cell));
        let around: Vec<Cell> = around
            .filter(|cell| {
                !cells.contains(cell)
                    && match board.get(*cell) {
                        Square::Empty => true,
                        Square::Number(_) => over_numbers,
                        Square::Painted => over_paint,
                    }
            })
            .collect();
        if around.is_empty() {
            break;
        }
        cells.push(*u.choose(&around)?);
    }
    Ok(cells)
}

/// A cell off the board: just beyond an edge, or with numbers whose low bits name a cell.
fn off_board(board: &Board, u: &mut Unstructured<'_>) -> Result<Pick> {
    let Pick { row, column } = any_cell(board, u)?.into();
    let side = u64::from(board.side());
    Ok(match u.int_in_range(0..=6_u8)? {
        0 => Pick { row: side, column },
        1 => Pick { row, column: side },
        2 => Pick { row: side, column: side },
        3 => Pick { row: row + (1 << *u.choose(&[5, 8, 16, 32, 63])?), column },
        4 => Pick { row, column: column + (1 << *u.choose(&[5, 8, 16, 32, 63])?) },
        5 => Pick { row: u64::MAX, column },
        _ => Pick { row, column: u64::MAX },
    })
}
