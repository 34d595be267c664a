//! Pauses of this process: times in which it was stopped, or got no processor.
//!
//! A built-in player shares the process, so it would lose as late without being slow, and
//! the time of a program is measured in this process. A thread sleeps for short intervals; when one
//! takes far longer, the whole process stood still. The clock does not run while the machine
//! sleeps, so that a sleeping laptop is no pause.
//!
//! A program can take all processors, but in a sandbox it cannot stop this process. The system
//! reports how long the thread waited for a processor; the rest of a pause is a *standstill*.

use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crate::delays::DELAYS;

/// Interval of the watching thread.
const INTERVAL: Duration = Duration::from_millis(10);

/// Shortest pause that counts; shorter ones are ordinary scheduling.
const SHORTEST: Duration = Duration::from_millis(50);

/// Sums of all pauses so far.
#[derive(Debug, Default)]
pub(crate) struct Pauses {
    total_ns: AtomicU64,
    standstill_ns: AtomicU64,
}

/// Pauses of some time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Paused {
    /// All of them.
    pub(crate) total: Duration,
    /// Without the time for which the process waited for a processor.
    pub(crate) standstill: Duration,
}

impl Paused {
    /// Pauses since then.
    pub(crate) fn since(self, before: Self) -> Self {
        Self {
            total: self.total.saturating_sub(before.total),
            standstill: self.standstill.saturating_sub(before.standstill),
        }
    }
}

impl Pauses {
    /// Watches for pauses until `over` is set.
    pub(crate) fn watch(&self, over: &AtomicBool) {
        let mut last = Instant::now();
        let mut waited_before = waited();
        while !over.load(Relaxed) {
            thread::sleep(INTERVAL);
            let now = Instant::now();
            let delay = now.duration_since(last).saturating_sub(INTERVAL);
            let waited = waited();
            // Where the system does not report it, the thread may have waited all the time.
            let in_queue = match (waited, waited_before) {
                (Some(waited), Some(before)) => waited.saturating_sub(before),
                _ => delay,
            };
            self.add(delay, in_queue);
            DELAYS.add(now, delay);
            last = now;
            waited_before = waited;
        }
    }

    /// Adds a pause, unless it is too short. For a part of it the process waited for a processor.
    pub(crate) fn add(&self, pause: Duration, in_queue: Duration) {
        for (sum, time) in
            [(&self.total_ns, pause), (&self.standstill_ns, pause.saturating_sub(in_queue))]
        {
            if time >= SHORTEST {
                sum.fetch_add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Relaxed);
            }
        }
    }

    /// Sums of all pauses so far. One that has just ended may not have been noticed yet.
    pub(crate) fn so_far(&self) -> Paused {
        Paused {
            total: Duration::from_nanos(self.total_ns.load(Relaxed)),
            standstill: Duration::from_nanos(self.standstill_ns.load(Relaxed)),
        }
    }

    /// Waits until pauses that have ended are noticed, and returns the sums of all.
    pub(crate) fn settled(&self) -> Paused {
        thread::sleep(INTERVAL * 3);
        self.so_far()
    }
}

/// Time for which this thread has waited for a processor since it started; `None` if the system
/// does not report it.
fn waited() -> Option<Duration> {
    // Time on a processor and time of waiting, in nanoseconds, and the number of time slices.
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_ascii_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
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

    use super::{Paused, Pauses, SetOnDrop};

    #[test]
    fn only_long_pauses_are_added_up() {
        let pauses = Pauses::default();
        let millis = Duration::from_millis;
        for (pause, in_queue) in [(3, 0), (400, 0), (20, 20), (70, 60), (300, 100)] {
            pauses.add(millis(pause), millis(in_queue));
        }
        let all = pauses.so_far();
        assert_eq!(all, Paused { total: millis(770), standstill: millis(600) });
        pauses.add(millis(80), millis(0));
        let since = Paused { total: millis(80), standstill: millis(80) };
        assert_eq!(pauses.so_far().since(all), since);
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
