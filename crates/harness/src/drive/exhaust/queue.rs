//! The queue of a shape: the set-ups that remain, and the figures of the finished ones.
//!
//! The queue can pause the workers between two blocks. Only while all of them are idle do the
//! figures and the positions seen belong to exactly the set-ups before a certain one, which a
//! checkpoint needs.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::figures::Figures;
use crate::model::sync::lock;

/// Number of set-ups in a block. Small, because during a pause all workers wait for the slowest
/// block.
const BLOCK: usize = 8;

/// Job queue of blocks of set-ups, in their order, with the figures of the finished blocks.
pub(super) struct Queue<S> {
    state: Mutex<State<S>>,
    woken: Condvar,
}

struct State<S> {
    /// Number of the next set-up to hand out.
    next: u64,
    left: Box<dyn Iterator<Item = S> + Send>,
    /// Sum over the finished blocks.
    figures: Figures,
    /// Number of workers without a block: they wait for one or have ended.
    idle: usize,
    /// True once every set-up has been handed out.
    is_exhausted: bool,
    gate: Gate,
}

/// State of the queue. It may return from `Paused` to `Open`; otherwise it only moves down this
/// list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gate {
    Open,
    /// Workers that take a block wait.
    Paused,
    /// No more blocks are handed out.
    Closed,
    /// Closed, and a block was handed out that was not finished.
    Failed,
}

/// State of a shape while all workers are idle.
pub(super) struct Snapshot {
    /// Number of the first set-up that is not done.
    pub(super) next: u64,
    pub(super) figures: Figures,
    /// True if there is no such set-up.
    pub(super) is_exhausted: bool,
}

impl<S> Queue<S> {
    /// A queue of the set-ups from number `next` on; `figures` are those of the earlier ones.
    pub(super) fn new(
        setups: impl Iterator<Item = S> + Send + 'static,
        next: u64,
        figures: Figures,
    ) -> Self {
        let done = usize::try_from(next).unwrap_or(usize::MAX);
        let left = Box::new(setups.skip(done));
        let state = State { next, left, figures, idle: 0, is_exhausted: false, gate: Gate::Open };
        Self { state: Mutex::new(state), woken: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State<S>> {
        lock(&self.state)
    }

    /// Takes the next block and the number of its first set-up; blocks during a pause. `None` if no
    /// work is left.
    pub(super) fn take(&self) -> Option<(u64, Vec<S>)> {
        let mut state = self.state();
        state.idle += 1;
        let waits = |state: &mut State<S>| state.gate == Gate::Paused;
        let mut state = self.woken.wait_while(state, waits).unwrap_or_else(PoisonError::into_inner);
        if state.gate != Gate::Open {
            return None;
        }
        let block: Vec<S> = state.left.by_ref().take(BLOCK).collect();
        state.is_exhausted |= block.len() < BLOCK;
        if block.is_empty() {
            return None;
        }
        let first = state.next;
        state.next += block.len() as u64;
        state.idle -= 1;
        Some((first, block))
    }

    /// Adds the figures of a finished block.
    pub(super) fn add(&self, figures: Figures) {
        self.state().figures += figures;
    }

    /// Pauses the workers as they finish their blocks.
    pub(super) fn pause(&self) {
        let mut state = self.state();
        state.gate = state.gate.max(Gate::Paused);
    }

    /// Ends a pause.
    pub(super) fn resume(&self) {
        let mut state = self.state();
        if state.gate == Gate::Paused {
            state.gate = Gate::Open;
        }
        self.woken.notify_all();
    }

    /// Hands out no more set-ups.
    pub(super) fn close(&self) {
        self.shut(Gate::Closed);
    }

    /// Hands out no more set-ups, and no snapshot: the figures lack a block that was handed out.
    pub(super) fn fail(&self) {
        self.shut(Gate::Failed);
    }

    fn shut(&self, gate: Gate) {
        let mut state = self.state();
        state.gate = state.gate.max(gate);
        self.woken.notify_all();
    }

    /// The state if all `workers` are idle; `None` if one is busy or a block failed.
    pub(super) fn snapshot_if_idle(&self, workers: usize) -> Option<Snapshot> {
        let state = self.state();
        (state.idle == workers && state.gate != Gate::Failed).then_some(Snapshot {
            next: state.next,
            figures: state.figures,
            is_exhausted: state.is_exhausted,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Queue, Snapshot};
    use crate::drive::exhaust::Figures;

    #[test]
    fn snapshots_exist_between_blocks_unless_a_block_failed() {
        let queue = Queue::new(0..2 * BLOCK, 0, Figures::default());
        assert_eq!(queue.take(), Some((0, (0..BLOCK).collect())));
        assert!(queue.snapshot_if_idle(1).is_none(), "the worker has a block");
        queue.add(Figures { setups: BLOCK as u64, ..Figures::default() });
        queue.close();
        queue.pause();
        queue.resume();
        assert_eq!(queue.take(), None, "a closed queue stays closed");
        let snapshot = queue.snapshot_if_idle(1).expect("the only worker is idle");
        let Snapshot { next, figures, is_exhausted } = snapshot;
        assert_eq!((next, figures.setups, is_exhausted), (8, 8, false));
        queue.fail();
        assert!(queue.snapshot_if_idle(1).is_none(), "a set-up before the next one is not done");
    }

    #[test]
    fn a_resumed_queue_counts_from_the_first_setup_of_the_shape() {
        let queue = Queue::new(0..2 * BLOCK, BLOCK as u64, Figures::default());
        assert_eq!(queue.take(), Some((BLOCK as u64, (BLOCK..2 * BLOCK).collect())));
        assert_eq!(queue.take(), None);
    }
}
