//! The search for a smaller case, on a thread that a watchdog may abandon.
//!
//! There are up to three descents. A check of all that a campaign compares takes seconds on a large
//! board with many moves, and a descent tries hundreds of candidates. So the first descents make only
//! the checks that can show the finding ([`Checks::filters_for`]), the very first on the case up to
//! its failing step. The case that each ends with must fail with all checks too, or it is dropped.
//! The last descent tries all candidates of that case with all checks, unless they add too little
//! to those of a descent before it ([`Filter::is_exact`]).

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::check::checks::{Checks, Filter};
use crate::check::lockstep::Verdict;
use crate::drive::subject::Subject;
use crate::model::activity::Activity;
use crate::model::any_case::AnyCase;
use crate::model::divergence::{Divergence, Finding};
use crate::model::guard::lock;

/// Plays a case, given as text, in a child process, and returns true if it fails. A child process
/// can be killed when the case hangs.
pub type Isolated<'a> = &'a dyn Fn(&str) -> bool;

/// Options for shrinking.
pub struct Shrinking<'a> {
    /// Time without progress after which a step counts as hung.
    pub step_limit: Duration,
    /// Total time for shrinking; the best result so far is kept
    /// ([`Report::cut_short`](crate::report::Report::cut_short)).
    pub time_limit: Duration,
    /// Ends shrinking early; the best result so far is kept.
    pub stop: &'a Arc<AtomicBool>,
    /// Where it counts what it tries.
    pub progress: Option<Arc<Progress>>,
    /// Used for cases that hang or kill the process. Without it they are not shrunk.
    pub isolated: Option<Isolated<'a>>,
}

impl<'a> Shrinking<'a> {
    /// A minute of shrinking in this process, with ten seconds per step.
    #[must_use]
    pub fn new(stop: &'a Arc<AtomicBool>) -> Self {
        let (step_limit, time_limit) = (Duration::from_secs(10), Duration::from_mins(1));
        Self { step_limit, time_limit, stop, progress: None, isolated: None }
    }
}

/// What shrinking has done so far, for other threads to show.
#[derive(Debug, Default)]
pub struct Progress {
    /// Number of cases tried.
    pub tried: AtomicUsize,
    /// Length of the smallest case that fails, in bytes; 0 before the first.
    pub smallest: AtomicUsize,
}

/// The state of a search, which its caller can read after it has hung.
pub(super) struct Search {
    subject: Arc<dyn Subject>,
    case: AnyCase,
    /// The step at which the case fails.
    step: usize,
    finding: Finding,
    checks: Checks,
    stop: Arc<AtomicBool>,
    /// The end of the descents that others follow; `None` if it lies beyond the clock, as for `deadline`.
    half_time: Option<Instant>,
    deadline: Option<Instant>,
    /// True if a candidate was not tried because the time was over or a stop was requested.
    cut_short: AtomicBool,
    /// True while a case is played: else the rule set is asked for candidates.
    is_playing: AtomicBool,
    /// Number of candidates that the last descent has tried.
    tried: AtomicUsize,
    progress: Option<Arc<Progress>>,
    /// The smallest case that fails with all checks.
    best: Mutex<AnyCase>,
    /// The smallest case of a descent with few checks, until it has been tried with all of them.
    filtered: Mutex<Option<AnyCase>>,
}

impl Search {
    pub(super) fn new(
        subject: &Arc<dyn Subject>,
        case: &AnyCase,
        divergence: &Divergence,
        checks: Checks,
        shrinking: &Shrinking<'_>,
    ) -> Self {
        let now = Instant::now();
        Self {
            subject: Arc::clone(subject),
            case: case.clone(),
            step: divergence.step,
            finding: divergence.finding.clone(),
            checks,
            stop: Arc::clone(shrinking.stop),
            half_time: now.checked_add(shrinking.time_limit / 2),
            deadline: now.checked_add(shrinking.time_limit),
            cut_short: AtomicBool::new(false),
            is_playing: AtomicBool::new(false),
            tried: AtomicUsize::new(0),
            progress: shrinking.progress.clone(),
            best: Mutex::new(case.clone()),
            filtered: Mutex::new(None),
        }
    }

    /// Makes the descents.
    pub(super) fn run(&self, activity: &Activity) {
        for (index, filter) in Checks::filters_for(&self.finding).iter().enumerate() {
            let start = if index == 0 {
                self.subject.up_to(&self.case, self.step)
            } else {
                lock(&self.best).clone()
            };
            self.descend_with(filter, &start, activity);
            let is_accepted =
                self.accept_filtered(|filtered| self.fails_with(filtered, self.checks, activity));
            if is_accepted && filter.is_exact {
                return;
            }
        }
        let start = lock(&self.best).clone();
        self.tried.store(0, Relaxed);
        let mut fails = |simpler: &AnyCase| {
            let fails = self.begins_trial() && self.fails_with(simpler, self.checks, activity);
            if fails {
                *lock(&self.best) = simpler.clone();
            }
            fails
        };
        self.subject.shrink(&start, &mut fails);
    }

    /// A descent from `start`. Nothing happens if `filter` does not show the finding there.
    fn descend_with(&self, filter: &Filter, start: &AnyCase, activity: &Activity) {
        let &Filter { checks, is_exact } = filter;
        if self.is_over() || !self.fails_with(start, checks, activity) {
            return;
        }
        self.tried.store(0, Relaxed);
        *lock(&self.filtered) = Some(start.clone());
        let mut fails = |simpler: &AnyCase| {
            let is_over = !is_exact && is_past(self.half_time) || !self.begins_trial();
            let fails = !is_over && self.fails_with(simpler, checks, activity);
            if fails {
                *lock(&self.filtered) = Some(simpler.clone());
            }
            fails
        };
        self.subject.shrink(start, &mut fails);
    }

    /// True if a case has the finding with these checks.
    fn fails_with(&self, case: &AnyCase, checks: Checks, activity: &Activity) -> bool {
        self.is_playing.store(true, Relaxed);
        let checks = checks.with_repetitions(self.step);
        let verdict = self.subject.check(case, checks, activity).verdict;
        self.is_playing.store(false, Relaxed);
        let fails = matches!(verdict, Verdict::Diverged(d) if d.finding.is_like(&self.finding));
        if let Some(progress) = &self.progress {
            progress.tried.fetch_add(1, Relaxed);
            if fails {
                progress.smallest.store(case.text().len(), Relaxed);
            }
        }
        fails
    }

    /// Keeps the result of a descent with few checks if there is one and it `fails` with all checks;
    /// returns true then.
    fn accept_filtered(&self, fails: impl FnOnce(&AnyCase) -> bool) -> bool {
        let filtered = lock(&self.filtered).take();
        let accepted = filtered.filter(|filtered| fails(filtered));
        let is_accepted = accepted.is_some();
        if let Some(accepted) = accepted {
            *lock(&self.best) = accepted;
        }
        is_accepted
    }

    /// The smallest case. If a descent with few checks hung, its result so far counts if it `fails`.
    pub(super) fn best(&self, fails: impl FnOnce(&AnyCase) -> bool) -> AnyCase {
        self.accept_filtered(fails);
        lock(&self.best).clone()
    }

    /// True once the time is over or a stop was requested; the search is cut short then.
    pub(super) fn is_over(&self) -> bool {
        let is_over = self.stop.load(Relaxed) || is_past(self.deadline);
        self.cut_short.fetch_or(is_over, Relaxed);
        is_over
    }

    /// Counts a candidate that is to be tried; false if the search [is over](Self::is_over).
    pub(super) fn begins_trial(&self) -> bool {
        let begins = !self.is_over();
        self.tried.fetch_add(usize::from(begins), Relaxed);
        begins
    }

    /// True while a case is played. If that hangs, it is the case that does.
    pub(super) fn is_playing(&self) -> bool {
        self.is_playing.load(Relaxed)
    }

    pub(super) fn tried(&self) -> usize {
        self.tried.load(Relaxed)
    }

    pub(super) fn is_cut_short(&self) -> bool {
        self.cut_short.load(Relaxed)
    }
}

fn is_past(time: Option<Instant>) -> bool {
    time.is_some_and(|time| Instant::now() >= time)
}
