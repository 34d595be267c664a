//! Searches that are broken off: they may know nothing, but must not know anything wrong, and what they
//! leave behind must not either.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use board::paint::Board;
use solver::{Budget, Solver};

use super::{Checked, Truth, grundy, moves, value, whatever_it_says};

/// Limits of nodes at which searches are broken off: each at once, early, and at some later places.
pub const LIMITS: [u64; 14] = [0, 1, 2, 3, 4, 5, 7, 10, 15, 25, 40, 70, 150, 600];

/// What one solver says of a board while it is broken off at ever later places, and in the end with
/// all the time there is.
///
/// # Errors
///
/// If something is said that is not so, a move is missing or not legal, or it is not known in the end
/// what is so.
pub fn within(truth: &mut Truth, solver: &mut Solver, board: &Board) -> Checked {
    let known = super::known(truth, board);
    let nobody_waits = AtomicBool::new(true);
    let stopped = Budget { stop: Some(&nobody_waits), ..Budget::unlimited() };
    let late = Instant::now().checked_sub(Duration::from_secs(1)).or(Some(Instant::now()));
    let late = Budget { deadline: late, ..Budget::unlimited() };
    whatever_it_says(truth, solver, board, &stopped, " when nobody waits")?;
    whatever_it_says(truth, solver, board, &late, " after its deadline")?;
    for nodes in LIMITS {
        let budget = Budget { nodes: Some(nodes), ..Budget::unlimited() };
        let how = format!(" within {nodes} nodes");
        whatever_it_says(truth, solver, board, &budget, &how)?;
        // A search that begins with nothing is broken off at other places.
        let said = Solver::new().value(board, &budget);
        if said.is_some() {
            super::same(super::VALUE, said, Some(known.value), &how)?;
        }
        let said = Solver::new().grundy(board, &budget);
        super::grundy_is_so(known, said, false, &how)?;
    }
    value(truth, solver, board)?;
    grundy(truth, solver, board)?;
    moves(truth, solver, board)
}
