//! The men of chess and the squares that they attack (CH-2, CH-3, CH-7).

use crate::board::{Board, Cell, DIAGONAL, DIRECTIONS, STRAIGHT, other};

const KNIGHT: [(isize, isize); 8] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

/// True if a character is a man of a player.
pub(super) fn is_of(man: char, player: char) -> bool {
    if player == 'w' { man.is_ascii_uppercase() } else { man.is_ascii_lowercase() }
}

/// A man of a player, from its small letter.
pub(super) fn man(kind: char, player: char) -> char {
    if player == 'w' { kind.to_ascii_uppercase() } else { kind }
}

/// The squares that the man on a square attacks (CH-2, CH-3).
pub(super) fn attacked(board: &Board, from: Cell) -> Vec<Cell> {
    let up = if board.at(from).is_ascii_uppercase() { -1 } else { 1 };
    let lines = |directions: &[(isize, isize)]| {
        directions.iter().flat_map(|direction| board.sight(from, *direction)).collect()
    };
    match board.at(from).to_ascii_lowercase() {
        'p' => board.neighbours(from, &[(up, -1), (up, 1)]),
        'n' => board.neighbours(from, &KNIGHT),
        'k' => board.neighbours(from, &DIRECTIONS),
        'b' => lines(&DIAGONAL),
        'r' => lines(&STRAIGHT),
        _ => lines(&DIRECTIONS),
    }
}

pub(super) fn is_in_check(board: &Board, player: char) -> bool {
    let king = board.cells_with(man('k', player));
    board.men(other(player) == 'w').into_iter().any(|from| attacked(board, from).contains(&king[0]))
}

/// The squares of a rank from one to another, both included.
pub(super) fn way(from: Cell, to: Cell) -> Vec<Cell> {
    (from.1.min(to.1)..=from.1.max(to.1)).map(|column| (from.0, column)).collect()
}
