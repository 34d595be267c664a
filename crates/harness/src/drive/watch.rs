//! A single job under a watchdog.
//!
//! A thread cannot be killed, so a job that hangs is abandoned: its thread stays until the process
//! ends, and the caller receives the stage at which it hung.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::drive::pool::{Event, Hung, POLL_INTERVAL, Pool, Slot, Work};
use crate::model::activity::{Activity, Stage};
use crate::model::sync::lock;

/// Work that made no progress for its limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hang {
    /// The step, side and action that made no progress.
    pub stage: Stage,
    /// The case that was played, as text, if there was one.
    pub text: Option<String>,
    /// Time without progress: the limit, or the part of it for which work may compute.
    pub after: Duration,
    /// True if it has computed all that time; false if it was waiting, for which a busy machine may be
    /// the reason.
    pub has_computed: bool,
}

/// Runs `work` on a separate thread, and abandons it when it makes no progress for `limit`, or
/// computes for two fifths of it.
///
/// ```
/// use std::{thread, time::Duration};
/// use twinboard_harness::{Action, Side, watch::watched};
///
/// let hang = watched(Duration::from_millis(50), |activity| {
///     activity.begin(3, Some(Side::Engine), Action::Play);
///     thread::sleep(Duration::from_secs(3600));
/// });
/// assert_eq!(hang.unwrap_err().stage.action, Action::Play);
/// ```
///
/// # Errors
///
/// The stage and the case at which the work hung. Its thread stays until the process ends.
///
/// # Panics
///
/// If the work panics.
pub fn watched<T: Send + 'static>(
    limit: Duration,
    work: impl FnOnce(&Activity) -> T + Send + 'static,
) -> Result<T, Hang> {
    let mut pool = Pool::start(Arc::new(Once(Mutex::new(Some(work)))), 1, POLL_INTERVAL);
    loop {
        match pool.wait(limit) {
            Some(Event::Done(result)) => return Ok(result),
            Some(Event::Hung(Hung { stage, text, after, has_computed, .. })) => {
                return Err(Hang { stage, text, after, has_computed });
            }
            Some(Event::Tick) => {}
            None => unreachable!("the job ends or hangs"),
        }
    }
}

/// A single job.
struct Once<F>(Mutex<Option<F>>);

impl<T, F> Work for Once<F>
where
    T: Send + 'static,
    F: FnOnce(&Activity) -> T + Send + 'static,
{
    type Job = F;
    type Place = ();
    type Result = T;

    fn take(&self) -> Option<F> {
        lock(&self.0).take()
    }

    fn worker<'a>(&'a self, slot: &'a Slot<()>) -> impl FnMut(F) -> T + 'a {
        |work| {
            slot.enter(());
            work(slot.activity())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::watched;
    use crate::model::activity::{Action, Side};

    #[test]
    fn work_that_hangs_is_abandoned_with_its_stage() {
        let hang = watched(Duration::from_millis(100), |activity| {
            activity.begin_case(|| "the case".into());
            activity.begin(3, Some(Side::Engine), Action::Play);
            loop {
                thread::park();
            }
        });
        let hang: super::Hang = hang.map(|(): ()| ()).unwrap_err();
        assert_eq!(hang.text.as_deref(), Some("the case"));
        assert_eq!((hang.stage.step, hang.stage.side), (3, Some(Side::Engine)));
    }
}
