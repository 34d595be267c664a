//! Interrupted searches. A search may end without an answer, but must not give a wrong one, nor
//! leave wrong entries in the tables.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use twinboard_solver::{Budget, Solver};
use twinboard_vocabulary::paint::Board;

use super::answers::{
    self, CheckResult, VALUE, answers_within_budget, check_grundy, grundy, moves, same, value,
};
use super::truth::Truth;

/// Limits in nodes at which searches are interrupted: at once, early, and at some later points.
const NODES: [u64; 9] = [0, 1, 2, 3, 5, 10, 25, 70, 600];

/// Limits in effort, which interrupt a search in the middle of a walk as well.
const EFFORTS: [u64; 6] = [2, 5, 12, 40, 150, 500];

/// The budgets at which searches are interrupted.
pub fn interrupting() -> impl Iterator<Item = Budget<'static>> {
    let nodes = NODES.map(|nodes| Budget { nodes: Some(nodes), ..Budget::unlimited() });
    let efforts = EFFORTS.map(|effort| Budget { effort: Some(effort), ..Budget::unlimited() });
    nodes.into_iter().chain(efforts)
}

/// Checks the answers of one solver under growing limits, and at last without a limit.
///
/// # Errors
///
/// If an answer is wrong, a move is missing or illegal, or the unlimited search does not find the
/// solution.
pub fn within(truth: &mut Truth, solver: &mut Solver, board: &Board) -> CheckResult {
    let known = answers::solution(truth, board);
    let stop = AtomicBool::new(true);
    let stopped = Budget { stop: Some(&stop), ..Budget::unlimited() };
    let late = Instant::now().checked_sub(Duration::from_secs(1)).or(Some(Instant::now()));
    let late = Budget { deadline: late, ..Budget::unlimited() };
    answers_within_budget(truth, solver, board, &stopped, " when stopped at once")?;
    answers_within_budget(truth, solver, board, &late, " after its deadline")?;
    for budget in interrupting() {
        let of = match budget.effort {
            Some(effort) => format!(" within an effort of {effort}"),
            None => format!(" within {} nodes", budget.nodes.unwrap_or_default()),
        };
        answers_within_budget(truth, solver, board, &budget, &of)?;
        // A search with empty tables is interrupted at other points.
        let given = Solver::new().value(board, &budget);
        if given.is_some() {
            same(VALUE, given, Some(known.value), &of)?;
        }
        let given = Solver::new().grundy(board, &budget);
        check_grundy(known, given, false, &of)?;
    }
    value(truth, solver, board)?;
    grundy(truth, solver, board)?;
    moves(truth, solver, board)
}
