//! Several solvers at one position.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, ScopedJoinHandle};

use board::paint::Board;

use crate::tuning::STOP_POLL_INTERVAL;
use crate::{Advice, Budget, Counts, Solver, Value};

/// How much of the stack a thread that searches may use: a line of play may have hundreds of moves, and
/// each of them takes some frames.
const STACK_BYTES: usize = 64 << 20;

/// Solvers that look at the same position at the same time, each for itself, in an order that chance
/// chose for it alone. What one of them finds soon another may find late, so the first to prove
/// something ends the search of all.
#[derive(Debug)]
pub struct ParallelSolver {
    /// One at least.
    workers: Vec<Solver>,
}

impl Default for ParallelSolver {
    fn default() -> Self {
        Self { workers: vec![Solver::new()] }
    }
}

impl ParallelSolver {
    /// A team of one, that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The solver that is asked where one is enough.
    pub fn first(&mut self) -> &mut Solver {
        &mut self.workers[0]
    }

    /// What all of them have done since they were made.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.workers.iter().map(Solver::counts).fold(Counts::default(), |all, counts| Counts {
            nodes: all.nodes + counts.nodes,
            sets: all.sets + counts.sets,
            outcomes: all.outcomes + counts.outcomes,
        })
    }

    /// The move to make, as of [`Solver::advise`], found on so many threads; each of them has all of the
    /// budget. With one, it is what the first solver advises.
    pub fn advise(&mut self, board: &Board, budget: &Budget<'_>, threads: usize) -> Option<Advice> {
        let threads = threads.max(1);
        for seed in self.workers.len()..threads {
            self.workers.push(Solver::with_seed(seed as u64));
        }
        if threads == 1 {
            return self.first().advise(board, budget);
        }
        let (best, searched) = self.advise_in_parallel(board, budget, threads);
        // Where not one thread could be started there is still this one.
        if searched == 0 { self.first().advise(board, budget) } else { best }
    }

    /// The best of what so many workers advise, and how many of them could be asked.
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
                        // Who listens does so until all have ended.
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

/// The more, the rather a move is made: what is proved to be the best of all comes before all else.
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

    use board::paint::{Board, Square};

    use super::ParallelSolver;
    use crate::{Budget, Solver};

    /// Numbers 2 at all cells of which neither row nor column is odd.
    fn lattice(side: u8) -> Board {
        Board::from_fn(side, |cell| {
            let is_number = cell.row % 2 == 0 && cell.column % 2 == 0;
            if is_number { Square::Number(2) } else { Square::Empty }
        })
    }

    #[test]
    fn a_team_proves_what_one_proves() {
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
    fn nobody_goes_on_when_it_is_stopped() {
        let board = lattice(15);
        let stop = AtomicBool::new(false);
        let budget = Budget { stop: Some(&stop), ..Budget::unlimited() };
        let mut solver = ParallelSolver::new();
        // It is too large to be solved.
        let advice = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(20));
                stop.store(true, Relaxed);
            });
            solver.advise(&board, &budget, 3)
        });
        assert_eq!(advice.unwrap().value, None);
        assert!(solver.workers.iter().all(|solver| solver.counts().nodes > 0));
    }
}
