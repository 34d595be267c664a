//! Time that a thread was ready to run but had no CPU: a worker that waits for one does not hang.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Scheduler statistics of one thread, in the file that Linux keeps for it.
#[derive(Debug)]
pub(super) struct Schedule(PathBuf);

impl Schedule {
    /// The statistics of the calling thread; `None` on a system without them.
    pub(super) fn of_this_thread() -> Option<Self> {
        // `<process>/task/<thread>`, for example `12/task/14`.
        let thread = fs::read_link("/proc/thread-self").ok()?;
        let schedule = Self(Path::new("/proc").join(thread).join("schedstat"));
        schedule.waited().map(|_| schedule)
    }

    /// Total time that the thread has waited for a CPU; `None` once it has ended.
    pub(super) fn waited(&self) -> Option<Duration> {
        waited(&fs::read_to_string(&self.0).ok()?)
    }
}

/// Second of the three figures: nanoseconds on a CPU, nanoseconds waiting for one, time slices.
fn waited(statistics: &str) -> Option<Duration> {
    statistics.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::{Duration, Instant};

    use super::{Schedule, waited};

    #[test]
    fn the_second_figure_is_the_time_of_waiting() {
        assert_eq!(waited("120 3000000000 17\n"), Some(Duration::from_secs(3)));
        for damaged in ["", "120", "120 long 17"] {
            assert_eq!(waited(damaged), None, "{damaged:?}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_thread_that_shares_its_cpu_has_waited() {
        let schedule = Schedule::of_this_thread().expect("Linux has these statistics");
        assert!(schedule.waited().is_some());
        let ended = thread::spawn(Schedule::of_this_thread).join().unwrap().unwrap();
        // `join` returns when the kernel has begun to take the thread down, not when its files are gone.
        let patience = Instant::now() + Duration::from_mins(1);
        while ended.waited().is_some() {
            assert!(Instant::now() < patience, "an ended thread still has statistics: {ended:?}");
            thread::sleep(Duration::from_millis(1));
        }
    }
}
