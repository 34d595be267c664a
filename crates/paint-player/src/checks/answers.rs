//! The answers of a solver about a board, against the solution of the board.
//!
//! All functions fail if the board is too large for the [`Truth`] that they are given, or if the
//! oracle contradicts itself.

#![expect(clippy::missing_errors_doc, reason = "all fail with the first assertion that is wrong")]

use std::fmt::Display;

use twinboard_games::paint::Transform;
use twinboard_harness::FailedAssertion;
use twinboard_solver::{Advice, Budget, Solver};
use twinboard_vocabulary::Game;
use twinboard_vocabulary::paint::{Board, LegalMove, Move, text};

use super::truth::{self, Solution, Truth};

/// The result of a check.
pub type CheckResult = Result<(), FailedAssertion>;

/// Compares an answer with the correct one; `None` is no answer.
pub fn same<T: PartialEq + Display>(
    assertion: &str,
    given: Option<T>,
    exact: Option<T>,
    of: &str,
) -> CheckResult {
    if given == exact {
        return Ok(());
    }
    let word = |it: Option<T>| it.map_or("nothing".into(), |it| it.to_string());
    let (given, exact) = (word(given), word(exact));
    wrong(assertion, format!("the solver says {given}{of}, exhaustive play says {exact}"))
}

/// The failure of an assertion.
///
/// # Errors
///
/// Always.
pub fn wrong<T>(assertion: &str, detail: String) -> Result<T, FailedAssertion> {
    Err(FailedAssertion { assertion: assertion.into(), detail })
}

/// The solution of a board that is small enough. A board after a move has fewer moves than the one
/// before, so it is small enough, too, unless the oracle plays a move that it does not list.
pub fn solution(truth: &mut Truth, board: &Board) -> Result<Solution, FailedAssertion> {
    let too_many =
        || format!("there are more moves than on the board before:\n{}", text::board(board));
    truth.of(board).map_or_else(|| wrong(ORACLE, too_many()), Ok)
}

/// A game of the oracle, which accepts every board.
pub fn game_on(board: &Board) -> Result<twinboard_oracle::Paint, FailedAssertion> {
    let refused = || format!("it does not set up the board\n{}", text::board(board));
    twinboard_oracle::Paint::set_up(board).map_or_else(|| wrong(ORACLE, refused()), Ok)
}

/// Checks the value of a position against the oracle's minimax and against [`Truth`].
///
/// # Errors
///
/// If the solver finds another value without a limit, or none.
pub fn value(truth: &mut Truth, solver: &mut Solver, board: &Board) -> CheckResult {
    let known = solution(truth, board)?;
    let minimax = twinboard_oracle::Paint::set_up(board).and_then(|game| game.value());
    let given = solver.value(board, &Budget::unlimited());
    same(VALUE, given, minimax, "")?;
    if minimax == Some(known.value) {
        return Ok(());
    }
    wrong(
        VALUE,
        format!("the oracle's minimax is {minimax:?}, exhaustive play says {}", known.value),
    )
}

/// A finding against the oracle, which provides the correct answers.
pub const ORACLE: &str = "the oracle plays the moves that it lists and draws";
/// Name of the assertion about the value of a position.
pub const VALUE: &str = "the value of the position";
/// Name of the assertion about the Grundy value of a position.
pub const GRUNDY: &str = "the Grundy value of the position";
/// Name of the assertion about the advised move.
pub const ADVICE: &str = "the advised move";

/// Checks the Grundy value: the least one that no move leads to (mex).
///
/// # Errors
///
/// If it is wrong, is missing although a number is dead, or is given although a draw can be
/// reached.
pub fn grundy(truth: &mut Truth, solver: &mut Solver, board: &Board) -> CheckResult {
    let given = solver.grundy(board, &Budget::unlimited());
    check_grundy(solution(truth, board)?, given, true, "")
}

/// Checks a Grundy value, or that it may be missing. If a number is dead, an unlimited search must
/// find it.
pub fn check_grundy(
    known: Solution,
    given: Option<u32>,
    is_unlimited: bool,
    of: &str,
) -> CheckResult {
    match given {
        Some(_) if known.can_be_drawn => same(GRUNDY, given, None, of),
        None if !is_unlimited || !known.has_dead => Ok(()),
        _ => same(GRUNDY, given, Some(known.grundy), of),
    }
}

/// Checks value and Grundy value of the eight transforms of a board, asked of one solver and of
/// fresh solvers.
///
/// # Errors
///
/// If an answer is wrong.
pub fn symmetries(truth: &mut Truth, solver: &mut Solver, board: &Board) -> CheckResult {
    let known = solution(truth, board)?;
    for transform in Transform::all(board.side()) {
        let transformed = transform.board(board);
        for (solver, which) in [
            (&mut *solver, "a solver that has seen the others"),
            (&mut Solver::new(), "a fresh solver"),
        ] {
            let of = format!(" of the board under the transform `{transform}` ({which})");
            let given = solver.value(&transformed, &Budget::unlimited());
            same("the value of transformed boards", given, Some(known.value), &of)?;
            let given = solver.grundy(&transformed, &Budget::unlimited());
            check_grundy(known, given, true, &of)?;
        }
    }
    Ok(())
}

/// The solution after a move. A refused move is a failed assertion.
fn solution_after(
    truth: &mut Truth,
    board: &Board,
    mv: &LegalMove,
    of: &str,
) -> Result<Solution, FailedAssertion> {
    let mut game = game_on(board)?;
    if let Err(refusal) = game.play(&Move::new(mv.cells().iter().copied())) {
        return wrong(ADVICE, format!("the solver names {mv}{of}, which is refused: {refusal}"));
    }
    solution(truth, &game.position().board)
}

/// Checks the advised move of an unlimited search: it keeps the value of the position.
///
/// # Errors
///
/// If it does not, is illegal, or its value is missing or wrong.
pub fn advice(truth: &mut Truth, solver: &mut Solver, board: &Board) -> CheckResult {
    let given = solver.advise(board, &Budget::unlimited());
    check_advice(truth, board, given.as_ref(), "")?;
    let Some(Advice { mv, value, .. }) = given else { return Ok(()) };
    let exact = solution(truth, board)?.value;
    same(ADVICE, value, Some(exact), &format!(" of its move {mv}"))
}

/// Checks advice from a search with any budget.
pub fn check_advice(
    truth: &mut Truth,
    board: &Board,
    given: Option<&Advice>,
    of: &str,
) -> CheckResult {
    let Some(Advice { mv, value, is_hopeful }) = given else {
        let is_over = !truth::has_more_moves(board, 0);
        return if is_over {
            Ok(())
        } else {
            wrong(ADVICE, format!("there is a move, but none is advised{of}"))
        };
    };
    let after = solution_after(truth, board, mv, of)?;
    if value.is_some() {
        let exact = after.value.for_other();
        same(ADVICE, *value, Some(exact), &format!(" of its move {mv}{of}"))?;
        if *is_hopeful {
            return wrong(ADVICE, format!("{mv} is marked both as proved and as hopeful{of}"));
        }
    }
    Ok(())
}
