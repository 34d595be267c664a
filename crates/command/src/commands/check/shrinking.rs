//! The parts of shrinking that both kinds of checks share.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::error::CheckError;
use crate::session::AnySubject;

/// While a timeout is shrunk, the limit of a run is `LATE_FACTOR` times the slowest good run, but
/// at least `LATE_MIN`. The result is confirmed with the judge's own limit.
const LATE_FACTOR: u32 = 20;
const LATE_MIN: Duration = Duration::from_millis(150);

/// The time limit for runs that may hang, from the slowest good run so far. It is at most `max`.
pub(super) fn limit_of_late_runs(slowest: Duration, max: Duration) -> Duration {
    (slowest * LATE_FACTOR).clamp(LATE_MIN, max.max(LATE_MIN))
}

/// The end of a search, which remembers whether it cut the search short.
pub(super) struct Deadline {
    end: Instant,
    has_cut: AtomicBool,
}

impl Deadline {
    /// After this time, or at the end of the diagnosis if that comes before.
    pub(super) fn after(time: Duration, diagnosis_end: Option<Instant>) -> Self {
        let end = Instant::now() + time;
        Self { end: diagnosis_end.map_or(end, |other| other.min(end)), has_cut: false.into() }
    }

    /// True once the time is over; the search is cut short then.
    pub(super) fn is_over(&self) -> bool {
        let is_over = Instant::now() >= self.end;
        self.has_cut.fetch_or(is_over, Relaxed);
        is_over
    }

    pub(super) fn has_cut(&self) -> bool {
        self.has_cut.load(Relaxed)
    }
}

/// Shrinks a case. `first_failing` returns the index of the first candidate on which the program
/// still fails. Ctrl-C ends the shrinking with the smallest case so far.
pub(super) fn shrink(
    subject: &AnySubject,
    case: &str,
    mut first_failing: impl FnMut(&[String]) -> Result<Option<usize>, CheckError>,
) -> Result<String, CheckError> {
    let mut error = None;
    let shrunk = subject.shrink_for_judge(case.as_bytes(), &mut |candidates| {
        first_failing(candidates).unwrap_or_else(|first| {
            error = Some(first);
            None
        })
    });
    match error {
        None | Some(CheckError::Interrupted) => Ok(shrunk.unwrap_or_else(|_| case.to_owned())),
        Some(error) => Err(error),
    }
}
