//! Several solvers that search the same position.
//!
//! The naive parallel search splits the moves among threads. But one move may take most of the
//! time, and a single winning move ends the search. Here every worker searches all moves:
//!
//! 1. Workers share the tables of components, so none searches again what another has settled.
//! 2. Random moves follow from the seed of the worker, so they differ.
//! 3. The first proof ends the search of all.
//!
//! Two workers with half of the effort each proved 52 of 90 positions, and one with all of it 53.
//! That they reserved the outcomes that they searched made no difference: 50 and 51.

use std::panic::resume_unwind;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, ScopedJoinHandle};

use twinboard_vocabulary::paint::Board;
use twinboard_vocabulary::two_player::Value;

use super::position::Advice;
use crate::budget::{Budget, Counts};
use crate::solver::Solver;
use crate::tuning::STOP_POLL_INTERVAL;

/// Stack of a worker thread: a line of play may have hundreds of moves, with several frames for
/// each.
const STACK_BYTES: usize = 64 << 20;

/// Several solvers that search the same position, each on a thread of its own.
///
/// They share tables, and the first proof ends the search of all.
///
/// ```
/// use twinboard_vocabulary::paint::{Board, Square};
/// use twinboard_solver::{Budget, ParallelSolver, Value};
///
/// // Three numbers too far apart to touch: three moves, and no number is left.
/// let board = Board::from_fn(5, |cell| match (cell.row, cell.column) {
///     (0, 0) | (0, 4) | (4, 2) => Square::Number(1),
///     _ => Square::Empty,
/// });
/// let advice = ParallelSolver::new().advise(&board, &Budget::unlimited(), 2).unwrap();
/// assert_eq!(advice.value, Some(Value::Draw));
/// ```
#[derive(Debug)]
pub struct ParallelSolver {
    /// At least one.
    workers: Vec<Solver>,
}

impl Default for ParallelSolver {
    fn default() -> Self {
        Self { workers: vec![Solver::new()] }
    }
}

impl ParallelSolver {
    /// A single worker with empty tables.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The first worker, for queries that use one thread only.
    pub fn first(&mut self) -> &mut Solver {
        &mut self.workers[0]
    }

    /// Work of all workers since they were created.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.workers.iter().map(Solver::counts).fold(Counts::default(), |all, counts| Counts {
            nodes: all.nodes + counts.nodes,
            sets: all.sets + counts.sets,
            outcomes: all.outcomes + counts.outcomes,
        })
    }

    /// The move to make, as of [`Solver::advise`], searched by this many threads; each of them has
    /// the whole budget. A single thread gives the advice of the first worker.
    pub fn advise(&mut self, board: &Board, budget: &Budget<'_>, threads: usize) -> Option<Advice> {
        let threads = threads.max(1);
        for seed in self.workers.len()..threads {
            let worker = self.workers[0].sharing(seed as u64);
            self.workers.push(worker);
        }
        if threads == 1 {
            return self.first().advise(board, budget);
        }
        let (best, searched) = self.advise_in_parallel(board, budget, threads);
        // Without a single thread that could be started, the current one searches.
        if searched == 0 { self.first().advise(board, budget) } else { best }
    }

    /// The best advice of these workers, and the number of threads that could be started.
    fn advise_in_parallel(
        &mut self,
        board: &Board,
        budget: &Budget<'_>,
        threads: usize,
    ) -> (Option<Advice>, usize) {
        let stop = AtomicBool::new(false);
        let (sender, results) = mpsc::channel();
        thread::scope(|scope| {
            let shared = Budget { stop: Some(&stop), ..*budget };
            let searching: Vec<ScopedJoinHandle<'_, ()>> = self.workers[..threads]
                .iter_mut()
                .map(|solver| {
                    let sender = sender.clone();
                    let search = move || {
                        // The receiver lives until all workers have ended.
                        let _ = sender.send(solver.best_move(board, &shared));
                    };
                    thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, search)
                })
                .filter_map(Result::ok)
                .collect();
            drop(sender);
            let mut best = None;
            loop {
                match results.recv_timeout(STOP_POLL_INTERVAL) {
                    Ok(found) => {
                        let is_best = found.as_ref().is_none_or(|(_, is_best)| *is_best);
                        stop.fetch_or(is_best, Relaxed);
                        best = best.into_iter().chain(found).max_by_key(rank);
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        let is_over = budget.stop.is_some_and(|stop| stop.load(Relaxed));
                        stop.fetch_or(is_over, Relaxed);
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            let searched = searching.len();
            for thread in searching {
                thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
            (best.map(|(advice, _)| advice), searched)
        })
    }
}

/// Order of advice: the best move for certain before all else, then by value.
fn rank((advice, is_best): &(Advice, bool)) -> (bool, u8) {
    let rank = match advice.value {
        Some(Value::Win) => 4,
        Some(Value::Draw) => 3,
        None => 1 + u8::from(advice.is_hopeful),
        Some(Value::Loss) => 0,
    };
    (*is_best, rank)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::thread;
    use std::time::Duration;

    use twinboard_vocabulary::paint::{Board, Square};

    use super::{ParallelSolver, rank};
    use crate::{Advice, Budget, Solver, Value};

    /// A board with a 2 on every cell with even row and column.
    fn lattice(side: u8) -> Board {
        Board::from_fn(side, |cell| {
            let is_number = cell.row % 2 == 0 && cell.column % 2 == 0;
            if is_number { Square::Number(2) } else { Square::Empty }
        })
    }

    #[test]
    fn several_workers_prove_the_same_value_as_one() {
        let all = &Budget::unlimited();
        for side in 2..=5 {
            let board = lattice(side);
            let value = Solver::new().value(&board, all).unwrap();
            for threads in [0, 1, 2, 5] {
                let mut solver = ParallelSolver::new();
                let advice = solver.advise(&board, all, threads).unwrap();
                assert_eq!(advice.value, Some(value), "side {side}, {threads} threads");
                assert_eq!(solver.workers.len(), threads.max(1));
            }
        }
        let over = Board::from_fn(2, |_| Square::Number(0));
        assert_eq!(ParallelSolver::new().advise(&over, all, 3), None);
    }

    #[test]
    fn the_best_advice_for_certain_ranks_first_then_the_value_decides() {
        let all = &Budget::unlimited();
        let mv = Solver::new().advise(&lattice(2), all).unwrap().mv;
        let kinds = [
            (Some(Value::Loss), false),
            (None, false),
            (None, true),
            (Some(Value::Draw), false),
            (Some(Value::Win), false),
        ];
        let ranks: Vec<_> = [false, true]
            .into_iter()
            .flat_map(|is_best| kinds.map(|(value, is_hopeful)| (value, is_hopeful, is_best)))
            .map(|(value, is_hopeful, is_best)| {
                rank(&(Advice { mv: mv.clone(), value, is_hopeful }, is_best))
            })
            .collect();
        assert!(ranks.is_sorted_by(|one, next| one < next), "{ranks:?}");
    }

    #[test]
    fn the_stop_flag_ends_all_workers() {
        let board = lattice(15);
        let stop = AtomicBool::new(false);
        let budget = Budget { stop: Some(&stop), ..Budget::unlimited() };
        let mut solver = ParallelSolver::new();
        // Too large to be solved in that time.
        let advice = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(200));
                stop.store(true, Relaxed);
            });
            solver.advise(&board, &budget, 3)
        });
        assert_eq!(advice.unwrap().value, None);
        // On a busy machine some may have been stopped before they began.
        assert!(solver.workers.iter().any(|solver| solver.counts().nodes > 0));
    }
}
