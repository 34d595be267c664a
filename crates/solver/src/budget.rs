//! Budgets of searches, and the meter that enforces them.
//!
//! The naive meter counts nodes and reads the clock at each of them. This one differs:
//!
//! 1. It counts *effort*, that is nodes and steps of enumerations: listing the outcomes of one node
//!    may take a seventh of a second.
//! 2. Limits nest. [`Metered::with_limit`] gives a search a limit of its own, so that a hard
//!    outcome cannot hide an easy one. A search that hits its own limit has the answer [`LimitHit`]
//!    and may be run again with a larger one; a limit around it that is reached ends everything
//!    inside, as an error.
//! 3. The clock is polled by time instead of at every step: the number of steps between two polls
//!    adapts to their cost.
//! 4. Memory is a limit, too: stored outcomes are counted, and too many of them exhaust the budget.
//! 5. Every one of these ends can be had at any step, for tests: an effort stands for the deadline
//!    and for the stop flag, and [`Budget::hit_limit_at`] for the limits inside and the share of the
//!    time.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::tuning::{
    HASTE, HASTY_GROWTH_MAX, OUTCOME_LIMIT_BASE, OUTCOME_LIMIT_GROWTH, OUTCOME_LIMIT_PER_COST,
    POLL_INTERVAL, STEPS_PER_POLL_MAX, STORED_MAX,
};

/// Limits of a search: the first one that is reached ends it.
///
/// ```
/// use std::time::{Duration, Instant};
/// use twinboard_solver::Budget;
///
/// let nodes = Budget { nodes: Some(10_000), ..Budget::unlimited() };
/// let time = Budget {
///     deadline: Some(Instant::now() + Duration::from_millis(50)),
///     ..Budget::unlimited()
/// };
/// assert!(nodes.deadline.is_none() && time.nodes.is_none());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget<'a> {
    /// Time by which the search returns; allow a few milliseconds for the last step.
    pub deadline: Option<Instant>,
    /// Most nodes to search. With this limit alone the answer is the same on every machine.
    pub nodes: Option<u64>,
    /// Most effort to spend: nodes, and the steps of listing their moves. Like a deadline it may
    /// end a search between two nodes, but at the same step on every machine.
    pub effort: Option<u64>,
    /// Most memory for outcomes that are stored at a time, in machine words of their positions plus
    /// 2 for each; it takes some 40 bytes for a count of 1. Never more than 2^23.
    pub memory: Option<u64>,
    /// Effort at which the innermost limit of the search counts as hit, or the share of the time
    /// that an attempt has as used up; the search goes on as after any such limit. Tests use it to
    /// check that nothing is lost at any step.
    pub hit_limit_at: Option<u64>,
    /// Flag that ends the search as soon as it is set.
    pub stop: Option<&'a AtomicBool>,
}

impl Budget<'_> {
    /// No limit: every query is answered, however long it takes.
    #[must_use]
    pub const fn unlimited() -> Self {
        Self {
            deadline: None,
            nodes: None,
            effort: None,
            memory: None,
            hit_limit_at: None,
            stop: None,
        }
    }
}

/// Work done by a solver since it was created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes searched: components, each added to a Nim heap, or whole positions while a draw
    /// is possible.
    pub nodes: u64,
    /// Leaves visited, each for all sets that paint the same relevant cells.
    pub sets: u64,
    /// Different outcomes of these leaves.
    pub outcomes: u64,
}

/// Reason for the lack of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exhausted {
    /// The budget as a whole: it stays exhausted.
    Budget,
    /// The limit of this attempt; a later one with more may succeed.
    Limit,
}

/// The answer of a search that hit the limit of its own: nothing is known, and a larger limit may
/// suffice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub(crate) struct LimitHit;

/// Counts the work of a search and enforces its limits.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    pub(crate) counts: &'a mut Counts,
    budget: Budget<'a>,
    /// Value of `counts.nodes` at which the budget is exhausted.
    last_node: u64,
    /// Effort at which the budget is exhausted.
    last_step: u64,
    /// Nodes and steps of enumerations so far.
    effort: u64,
    /// Effort at which the innermost limit is reached.
    limit: u64,
    next_poll: u64,
    /// Time of the last poll, and the number of steps from one poll to the next.
    last_poll: Instant,
    steps_per_poll: u64,
    /// Effort at which the innermost limit counts as hit.
    hit_limit_at: u64,
    /// Size of the stored outcomes, in the unit of [`STORED_MAX`], and the size that exhausts the
    /// budget.
    stored: u64,
    stored_max: u64,
    is_exhausted: bool,
    /// Divisor of initial limits; 1 unless the solver is hasty.
    haste: u64,
    /// Time at which all limits inside `with_time_limit` end, and whether it has passed.
    soft_deadline: Option<Instant>,
    is_overdue: bool,
}

impl<'a> Meter<'a> {
    /// Starts to count now.
    pub(crate) fn new(counts: &'a mut Counts, budget: &Budget<'a>, is_hasty: bool) -> Self {
        let last_node = budget.nodes.map_or(u64::MAX, |limit| counts.nodes.saturating_add(limit));
        let last_step = budget.effort.map_or(u64::MAX, |limit| limit.saturating_add(1));
        let budget = *budget;
        Self {
            counts,
            budget,
            last_node,
            last_step,
            effort: 0,
            limit: u64::MAX,
            next_poll: 0,
            last_poll: Instant::now(),
            steps_per_poll: 1,
            hit_limit_at: budget.hit_limit_at.unwrap_or(u64::MAX),
            stored: 0,
            stored_max: budget.memory.unwrap_or(u64::MAX).min(STORED_MAX),
            is_exhausted: false,
            haste: if is_hasty { HASTE } else { 1 },
            soft_deadline: None,
            is_overdue: false,
        }
    }

    /// Counts a node, which is a step as well.
    pub(crate) fn node(&mut self) -> Result<(), Exhausted> {
        self.is_exhausted |= self.counts.nodes >= self.last_node;
        self.step()?;
        self.counts.nodes += 1;
        Ok(())
    }

    /// Polls the clock and the node limit at once: called before a step that may take long.
    pub(crate) fn poll_clock(&mut self) -> Result<(), Exhausted> {
        self.poll();
        self.is_exhausted |= self.counts.nodes >= self.last_node;
        if self.is_exhausted { Err(Exhausted::Budget) } else { Ok(()) }
    }

    /// Effort that an outcome of this estimated cost may take in a round; `factor` grows from 1
    /// with the rounds.
    pub(crate) fn outcome_limit(&self, cost: u64, factor: u64) -> u64 {
        let limit = cost.saturating_mul(OUTCOME_LIMIT_PER_COST).saturating_add(OUTCOME_LIMIT_BASE);
        self.initial_limit(limit).saturating_mul(factor)
    }

    /// Ratio between the factors of two rounds.
    pub(crate) fn outcome_limit_growth(&self) -> u64 {
        self.capped_growth(OUTCOME_LIMIT_GROWTH)
    }

    /// Initial limit for a search of this effort: a hasty solver divides it by `haste`.
    pub(crate) fn initial_limit(&self, effort: u64) -> u64 {
        (effort / self.haste).max(1)
    }

    /// Growth of a limit by `times`, or by less in a hasty solver.
    pub(crate) fn capped_growth(&self, times: u64) -> u64 {
        if self.haste > 1 { times.min(HASTY_GROWTH_MAX) } else { times }
    }

    /// Nodes and steps of enumerations so far.
    pub(crate) fn effort(&self) -> u64 {
        self.effort
    }

    /// Counts a stored outcome of a part of this many machine words. Exhausts the budget if too
    /// many are stored.
    pub(crate) fn store(&mut self, words: usize) -> Result<(), Exhausted> {
        self.stored += words as u64 + 2;
        self.is_exhausted |= self.stored >= self.stored_max;
        if self.is_exhausted { Err(Exhausted::Budget) } else { Ok(()) }
    }

    /// Size of the stored outcomes, for [`release_to`](Self::release_to).
    pub(crate) fn stored(&self) -> u64 {
        self.stored
    }

    /// Releases all outcomes stored after `stored` returned this size.
    pub(crate) fn release_to(&mut self, before: u64) {
        self.stored = before;
    }

    /// Counts a step of an enumeration.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), Exhausted> {
        self.effort += 1;
        if self.effort >= self.next_poll {
            self.poll();
            if self.effort == self.hit_limit_at && !self.is_exhausted {
                self.is_overdue |= self.soft_deadline.is_some();
                return Err(Exhausted::Limit);
            }
        }
        if self.is_exhausted {
            Err(Exhausted::Budget)
        } else if self.effort >= self.limit || self.is_overdue {
            Err(Exhausted::Limit)
        } else {
            Ok(())
        }
    }

    fn poll(&mut self) {
        let now = Instant::now();
        let steps = if now - self.last_poll > POLL_INTERVAL {
            self.steps_per_poll / 2
        } else {
            self.steps_per_poll * 2
        };
        self.steps_per_poll = steps.clamp(1, STEPS_PER_POLL_MAX);
        self.last_poll = now;
        self.next_poll = (self.effort + self.steps_per_poll).min(self.last_step);
        if self.effort < self.hit_limit_at {
            self.next_poll = self.next_poll.min(self.hit_limit_at);
        }
        self.is_exhausted |= self.effort >= self.last_step
            || self.budget.deadline.is_some_and(|deadline| now >= deadline)
            || self.budget.stop.is_some_and(|stop| stop.load(Relaxed));
        self.is_overdue |= self.soft_deadline.is_some_and(|soft_deadline| now >= soft_deadline);
    }

    /// Time to the deadline; `None` without one.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.budget.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Lowers the limit to this much more effort, if it is not lower already; returns the limit
    /// before.
    fn lower_limit(&mut self, effort: u64) -> u64 {
        let limit = self.limit;
        self.limit = limit.min(self.effort.saturating_add(effort));
        limit
    }
}

/// Owner of a meter; both searches are.
pub(crate) trait Metered<'a>: Sized {
    fn meter(&mut self) -> &mut Meter<'a>;

    /// Runs with at most this much more effort. Answers [`LimitHit`] if that was not enough.
    ///
    /// # Errors
    ///
    /// If an outer limit or the budget was reached.
    fn with_limit<T>(
        &mut self,
        effort: u64,
        run: impl FnOnce(&mut Self) -> Result<T, Exhausted>,
    ) -> Result<Result<T, LimitHit>, Exhausted> {
        let limit = self.meter().lower_limit(effort);
        let result = run(self);
        let meter = self.meter();
        meter.limit = limit;
        match result {
            Ok(answer) => Ok(Ok(answer)),
            Err(Exhausted::Limit) if meter.effort < limit && !meter.is_overdue => Ok(Err(LimitHit)),
            Err(exhausted) => Err(exhausted),
        }
    }

    /// Runs with a limit of time as well. Must not be nested in another time limit.
    fn with_time_limit<T>(
        &mut self,
        time: Option<Duration>,
        effort: u64,
        run: impl FnOnce(&mut Self) -> Result<T, Exhausted>,
    ) -> Result<Result<T, LimitHit>, Exhausted> {
        let meter = self.meter();
        meter.soft_deadline = time.map(|time| Instant::now() + time);
        let result = self.with_limit(effort, run);
        let meter = self.meter();
        meter.soft_deadline = None;
        let is_overdue = std::mem::take(&mut meter.is_overdue);
        match result {
            Err(Exhausted::Limit) if is_overdue => Ok(Err(LimitHit)),
            result => result,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::{Duration, Instant};

    use super::{Budget, Counts, Exhausted, LimitHit, Meter, Metered};

    struct Owner<'a>(Meter<'a>);

    impl<'a> Metered<'a> for Owner<'a> {
        fn meter(&mut self) -> &mut Meter<'a> {
            &mut self.0
        }
    }

    /// Takes `count` steps, or ends at the first that fails.
    fn steps(owner: &mut Owner<'_>, count: u64) -> Result<u64, Exhausted> {
        (0..count).try_for_each(|_| owner.0.step()).map(|()| count)
    }

    #[test]
    fn an_inner_limit_never_exceeds_the_outer_one() {
        let mut counts = Counts::default();
        let mut owner = Owner(Meter::new(&mut counts, &Budget::unlimited(), false));
        assert_eq!(owner.with_limit(10, |owner| steps(owner, 9)), Ok(Ok(9)));
        assert_eq!(owner.with_limit(10, |owner| steps(owner, 10)), Ok(Err(LimitHit)));
        let inner = |owner: &mut Owner<'_>| owner.with_limit(20, |owner| steps(owner, 20));
        let outer = owner.with_limit(10, inner);
        assert_eq!(outer, Ok(Err(LimitHit)), "the outer limit is reached first");
        let inner = |owner: &mut Owner<'_>| owner.with_limit(5, |owner| steps(owner, 20));
        assert_eq!(owner.with_limit(10, inner), Ok(Ok(Err(LimitHit))));
        assert_eq!(steps(&mut owner, 1000), Ok(1000));
    }

    #[test]
    fn a_soft_deadline_ends_the_limits_inside_it_and_nothing_after() {
        let mut counts = Counts::default();
        let mut owner = Owner(Meter::new(&mut counts, &Budget::unlimited(), false));
        let (none, long) = (Some(Duration::ZERO), Some(Duration::from_hours(1)));
        let inner = |owner: &mut Owner<'_>| owner.with_limit(500, |owner| steps(owner, 400));
        let over = owner.with_time_limit(none, 1000, inner);
        assert_eq!(over, Ok(Err(LimitHit)), "the time is over");
        assert_eq!(steps(&mut owner, 400), Ok(400), "and forgotten");
        assert_eq!(owner.with_time_limit(long, 1000, inner), Ok(Ok(Ok(400))));
        assert_eq!(owner.with_time_limit(None, 1000, inner), Ok(Ok(Ok(400))));
        let early = owner.with_time_limit(long, 300, inner);
        assert_eq!(early, Ok(Err(LimitHit)), "the limit is reached first");
        let too_late = |owner: &mut Owner<'_>| Ok(inner(owner).is_err());
        assert_eq!(
            owner.with_time_limit(none, 1000, too_late),
            Ok(Ok(true)),
            "an answer all the same"
        );
        assert_eq!(steps(&mut owner, 400), Ok(400));
    }

    #[test]
    fn the_innermost_limit_can_be_hit_at_any_step_and_only_there() {
        for at in 1..=100 {
            let mut counts = Counts::default();
            let budget = Budget { hit_limit_at: Some(at), ..Budget::default() };
            let mut owner = Owner(Meter::new(&mut counts, &budget, false));
            let inner = |owner: &mut Owner<'_>| owner.with_limit(500, |owner| steps(owner, 100));
            assert_eq!(owner.with_limit(1000, inner), Ok(Ok(Err(LimitHit))), "at {at}");
            assert_eq!(owner.0.effort(), at);
            assert_eq!(owner.with_limit(1000, inner), Ok(Ok(Ok(100))), "the search goes on");
            // The share of the time ends all limits inside.
            let mut owner = Owner(Meter::new(&mut counts, &budget, false));
            let long = Some(Duration::from_hours(1));
            assert_eq!(owner.with_time_limit(long, 1000, inner), Ok(Err(LimitHit)), "at {at}");
            assert_eq!(owner.with_time_limit(long, 1000, inner), Ok(Ok(Ok(100))));
        }
    }

    #[test]
    fn an_exhausted_budget_ends_everything() {
        let stop = AtomicBool::new(true);
        for budget in [
            Budget { nodes: Some(2), ..Budget::default() },
            Budget { effort: Some(2), ..Budget::default() },
            Budget { deadline: Some(Instant::now()), ..Budget::default() },
            Budget { stop: Some(&stop), ..Budget::default() },
            Budget { memory: Some(0), ..Budget::default() },
        ] {
            let mut counts = Counts { nodes: 40, ..Counts::default() };
            let mut owner = Owner(Meter::new(&mut counts, &budget, false));
            let end = owner.with_limit(1000, |owner| {
                budget.memory.map_or(Ok(()), |_| owner.0.store(1))?;
                (0..100).try_for_each(|_| owner.0.node())
            });
            assert_eq!(end, Err(Exhausted::Budget));
            assert_eq!(steps(&mut owner, 1), Err(Exhausted::Budget), "it stays exhausted");
            let is_counted = budget.nodes.is_some() || budget.effort.is_some();
            assert_eq!(counts.nodes, if is_counted { 42 } else { 40 });
        }
    }
}
