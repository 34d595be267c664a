//! Fewer boards with more games: those on which good moves are rare.

use crate::checks::{self, Truth};
use twinboard_solver::{Budget, Solver, Value};
use twinboard_vocabulary::paint::Board;

use super::assert_correct;
use super::boards::{Boards, Kind};

/// Boards with many first moves, of which at most this percentage is good enough.
const GOOD: usize = 15;

/// Boards on which a search that tries only some moves underestimates the position.
fn needles(seed: u64, count: usize, moves: std::ops::Range<usize>) -> Vec<(Board, Truth)> {
    let mut boards = Boards::new(seed);
    let mut found = Vec::new();
    let mut kinds = [Kind::Any, Kind::Long, Kind::Walls, Kind::Alive, Kind::Painted].iter().cycle();
    while found.len() < count {
        let kind = kinds.next().expect("a cycle");
        let board = boards.draw(*kind, 4 + found.len() as u8 % 3);
        let mut truth = Truth::new(moves.end);
        let Some(known) = truth.of(&board) else { continue };
        let worth: Vec<Value> =
            truth.of_moves(&board).iter().map(|after| after.value.for_other()).collect();
        let good = worth.iter().filter(|&&worth| worth == known.value).count();
        let is_needle = known.value > Value::Loss && good * 100 <= worth.len() * GOOD;
        if is_needle && truth.moves() >= moves.start {
            found.push((board, truth));
        }
    }
    found
}

fn holds_of_needles(seed: u64, count: usize, moves: std::ops::Range<usize>) {
    for (number, (board, mut truth)) in needles(seed, count, moves).into_iter().enumerate() {
        let (board, truth) = (&board, &mut truth);
        let what = format!("board {number} with few good moves");
        let mut solver = Solver::new();
        for nodes in [0, 1, 3, 10, 30, 100, 300, 1000, 3000] {
            let budget = Budget { nodes: Some(nodes), ..Budget::unlimited() };
            let how = format!(" within {nodes} nodes");
            for solver in [&mut solver, &mut Solver::new()] {
                let said = checks::answers_within_budget(truth, solver, board, &budget, &how);
                assert_correct(board, &what, said);
            }
        }
        for solver in [&mut solver, &mut Solver::new()] {
            assert_correct(board, &what, checks::advice(truth, solver, board));
        }
    }
}

#[test]
fn rare_good_moves_are_not_guessed_away() {
    holds_of_needles(10, 60, 60..3_000);
}

#[cfg(feature = "long-tests")]
#[test]
fn very_rare_good_moves_are_not_guessed_away() {
    holds_of_needles(11, 40, 2_000..12_000);
}
