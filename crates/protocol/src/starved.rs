//! An engine that is silent because it lacks a CPU, as on a busy machine.

use std::time::{Duration, Instant};

use crate::channel::Channel;

/// Limits for an answer that a starved engine gets in addition, at most.
const MORE_TIMES: u32 = 20;

/// The wait for an engine behind the limit for its answer.
pub(crate) struct Starved {
    /// The limit for an answer.
    limit: Duration,
    /// When it was over, and the CPU time of the engine then.
    since: Option<(Instant, Duration)>,
    /// CPU time at the last look.
    last: Duration,
}

impl Starved {
    pub(crate) fn new(limit: Duration) -> Self {
        Self { limit, since: None, last: Duration::MAX }
    }

    /// True if the engine should get more time: it wants to compute, got less than most of a CPU since
    /// the limit was over, and has not used as much time of one as the limit.
    pub(crate) fn lasts(&mut self, channel: &dyn Channel) -> bool {
        let Some((computed, is_runnable)) = channel.cpu_use() else { return false };
        let (begin, before) = *self.since.get_or_insert((Instant::now(), computed));
        let (elapsed, used) = (begin.elapsed(), computed.saturating_sub(before));
        // A thread may sleep for a moment.
        let is_alive = is_runnable || computed > self.last;
        self.last = computed;
        let is_first_look = elapsed < Duration::from_millis(200);
        is_alive
            && used < self.limit
            && elapsed < self.limit.saturating_mul(MORE_TIMES)
            && (is_first_look || used < elapsed.mul_f64(0.9))
    }
}
