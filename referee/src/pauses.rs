//! Pauses of this process: times in which it was stopped, or got no processor.
//!
//! A built-in player shares the process, so it would lose as late through no fault of its own. A
//! thread sleeps for short intervals; when one takes far longer, the whole process stood still. The
//! clock does not run while the machine sleeps, so that a sleeping laptop is no pause.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crate::delays::DELAYS;

/// Interval of the watching thread.
const INTERVAL: Duration = Duration::from_millis(10);

/// Shortest pause that counts; shorter ones are ordinary scheduling.
const SHORTEST: Duration = Duration::from_millis(50);

/// Sum of all pauses so far.
#[derive(Debug, Default)]
pub(crate) struct Pauses {
    total_ns: AtomicU64,
}

impl Pauses {
    /// Watches for pauses until `over` is set.
    pub(crate) fn watch(&self, over: &AtomicBool) {
        let mut last = Instant::now();
        while !over.load(Relaxed) {
            thread::sleep(INTERVAL);
            let now = Instant::now();
            let delay = now.duration_since(last).saturating_sub(INTERVAL);
            self.add(delay);
            DELAYS.add(now, delay);
            last = now;
        }
    }

    /// Adds a pause, unless it is too short.
    pub(crate) fn add(&self, pause: Duration) {
        if pause >= SHORTEST {
            let ns = u64::try_from(pause.as_nanos()).unwrap_or(u64::MAX);
            self.total_ns.fetch_add(ns, Relaxed);
        }
    }

    /// Sum of all pauses so far. One that has just ended may not have been noticed yet.
    pub(crate) fn total(&self) -> Duration {
        Duration::from_nanos(self.total_ns.load(Relaxed))
    }

    /// Waits until pauses that have ended are noticed, and returns the sum of all.
    pub(crate) fn settled_total(&self) -> Duration {
        thread::sleep(INTERVAL * 3);
        self.total()
    }
}

/// Sets a flag when it is dropped, also by a panic.
pub(crate) struct SetOnDrop<'a>(pub(crate) &'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::thread;
    use std::time::Duration;

    use super::{Pauses, SetOnDrop};

    #[test]
    fn only_long_pauses_are_added_up() {
        let pauses = Pauses::default();
        for millis in [3, 400, 20, 70] {
            pauses.add(Duration::from_millis(millis));
        }
        assert_eq!(pauses.total(), Duration::from_millis(470));
    }

    #[test]
    fn watching_ends_with_what_it_watches() {
        let (pauses, over) = (Pauses::default(), AtomicBool::new(false));
        thread::scope(|scope| {
            let _over = SetOnDrop(&over);
            scope.spawn(|| pauses.watch(&over));
        });
    }
}
