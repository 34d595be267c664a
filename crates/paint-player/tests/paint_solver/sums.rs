//! Sums of boards: the Grundy value of a sum is the exclusive or of those of its parts (Sprague
//! 1935, Grundy 1939). This gives the values of boards far too large for exhaustive play.

use crate::checks::{self, Sum, Truth, Wall};
use twinboard_solver::{Budget, Solver, Value};
use twinboard_vocabulary::paint::{Board, Square};

use super::boards::{Boards, Kind};
use super::{MOVES_MAX, assert_correct};

/// The sum of boards as one board.
fn sum_of(parts: &[Board], wall: Wall) -> Board {
    Sum::of(parts, wall).expect("the sum fits on a board").board
}

fn of_loss(is_lost: bool) -> Value {
    if is_lost { Value::Loss } else { Value::Win }
}

#[test]
fn the_value_of_a_sum_is_the_exclusive_or_of_its_parts() {
    let mut boards = Boards::new(3);
    let mut solver = Solver::new();
    let budget = Budget::unlimited();
    let (mut lost, mut large, mut played) = (0, 0, 0);
    for number in 0..600 {
        let mut parts = Vec::new();
        let mut expected = 0;
        while parts.len() < 2 + number % 2 {
            let kind = Kind::ALL[(number + 3 * parts.len()) % Kind::ALL.len()];
            let board = boards.draw(kind, 2 + (number + parts.len()) as u8 % 3);
            let Some(known) = Truth::new(40).of(&board) else { continue };
            // The walls hold a dead number, so the last player to move wins in every part.
            expected ^= known.grundy;
            parts.push(board);
        }
        let wall = [Wall::Zeros, Wall::Paint][number / 2 % 2];
        let board = sum_of(&parts, wall);
        let board = boards.any_transform(board.side()).board(&board);
        let what = format!("sum {number}");
        let mut truth = Truth::new(MOVES_MAX);
        if let Some(known) = truth.of(&board) {
            assert_eq!((known.grundy, known.has_dead), (expected, true), "{parts:?}");
            assert_correct(&board, &what, checks::moves(&mut truth, &mut solver, &board));
            played += 1;
        }
        for (solver, whose) in [(&mut solver, "one solver"), (&mut Solver::new(), "a fresh one")] {
            let said = (solver.grundy(&board, &budget), solver.value(&board, &budget));
            let correct = (Some(expected), Some(of_loss(expected == 0)));
            assert_eq!(said, correct, "{whose}, {what}: {wall:?} between\n{parts:?}");
        }
        lost += usize::from(expected == 0);
        large += usize::from(expected >= 3);
    }
    assert!((60..300).contains(&lost) && large >= 60 && played >= 100, "{lost}, {large}, {played}");
}

#[test]
fn a_row_of_ones_is_dawsons_kayles() {
    // Dawson's Kayles with its first Grundy values (Berlekamp, Conway, Guy, "Winning Ways").
    let strokes = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2];
    let mut solver = Solver::new();
    for (count, expected) in strokes.into_iter().enumerate() {
        // Next to a row with a zero, so that a number is dead.
        let board = Board::from_fn(17, |cell| match cell.row {
            8 if usize::from(cell.column) < count => Square::Number(1),
            15 => Square::Number(0),
            _ => Square::Empty,
        });
        let said = solver.grundy(&board, &Budget::unlimited());
        assert_eq!(said, Some(expected), "{count} in a row");
    }
}
