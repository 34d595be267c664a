//! A worker's slot: its progress counter and its place, which the watchdog reads.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::activity::{Activity, Stage};

/// What one worker shares with the watchdog: a progress counter, and the place that says which job
/// it is at, and where in it.
///
/// A worker is watched from [`enter`](Self::enter) until its job is done. For each job exactly one
/// of two things happens, decided under one lock: the worker finishes it and its result counts, or
/// the watchdog abandons the worker and the result, if there ever is one, is dropped.
#[derive(Debug)]
pub(crate) struct Slot<P> {
    activity: Activity,
    state: Mutex<State<P>>,
}

#[derive(Debug)]
struct State<P> {
    /// `None` between two jobs.
    place: Option<P>,
    is_abandoned: bool,
}

/// A worker that made no progress for the limit and has been abandoned.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Hung<P> {
    pub(crate) place: P,
    pub(crate) stage: Stage,
    /// The case it was playing, as text, if it had one.
    pub(crate) text: Option<String>,
}

impl<P> Slot<P> {
    pub(super) fn new() -> Self {
        let state = State { place: None, is_abandoned: false };
        Self { activity: Activity::default(), state: Mutex::new(state) }
    }

    /// The progress counter. Every step of a job must count.
    pub(crate) fn activity(&self) -> &Activity {
        &self.activity
    }

    fn state(&self) -> MutexGuard<'_, State<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Goes to a place, which counts as progress.
    pub(crate) fn enter(&self, place: P) {
        // Progress first: the watchdog must not take the new place for one where the worker has
        // been since its last step.
        self.activity.touch();
        self.state().place = Some(place);
    }

    /// Changes the place.
    ///
    /// # Panics
    ///
    /// If the worker has entered none.
    pub(crate) fn update<T>(&self, change: impl FnOnce(&mut P) -> T) -> T {
        change(self.state().place.as_mut().expect("a job has been entered"))
    }

    /// Ends the job. False if the worker has been abandoned: its result must be dropped, and it must
    /// take no other job.
    pub(super) fn finish(&self) -> bool {
        let mut state = self.state();
        if !state.is_abandoned {
            state.place = None;
        }
        !state.is_abandoned
    }
}

impl<P: Clone> Slot<P> {
    /// The place; `None` between two jobs.
    pub(crate) fn place(&self) -> Option<P> {
        self.state().place.clone()
    }

    /// Abandons the worker if it is at a job and has made no progress for `limit`.
    pub(super) fn abandon_if_hung(&self, watch: &mut Watch, limit: Duration) -> Option<Hung<P>> {
        let (place, stage) = {
            let mut state = self.state();
            let has_stalled = watch.has_stalled(&self.activity, limit);
            let place = state.place.clone().filter(|_| has_stalled)?;
            state.is_abandoned = true;
            (place, self.activity.stage())
        };
        Some(Hung { place, stage, text: self.activity.case_text() })
    }
}

/// The watchdog's view of one progress counter: its last value, and since when it has had that.
#[derive(Debug)]
pub(super) struct Watch {
    beats: u64,
    since: Instant,
}

impl Watch {
    pub(super) fn new(activity: &Activity) -> Self {
        Self { beats: activity.changes(), since: Instant::now() }
    }

    /// True if the counter has not changed for `limit`, as far as this method has been called.
    fn has_stalled(&mut self, activity: &Activity, limit: Duration) -> bool {
        let beats = activity.changes();
        if beats != self.beats {
            *self = Self { beats, since: Instant::now() };
        }
        self.since.elapsed() >= limit
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Slot, Watch};
    use crate::activity::{Action, Side};

    const NOW: Duration = Duration::ZERO;

    #[test]
    fn a_job_is_either_finished_or_abandoned() {
        let slot = Slot::new();
        let mut watch = Watch::new(slot.activity());
        slot.enter("the first");
        assert!(slot.finish(), "it was not abandoned");
        assert_eq!(slot.abandon_if_hung(&mut watch, NOW), None, "there is no job to abandon");
        slot.enter("the second");
        slot.activity().begin(7, Some(Side::Oracle), Action::Key);
        let hung = slot.abandon_if_hung(&mut watch, NOW).expect("the limit has passed");
        assert_eq!((hung.place, hung.stage.step, hung.text), ("the second", 7, None));
        assert!(!slot.finish(), "the result is late");
        slot.enter("the third");
        assert!(!slot.finish(), "it stays abandoned");
    }

    #[test]
    fn a_worker_that_was_idle_for_long_is_not_abandoned_at_its_next_job() {
        let slot = Slot::new();
        let mut watch = Watch::new(slot.activity());
        let limit = Duration::from_millis(50);
        std::thread::sleep(2 * limit);
        slot.enter(1);
        assert_eq!(slot.abandon_if_hung(&mut watch, limit), None, "it has just begun");
        std::thread::sleep(2 * limit);
        assert!(slot.abandon_if_hung(&mut watch, limit).is_some());
    }

    #[test]
    fn the_place_can_be_changed_until_the_job_is_done() {
        let slot = Slot::new();
        slot.enter(vec![1]);
        let length = slot.update(|place| {
            place.push(2);
            place.len()
        });
        assert_eq!((length, slot.place()), (2, Some(vec![1, 2])));
        assert!(slot.finish());
        assert_eq!(slot.place(), None);
    }
}
