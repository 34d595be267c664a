//! Resources for a move: its deadline, its threads, and the request to stop.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Resources of a player for one move.
#[derive(Clone, Copy, Debug)]
pub struct MoveBudget<'a> {
    /// Deadline of the answer; a later one loses the game.
    pub deadline: Instant,
    /// Number of threads that may search at a time.
    pub threads: usize,
    /// Set when the answer is no longer needed.
    pub stop: &'a AtomicBool,
}

impl MoveBudget<'_> {
    /// Time until the deadline.
    #[must_use]
    pub fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// True if it is time to answer: at most `margin` is left until the deadline, or the answer is
    /// no longer needed.
    #[must_use]
    pub fn is_spent(&self, margin: Duration) -> bool {
        self.left() <= margin || self.stop.load(Relaxed)
    }
}
