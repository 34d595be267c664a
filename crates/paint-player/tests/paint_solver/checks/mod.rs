//! All checks of the solver, besides those that the product makes.
//!
//! * Next to boards that nearly equal it, the value of the sum must be the exclusive or of its
//!   parts ([`beside`]).
//! * On larger boards, where exhaustive play ends, proofs are held against other proofs
//!   ([`cross_examine`]) and against a plain second prover ([`Prover`]).
//! * Searches are interrupted at once, early and late, and one solver continues ([`within`]).

mod budgets;
mod cross_examination;
mod prover;
mod sums;

use twinboard_games::paint::PaintRules;
use twinboard_harness::{Assertions, FailedAssertion, Pairing};
use twinboard_solver::Solver;
use twinboard_vocabulary::paint::{Board, Paint, Position};

pub(crate) use budgets::{answers_within_budget, ended_at_each_step, interrupting, within};
pub(crate) use cross_examination::cross_examine;
pub(crate) use prover::Prover;
pub(crate) use twinboard_paint_player::checks::answers::{CheckResult, advice, grundy, value};
pub(crate) use twinboard_paint_player::checks::truth::{self, Solution, Truth};

/// The answers of the solver with all checks of it.
#[derive(Clone, Copy, Debug)]
struct AllAnswers;

impl Assertions<Paint> for AllAnswers {
    fn check(&self, position: &Position) -> Result<u64, FailedAssertion> {
        check(&position.board)
    }

    fn check_game(
        &self,
        positions: &[&Position],
        random: &mut dyn FnMut() -> u64,
    ) -> Result<u64, (usize, FailedAssertion)> {
        cross_examination::check_game(positions, random)
    }
}

/// Paint with all checks of its solver.
pub(crate) fn pairing() -> Pairing<PaintRules> {
    twinboard_games::paint::pairing().with_assertions(AllAnswers)
}

/// Makes all checks with fresh solvers of a board, if it is small enough.
pub(crate) fn check(board: &Board) -> Result<u64, FailedAssertion> {
    let count = twinboard_paint_player::checks::check(board)?;
    if count == 0 {
        return Ok(0);
    }
    let mut truth = Truth::new(truth::BOARD_MOVES_MAX);
    sums::after_near_copies(&mut truth, &mut Solver::new(), board)?;
    within(&mut truth, &mut Solver::new(), board)?;
    sums::beside(&mut Solver::new(), board)?;
    Ok(count + 3)
}
