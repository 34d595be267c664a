//! Clocks of the benchmarks: processor time where the system provides it.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Processor time of the calling thread; the load of other threads and processes does not
/// count.
#[cfg(target_os = "linux")]
#[must_use]
pub fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Wall-clock time, for systems without processor time of a thread.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn thread_time() -> Duration {
    wall_time()
}

/// Wall-clock time since the first call, for work that other processes do.
#[must_use]
pub fn wall_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// Processor time of the process, summed over all its threads.
#[cfg(unix)]
#[must_use]
pub fn process_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Wall-clock time since the first call, for systems without processor time of a process.
#[cfg(not(unix))]
#[must_use]
pub fn process_time() -> Duration {
    thread_time()
}

#[cfg(test)]
mod tests {
    use super::thread_time;

    #[test]
    fn the_clock_advances_while_the_thread_works() {
        let start = thread_time();
        while thread_time() == start {
            std::hint::spin_loop();
        }
        assert!(thread_time() > start);
    }
}
