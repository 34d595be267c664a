//! Time that a thread has computed, and that it was ready to run but had no CPU: a worker that waits
//! for one does not hang.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Scheduler statistics of one thread, in the folder that Linux keeps for it.
#[derive(Debug)]
pub(super) struct Schedule(PathBuf);

/// What a thread has done with its time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Times {
    /// Time on a CPU.
    pub(super) computed: Duration,
    /// Time of waiting for one, up to the last time that it got one.
    pub(super) waited: Duration,
    /// True if it is running or waits for a CPU now, and not for anything else.
    pub(super) is_runnable: bool,
}

impl Schedule {
    /// The statistics of the calling thread; `None` on a system without them.
    pub(super) fn of_this_thread() -> Option<Self> {
        // `<process>/task/<thread>`, for example `12/task/14`.
        let thread = fs::read_link("/proc/thread-self").ok()?;
        let schedule = Self(Path::new("/proc").join(thread));
        schedule.times().map(|_| schedule)
    }

    /// The times of the thread so far; `None` once it has ended.
    pub(super) fn times(&self) -> Option<Times> {
        let read = |file| fs::read_to_string(self.0.join(file)).ok();
        Times::read(&read("schedstat")?, &read("stat")?)
    }
}

impl Times {
    /// Reads three figures, nanoseconds on a CPU, nanoseconds waiting for one, time slices; and the
    /// state, the letter behind the name in parentheses, which may have any characters.
    fn read(statistics: &str, state: &str) -> Option<Self> {
        let mut figures = statistics.split_whitespace().map(|figure| figure.parse().ok());
        let mut next = || figures.next().flatten().map(Duration::from_nanos);
        let is_runnable = state.rsplit_once(')')?.1.trim_start().starts_with('R');
        Some(Self { computed: next()?, waited: next()?, is_runnable })
    }

    pub(super) fn since(self, before: Self) -> Self {
        Self {
            computed: self.computed.saturating_sub(before.computed),
            waited: self.waited.saturating_sub(before.waited),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::{Duration, Instant};

    use super::{Schedule, Times};

    #[test]
    fn the_first_two_figures_are_the_times() {
        let seconds = Duration::from_secs;
        let times = Times { computed: seconds(2), waited: seconds(3), is_runnable: true };
        let state = "7 (a) S (b) R 1 2";
        assert_eq!(Times::read("2000000000 3000000000 17\n", state), Some(times));
        let asleep = Times { is_runnable: false, ..times };
        assert_eq!(Times::read("2000000000 3000000000 17\n", "7 (R) S 1"), Some(asleep));
        for damaged in ["", "120", "120 long 17"] {
            assert_eq!(Times::read(damaged, state), None, "{damaged:?}");
        }
        assert_eq!(Times::read("1 2 3", "7"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_thread_that_shares_its_cpu_has_waited() {
        let schedule = Schedule::of_this_thread().expect("Linux has these statistics");
        assert!(schedule.times().is_some());
        let ended = thread::spawn(Schedule::of_this_thread).join().unwrap().unwrap();
        // `join` returns when the kernel has begun to take the thread down, not when its files are gone.
        let patience = Instant::now() + Duration::from_mins(1);
        while ended.times().is_some() {
            assert!(Instant::now() < patience, "an ended thread still has statistics: {ended:?}");
            thread::sleep(Duration::from_millis(1));
        }
    }
}
