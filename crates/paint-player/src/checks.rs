//! Checks of the solver against exhaustive play.
//!
//! They use only its public interface, as any player does (`crates/solver/src/lib.rs`). The oracle
//! provides the correct answers: its minimax, and its lists of moves ([`Truth`]).
//!
//! * Values are checked against the oracle's minimax, Grundy values against a plain mex, and every
//!   move against the position that it leads to.
//! * The same holds on the eight transforms of the board ([`symmetries`]).
//! * Next to boards that nearly equal it, the value of the sum must be the exclusive or of its
//!   parts ([`beside`]).
//! * On larger boards, where exhaustive play ends, proofs are held against other proofs
//!   ([`cross_examine`]) and against a plain second prover ([`Prover`]).
//! * Searches are interrupted at once, early and late, and one solver continues ([`within`]).

mod answers;
mod budgets;
mod cross_examination;
mod prover;
mod sums;
mod truth;
mod values;

use twinboard_harness::{AssertionChecker, Assertions, FailedAssertion};
use twinboard_solver::Solver;
use twinboard_vocabulary::paint::{Board, Paint, Position};

pub use answers::{CheckResult, advice, answers_within_budget, grundy, moves, symmetries, value};
pub use budgets::{ended_at_each_step, interrupting, within};
pub use cross_examination::{check_game, cross_examine};
pub use prover::Prover;
pub use sums::{Sum, Wall, after_near_copies, beside};
pub use truth::{Solution, Truth};
pub use values::Values;

/// Largest number of first moves of a board that [`check`] does not skip.
const FIRST_MOVES_MAX: usize = 100;

/// The answers of the solver, as assertions for the harness.
#[derive(Clone, Copy, Debug)]
pub struct Answers;

impl Assertions<Paint> for Answers {
    /// Checks all answers of a fresh solver about the position.
    fn check(&self, position: &Position) -> Result<u64, FailedAssertion> {
        check(&position.board)
    }

    /// Cross-examines solvers about a position of the game that is not too hard for them.
    fn check_game(
        &self,
        positions: &[&Position],
        random: &mut dyn FnMut() -> u64,
    ) -> Result<u64, (usize, FailedAssertion)> {
        check_game(positions, random)
    }

    fn checker(&self) -> AssertionChecker<'_, Paint> {
        let mut values = Values::default();
        Box::new(move |position| values.check(&position.board))
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
    let checks: [fn(&mut Truth, &mut Solver, &Board) -> CheckResult; 8] =
        [value, grundy, after_near_copies, symmetries, moves, advice, budgets::within, beside];
    for check in checks {
        check(&mut truth, &mut Solver::new(), board)?;
    }
    let of_hasty: [fn(&mut Truth, &mut Solver, &Board) -> CheckResult; 4] =
        [value, grundy, moves, advice];
    for check in of_hasty {
        check(&mut truth, &mut Solver::hasty(), board)?;
    }
    Ok((checks.len() + of_hasty.len()) as u64)
}
