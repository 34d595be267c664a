//! Tests on whole boards with very many sets, whose numbers are known without listing them by hand.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use twinboard_vocabulary::Game;
use twinboard_vocabulary::paint::{self as vocabulary, Cell, LegalMove, Move, Square};

use super::word::SIDE;
use super::{Board, Paint, UNIFORM_UP_TO};

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

fn legal_moves(game: &Paint) -> Vec<LegalMove> {
    let mut moves = Vec::new();
    let _ = game.visit_legal_moves(&mut |mv| {
        moves.push(mv.clone());
        ControlFlow::Continue(())
    });
    moves
}

/// Boards of the same set-up in both forms, or in the only form.
fn forms(setup: &vocabulary::Board) -> impl Iterator<Item = Board> {
    let rows = (setup.side() <= SIDE).then(|| Board::of_rows(setup));
    [Board::from_setup(setup)].into_iter().chain(rows)
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
