//! The set-ups that are left, and what was counted of those that are done.
//!
//! Between two blocks the workers can be made to rest: only then is what was counted, and what was
//! seen, that of all set-ups before a certain one.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::figures::Figures;

/// So many set-ups a worker takes at a time: few, for the others wait for the last of them when all
/// are to rest.
const BLOCK: usize = 8;

/// Set-ups in their order, for all workers.
pub(super) struct Queue<S> {
    state: Mutex<State<S>>,
    woken: Condvar,
}

struct State<S> {
    /// The number of the set-up that is taken next.
    next: u64,
    left: Box<dyn Iterator<Item = S> + Send>,
    /// Of all blocks that are done.
    figures: Figures,
    /// Workers that have no block, be it that they wait or that they are gone.
    resting: usize,
    /// Every set-up has been taken.
    is_spent: bool,
    gate: Gate,
}

/// Whether set-ups are given; no gate opens again once it is closed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gate {
    Open,
    /// Workers that want a block wait.
    Paused,
    Closed,
    /// Closed, and a block was taken that is not done to its end.
    Failed,
}

/// How far the workers have come when all of them rest.
pub(super) struct Rest {
    /// The number of the first set-up that is not done.
    pub(super) next: u64,
    pub(super) figures: Figures,
    /// There is no such set-up.
    pub(super) is_spent: bool,
}

impl<S> Queue<S> {
    /// The set-ups from that number on, where this was counted of those before.
    pub(super) fn new(
        setups: impl Iterator<Item = S> + Send + 'static,
        next: u64,
        figures: Figures,
    ) -> Self {
        let done = usize::try_from(next).unwrap_or(usize::MAX);
        let left = Box::new(setups.skip(done));
        let state = State { next, left, figures, resting: 0, is_spent: false, gate: Gate::Open };
        Self { state: Mutex::new(state), woken: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State<S>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next set-ups with the number of the first, after a rest if all are to rest. None if there
    /// is no more to be done.
    pub(super) fn take(&self) -> Option<(u64, Vec<S>)> {
        let mut state = self.state();
        state.resting += 1;
        let waits = |state: &mut State<S>| state.gate == Gate::Paused;
        let mut state = self.woken.wait_while(state, waits).unwrap_or_else(PoisonError::into_inner);
        if state.gate != Gate::Open {
            return None;
        }
        let block: Vec<S> = state.left.by_ref().take(BLOCK).collect();
        state.is_spent |= block.len() < BLOCK;
        if block.is_empty() {
            return None;
        }
        let first = state.next;
        state.next += block.len() as u64;
        state.resting -= 1;
        Some((first, block))
    }

    /// Takes down what was counted in a block that is done.
    pub(super) fn count(&self, figures: Figures) {
        self.state().figures += figures;
    }

    /// Lets workers rest once they are done with their blocks.
    pub(super) fn pause(&self) {
        let mut state = self.state();
        state.gate = state.gate.max(Gate::Paused);
    }

    /// Ends a rest.
    pub(super) fn go_on(&self) {
        let mut state = self.state();
        if state.gate == Gate::Paused {
            state.gate = Gate::Open;
        }
        self.woken.notify_all();
    }

    /// Gives no set-up any more.
    pub(super) fn close(&self) {
        self.shut(Gate::Closed);
    }

    /// Gives no set-up any more, and no checkpoint: the figures are not those of all set-ups that were
    /// taken.
    pub(super) fn fail(&self) {
        self.shut(Gate::Failed);
    }

    fn shut(&self, gate: Gate) {
        let mut state = self.state();
        state.gate = state.gate.max(gate);
        self.woken.notify_all();
    }

    /// The progress when all `workers` rest; `None` if some do not.
    pub(super) fn at_rest(&self, workers: usize) -> Option<Rest> {
        let state = self.state();
        (state.resting == workers && state.gate != Gate::Failed).then_some(Rest {
            next: state.next,
            figures: state.figures,
            is_spent: state.is_spent,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Queue};
    use crate::exhaust::Figures;

    #[test]
    fn workers_are_at_rest_between_blocks_unless_one_has_failed() {
        let queue = Queue::new(0..2 * BLOCK, 0, Figures::default());
        assert_eq!(queue.take(), Some((0, (0..BLOCK).collect())));
        assert!(queue.at_rest(1).is_none(), "it is at its block");
        queue.count(Figures { setups: BLOCK as u64, ..Figures::default() });
        queue.close();
        queue.pause();
        queue.go_on();
        assert_eq!(queue.take(), None, "it is closed for good");
        let rest = queue.at_rest(1).expect("there is no other worker");
        assert_eq!((rest.next, rest.figures.setups, rest.is_spent), (8, 8, false));
        queue.fail();
        assert!(queue.at_rest(1).is_none(), "not all set-ups before the next are done");
    }
}
