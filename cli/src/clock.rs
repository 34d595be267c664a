//! Start of the process, and deadlines.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The time of the first call, which is the first action of the command.
pub(crate) fn started() -> Instant {
    static STARTED: OnceLock<Instant> = OnceLock::new();
    *STARTED.get_or_init(Instant::now)
}

/// Adds a time to an instant. More than a year is cut to a year, since larger sums may overflow.
pub(crate) fn later(instant: Instant, time: Duration) -> Instant {
    instant + time.min(Duration::from_hours(24 * 365))
}
