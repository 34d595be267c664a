//! The queue of a shape: the set-ups that remain, and the figures of the finished ones.

use std::iter::Peekable;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::figures::Figures;
use crate::model::sync::lock;

/// Number of set-ups in a block. Small, because before a checkpoint all workers wait for the
/// slowest block.
const BLOCK: usize = 8;

/// Job queue of blocks of set-ups, in their order, with the figures of the finished blocks. While
/// no worker has a block, the figures are those of the set-ups before [`next`](Self::next).
pub(super) struct Queue<S> {
    state: Mutex<State<S>>,
    is_closed: AtomicBool,
}

struct State<S> {
    next: u64,
    left: Peekable<Box<dyn Iterator<Item = S> + Send>>,
    figures: Figures,
}

impl<S> Queue<S> {
    /// A queue of the set-ups from number `next` on; `figures` are those of the earlier ones.
    pub(super) fn new(
        setups: impl Iterator<Item = S> + Send + 'static,
        next: u64,
        figures: Figures,
    ) -> Self {
        let done = usize::try_from(next).unwrap_or(usize::MAX);
        let left: Box<dyn Iterator<Item = S> + Send> = Box::new(setups.skip(done));
        let state = State { next, left: left.peekable(), figures };
        Self { state: Mutex::new(state), is_closed: AtomicBool::new(false) }
    }

    /// Takes the next block and the number of its first set-up; `None` if the queue is closed or no
    /// work is left.
    pub(super) fn take(&self) -> Option<(u64, Vec<S>)> {
        let mut state = lock(&self.state);
        if self.is_closed.load(Relaxed) {
            return None;
        }
        let block: Vec<S> = state.left.by_ref().take(BLOCK).collect();
        let first = state.next;
        state.next += block.len() as u64;
        (!block.is_empty()).then_some((first, block))
    }

    /// Adds the figures of a finished block.
    pub(super) fn add(&self, figures: Figures) {
        lock(&self.state).figures += figures;
    }

    /// Hands out no more set-ups until the queue is opened.
    pub(super) fn close(&self) {
        self.is_closed.store(true, Relaxed);
    }

    pub(super) fn open(&self) {
        self.is_closed.store(false, Relaxed);
    }

    /// Number of the next set-up to hand out, and the figures so far.
    pub(super) fn next(&self) -> (u64, Figures) {
        let state = lock(&self.state);
        (state.next, state.figures)
    }

    /// True once every set-up has been handed out.
    pub(super) fn is_exhausted(&self) -> bool {
        lock(&self.state).left.peek().is_none()
    }
}
