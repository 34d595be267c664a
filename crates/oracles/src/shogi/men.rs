//! The men of shogi and what they attack (SH-2, SH-3, SH-5).

use crate::board::{Board, Cell, DIAGONAL, DIRECTIONS, STRAIGHT};

/// The letters of promoted men on the board here, beside their kinds. SFEN has `+R` for `D`.
pub(super) const PROMOTED: [(char, char); 6] =
    [('R', 'D'), ('B', 'U'), ('S', 'Z'), ('N', 'H'), ('L', 'M'), ('P', 'T')];

/// The steps of a gold that moves up.
const GOLD: [(isize, isize); 6] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0)];

/// A man of a player, from its capital letter.
pub(super) fn man(kind: char, player: char) -> char {
    if player == 'b' { kind } else { kind.to_ascii_lowercase() }
}

pub(super) fn is_of(man: char, player: char) -> bool {
    if player == 'b' { man.is_ascii_uppercase() } else { man.is_ascii_lowercase() }
}

/// The kind as which a man is in hand.
pub(super) fn unpromoted(kind: char) -> char {
    PROMOTED.iter().find(|(_, promoted)| *promoted == kind).map_or(kind, |(kind, _)| *kind)
}

/// SH-5.
pub(super) fn is_dead(kind: char, player: char, row: usize) -> bool {
    let ahead = if player == 'b' { row } else { 8 - row };
    ahead == 0 && "PL".contains(kind) || ahead < 2 && kind == 'N'
}

/// The cells that the man on a cell attacks (SH-2, SH-3).
pub(super) fn attacked(board: &Board, from: Cell) -> Vec<Cell> {
    let up = if board.at(from).is_ascii_uppercase() { 1 } else { -1 };
    let (steps, lines): (&[(isize, isize)], &[(isize, isize)]) =
        match board.at(from).to_ascii_uppercase() {
            'K' => (&DIRECTIONS, &[]),
            'R' => (&[], &STRAIGHT),
            'D' => (&DIAGONAL, &STRAIGHT),
            'B' => (&[], &DIAGONAL),
            'U' => (&STRAIGHT, &DIAGONAL),
            'S' => (&[(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 1)], &[]),
            'N' => (&[(-2, -1), (-2, 1)], &[]),
            'L' => (&[], &[(-1, 0)]),
            'P' => (&[(-1, 0)], &[]),
            _ => (&GOLD, &[]),
        };
    let steps = steps.iter().filter_map(|(down, right)| board.step(from, (down * up, *right), 1));
    let lines = lines.iter().flat_map(|(down, right)| board.sight(from, (down * up, *right)));
    steps.chain(lines).collect()
}
