//! Pauses of this process: times in which it was stopped, or got no processor.
//!
//! A player is late by the clock of this process, so it would lose without being slow. A thread
//! sleeps for short intervals; when one takes far longer, the whole process stood still. The clock
//! does not run while the machine sleeps, so that a sleeping laptop is no pause.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crate::delays::DELAYS;

/// Interval of the watching thread.
const INTERVAL: Duration = Duration::from_millis(10);

/// Shortest pause that counts; shorter ones are ordinary scheduling.
const SHORTEST: Duration = Duration::from_millis(50);

/// Sum of all pauses so far, in nanoseconds.
#[derive(Debug, Default)]
pub(crate) struct Pauses(AtomicU64);

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
            self.0.fetch_add(u64::try_from(pause.as_nanos()).unwrap_or(u64::MAX), Relaxed);
        }
    }

    /// Sum of all pauses so far. One that has just ended may not have been noticed yet.
    pub(crate) fn so_far(&self) -> Duration {
        Duration::from_nanos(self.0.load(Relaxed))
    }

    /// Waits until pauses that have ended are noticed, and returns the sum of all.
    pub(crate) fn settled(&self) -> Duration {
        thread::sleep(INTERVAL * 3);
        self.so_far()
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
        for pause in [3, 400, 20, 70, 300] {
            pauses.add(Duration::from_millis(pause));
        }
        assert_eq!(pauses.so_far(), Duration::from_millis(770));
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
