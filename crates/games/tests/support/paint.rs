//! A third implementation of paint for the tests, derived from RULES.md alone.
//!
//! Neighbours are found by their distance, and valid moves by growing all sets of a size from all
//! sets of the size before. Neither side uses these algorithms, which are fit for few moves only.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use twinboard_harness::Case;
use twinboard_vocabulary::Game;
use twinboard_vocabulary::paint::Paint as Vocabulary;
use twinboard_vocabulary::paint::{Board, Cell, LegalMove, Move, Outcome, Player, Square};

use super::play::legal_moves;

pub(crate) type PaintCase = Case<Vocabulary>;

/// Parses a board as case files write it, row by row, with blanks between the cells.
pub(crate) fn board(rows: &[&str]) -> Board {
    format!("{}\n{}\n", rows.len(), rows.join("\n")).parse().expect("a board")
}

/// The move that names these cells in this order.
pub(crate) fn request(cells: impl IntoIterator<Item = Cell>) -> Move {
    Move::new(cells)
}

/// PT-1.
fn are_neighbours(one: Cell, other: Cell) -> bool {
    one.row.abs_diff(other.row) + one.column.abs_diff(other.column) == 1
}

/// PT-1: the neighbours of a cell.
pub(crate) fn around(board: &Board, cell: Cell) -> Vec<Cell> {
    let rows = cell.row.saturating_sub(1)..=cell.row + 1;
    let near = rows.flat_map(|row| {
        (cell.column.saturating_sub(1)..=cell.column + 1).map(move |column| Cell::new(row, column))
    });
    near.filter(|&near| board.has(near) && are_neighbours(cell, near)).collect()
}

/// PT-17.
pub(crate) fn touches_paint(board: &Board, cell: Cell) -> bool {
    around(board, cell).iter().any(|&near| board.get(near) == Square::Painted)
}

/// A valid move of the number at this cell, if it has one: the nearest cells.
///
/// Cells are added one by one, each next to one already there, so every prefix is connected. If
/// enough usable cells are in reach of the number, a prefix of the right size is a valid set.
pub(crate) fn some_area(board: &Board, at: Cell) -> Option<LegalMove> {
    let Square::Number(number) = board.get(at) else { return None };
    let wanted = usize::from(number);
    if touches_paint(board, at) {
        return None;
    }
    let mut cells = vec![at];
    let mut next = 0;
    while next < cells.len() && cells.len() < wanted {
        let from = cells[next];
        for near in around(board, from) {
            let is_free = board.get(near) == Square::Empty && !touches_paint(board, near);
            if is_free && !cells.contains(&near) {
                cells.push(near);
            }
        }
        next += 1;
    }
    // A 0 takes no cell (PT-18), but its own cell is in the list already.
    (1..=cells.len()).contains(&wanted).then(|| LegalMove::new(cells.into_iter().take(wanted)))
}

/// The numbers with a valid move.
pub(crate) fn living(board: &Board) -> impl Iterator<Item = (Cell, u8)> {
    board.numbers().filter(|&(at, _)| some_area(board, at).is_some())
}

/// PT-20.
pub(crate) fn is_over(board: &Board) -> bool {
    living(board).next().is_none()
}

/// PT-20 to PT-22.
pub(crate) fn outcome(board: &Board, to_move: Player) -> Outcome {
    if !is_over(board) {
        Outcome::Playing
    } else if board.numbers().next().is_none() {
        Outcome::Drawn
    } else {
        Outcome::Lost(to_move)
    }
}

/// The valid moves of the number at this cell; `None` if there are more than `limit`, or more sets
/// of some smaller size.
///
/// The only set of one cell is that of the number. Every set of n + 1 cells is a set of n cells
/// with a neighbour, because a connected set has a cell other than the number's that it stays
/// connected without.
pub(crate) fn areas(board: &Board, at: Cell, limit: usize) -> Option<BTreeSet<Vec<Cell>>> {
    let Square::Number(number) = board.get(at) else { return Some(BTreeSet::new()) };
    if number == 0 || touches_paint(board, at) {
        return Some(BTreeSet::new());
    }
    let mut sets = BTreeSet::from([vec![at]]);
    for _ in 1..number {
        let mut larger = BTreeSet::new();
        for set in &sets {
            for near in set.iter().flat_map(|&cell| around(board, cell)) {
                let is_free = board.get(near) == Square::Empty && !touches_paint(board, near);
                if is_free && !set.contains(&near) {
                    let place = set.partition_point(|&cell| cell < near);
                    let mut grown = set.clone();
                    grown.insert(place, near);
                    larger.insert(grown);
                }
            }
            if larger.len() > limit {
                return None;
            }
        }
        sets = larger;
    }
    (sets.len() <= limit).then_some(sets)
}

/// All valid moves, sorted; `None` if there are more than `limit`, or too many to find in this way.
pub(crate) fn moves(board: &Board, limit: usize) -> Option<Vec<LegalMove>> {
    let mut moves = Vec::new();
    for (at, _) in board.numbers() {
        let areas = areas(board, at, limit - moves.len())?;
        moves.extend(areas.into_iter().map(LegalMove::new));
    }
    moves.sort_unstable();
    Some(moves)
}

pub(crate) const LISTED_MAX: usize = 600;

/// The legal moves that a game lists, sorted; `None` if there are more than `limit`.
pub(crate) fn listed<G: Game<Vocabulary = Vocabulary>>(
    game: &G,
    limit: usize,
) -> Option<Vec<LegalMove>> {
    let mut count = 0;
    let listing = game.visit_legal_moves(&mut |_| {
        count += 1;
        if count > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    listing.is_continue().then(|| legal_moves(game))
}
