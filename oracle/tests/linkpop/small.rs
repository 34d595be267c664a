//! The oracle compared with a brute-force implementation on all small boards.

use twinboard_vocabulary::linkpop::{Block, Board, Cell, Margin, Point};

use super::{Place, content, drawn, legal_pops, set_up};

/// All boards of this size with cells of these kinds.
fn all_boards(rows: u8, columns: u8, kinds: &[&str]) -> impl Iterator<Item = Board> + use<> {
    let kinds: Vec<_> = kinds.iter().map(|kind| content(kind)).collect();
    let count = kinds.len();
    let cells = usize::from(rows) * usize::from(columns);
    (0..count.pow(cells as u32)).map(move |number| {
        let kind = |place: u32| kinds[number / count.pow(place) % count];
        let cells = (0..cells as u32).map(kind).collect();
        Board::new(rows, columns, cells).expect("small boards are within the limits")
    })
}

/// Boards and margins for the comparison of links.
fn boards_for_links() -> impl Iterator<Item = (Margin, Board)> {
    let kinds = ["..", "AS", "BS"];
    let boards = all_boards(3, 3, &kinds).chain(all_boards(2, 4, &kinds));
    boards.flat_map(|board| Margin::ALL.map(|margin| (margin, board.clone())))
}

/// True if a path may run over a point, and the block there, if any.
fn point_at(board: &Board, margin: Margin, point: Point) -> (bool, Option<Block>) {
    let rows = i16::from(board.rows());
    let columns = i16::from(board.columns());
    let (row, column) = (i16::from(point.row), i16::from(point.column));
    if row < -1 || column < -1 || row > rows || column > columns {
        return (false, None);
    }
    if row == -1 || column == -1 || row == rows || column == columns {
        return (margin == Margin::Outside, None);
    }
    let block = board.get(Cell::new(row as u8, column as u8));
    (block.is_none(), block)
}

/// Least number of segments of a path between two blocks. Tries all continuations of a path from
/// `at`, cell by cell: straight on, or with a turn to a side, which begins a new segment.
fn least_cost(
    board: &Board,
    margin: Margin,
    at: Point,
    heading: (i8, i8),
    segments: u8,
    to: Point,
) -> Option<u8> {
    if segments > 3 {
        return None;
    }
    let next = Point::new(at.row + heading.0, at.column + heading.1);
    if next == to {
        return Some(segments);
    }
    if !point_at(board, margin, next).0 {
        return None;
    }
    let sides = [(heading.1, heading.0), (-heading.1, -heading.0)];
    let straight = least_cost(board, margin, next, heading, segments, to);
    let bent = sides.map(|side| least_cost(board, margin, next, side, segments + 1, to));
    [straight, bent[0], bent[1]].into_iter().flatten().min()
}

/// All pairs that can be popped, with their costs, by trying all pairs and all paths.
fn pops_by_paths(board: &Board, margin: Margin) -> Vec<(Place, Place, u8)> {
    let blocks: Vec<_> = board.blocks().collect();
    let mut pops = Vec::new();
    for (index, &(earlier, block)) in blocks.iter().enumerate() {
        for &(other, other_block) in &blocks[index + 1..] {
            if block.symbol != other_block.symbol {
                continue;
            }
            let costs = [(-1, 0), (1, 0), (0, -1), (0, 1)].into_iter().filter_map(|heading| {
                least_cost(board, margin, earlier.into(), heading, 1, other.into())
            });
            let places = ((earlier.row, earlier.column), (other.row, other.column));
            pops.extend(costs.min().map(|cost| (places.0, places.1, cost)));
        }
    }
    pops
}

#[test]
fn the_listing_equals_that_of_trying_all_paths() {
    for (margin, board) in boards_for_links() {
        let expected = pops_by_paths(&board, margin);
        let listed = legal_pops(&set_up(margin, board.clone()));
        assert_eq!(listed, expected, "{margin}: {:?}", drawn(&board));
    }
}
