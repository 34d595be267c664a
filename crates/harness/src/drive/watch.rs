//! A single job under a watchdog.
//!
//! A thread cannot be killed, so a job that hangs is abandoned: its thread stays until the process
//! ends, and the caller receives the stage at which it hung.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::check::lockstep::picture_after;
use crate::drive::pool::{Event, POLL_INTERVAL, Pool, Slot, Work};
use crate::model::activity::{Activity, Side};
use crate::model::divergence::{Divergence, Finding};
use crate::model::guard::lock;
use crate::model::pairing::Pairing;
use crate::model::rules::{CaseOf, RuleSet};

pub use crate::drive::pool::Hang;

impl Hang {
    /// The divergence of the case that was played. If the engine hung, the oracle replays the case for
    /// the board before the step.
    pub(crate) fn divergence<R: RuleSet>(
        &self,
        pairing: &Pairing<R>,
        case: &CaseOf<R>,
    ) -> Divergence {
        let (stage, step) = (self.stage, self.stage.step as usize);
        let made = step.checked_sub(1);
        let mv = made.and_then(|made| Some(case.moves.get(made)?.to_string()));
        // After a hang of the oracle there is no side to replay the case.
        let made = made.filter(|_| stage.side == Some(Side::Engine));
        let before = made.and_then(|made| picture_after(pairing, case, made));
        Divergence { step, mv, before, ..self.divergence_of_no_case() }
    }

    /// The divergence if no case is known.
    pub(crate) fn divergence_of_no_case(&self) -> Divergence {
        let limit_ms = self.after.as_millis() as u64;
        Divergence::of(Finding::Hung { stage: self.stage, limit_ms })
    }
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
        match pool.wait(limit).expect("the job ends or hangs") {
            Event::Done(result) => return Ok(result),
            Event::Hung((), hang) => return Err(hang),
            Event::Tick => {}
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
