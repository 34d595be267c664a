//! Tests on whole boards: the pictures of RULES.md, and a comparison with a brute force that
//! applies PT-7 to every subset of the cells.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use twinboard_vocabulary::Game;
use twinboard_vocabulary::paint::{
    self as vocabulary, Cell, LegalMove, Move, Outcome, Player, Position, Square,
};

use super::board::{Form, either};
use super::rows::Rows;
use super::set::CellSet;
use super::word::SIDE;
use super::{Area, Board, Cells, Paint, UNIFORM_UP_TO};

mod forms;
mod life;

/// Board with these rows; cells are separated by blanks.
fn setup(rows: &[&str]) -> vocabulary::Board {
    let squares = rows.iter().flat_map(|row| row.split_whitespace()).map(|cell| match cell {
        "#" => Square::Empty,
        "B" => Square::Painted,
        number => Square::Number(number.parse().unwrap()),
    });
    vocabulary::Board::new(rows.len() as u8, squares.collect()).unwrap()
}

fn game(rows: &[&str]) -> Paint {
    Paint::set_up(&setup(rows)).unwrap()
}

fn random(mut state: u64) -> impl FnMut() -> u64 {
    move || twinboard_vocabulary::random::next(&mut state)
}

/// A board with cells drawn uniformly from `contents`.
fn random_board(
    side: u8,
    contents: &[Square],
    random: &mut impl FnMut() -> u64,
) -> vocabulary::Board {
    vocabulary::Board::from_fn(side, |_| contents[(random() % contents.len() as u64) as usize])
}

fn legal_moves(game: &Paint) -> Vec<LegalMove> {
    let mut moves = Vec::new();
    let _ = game.visit_legal_moves(&mut |mv| {
        moves.push(mv.clone());
        ControlFlow::Continue(())
    });
    moves
}

fn are_neighbours(a: Cell, b: Cell) -> bool {
    a.row.abs_diff(b.row) + a.column.abs_diff(b.column) == 1
}

/// PT-7 to the letter.
fn is_valid(board: &vocabulary::Board, cells: &[Cell]) -> bool {
    let mut numbers = Vec::new();
    for &cell in cells {
        match board.get(cell) {
            Square::Painted => return false,
            Square::Number(number) => numbers.push(usize::from(number)),
            Square::Empty => {}
        }
        let touches = |(other, square)| square == Square::Painted && are_neighbours(cell, other);
        if board.cells().any(touches) {
            return false;
        }
    }
    if numbers != [cells.len()] {
        return false;
    }
    let mut reached = vec![cells[0]];
    let mut next = 0;
    while let Some(&from) = reached.get(next) {
        next += 1;
        for &cell in cells {
            if are_neighbours(from, cell) && !reached.contains(&cell) {
                reached.push(cell);
            }
        }
    }
    reached.len() == cells.len()
}

/// All valid moves, by trying every subset of the cells.
fn brute_force(board: &vocabulary::Board) -> BTreeSet<LegalMove> {
    let all: Vec<Cell> = board.cells().map(|(cell, _)| cell).collect();
    let subsets = (1_u32..1 << all.len()).map(|set| {
        let cells = all.iter().zip(0..).filter(|&(_, bit)| set >> bit & 1 == 1);
        cells.map(|(&cell, _)| cell).collect::<Vec<_>>()
    });
    subsets.filter(|cells| is_valid(board, cells)).map(LegalMove::new).collect()
}

/// Compares a position with the brute force.
fn assert_agrees(setup: &vocabulary::Board) {
    let expected = brute_force(setup);
    for game in forms(setup).map(|board| Paint { board }) {
        assert_form_agrees(setup, &expected, &game);
    }
}

/// Boards of the same set-up in both forms, or in the only form.
fn forms(setup: &vocabulary::Board) -> impl Iterator<Item = Board> {
    let rows = (setup.side() <= SIDE).then(|| Board::of_rows(setup));
    [Board::from_setup(setup)].into_iter().chain(rows)
}

fn assert_form_agrees(setup: &vocabulary::Board, expected: &BTreeSet<LegalMove>, game: &Paint) {
    game.validate().unwrap();
    assert_eq!(game.position(), Position { board: setup.clone(), to_move: Player::First });
    let listed = legal_moves(game);
    assert_eq!(listed.len(), expected.len(), "each move is listed once: {setup:?}");
    assert_eq!(&BTreeSet::from_iter(listed.clone()), expected, "{setup:?}");
    let has_number = setup.numbers().next().is_some();
    let outcome = match (expected.is_empty(), has_number) {
        (false, _) => Outcome::Playing,
        (true, false) => Outcome::Drawn,
        (true, true) => Outcome::Lost(Player::First),
    };
    assert_eq!(game.outcome(), outcome, "{setup:?}");
    for (number, value) in setup.numbers() {
        let own: Vec<_> = expected.iter().filter(|mv| mv.cells().contains(&number)).collect();
        assert_eq!(game.board().alive().contains(number), !own.is_empty(), "{setup:?} {number}");
        assert_eq!(game.board().count_areas(number, u64::MAX), Some(own.len() as u64));
        if !own.is_empty() {
            let cells: BTreeSet<Cell> = own.iter().flat_map(|mv| mv.cells()).copied().collect();
            let ball: BTreeSet<Cell> = game.board().ball(number).iter().collect();
            assert_eq!(ball, cells, "{value}");
        }
    }
    // Moves are listed in row-major order of their numbers.
    let number_of = |mv: &LegalMove| {
        mv.cells().iter().copied().find(|&cell| matches!(setup.get(cell), Square::Number(_)))
    };
    assert!(listed.iter().map(number_of).is_sorted());
}

#[test]
fn the_moves_are_those_of_the_brute_force() {
    let contents = |numbers: std::ops::RangeInclusive<u8>, empty: usize| {
        let mut contents = vec![Square::Empty; empty];
        contents.push(Square::Painted);
        contents.extend(numbers.map(Square::Number));
        contents
    };
    // Every board of 2 × 2 with numbers up to 5.
    let all = contents(0..=5, 1);
    let base = all.len();
    for code in 0..base.pow(4) {
        let squares = (0..4).map(|place| all[code / base.pow(place) % base]);
        assert_agrees(&vocabulary::Board::new(2, squares.collect()).unwrap());
    }
    let mut random = random(1);
    for empty in [4, 12, 30] {
        for _ in 0..150 {
            assert_agrees(&random_board(3, &contents(0..=6, empty), &mut random));
        }
    }
    for empty in [12, 40] {
        for _ in 0..4 {
            assert_agrees(&random_board(4, &contents(1..=9, empty), &mut random));
        }
    }
}

#[test]
fn an_open_number_has_as_many_sets_as_there_are_polyominoes_times_cells() {
    // Fixed polyominoes (A001168). The sizes cover every kind of window.
    for (size, polyominoes) in (1_u8..).zip([1_u64, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446]) {
        let at = Cell::new(15, 14);
        let square = |cell| if cell == at { Square::Number(size) } else { Square::Empty };
        let board = Board::from_setup(&vocabulary::Board::from_fn(30, square));
        let expected = polyominoes * u64::from(size);
        assert_eq!(board.count_areas(at, u64::MAX), Some(expected), "{size}");
        assert_eq!(board.count_all(expected), Some(expected));
        assert_eq!(board.count_all(expected - 1), None);
        let mut seen = 0;
        let _ = board.visit_areas(at, &mut |area| {
            seen += u64::from(area.cells.len() == u32::from(size));
            ControlFlow::Continue(())
        });
        assert_eq!(seen, expected, "{size}");
    }
}

/// Boards similar to those of the three groups (PT-36).
fn boards() -> Vec<vocabulary::Board> {
    let mut random = random(2);
    let mut boards = Vec::new();
    for (side, numbers, empty) in [(5, 1..=5, 12), (15, 5..=10, 30), (30, 10..=20, 44)] {
        let mut contents = vec![Square::Empty; empty];
        contents.extend(numbers.map(Square::Number));
        for _ in 0..12 {
            boards.push(random_board(side, &contents, &mut random));
        }
    }
    boards
}

/// The cells beside these, some of them off the board.
fn around(cells: Cells) -> Cells {
    Rows::from(&cells).around().into()
}

fn position_and_key(board: &Board) -> (Position, u64) {
    (board.to_position(), board.hash())
}

#[test]
fn samples_are_valid_and_moves_can_be_undone() {
    let mut random = random(3);
    for setup in boards() {
        let mut board = Board::from_setup(&setup);
        let mut played = Vec::new();
        let mut keys = BTreeMap::new();
        while let Some(area) = board.sample_area(&mut random) {
            let mv = Move::new(area.to_legal_move().cells().iter().copied());
            assert_eq!(board.check(&mv), Ok(area));
            let before = position_and_key(&board);
            assert_eq!(keys.insert(before.1, before.0.clone()), None, "hash collision");
            played.push((before, board.play(&area)));
            board.validate().unwrap();
        }
        assert_ne!(board.outcome(), Outcome::Playing);
        for (before, undo) in played.into_iter().rev() {
            board.undo(&undo);
            board.validate().unwrap();
            assert_eq!(position_and_key(&board), before);
        }
        // Data left over from the undone moves must not affect further ones.
        while let Some(area) = board.sample_area(&mut random) {
            let _ = board.play(&area);
            board.validate().unwrap();
        }
    }
}

#[test]
fn samples_are_uniform_while_the_moves_are_few() {
    let game = game(&["# # #", "# 3 #", "2 # #"]);
    let moves = legal_moves(&game);
    let mut counts = BTreeMap::new();
    let mut random = random(4);
    for _ in 0..1000 * moves.len() {
        let mv = game.sample_legal_move(&mut random).unwrap();
        *counts.entry(mv).or_insert(0_u32) += 1;
    }
    assert_eq!(counts.len(), moves.len());
    assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
}

#[test]
fn a_number_with_too_many_sets_to_count_is_grown() {
    let at = Cell::new(3, 25);
    let square = |cell| if cell == at { Square::Number(20) } else { Square::Empty };
    let board = Board::from_setup(&vocabulary::Board::from_fn(30, square));
    assert_eq!(board.count_areas(at, UNIFORM_UP_TO), None);
    let mut random = random(5);
    let mut seen = BTreeSet::new();
    for _ in 0..100 {
        let area = board.sample_area(&mut random).unwrap();
        let legal = area.to_legal_move();
        assert_eq!(board.check(&Move::new(legal.cells().iter().copied())), Ok(area));
        seen.insert(legal);
    }
    assert_eq!(seen.len(), 100);
    // An aborted enumeration must be fast although there are billions of sets.
    let mut shown = 0;
    let flow = board.visit_areas(at, &mut |_| {
        shown += 1;
        if shown == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(flow.is_break());
}

#[test]
fn the_hash_does_not_depend_on_the_order_of_moves() {
    let mut random = random(6);
    let mut transposed = 0;
    for setup in boards() {
        let board = Board::from_setup(&setup);
        let drawn: Vec<Area> = (0..6).filter_map(|_| board.sample_area(&mut random)).collect();
        for (one, other) in drawn.iter().zip(drawn.iter().skip(1)) {
            let apart = ((one.cells | around(one.cells)) & other.cells).is_empty();
            if !apart {
                continue;
            }
            let mut ways = [[one, other], [other, one]].map(|way| {
                let mut board = board.clone();
                for area in way {
                    let _ = board.play(area);
                }
                board
            });
            let [first, second] = &ways;
            assert_eq!(position_and_key(first), position_and_key(second));
            let fresh = Board::from_position(&first.to_position());
            assert_eq!(position_and_key(&fresh), position_and_key(first));
            // Equal cells with the other player to move are a different position.
            either!(&mut ways[0].0, state => state.to_move = state.to_move.other());
            assert_ne!(ways[0].hash(), fresh.hash());
            transposed += 1;
        }
    }
    assert!(transposed > 50, "{transposed}");
}

#[test]
fn a_move_changes_its_own_component_only() {
    let mut random = random(7);
    let mut several = 0;
    for setup in boards() {
        let mut board = Board::from_setup(&setup);
        while let Some(area) = board.sample_area(&mut random) {
            let before: Vec<_> = board.components().collect();
            several += usize::from(before.len() > 1);
            let alive = board.alive();
            let balls = alive.iter().map(|number| board.ball(number));
            let balls = balls.reduce(|cells, ball| cells | ball);
            assert_eq!(balls, before.iter().map(|one| one.cells).reduce(|a, b| a | b));
            for (index, one) in before.iter().enumerate() {
                assert!(!one.numbers.is_empty());
                let [cells, numbers] = [&one.cells, &one.numbers].map(Rows::from);
                assert_eq!(cells.flood(numbers), cells);
                assert!(
                    before[..index].iter().all(|other| {
                        ((one.cells | around(one.cells)) & other.cells).is_empty()
                    })
                );
            }
            let _ = board.play(&area);
            let after: Vec<_> = board.components().collect();
            for component in before {
                if component.cells.contains(area.number) {
                    assert!(area.cells.without(component.cells).is_empty());
                } else {
                    assert!(after.contains(&component));
                }
            }
        }
    }
    assert!(several > 50, "{several}");
}

#[test]
fn games_agree_with_their_boards_in_hashes_counts_and_undone_moves() {
    let mut random = random(8);
    for setup in boards().into_iter().filter(|setup| setup.side() == 5) {
        let mut game = Paint::set_up(&setup).expect("every board fits");
        let board = Board::from_setup(&setup);
        assert_eq!((board.side(), board.to_move()), (setup.side(), Player::First));
        let mut keys = BTreeSet::new();
        while let Some(like) = game.sample_legal_move(&mut random) {
            assert!(keys.insert(game.key().expect("each position has a key")), "hash collision");
            let moves = legal_moves(&game);
            let at = game.number_of(&like);
            let of_kind = moves.iter().filter(|mv| mv.cells().contains(&at)).count() as u64;
            assert_eq!(game.count_kind(&like, of_kind), Some(of_kind));
            assert_eq!(game.count_kind(&like, of_kind - 1), None);
            let all = moves.len() as u64;
            assert_eq!(game.board.count_all(all), Some(all));
            assert_eq!(game.board.count_all(all - 1), None);
            let (position, key) = (game.position(), game.key());
            let like = Move::new(like.cells().iter().copied());
            assert!(game.undo_moves(&[like.clone(), like.clone()]));
            assert_eq!((game.position(), game.key()), (position.clone(), key));
            game.play(&like).expect("a listed move is legal");
            game.validate().expect("the board is valid");
            assert_eq!(game.board.to_move(), position.to_move.other());
            assert_eq!(game.position().to_move, position.to_move.other());
        }
    }
}

/// Number of sets of a number, which must be counted as they are listed.
fn counted_as_listed(board: &vocabulary::Board, number: Cell) -> u64 {
    let board = Board::from_setup(board);
    let mut listed = 0;
    let _ = board.visit_areas(number, &mut |_| {
        listed += 1;
        ControlFlow::Continue(())
    });
    let (value, side) = (board.value(number), board.side());
    assert_eq!(board.count_areas(number, u64::MAX), Some(listed), "{value} on side {side}");
    listed
}

/// Sets of large numbers surround cells, and the last cells of a set are counted by formulas. On
/// the larger board only the 5 x 5 cells in the middle touch no paint.
#[test]
fn as_many_sets_of_a_large_number_are_counted_as_listed() {
    for (side, margin) in [(5, 0), (9, 2)] {
        for number in [9, 12, 13, 15] {
            let board = vocabulary::Board::from_fn(side, |cell| {
                let Cell { row, column } = cell;
                let is_beside = |line: u8| line + 1 >= margin && line <= side - margin;
                match (row, column) {
                    _ if (row, column) == (side / 2, side / 2) => Square::Number(number),
                    _ if !is_beside(row) || !is_beside(column) => Square::Painted,
                    _ => Square::Empty,
                }
            });
            let listed = counted_as_listed(&board, Cell::new(side / 2, side / 2));
            assert!(listed > 10_000, "{listed} sets of {number}");
        }
    }
}

/// Cells join the frontier in the order in which the set grows. So a fresh cell lies between four
/// frontier cells only if two arms of equal length meet around it: the first such set has 13 cells.
#[test]
fn sets_around_a_cell_with_two_arms_are_counted_as_listed() {
    const PLAN: [&str; 5] = ["....#", ".#...", ".##..", ".###.", "N...."];
    // With a corridor the cells do not fit into 8 x 8, so they are kept in a list.
    for side in [5, 15] {
        for number in 13..=18 {
            let board = vocabulary::Board::from_fn(side, |cell| {
                let row = PLAN.get(usize::from(cell.row)).map(|row| row.as_bytes());
                match row.and_then(|row| row.get(usize::from(cell.column))) {
                    Some(b'N') => Square::Number(number),
                    Some(b'.') => Square::Empty,
                    None if cell.column == 0 => Square::Empty,
                    _ => Square::Number(0),
                }
            });
            counted_as_listed(&board, Cell::new(4, 0));
        }
    }
}
