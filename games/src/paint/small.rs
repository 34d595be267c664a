//! Every board of a side, once up to the eight symmetries.

use board::paint::{Board, Cell, Move, NUMBER_MAX, Pick, Position, SIDE_MAX, Square, text};
use harness::exhaust::Shape;

use super::Turn;

/// All boards of a shape: empty cells, paint, and numbers from 1 to this one, or to one more than there
/// are cells, as all larger ones are as dead as that. Of boards that are turned images of each other
/// only the least is among them. None if the shape is no square, or a board cannot be as large.
pub(super) fn boards(shape: Shape, number_max: u8) -> impl Iterator<Item = Board> + Send {
    let side = shape.rows;
    let is_board = side == shape.columns && (1..=SIDE_MAX).contains(&side);
    let most = (shape.cells() + 1).min(NUMBER_MAX.into()).min(number_max.into()) as u8;
    let start = is_board.then(|| vec![0; shape.cells()]);
    let turns = if is_board { turned_cells(side) } else { Vec::new() };
    std::iter::successors(start, move |contents| following(contents, most + 1))
        .filter(move |contents| turns.iter().all(|turn| is_at_most(contents, turn)))
        .map(move |contents| {
            let squares = contents.into_iter().map(square).collect();
            Board::new(side, squares).expect("of a side that boards have")
        })
}

/// What a number stands for: 0 is an empty cell, 1 paint, then come the numbers from 1.
fn square(content: u8) -> Square {
    match content {
        0 => Square::Empty,
        1 => Square::Painted,
        more => Square::Number(more - 1),
    }
}

/// The next contents: the last one that can be raised is, and all behind it begin anew.
fn following(contents: &[u8], most: u8) -> Option<Vec<u8>> {
    let index = contents.iter().rposition(|&content| content < most)?;
    let mut next = contents.to_vec();
    next[index] += 1;
    next[index + 1..].fill(0);
    Some(next)
}

/// For each turn but the first, which cell comes to lie where.
fn turned_cells(side: u8) -> Vec<Vec<usize>> {
    let index = |cell: Cell| usize::from(cell.row) * usize::from(side) + usize::from(cell.column);
    let cells = (0..side).flat_map(|row| (0..side).map(move |column| Cell::new(row, column)));
    let cells: Vec<Cell> = cells.collect();
    let turns = Turn::all(side).into_iter().skip(1);
    turns.map(|turn| cells.iter().map(|&cell| index(turn.cell(cell))).collect()).collect()
}

/// Whether contents come before themselves turned, or are the same.
fn is_at_most(contents: &[u8], turn: &[usize]) -> bool {
    contents.iter().le(turn.iter().map(|&cell| &contents[cell]))
}

/// The least text of a board among its turned images. Whose turn it is makes no difference (PT-20), so the
/// line that says it is left out.
pub(super) fn canonical_key(position: &Position) -> String {
    let board = &position.board;
    let texts = Turn::all(board.side()).into_iter().map(|turn| {
        let mut text = text::board(&turn.board(board));
        // The first line says how many rows there are.
        text.drain(..text.find('\n').map_or(0, |end| end + 1));
        text
    });
    texts.min().expect("there are eight")
}

/// Boards of more cells than this have too many sets for all to be asked for.
const CELLS_MAX: u8 = 9;

/// Every set of cells of a small board, each also with one beyond it.
pub(super) fn all_moves(side: u8) -> Vec<Move> {
    let cells = side * side;
    if cells > CELLS_MAX {
        return Vec::new();
    }
    let pick = |cell: u8| Pick { row: (cell / side).into(), column: (cell % side).into() };
    let sets = (0..1_u32 << cells).map(|set| {
        (0..cells).filter(move |cell| set >> cell & 1 == 1).map(pick).collect::<Vec<_>>()
    });
    sets.flat_map(|set| [set.clone(), [pick(cells)].into_iter().chain(set).collect()])
        .map(Move::new)
        .collect()
}

#[cfg(test)]
mod tests {
    use board::Vocabulary as _;
    use board::paint::{Board, Player, Position, Square};
    use harness::exhaust::Shape;

    use super::{boards, canonical_key};
    use crate::paint::Vocabulary;

    fn count(side: u8, number_max: u8) -> usize {
        boards(Shape { rows: side, columns: side }, number_max).count()
    }

    #[test]
    fn small_boards_are_counted_by_burnside() {
        // Four cells with 6 contents each. Fixed by nothing: 6^4; by the quarter turns 6 each; by
        // the half turn 6^2; by the two mirrors along the sides 6^2 each; along the diagonals 6^3
        // each.
        assert_eq!(count(2, 4), (1296 + 6 + 6 + 36 + 36 + 36 + 216 + 216) / 8);
        // Nine with 3: the quarter turns have 3 orbits, the half turn 5, each mirror 6.
        assert_eq!(count(3, 1), (19683 + 27 + 27 + 243 + 4 * 729) / 8);
        // One more than there are cells is the largest number.
        assert_eq!((count(1, 1), count(1, 9)), (3, 4));
    }

    #[test]
    fn the_essence_is_the_least_text_without_the_line_of_the_player() {
        let board = Board::from_fn(2, |cell| match (cell.row, cell.column) {
            (0, 1) => Square::Number(12),
            (1, 0) => Square::Painted,
            _ => Square::Empty,
        });
        for to_move in [Player::First, Player::Second] {
            assert_eq!(canonical_key(&Position { board: board.clone(), to_move }), "# 12\nB #\n");
        }
        let whole = Vocabulary::text(&Position { board, to_move: Player::First });
        assert_eq!(whole, "# 12\nB #\nfirst to move\n");
    }

    #[test]
    fn there_are_no_boards_that_are_no_squares() {
        for (rows, columns) in [(1, 2), (3, 2), (0, 0), (31, 31)] {
            assert_eq!(boards(Shape { rows, columns }, 2).count(), 0);
        }
    }
}
