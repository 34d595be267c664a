//! A worker's slot: its progress counter and its place, which the watchdog reads.

use std::sync::{Mutex, MutexGuard, OnceLock};
use std::time::{Duration, Instant};

use super::{Schedule, Times};
use crate::model::activity::{Activity, Stage};
use crate::model::guard::lock;

/// Longest time between two polls that counts against a worker. If the watchdog comes later, the
/// whole process stood still: it was stopped, or the machine is overloaded.
const POLL_MAX: Duration = Duration::from_millis(500);

/// Share of the limit for which a worker may compute without progress. The rest of the limit is for
/// waiting on a process or a lock.
const COMPUTING: f64 = 0.4;

/// State that a worker shares with the watchdog: a progress counter, and a place, which identifies
/// the job and a point in it.
///
/// A worker is watched from [`enter`](Self::enter) until its job is done. For each job exactly one
/// of two things happens, decided under one lock: the worker finishes it and its result counts, or
/// the watchdog abandons the worker and a late result is dropped.
#[derive(Debug)]
pub(crate) struct Slot<P> {
    activity: Activity,
    state: Mutex<State<P>>,
    /// Scheduler statistics of the worker's thread; unset before it runs, and where the system has
    /// none.
    schedule: OnceLock<Schedule>,
}

#[derive(Debug)]
struct State<P> {
    /// `None` between two jobs.
    place: Option<P>,
    is_abandoned: bool,
}

/// Work that made no progress for its limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hang {
    /// The step, side and action that made no progress.
    pub stage: Stage,
    /// The case that was played, as text, if there was one.
    pub text: Option<String>,
    /// Time without progress: the limit, or the part of it for which work may compute.
    pub after: Duration,
    /// True if it has computed all that time; false if it was waiting, for another process or a lock,
    /// for which a busy machine may be the reason.
    pub has_computed: bool,
}

impl<P> Slot<P> {
    pub(super) fn new() -> Self {
        let state = State { place: None, is_abandoned: false };
        Self { activity: Activity::default(), state: Mutex::new(state), schedule: OnceLock::new() }
    }

    /// Begins to watch for how long the calling thread, which is the worker's, waits for a CPU.
    pub(super) fn watch_this_thread(&self) {
        if let Some(schedule) = Schedule::of_this_thread() {
            let _ = self.schedule.set(schedule);
        }
    }

    /// The times of the worker's thread, as far as they are known.
    fn times(&self) -> Times {
        self.schedule.get().and_then(Schedule::times).unwrap_or_default()
    }

    /// The progress counter. Every step of a job must advance it.
    pub(crate) fn activity(&self) -> &Activity {
        &self.activity
    }

    fn state(&self) -> MutexGuard<'_, State<P>> {
        lock(&self.state)
    }

    /// Sets the place, which counts as progress.
    pub(crate) fn enter(&self, place: P) {
        // Progress first: otherwise the watchdog could see the new place with the old counter and
        // abandon the worker.
        self.activity.touch();
        self.state().place = Some(place);
    }

    /// Changes the place. Does not count as progress.
    ///
    /// # Panics
    ///
    /// If the worker has no place.
    pub(crate) fn update<T>(&self, change: impl FnOnce(&mut P) -> T) -> T {
        change(self.state().place.as_mut().expect("the worker has entered a job"))
    }

    /// Ends the job. Returns false if the worker was abandoned: its result must be dropped, and it
    /// must take no other job.
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

    /// Abandons the worker if it has a job and has made no progress for `limit`.
    pub(super) fn abandon_if_hung(&self, watch: &mut Watch, limit: Duration) -> Option<(P, Hang)> {
        let (place, stage) = {
            let mut state = self.state();
            let has_stalled = watch.has_stalled(&self.activity, limit, || self.times());
            let place = state.place.clone().filter(|_| has_stalled)?;
            state.is_abandoned = true;
            (place, self.activity.stage())
        };
        let has_computed = watch.computed(self.times()) >= limit.mul_f64(COMPUTING);
        let after = if has_computed { limit.mul_f64(COMPUTING) } else { limit };
        Some((place, Hang { stage, text: self.activity.case_text(), after, has_computed }))
    }
}

/// The watchdog's record of one progress counter: its last value, and the time for which it has
/// seen no other.
///
/// Only time in which the worker could have made progress counts: not that in which the thread
/// waited for a CPU, nor that in which the whole process stood still.
#[derive(Debug)]
pub(super) struct Watch {
    changes: u64,
    stalled: Duration,
    polled: Instant,
    /// The times of the thread when the counter last changed; `None` before the first poll that
    /// finds it unchanged.
    before: Option<Times>,
}

impl Watch {
    pub(super) fn new(activity: &Activity) -> Self {
        Self {
            changes: activity.changes(),
            stalled: Duration::ZERO,
            polled: Instant::now(),
            before: None,
        }
    }

    /// Time for which the counter has not changed, up to the last poll.
    pub(super) fn stalled(&self) -> Duration {
        self.stalled
    }

    /// Returns true if the counter has not changed for `limit`, or for so much of it as a worker may
    /// compute. Changes are noticed only by calls of this method, so they count from the call that
    /// noticed them. `times` gives those of the thread.
    fn has_stalled(
        &mut self,
        activity: &Activity,
        limit: Duration,
        times: impl Fn() -> Times,
    ) -> bool {
        let changes = activity.changes();
        if changes != self.changes {
            *self = Self { changes, ..Self::new(activity) };
            return limit.is_zero();
        }
        self.stalled += self.polled.elapsed().min(POLL_MAX);
        self.polled = Instant::now();
        // Most workers make progress between two polls, so the statistics are rarely read.
        let before = *self.before.get_or_insert_with(&times);
        let computing = limit.mul_f64(COMPUTING);
        if self.stalled < computing {
            return false;
        }
        let spent = times().since(before);
        if spent.computed >= computing {
            return true;
        }
        // A thread that waits for a CPU now has waited for longer than the statistics say.
        !spent.is_runnable && self.stalled.saturating_sub(spent.waited) >= limit
    }

    /// Time for which the thread has computed since the counter last changed.
    fn computed(&self, now: Times) -> Duration {
        self.before.map_or(Duration::ZERO, |before| now.since(before).computed)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::{Times, Watch};
    use crate::model::activity::Activity;

    const LIMIT: Duration = Duration::from_millis(20);

    /// Whether a thread hangs that has spent its time in this way.
    fn hangs(spent: Times) -> bool {
        let activity = Activity::default();
        let mut watch = Watch::new(&activity);
        assert!(!watch.has_stalled(&activity, LIMIT, Times::default));
        thread::sleep(2 * LIMIT);
        watch.has_stalled(&activity, LIMIT, || spent)
    }

    #[test]
    fn a_thread_that_waits_for_a_cpu_does_not_hang() {
        let asleep = Times::default();
        assert!(hangs(asleep));
        assert!(!hangs(Times { is_runnable: true, ..asleep }), "it has not run once");
        assert!(hangs(Times { is_runnable: true, computed: LIMIT, ..asleep }));
        assert!(!hangs(Times { waited: Duration::from_mins(1), ..asleep }));
    }
}
