//! The clock that contenders are timed by.

use std::time::Duration;

/// For how long the processor has worked on this thread. What others did meanwhile on a busy
/// machine does not count.
#[cfg(target_os = "linux")]
#[must_use]
pub fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// How much time has passed: what the processor did of it for this thread cannot be told here.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn thread_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// For how long the processor has worked for this process, on all its threads together.
#[cfg(unix)]
#[must_use]
pub fn process_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// How much time has passed: what the processor did of it for this process cannot be told here.
#[cfg(not(unix))]
#[must_use]
pub fn process_time() -> Duration {
    thread_time()
}

#[cfg(test)]
mod tests {
    use super::thread_time;

    #[test]
    fn the_clock_goes_on_while_work_is_done() {
        let start = thread_time();
        while thread_time() == start {
            std::hint::spin_loop();
        }
        assert!(thread_time() > start);
    }
}
