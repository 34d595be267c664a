//! The answers of the solver as assertions about positions, against exhaustive play.
//!
//! They use only its public interface, as any player does (`crates/solver/src/lib.rs`). The oracle
//! provides the correct answers: its minimax, and its lists of moves ([`Truth`]).
//! Values are checked against the oracle's minimax, Grundy values against a plain mex, both on the
//! eight transforms of the board, and the advised move against the position that it leads to.
//!
//! Solvers that are interrupted, sums of boards and boards too large for exhaustive play are left
//! to the tests (`tests/paint_solver/checks`).

pub mod answers;
pub mod truth;

use twinboard_harness::{AssertionChecker, Assertions, FailedAssertion};
use twinboard_solver::Solver;
use twinboard_vocabulary::paint::{Board, Paint, Position};

use answers::{CheckResult, advice, grundy, symmetries, value};
use truth::Truth;

/// Largest number of first moves of a board that [`check`] does not skip.
const FIRST_MOVES_MAX: usize = 100;

/// Solved boards at which all solutions are dropped, to limit the memory.
const BOARDS_MAX: usize = 1 << 19;

/// The answers of the solver, as assertions for the harness.
#[derive(Clone, Copy, Debug)]
pub struct Answers;

impl Assertions<Paint> for Answers {
    /// Checks all answers of fresh solvers about the position.
    fn check(&self, position: &Position) -> Result<u64, FailedAssertion> {
        check(&position.board)
    }

    /// Checks value and Grundy value of many boards. They share the solutions of the oracle, but no
    /// solver: its answers would depend on all boards before, and a wrong one could not be replayed.
    fn checker(&self) -> AssertionChecker<'_, Paint> {
        let mut truth = Truth::new(usize::MAX);
        Box::new(move |position| {
            if truth.boards() > BOARDS_MAX {
                truth = Truth::new(usize::MAX);
            }
            let mut solver = Solver::new();
            value(&mut truth, &mut solver, &position.board)?;
            grundy(&mut truth, &mut solver, &position.board)?;
            Ok(2)
        })
    }
}

/// Checks the answers of fresh solvers about a board, if it is small enough. Returns the number of
/// assertions checked, 0 for a larger board.
///
/// # Errors
///
/// The first assertion that fails.
pub fn check(board: &Board) -> Result<u64, FailedAssertion> {
    let mut truth = Truth::new(truth::BOARD_MOVES_MAX);
    if truth::has_more_moves(board, FIRST_MOVES_MAX) || truth.of(board).is_none() {
        return Ok(0);
    }
    // Each check begins with empty tables.
    let questions: [fn(&mut Truth, &mut Solver, &Board) -> CheckResult; 3] =
        [value, grundy, advice];
    for check in questions {
        check(&mut truth, &mut Solver::new(), board)?;
        check(&mut truth, &mut Solver::hasty(), board)?;
    }
    symmetries(&mut truth, &mut Solver::new(), board)?;
    Ok(2 * questions.len() as u64 + 1)
}
