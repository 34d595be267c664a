//! Boards that fall apart: the Grundy value of a sum is the exclusive or of those of its parts (Sprague
//! 1935, Grundy 1939), which says what boards are worth that are far too large to be played to all
//! their ends.

use board::paint::{Board, Cell, Square};
use solver::{Budget, Solver, Value};
use twinboard_games::paint::solved::{self, Sum, Truth, Wall};

use super::super::support::boards::{Boards, Kind};
use super::{MOVES_MAX, is_so};

/// The boards of a sum beside each other.
fn sum(parts: &[Board], wall: Wall) -> Board {
    Sum::of(parts, wall).expect("there is room for all").board
}

fn of_loss(is_lost: bool) -> Value {
    if is_lost { Value::Loss } else { Value::Win }
}

#[test]
fn boards_beside_each_other_have_the_exclusive_or_of_their_values() {
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
            // As if the number beside it were dead: then who cannot move has lost.
            expected ^= known.grundy;
            parts.push(board);
        }
        let wall = [Wall::Zeros, Wall::Paint][number / 2 % 2];
        let board = sum(&parts, wall);
        let board = boards.any_transform(board.side()).board(&board);
        let what = format!("sum {number}");
        let mut truth = Truth::new(MOVES_MAX);
        if let Some(known) = truth.of(&board) {
            assert_eq!((known.grundy, known.has_dead), (expected, true), "{parts:?}");
            is_so(&board, &what, solved::moves(&mut truth, &mut solver, &board));
            played += 1;
        }
        for (solver, whose) in [(&mut solver, "one solver"), (&mut Solver::new(), "a fresh one")] {
            let said = (solver.grundy(&board, &budget), solver.value(&board, &budget));
            let so = (Some(expected), Some(of_loss(expected == 0)));
            assert_eq!(said, so, "{whose}, {what}: {wall:?} between\n{parts:?}");
        }
        lost += usize::from(expected == 0);
        large += usize::from(expected >= 3);
    }
    assert!((60..300).contains(&lost) && large >= 60 && played >= 100, "{lost}, {large}, {played}");
}

#[test]
fn a_board_beside_its_image_is_lost_and_beside_nearly_its_image_as_the_values_say() {
    let mut boards = Boards::new(4);
    let mut solver = Solver::new();
    let budget = Budget::unlimited();
    let mut won = 0;
    for number in 0..300 {
        let kind = Kind::ALL[number % Kind::ALL.len()];
        let board = boards.draw(kind, 3 + (number % 2) as u8);
        let Some(known) = Truth::new(60).of(&board) else { continue };
        let image = boards.any_transform(board.side()).board(&board);
        let mut nearly = image.clone();
        let numbers: Vec<(Cell, u8)> = image.numbers().collect();
        if let Some(&(cell, value)) = numbers.get(number % numbers.len().max(1)) {
            nearly.set(cell, Square::Number(if value == 0 { 1 } else { value - 1 }));
        }
        for other in [image, nearly] {
            let Some(of_other) = Truth::new(100).of(&other) else { continue };
            for wall in [Wall::Zeros, Wall::Paint] {
                let sum = sum(&[board.clone(), other.clone()], wall);
                let expected = known.grundy ^ of_other.grundy;
                let said = (solver.grundy(&sum, &budget), solver.value(&sum, &budget));
                let so = (Some(expected), Some(of_loss(expected == 0)));
                assert_eq!(said, so, "{wall:?} between {board:?} and {other:?}");
                won += usize::from(expected > 0);
            }
        }
    }
    assert!(won >= 60, "{won}");
}

#[test]
fn a_row_of_ones_is_a_game_of_strokes() {
    // Dawson's Kayles, whose Grundy values begin so (Berlekamp, Conway, Guy, "Winning Ways").
    let strokes = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2];
    let mut solver = Solver::new();
    for (count, expected) in strokes.into_iter().enumerate() {
        // Behind a row of zeros, so that a number is dead.
        let board = Board::from_fn(17, |cell| match cell.row {
            8 if usize::from(cell.column) < count => Square::Number(1),
            15 => Square::Number(0),
            _ => Square::Empty,
        });
        let said = solver.grundy(&board, &Budget::unlimited());
        assert_eq!(said, Some(expected), "{count} in a row");
    }
}
