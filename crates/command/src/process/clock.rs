//! Start of the process, and deadlines.

use std::time::{Duration, Instant};

/// The start of the process, and the part of the time since then in which it had no processor. The
/// start is at most `limit` before `started`, the first action of the process, or that time where
/// the system does not report it.
pub(crate) fn process_started(started: Instant, limit: Duration) -> (Instant, Duration) {
    let known = age_and_computed();
    known.map_or((started, Duration::ZERO), |known| start_of(known, Instant::now(), started, limit))
}

fn start_of(
    (age, computed): (Duration, Duration),
    now: Instant,
    started: Instant,
    limit: Duration,
) -> (Instant, Duration) {
    let since = now.duration_since(started);
    let before = age.saturating_sub(since).min(limit);
    let waited = (before + since).saturating_sub(computed);
    (started.checked_sub(before).unwrap_or(started), waited)
}

/// Wall-clock time since the start of this process, up to 10 ms too much, and its processor time.
#[cfg(target_os = "linux")]
fn age_and_computed() -> Option<(Duration, Duration)> {
    use rustix::time::{ClockId, clock_gettime};

    let text = std::fs::read("/proc/self/stat").ok()?;
    // The name, in brackets, may contain anything; the state follows it as the third field.
    let end = text.iter().rposition(|&byte| byte == b')')?;
    let fields = std::str::from_utf8(&text[end + 1..]).ok()?;
    let ticks: u64 = fields.split_ascii_whitespace().nth(START_TIME - 3)?.parse().ok()?;
    let ticks_per_second = rustix::param::clock_ticks_per_second();
    let start =
        Duration::from_nanos(ticks.checked_mul(1_000_000_000)?.checked_div(ticks_per_second)?);
    let time = |clock| Duration::try_from(clock_gettime(clock)).ok();
    let age = time(ClockId::Boottime)?.checked_sub(start)?;
    Some((age, time(ClockId::ProcessCPUTime)?))
}

/// Number of the field of `/proc/self/stat` with the start of the process, counted from 1.
#[cfg(target_os = "linux")]
const START_TIME: usize = 22;

#[cfg(not(target_os = "linux"))]
fn age_and_computed() -> Option<(Duration, Duration)> {
    None
}

/// Adds a time to an instant. More than a year is cut to a year, since larger sums may overflow.
pub(crate) fn later(instant: Instant, time: Duration) -> Instant {
    instant + time.min(Duration::from_hours(24 * 365))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::time::{Duration, Instant};

    use super::{process_started, start_of};

    #[test]
    fn the_process_started_before_the_command() {
        // The first action of the command comes late.
        std::thread::sleep(Duration::from_millis(100));
        let (first, long) = (Instant::now(), Duration::from_hours(1));
        let (start, _) = process_started(first, long);
        assert!(start + Duration::from_millis(100) <= first, "{start:?} {first:?}");
        assert!(start.elapsed() < long, "{start:?}");
        assert_eq!(process_started(first, Duration::ZERO).0, first);
        assert!(first <= Instant::now());
    }

    #[test]
    fn time_without_a_processor_is_that_of_waiting() {
        let [age, computed, since] = [500, 120, 200].map(Duration::from_millis);
        let first = Instant::now();
        let (start, waited) = start_of((age, computed), first + since, first, age);
        assert_eq!(first.duration_since(start), Duration::from_millis(300));
        assert_eq!(waited, Duration::from_millis(380));
        // Several threads may have computed at once.
        assert_eq!(start_of((age, age * 2), first + since, first, age).1, Duration::ZERO);
    }
}
