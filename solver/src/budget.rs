//! How much a search may take, and how much it has taken.

use crate::tuning::{
    HASTE, HASTY_GROWTH_MAX, OUTCOME_LIMIT_BASE, OUTCOME_LIMIT_GROWTH, OUTCOME_LIMIT_PER_COST,
    POLL_INTERVAL, STEPS_PER_POLL_MAX, STORED_MAX,
};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How much a search may take. Whichever limit is reached first ends it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget<'a> {
    /// When it has to come back, with a few milliseconds to spare.
    pub deadline: Option<Instant>,
    /// How many nodes it may look at; with this limit alone its answer is the same on every machine.
    pub nodes: Option<u64>,
    /// Set when nobody waits for it any more.
    pub stop: Option<&'a AtomicBool>,
}

impl Budget<'_> {
    /// No limit at all: what is asked is answered, however long it takes.
    #[must_use]
    pub const fn unlimited() -> Self {
        Self { deadline: None, nodes: None, stop: None }
    }
}

/// What a search has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions whose moves were looked at: components, each with a heap of Nim beside it, or whole
    /// positions while a draw is possible.
    pub nodes: u64,
    /// Ways to paint what matters to other numbers that were looked at, singly.
    pub sets: u64,
    /// Different positions that these led to.
    pub outcomes: u64,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exhausted {
    /// The budget was not enough.
    Budget,
    /// What may be spent on this query for now was not enough.
    Limit,
}

/// Watches over a search.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    pub(crate) counts: &'a mut Counts,
    budget: Budget<'a>,
    /// The count of nodes at which the budget is spent.
    last_node: u64,
    /// How much has been done: nodes, and steps of walks.
    effort: u64,
    /// At how much effort to give up for now.
    limit: u64,
    next_poll: u64,
    /// The last look at the clock, and how many steps there are from one to the next.
    last_poll: Instant,
    steps_per_poll: u64,
    /// How much is kept, as [`STORED_MAX`] counts.
    stored: u64,
    is_exhausted: bool,
    /// What is given up at first is given up so many times earlier.
    haste: u64,
    /// When to give up all limits within which something is asked just now, and whether they are.
    soft_deadline: Option<Instant>,
    is_overdue: bool,
}

impl<'a> Meter<'a> {
    /// A search that begins now.
    pub(crate) fn new(counts: &'a mut Counts, budget: &Budget<'a>, is_hasty: bool) -> Self {
        let last_node = budget.nodes.map_or(u64::MAX, |most| counts.nodes.saturating_add(most));
        let budget = *budget;
        Self {
            counts,
            budget,
            last_node,
            effort: 0,
            limit: u64::MAX,
            next_poll: 0,
            last_poll: Instant::now(),
            steps_per_poll: 1,
            stored: 0,
            is_exhausted: false,
            haste: if is_hasty { HASTE } else { 1 },
            soft_deadline: None,
            is_overdue: false,
        }
    }

    /// One more node.
    pub(crate) fn node(&mut self) -> Result<(), Exhausted> {
        self.is_exhausted |= self.counts.nodes >= self.last_node;
        self.step()?;
        self.counts.nodes += 1;
        Ok(())
    }

    /// Before a step that may take long: looks at the clock in any case, and whether there may be more
    /// nodes.
    pub(crate) fn poll_clock(&mut self) -> Result<(), Exhausted> {
        self.poll();
        self.is_exhausted |= self.counts.nodes >= self.last_node;
        if self.is_exhausted { Err(Exhausted::Budget) } else { Ok(()) }
    }

    /// How much effort an outcome may take that looks like so much, when all have had so many shares.
    pub(crate) fn outcome_limit(&self, cost: u64, factor: u64) -> u64 {
        let limit = cost.saturating_mul(OUTCOME_LIMIT_PER_COST).saturating_add(OUTCOME_LIMIT_BASE);
        self.initial_limit(limit).saturating_mul(factor)
    }

    /// How many times as many shares outcomes have from one round to the next.
    pub(crate) fn outcome_limit_growth(&self) -> u64 {
        self.capped_growth(OUTCOME_LIMIT_GROWTH)
    }

    /// How much of so much effort may be taken at first.
    pub(crate) fn initial_limit(&self, effort: u64) -> u64 {
        (effort / self.haste).max(1)
    }

    /// What grows so many times from one time to the next.
    pub(crate) fn capped_growth(&self, times: u64) -> u64 {
        if self.haste > 1 { times.min(HASTY_GROWTH_MAX) } else { times }
    }

    /// How much has been done: nodes, and steps of walks.
    pub(crate) fn effort(&self) -> u64 {
        self.effort
    }

    /// One more outcome is kept, of a part of so many words. With too many of them the memory is what is
    /// spent.
    pub(crate) fn store(&mut self, words: usize) {
        self.stored += words as u64 + 2;
        self.is_exhausted |= self.stored >= STORED_MAX;
    }

    /// How much is kept.
    pub(crate) fn stored(&self) -> u64 {
        self.stored
    }

    /// Nothing is kept any more that was not kept before.
    pub(crate) fn release_to(&mut self, before: u64) {
        self.stored = before;
    }

    /// One more step.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), Exhausted> {
        self.effort += 1;
        if self.effort >= self.next_poll {
            self.poll();
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
        self.next_poll = self.effort + self.steps_per_poll;
        self.is_exhausted |= self.budget.deadline.is_some_and(|deadline| now >= deadline)
            || self.budget.stop.is_some_and(|stop| stop.load(Relaxed));
        self.is_overdue |= self.soft_deadline.is_some_and(|soft_deadline| now >= soft_deadline);
    }

    /// How much time there is; `None` if it does not end.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.budget.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Lowers the limit to so much more effort; gives the limit that there was.
    fn lower_limit(&mut self, effort: u64) -> u64 {
        let limit = self.limit;
        self.limit = limit.min(self.effort.saturating_add(effort));
        limit
    }
}

/// Whoever has a meter.
pub(crate) trait Metered<'a>: Sized {
    fn meter(&mut self) -> &mut Meter<'a>;

    /// Asks with so much more effort at most; `None` if that was not enough, but the limit around it is
    /// not reached.
    fn with_limit<T>(
        &mut self,
        effort: u64,
        run: impl FnOnce(&mut Self) -> Result<T, Exhausted>,
    ) -> Result<Option<T>, Exhausted> {
        let limit = self.meter().lower_limit(effort);
        let result = run(self);
        let meter = self.meter();
        meter.limit = limit;
        match result {
            Ok(answer) => Ok(Some(answer)),
            Err(Exhausted::Limit) if meter.effort < limit && !meter.is_overdue => Ok(None),
            Err(exhausted) => Err(exhausted),
        }
    }

    /// The same, where no more than so much time may be taken, either. It is not asked within another.
    fn with_time_limit<T>(
        &mut self,
        time: Option<Duration>,
        effort: u64,
        run: impl FnOnce(&mut Self) -> Result<T, Exhausted>,
    ) -> Result<Option<T>, Exhausted> {
        let meter = self.meter();
        meter.soft_deadline = time.map(|time| Instant::now() + time);
        let result = self.with_limit(effort, run);
        let meter = self.meter();
        meter.soft_deadline = None;
        let is_overdue = std::mem::take(&mut meter.is_overdue);
        match result {
            Err(Exhausted::Limit) if is_overdue => Ok(None),
            result => result,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::{Duration, Instant};

    use super::{Budget, Counts, Exhausted, Meter, Metered};

    struct Owner<'a>(Meter<'a>);

    impl<'a> Metered<'a> for Owner<'a> {
        fn meter(&mut self) -> &mut Meter<'a> {
            &mut self.0
        }
    }

    /// Steps until it is stopped.
    fn steps(owner: &mut Owner<'_>, most: u64) -> Result<u64, Exhausted> {
        (0..most).try_for_each(|_| owner.0.step()).map(|()| most)
    }

    #[test]
    fn a_limit_inside_another_gives_way_to_it() {
        let mut counts = Counts::default();
        let mut owner = Owner(Meter::new(&mut counts, &Budget::unlimited(), false));
        assert_eq!(owner.with_limit(10, |owner| steps(owner, 9)), Ok(Some(9)));
        assert_eq!(owner.with_limit(10, |owner| steps(owner, 10)), Ok(None));
        let inner = |owner: &mut Owner<'_>| owner.with_limit(20, |owner| steps(owner, 20));
        assert_eq!(owner.with_limit(10, inner), Ok(None), "the outer limit is reached first");
        let inner = |owner: &mut Owner<'_>| owner.with_limit(5, |owner| steps(owner, 20));
        assert_eq!(owner.with_limit(10, inner), Ok(Some(None)));
        assert_eq!(steps(&mut owner, 1000), Ok(1000));
    }

    #[test]
    fn a_pause_ends_all_limits_around_what_is_asked_and_nothing_after_it() {
        let mut counts = Counts::default();
        let mut owner = Owner(Meter::new(&mut counts, &Budget::unlimited(), false));
        let (none, long) = (Some(Duration::ZERO), Some(Duration::from_hours(1)));
        let inner = |owner: &mut Owner<'_>| owner.with_limit(500, |owner| steps(owner, 400));
        assert_eq!(owner.with_time_limit(none, 1000, inner), Ok(None), "the time is over");
        assert_eq!(steps(&mut owner, 400), Ok(400), "and forgotten");
        assert_eq!(owner.with_time_limit(long, 1000, inner), Ok(Some(Some(400))));
        assert_eq!(owner.with_time_limit(None, 1000, inner), Ok(Some(Some(400))));
        assert_eq!(owner.with_time_limit(long, 300, inner), Ok(None), "the limit is reached first");
        let too_late = |owner: &mut Owner<'_>| Ok(inner(owner).is_err());
        assert_eq!(
            owner.with_time_limit(none, 1000, too_late),
            Ok(Some(true)),
            "an answer all the same"
        );
        assert_eq!(steps(&mut owner, 400), Ok(400));
    }

    #[test]
    fn a_spent_budget_ends_everything() {
        let stop = AtomicBool::new(true);
        for budget in [
            Budget { nodes: Some(2), ..Budget::default() },
            Budget { deadline: Some(Instant::now()), ..Budget::default() },
            Budget { stop: Some(&stop), ..Budget::default() },
        ] {
            let mut counts = Counts { nodes: 40, ..Counts::default() };
            let mut owner = Owner(Meter::new(&mut counts, &budget, false));
            let end = owner.with_limit(1000, |owner| (0..100).try_for_each(|_| owner.0.node()));
            assert_eq!(end, Err(Exhausted::Budget));
            assert_eq!(steps(&mut owner, 1), Err(Exhausted::Budget), "it stays exhausted");
            assert_eq!(counts.nodes, if budget.nodes.is_some() { 42 } else { 40 });
        }
    }
}
