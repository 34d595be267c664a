//! The oracle compared with a brute-force implementation on all small boards.

use twinboard_vocabulary::Game as _;
use twinboard_vocabulary::linkpop::{
    Attribute, Block, Board, Cell, Margin, Outcome, Point, Refusal, Step,
};

use super::{Place, cell, content, drawn, legal_pops, pair, pop, set_up};

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

#[test]
fn exactly_the_listed_pairs_can_be_popped_with_links_of_their_cost() {
    for (margin, board) in boards_for_links() {
        let game = set_up(margin, board.clone());
        let listed = legal_pops(&game);
        let blocks: Vec<_> = board.blocks().map(|(at, _)| (at.row, at.column)).collect();
        for (index, &first) in blocks.iter().enumerate() {
            for &second in &blocks[index + 1..] {
                let listed = listed.iter().find(|pop| (pop.0, pop.1) == (first, second));
                match (pop(&mut game.clone(), second, first), listed) {
                    (Ok(popped), Some(&(_, _, cost))) => {
                        assert_eq!(popped.link.cost(), cost);
                        assert_is_link(&board, margin, popped.link.points(), first, second);
                    }
                    (Err(Refusal::NoLink | Refusal::DifferentSymbols), None) => {}
                    (played, listed) => panic!("{played:?}, but listed: {listed:?}"),
                }
            }
        }
    }
}

/// Asserts that the path over these points joins two blocks and bends at every inner point.
#[track_caller]
fn assert_is_link(board: &Board, margin: Margin, points: &[Point], from: Place, to: Place) {
    assert_eq!(points.first(), Some(&cell(from).into()));
    assert_eq!(points.last(), Some(&cell(to).into()));
    let mut between = points[1..points.len() - 1].to_vec();
    let mut is_level_before = None;
    for ends in points.windows(2) {
        let (one, other) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let is_level = one.row == other.row;
        assert!(one != other && (is_level || one.column == other.column), "{points:?}");
        assert_ne!(is_level_before, Some(is_level), "{points:?} does not bend");
        is_level_before = Some(is_level);
        between.extend((one.row + 1..other.row).map(|row| Point::new(row, one.column)));
        between.extend((one.column + 1..other.column).map(|column| Point::new(one.row, column)));
    }
    for point in between {
        assert!(point_at(board, margin, point).0, "{point} of {points:?} is not empty");
    }
}

#[test]
fn the_robot_pops_the_least_of_the_listed_pairs_by_cost_then_by_place() {
    for (margin, board) in boards_for_links() {
        let mut game = set_up(margin, board.clone());
        let first = legal_pops(&game).into_iter().min_by_key(|pop| (pop.2, pop.0, pop.1));
        let chosen = game.play(&Step::Robot).map(|popped| {
            let (earlier, other) = pair(&popped);
            (earlier, other, popped.link.cost())
        });
        assert_eq!(chosen, first.ok_or(Refusal::NothingToPop), "{:?}", drawn(&board));
    }
}

#[test]
fn the_outcome_agrees_with_the_listing() {
    for (margin, board) in boards_for_links() {
        let game = set_up(margin, board.clone());
        let expected = match (board.blocks().count(), legal_pops(&game).len()) {
            (0, _) => Outcome::Cleared,
            (_, 0) => Outcome::Stuck,
            _ => Outcome::Playing,
        };
        assert_eq!(game.outcome(), expected, "{:?}", drawn(&board));
    }
}

/// A turn in the equivalent form of LP-18: over the board cell by cell, passing over blocks that
/// have already moved. Returns the cells that blocks left, in order.
fn scan(board: &mut Board) -> Vec<Cell> {
    let mut left = Vec::new();
    let mut moved_to = Vec::new();
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            let here = Cell::new(row, column);
            let Some(block) = board.get(here).filter(|_| !moved_to.contains(&here)) else {
                continue;
            };
            let there = match block.attribute {
                Attribute::Up => Cell::new(row.wrapping_sub(1), column),
                Attribute::Down => Cell::new(row + 1, column),
                Attribute::Left => Cell::new(row, column.wrapping_sub(1)),
                Attribute::Right => Cell::new(row, column + 1),
                Attribute::Still => continue,
            };
            if board.has(there) && board.get(there).is_none() {
                board.set(here, None);
                board.set(there, Some(block));
                left.push(here);
                moved_to.push(there);
            }
        }
    }
    left
}

#[test]
fn a_turn_is_a_scan_of_the_board_that_passes_over_blocks_that_have_moved() {
    let kinds = ["..", "AU", "AD", "AL", "AR", "AS"];
    for mut board in all_boards(2, 3, &kinds).chain(all_boards(3, 2, &kinds)) {
        let mut game = set_up(Margin::Inside, board.clone());
        let before = drawn(&board);
        let Ok(popped) = game.play(&Step::Robot) else { continue };
        board.set(popped.pair.earlier(), None);
        board.set(popped.pair.other(), None);
        for turn in &popped.turns {
            assert!(!turn.is_empty(), "{before:?}");
            assert_eq!(&scan(&mut board), turn, "{before:?}");
        }
        assert_eq!(scan(&mut board), [], "{before:?} is not settled");
        assert_eq!(game.position(), board, "{before:?}");
    }
}
