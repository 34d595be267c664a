//! Enumeration of the boards of a shape, once up to the eight symmetries.

use twinboard_harness::Enumerate;
use twinboard_harness::exhaust::{Bounds, Shape};
use twinboard_vocabulary::paint::{
    Board, Cell, Move, NUMBER_MAX, Paint, Pick, Position, SIDE_MAX, Square, text,
};

use super::PaintRules;
use super::transform::Transform;

impl Enumerate<Paint> for PaintRules {
    fn setups(&self, shape: Shape, symbols: u8) -> Box<dyn Iterator<Item = Board> + Send> {
        Box::new(boards(shape, symbols))
    }

    fn setups_at_least(&self, shape: Shape, symbols: u8) -> u64 {
        count_at_least(shape, symbols)
    }

    fn usual_bounds(&self) -> Bounds {
        Bounds::new([(3, 3)], 2)
    }

    fn canonical_key(&self, _setup: &Board, position: &Position) -> String {
        canonical_key(position)
    }

    /// Every set of cells, and each set with a cell off the board. Empty for boards of more than
    /// nine cells, which have too many sets.
    fn all_moves(&self, setup: &Board) -> Vec<Move> {
        let side = setup.side();
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
}

/// All boards of a shape with empty cells, paint, and numbers from 1 to `number_max`, or to one
/// more than there are cells, because all larger numbers are as dead. Of boards that are images of
/// each other only the smallest is listed. Empty if the shape is not a square, or no board is as
/// large.
fn boards(shape: Shape, number_max: u8) -> impl Iterator<Item = Board> + Send {
    let side = shape.rows;
    let is_board = is_board(shape);
    let max = largest_number(shape, number_max);
    let start = is_board.then(|| vec![0; shape.cells()]);
    let transforms = if is_board { transformed_cells(side) } else { Vec::new() };
    std::iter::successors(start, move |contents| following(contents, max + 1))
        .filter(move |contents| transforms.iter().all(|transform| is_at_most(contents, transform)))
        .map(move |contents| {
            let squares = contents.into_iter().map(square).collect();
            Board::new(side, squares).expect("the side is one of a board")
        })
}

/// Lower bound on the number of boards of a shape: an eighth of all, since at most eight are images
/// of each other.
fn count_at_least(shape: Shape, number_max: u8) -> u64 {
    let contents = u64::from(largest_number(shape, number_max)) + 2;
    let all = contents.saturating_pow(shape.cells() as u32);
    if is_board(shape) { all.div_ceil(8) } else { 0 }
}

fn is_board(shape: Shape) -> bool {
    shape.rows == shape.columns && (1..=SIDE_MAX).contains(&shape.rows)
}

/// The largest number on the boards that are listed.
fn largest_number(shape: Shape, number_max: u8) -> u8 {
    (shape.cells() + 1).min(NUMBER_MAX.into()).min(number_max.into()) as u8
}

/// The square that a number encodes: 0 is an empty cell, 1 paint, then come the numbers from 1.
fn square(content: u8) -> Square {
    match content {
        0 => Square::Empty,
        1 => Square::Painted,
        more => Square::Number(more - 1),
    }
}

/// The next contents in lexicographic order; `None` after the last.
fn following(contents: &[u8], max: u8) -> Option<Vec<u8>> {
    let index = contents.iter().rposition(|&content| content < max)?;
    let mut next = contents.to_vec();
    next[index] += 1;
    next[index + 1..].fill(0);
    Some(next)
}

/// For each transform but the identity, the index of each cell's image.
fn transformed_cells(side: u8) -> Vec<Vec<usize>> {
    let index = |cell: Cell| usize::from(cell.row) * usize::from(side) + usize::from(cell.column);
    let cells = (0..side).flat_map(|row| (0..side).map(move |column| Cell::new(row, column)));
    let cells: Vec<Cell> = cells.collect();
    let transforms = Transform::all(side).into_iter().skip(1);
    transforms
        .map(|transform| cells.iter().map(|&cell| index(transform.cell(cell))).collect())
        .collect()
}

/// True if the contents are at most as large as their image.
fn is_at_most(contents: &[u8], transform: &[usize]) -> bool {
    contents.iter().le(transform.iter().map(|&cell| &contents[cell]))
}

/// The smallest text of the board among its eight images. The line with the player to move is left
/// out, because it makes no difference (PT-20).
fn canonical_key(position: &Position) -> String {
    let board = &position.board;
    let texts = Transform::all(board.side()).into_iter().map(|transform| {
        let mut text = text::board(&transform.board(board));
        // The first line is the number of rows.
        text.drain(..text.find('\n').map_or(0, |end| end + 1));
        text
    });
    texts.min().expect("there are eight")
}

/// The largest board whose sets of cells are all listed: 2⁹ sets.
const CELLS_MAX: u8 = 9;

#[cfg(test)]
mod tests {
    use twinboard_harness::exhaust::Shape;
    use twinboard_vocabulary::Vocabulary as _;
    use twinboard_vocabulary::paint::{Board, Paint, Player, Position, Square};

    use super::{boards, canonical_key};

    #[test]
    fn the_canonical_key_is_the_smallest_text_without_the_line_of_the_player() {
        let board = Board::from_fn(2, |cell| match (cell.row, cell.column) {
            (0, 1) => Square::Number(12),
            (1, 0) => Square::Painted,
            _ => Square::Empty,
        });
        for to_move in [Player::First, Player::Second] {
            assert_eq!(canonical_key(&Position { board: board.clone(), to_move }), "# 12\nB #\n");
        }
        let whole = Paint::text(&Position { board, to_move: Player::First });
        assert_eq!(whole, "# 12\nB #\nfirst to move\n");
    }

    #[test]
    fn shapes_that_are_not_squares_have_no_boards() {
        for (rows, columns) in [(1, 2), (3, 2), (0, 0), (31, 31)] {
            assert_eq!(boards(Shape { rows, columns }, 2).count(), 0);
        }
    }
}
