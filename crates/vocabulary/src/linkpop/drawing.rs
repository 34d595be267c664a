//! Boards, links and turns as pictures.

use std::collections::BTreeMap;

use super::board::{Block, Board};
use super::pop::{Link, Point, Popped, Turn};
use crate::cell::Cell;
use crate::picture::{Glyph, Highlight, Picture};

/// A board in a frame; rows and columns are numbered from 0.
pub(super) fn drawing(board: &Board) -> Picture {
    framed(board, false, |cell| block(cell.and_then(|cell| board.get(cell))))
}

/// The board before a pop with the link drawn into it, then the board after each turn but the last:
/// the board after the last one is the position, which is drawn anyway.
pub(super) fn story(before: &Board, event: &Popped) -> Vec<Picture> {
    let mut board = before.clone();
    let mut pictures = vec![linked(&board, event)];
    for cell in [event.pair.earlier(), event.pair.other()] {
        board.set(cell, None);
    }
    let between = event.turns.len().saturating_sub(1);
    for (number, turn) in event.turns.iter().take(between).enumerate() {
        move_blocks(&mut board, turn);
        let caption = format!("turn {} of {}", number + 1, event.turns.len());
        pictures.push(Picture { caption: Some(caption), ..drawing(&board) });
    }
    pictures
}

/// The two blocks, the link between them, and an arrow for each block that moves afterwards, from
/// its first cell to its last one.
pub(super) fn highlights(before: &Board, event: &Popped) -> Vec<Highlight> {
    let ends = [event.pair.earlier(), event.pair.other()];
    let corners = event.link.points().iter().map(|at| (at.row.into(), at.column.into()));
    let mut all = vec![
        Highlight::Cells(ends.map(|cell| (cell.row.into(), cell.column.into())).to_vec()),
        Highlight::Line(corners.collect()),
    ];
    let place = |cell: Cell| (cell.row.into(), cell.column.into());
    let moved = moved(before, event).into_iter();
    all.extend(moved.map(|(last, first)| Highlight::Arrow(vec![place(first), place(last)])));
    all
}

/// The last cell and the first one of each block that moves in the turns of a pop.
fn moved(before: &Board, event: &Popped) -> BTreeMap<Cell, Cell> {
    let mut board = before.clone();
    for cell in [event.pair.earlier(), event.pair.other()] {
        board.set(cell, None);
    }
    let mut first = BTreeMap::new();
    for (from, to) in event.turns.iter().flatten().filter_map(|&from| step(&mut board, from)) {
        let begin = first.remove(&from).unwrap_or(from);
        first.insert(to, begin);
    }
    first
}

/// A board with a link drawn into it; the ring around the board is shown only if the link uses it.
fn linked(board: &Board, event: &Popped) -> Picture {
    let strokes = strokes(&event.link);
    let is_out = |point: &Point| cell_of(board, *point).is_none();
    let with_ring = event.link.points().iter().any(is_out);
    let ring = Glyph::default();
    let mut picture = framed(board, with_ring, |cell| {
        cell.map_or_else(|| ring.clone(), |cell| block(board.get(cell)))
    });
    let shift = i16::from(with_ring);
    for (point, stroke) in strokes {
        let place = (i16::from(point.row) + shift, i16::from(point.column) + shift);
        let row = picture.rows.get_mut(place.0 as usize);
        if let Some(glyph) = row.and_then(|(_, glyphs)| glyphs.get_mut(place.1 as usize)) {
            *glyph = Glyph { text: stroke.into(), ..Glyph::default() };
        }
    }
    picture.caption = Some(event.link.to_string());
    picture
}

/// Characters for the cells of a link between its ends: `--`, `|`, and `+` for a corner.
fn strokes(link: &Link) -> Vec<(Point, &'static str)> {
    let points = link.points();
    let mut strokes = Vec::new();
    for ends in points.windows(2) {
        let (from, to) = (ends[0], ends[1]);
        // A wrong link of a side is drawn, too: its segments may be diagonal or long.
        let towards = |from: i8, to: i8| (i16::from(to) - i16::from(from)).signum() as i8;
        let step = (towards(from.row, to.row), towards(from.column, to.column));
        let stroke = if step.0 == 0 { "--" } else { "|" };
        let mut at = from;
        while at != to && strokes.len() < 256 {
            if at != from {
                strokes.push((at, stroke));
            }
            at = Point::new(at.row.saturating_add(step.0), at.column.saturating_add(step.1));
        }
    }
    let corners = points.get(1..points.len() - 1).unwrap_or_default();
    strokes.extend(corners.iter().map(|&corner| (corner, "+")));
    strokes
}

fn move_blocks(board: &mut Board, turn: &Turn) {
    for &from in turn {
        step(board, from);
    }
}

/// Moves a block by a cell and returns both; `None` if there is no block, or no cell for it.
fn step(board: &mut Board, from: Cell) -> Option<(Cell, Cell)> {
    let block = board.get(from)?;
    let (down, right) = block.attribute.step();
    let to = Point::new(from.row.cast_signed() + down, from.column.cast_signed() + right);
    let to = cell_of(board, to)?;
    board.set(from, None);
    board.set(to, Some(block));
    Some((from, to))
}

fn cell_of(board: &Board, point: Point) -> Option<Cell> {
    let cell = Cell::new(u8::try_from(point.row).ok()?, u8::try_from(point.column).ok()?);
    board.has(cell).then_some(cell)
}

fn block(block: Option<Block>) -> Glyph {
    block.map_or_else(Glyph::empty, |block| Glyph::new(block.to_string(), block.symbol.index()))
}

/// The cells in a frame, with the ring around them if `with_ring`. `glyph` gets `None` for the
/// ring.
fn framed(board: &Board, with_ring: bool, glyph: impl Fn(Option<Cell>) -> Glyph) -> Picture {
    let ring = i8::from(with_ring);
    let rows = -ring..board.rows().cast_signed() + ring;
    let columns = -ring..board.columns().cast_signed() + ring;
    let name = |number: i8, length: u8| {
        let is_there = u8::try_from(number).is_ok_and(|number| number < length);
        if is_there { number.to_string() } else { String::new() }
    };
    let row = |r: i8| {
        let glyphs = columns.clone().map(|c| glyph(cell_of(board, Point::new(r, c))));
        (name(r, board.rows()), glyphs.collect())
    };
    Picture {
        rows: rows.map(row).collect(),
        columns: columns.clone().map(|c| name(c, board.columns())).collect(),
        ..Picture::default()
    }
}
