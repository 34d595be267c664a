//! When the process started.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// When this was asked first, which is the first thing that the command does.
pub(crate) fn started() -> Instant {
    static STARTED: OnceLock<Instant> = OnceLock::new();
    *STARTED.get_or_init(Instant::now)
}

/// This long after an instant. Longer than a year is as good as for ever, and cannot always be told.
pub(crate) fn later(instant: Instant, time: Duration) -> Instant {
    instant + time.min(Duration::from_hours(24 * 365))
}
