//! Draws of the engine by rank: every rank gives a set, all sets are different, and they are those
//! of the oracle, first and last included. The engine ranks the moves of a board as long as there
//! are at most [`UNIFORM_UP_TO`], and beyond that those of a number; so counts are just below, at
//! and above that limit.

use std::ops::ControlFlow;

use twinboard_engine::paint::{Board, UNIFORM_UP_TO};
use twinboard_vocabulary::paint::{self as vocabulary, Cell, LegalMove, Square};
use twinboard_vocabulary::{Game, Vocabulary};

use super::{Oracle, start};

/// Cells, row by row, in which an 8 has one set less than the limit, as many, and one more. N is the 8.
const NARROW: [(u64, &str); 3] = [
    (UNIFORM_UP_TO - 1, "........ ......#. ........ ........ ....N..# ........ ........ ........"),
    (UNIFORM_UP_TO, "#....... #....#.. ........ ........ ....N... ........ ........ ..#....."),
    (UNIFORM_UP_TO + 1, "......#. .......# ........ ........ ....N... #....... #......# .##....."),
];

/// The same, with sets that do not fit into 8 × 8 cells: the engine enumerates them otherwise.
const WIDE: [(u64, &str); 3] = [
    (
        UNIFORM_UP_TO - 1,
        "
        ###.#..#....
        #......#.#..
        #.#......#..
        .....#.....#
        #.........#.
        #........###
        #.....N..##.
        ............
        #..........#
        #.......##.#
        .#.........#
        ..##.#...##.",
    ),
    (
        UNIFORM_UP_TO,
        "
        .####.##..##
        ..#.##..#..#
        #.#..##.....
        ..#..#..#...
        ........#...
        ##.#........
        ......N.....
        ............
        #...........
        #..........#
        ..#.......##
        .###........",
    ),
    (
        UNIFORM_UP_TO + 1,
        "
        .#..#...###.
        ............
        ..#.......#.
        .#.........#
        ............
        ............
        ......N.###.
        ..........##
        #...........
        .#.........#
        .#.........#
        #.##....#.#.",
    ),
];

/// A board of this plan. Everything else, and each `#`, is a 0, which no set crosses; of the first
/// `ones` of these a 1, which has a set of its own.
fn planned(side: u8, plan: &str, ones: usize) -> (vocabulary::Board, Cell) {
    let rows: Vec<&[u8]> = plan.split_whitespace().map(str::as_bytes).collect();
    let mut walls = 0;
    let mut at = None;
    let board = vocabulary::Board::from_fn(side, |cell| {
        let row = rows.get(usize::from(cell.row));
        match row.and_then(|row| row.get(usize::from(cell.column))) {
            Some(b'.') => Square::Empty,
            Some(b'N') => {
                at = Some(cell);
                Square::Number(8)
            }
            _ => {
                walls += 1;
                Square::Number(u8::from(walls <= ones))
            }
        }
    });
    (board, at.expect("the plan has an 8"))
}

/// Random bits of which a draw among `count` makes this rank.
fn bits(rank: u64, count: u64) -> u64 {
    // One more than the smallest, which is refused if it would make a rank more probable.
    (u128::from(rank) << 64).div_ceil(count.into()) as u64 + 1
}

/// The move drawn with these bits, all of which it takes.
fn drawn(board: &Board, bits: &[u64]) -> LegalMove {
    let mut left = bits.iter().copied();
    let area = board.sample_area(&mut || left.next().expect("no further bits are drawn"));
    assert_eq!(left.len(), 0, "not all bits are drawn");
    area.expect("the board has moves").to_legal_move()
}

/// The moves that a game lists, sorted.
fn listed(
    visit: impl FnOnce(&mut dyn FnMut(&LegalMove) -> ControlFlow<()>) -> ControlFlow<()>,
) -> Vec<LegalMove> {
    let mut moves = Vec::new();
    let _ = visit(&mut |mv| {
        moves.push(mv.clone());
        ControlFlow::Continue(())
    });
    moves.sort_unstable();
    moves
}

/// Asserts that the ranks from 0 on give the expected moves, each once. `first` are the bits drawn
/// before the rank.
fn assert_ranks(board: &Board, first: &[u64], expected: &[LegalMove]) {
    let count = expected.len() as u64;
    let draw = |rank| drawn(board, &[first, &[bits(rank, count)]].concat());
    let mut by_rank: Vec<LegalMove> = (0..count).map(draw).collect();
    by_rank.sort_unstable();
    let pairs = by_rank.iter().zip(by_rank.iter().skip(1));
    for (one, other) in pairs {
        assert_ne!(one, other, "two ranks of {count} give the same set");
    }
    assert!(by_rank == expected, "the ranks of {count} moves give others");
}

/// A board with as many moves as the plan says.
fn all_ranks_of_the_board_give_a_set(side: u8, (count, plan): (u64, &str)) {
    let (setup, _) = planned(side, plan, 0);
    let (board, oracle) = (Board::from_setup(&setup), start::<Oracle>(&setup));
    assert_eq!(board.count_all(u64::MAX), Some(count));
    if count <= UNIFORM_UP_TO {
        assert_ranks(&board, &[], &listed(|visit| oracle.visit_legal_moves(visit)));
    } else {
        assert_grown(&board, &[bits(0, 1)]);
    }
}

/// A board with a 1 more, which comes before the 8: with more moves than the limit, the number is
/// drawn first, then one of its sets.
fn all_ranks_of_the_number_give_a_set(side: u8, (count, plan): (u64, &str)) {
    let (setup, number) = planned(side, plan, 1);
    let (board, oracle) = (Board::from_setup(&setup), start::<Oracle>(&setup));
    assert_eq!(board.count_areas(number, u64::MAX), Some(count));
    if count < UNIFORM_UP_TO {
        // Still few enough moves: the first is that of the 1, the last one of the 8.
        let all = count + 1;
        let ends = [0, 1, all - 1].map(|rank| drawn(&board, &[bits(rank, all)]).cells().len());
        assert_eq!(ends, [1, 8, 8]);
        return;
    }
    let one = drawn(&board, &[bits(0, 2), bits(0, 1)]);
    assert_eq!(one.cells().len(), 1, "{one}");
    let eight = bits(1, 2);
    if count == UNIFORM_UP_TO {
        let like = drawn(&board, &[eight, bits(0, count)]);
        assert_ranks(
            &board,
            &[eight],
            &listed(|visit| {
                let position = oracle.position();
                oracle.visit_legal_moves(&mut |legal| {
                    let is_like = vocabulary::Paint::same_kind(&position, &like, legal);
                    if is_like { visit(legal) } else { ControlFlow::Continue(()) }
                })
            }),
        );
    } else {
        assert_grown(&board, &[eight]);
    }
}

/// A number with more sets than the limit grows one: seven cells are drawn.
fn assert_grown(board: &Board, first: &[u64]) {
    for bit in [1, 1 << 62, u64::MAX] {
        let grown = drawn(board, &[first, &[bit; 7]].concat());
        assert_eq!(grown.cells().len(), 8, "{grown}");
    }
}

#[test]
fn all_ranks_of_a_board_give_a_set_up_to_the_limit() {
    for narrow in NARROW {
        all_ranks_of_the_board_give_a_set(8, narrow);
    }
}

#[test]
fn all_ranks_of_a_number_give_a_set_up_to_the_limit() {
    for narrow in NARROW {
        all_ranks_of_the_number_give_a_set(15, narrow);
    }
}

#[test]
fn all_ranks_of_a_number_with_much_room_give_a_set_up_to_the_limit() {
    for wide in WIDE {
        all_ranks_of_the_number_give_a_set(15, wide);
    }
}

/// Several numbers share the ranks of a board: small boards with few moves, each of every number.
#[test]
fn the_ranks_of_a_board_go_through_all_its_numbers() {
    for (side, ones) in [(8, 0), (8, 1), (8, 5), (15, 1), (15, 60)] {
        let (setup, _) = planned(side, "..#.. .#.#. #.N.# ..... ##..#", ones);
        let (board, oracle) = (Board::from_setup(&setup), start::<Oracle>(&setup));
        let moves = listed(|visit| oracle.visit_legal_moves(visit));
        assert!(moves.len() > ones, "{} moves", moves.len());
        assert_ranks(&board, &[], &moves);
    }
}
