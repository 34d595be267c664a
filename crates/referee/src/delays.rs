//! Scheduling delays: how much later than asked a thread of this process woke up.
//!
//! On a busy machine a thread whose sleep is over waits for a processor, sometimes for a tenth of a
//! second and more. To keep a deadline, it has to wake up that much earlier. The largest delay of
//! the last seconds is a fair guess at the next one.

use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard};

/// Time after which a delay begins to be forgotten; after twice as long it is.
const WINDOW: Duration = Duration::from_secs(4);

/// The margin on an idle machine.
const MARGIN_MIN: Duration = Duration::from_millis(20);

/// The margin is this many times the largest recent delay.
const MARGIN_PER_DELAY: u32 = 3;

/// The margin is at most 1/`MARGIN_SHARE` of the time, however busy the machine is.
const MARGIN_SHARE: u32 = 2;

/// The largest delay of the last seconds.
#[derive(Debug)]
pub struct Delays(Mutex<Windows>);

#[derive(Debug)]
struct Windows {
    /// Start of the present window; `None` before the first delay.
    started: Option<Instant>,
    /// Largest delay of the present window.
    present: Duration,
    /// Largest delay of the window before.
    previous: Duration,
}

/// Delays of this process, as its waiting threads see them.
pub static DELAYS: Delays = Delays::new();

impl Default for Delays {
    fn default() -> Self {
        Self::new()
    }
}

impl Delays {
    /// No delays so far.
    #[must_use]
    pub const fn new() -> Self {
        let (present, previous) = (Duration::ZERO, Duration::ZERO);
        Self(Mutex::new(Windows { started: None, present, previous }))
    }

    fn at(&self, now: Instant) -> MutexGuard<'_, Windows> {
        let mut windows = self.0.lock();
        let age = now.saturating_duration_since(*windows.started.get_or_insert(now));
        if age >= WINDOW {
            let is_recent = age < WINDOW * 2;
            windows.previous = if is_recent { windows.present } else { Duration::ZERO };
            windows.present = Duration::ZERO;
            windows.started = Some(now);
        }
        windows
    }

    /// Adds a delay that ended now.
    pub fn add(&self, now: Instant, delay: Duration) {
        let mut windows = self.at(now);
        windows.present = windows.present.max(delay);
    }

    /// Time before a deadline at which to wake up, if the search began this long before it.
    #[must_use]
    pub fn margin(&self, now: Instant, time: Duration) -> Duration {
        let windows = self.at(now);
        let delay = windows.present.max(windows.previous);
        (MARGIN_MIN + delay * MARGIN_PER_DELAY).min(time / MARGIN_SHARE)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{Delays, MARGIN_MIN, WINDOW};

    #[test]
    fn the_margin_follows_the_largest_delay_of_the_last_seconds() {
        let (delays, start) = (Delays::new(), Instant::now());
        let (millis, long) = (Duration::from_millis, Duration::from_mins(1));
        assert_eq!(delays.margin(start, long), MARGIN_MIN);
        for delay in [30, 50, 10] {
            delays.add(start, millis(delay));
        }
        assert_eq!(delays.margin(start, long), millis(170));
        // It is still known in the next window, and forgotten in the one after.
        delays.add(start + WINDOW, millis(20));
        assert_eq!(delays.margin(start + WINDOW, long), millis(170));
        assert_eq!(delays.margin(start + WINDOW * 2, long), millis(80));
        assert_eq!(delays.margin(start + WINDOW * 9, long), MARGIN_MIN);
    }

    #[test]
    fn a_delay_of_the_window_before_the_last_is_forgotten_though_nothing_happened_since() {
        let (delays, start) = (Delays::new(), Instant::now());
        let long = Duration::from_mins(1);
        delays.add(start, Duration::from_millis(50));
        assert_eq!(delays.margin(start + WINDOW * 2, long), MARGIN_MIN);
        delays.add(start + WINDOW * 2, Duration::from_millis(50));
        let margin = delays.margin(start + WINDOW * 7 / 2, long);
        assert_eq!(margin, Duration::from_millis(170));
    }

    #[test]
    fn half_of_the_time_is_for_the_search() {
        let (delays, now) = (Delays::new(), Instant::now());
        delays.add(now, Duration::from_hours(1));
        assert_eq!(delays.margin(now, Duration::from_millis(300)), Duration::from_millis(150));
        assert_eq!(delays.margin(now, Duration::ZERO), Duration::ZERO);
    }
}
