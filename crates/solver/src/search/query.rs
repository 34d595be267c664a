//! A query: does a component have a move that leaves this value?
//!
//! The naive query lists all moves of all numbers and asks recursively whether what each leaves has
//! the value; the first yes ends it. Departures:
//!
//! 1. It lists outcomes, not sets (`outcomes.rs`), and skips those seen before or known to have
//!    another value.
//! 2. It answers no at once if too few moves can be made for the value, by count or by conflicts.
//! 3. Killer moves, which refuted earlier outcomes, prune branches and are tried first.
//! 4. Outcomes are tried in the order of their rank: estimated effort divided by the probability
//!    that they have the value (`value_model.rs`).
//! 5. Outcomes have limits of effort. In each round every open outcome gets a limit 20 times as
//!    large as in the round before, so a hard outcome cannot hide an easy win.
//! 6. Numbers take turns in time slices, because one may have a hundred times as many sets as all
//!    others together. Between slices, listed outcomes are tried.
//! 7. If listing looks costly, some random outcomes are tried before it.
//!
//! In guessing mode a query tries a few random outcomes of each number, and nothing else.

use rustc_hash::FxHashSet;

use super::grundy::{Answer, GrundySearch, Mode};
use super::killers::KillerMoves;
use super::queue::{OpenOutcome, OutcomeQueue};
use super::shape_move::ShapeMove;
use super::sum::Sum;
use super::value_model::{self, Features};
use crate::bits::Bits;
use crate::budget::{Exhausted, LimitHit, Metered};
use crate::conflicts::ConflictGraph;
use crate::outcomes::{AllListed, Branch, Leaf, NoSet, Outcomes, Pruned, Unlisted, Visitor};
use crate::part::{Part, with_words};
use crate::planted::{Fault, planted};
use crate::proof::{AllRefuted, Claim, Exact, Found, NoMove, Refuted, Sampled};
use crate::random::next_random;
use crate::shape::Shape;
use crate::tuning::{
    GUESS_SAMPLES, IMMEDIATE_TRIAL_FACTOR, KILLER_EFFORT_DIVISOR, KILLERS_LOOKED_UP, KILLERS_MAX,
    KILLERS_SEARCHED, SAMPLING_MIN_COST, SLICE_GROWTH, SLICE_STEPS, TRIAL_EFFORT_PER_STEP,
};

impl GrundySearch<'_> {
    /// A move that leaves a sum of this value, if there is one.
    pub(crate) fn find_move_to<B: Mode>(
        &mut self,
        shape: &Shape,
        value: u32,
    ) -> Result<Answer<B>, Exhausted> {
        if let Some(none) = NoMove::by_count(shape.numbers.len(), value) {
            return Ok(Answer::None(none));
        }
        with_words!(shape.height, shape.width, W => {
            Query::run(self, &Part::<W>::of(shape), shape, value)
        })
    }
}

/// A query in progress. It visits the outcomes of its numbers itself.
pub(crate) struct Query<'q, 's, const W: usize, B> {
    search: &'q mut GrundySearch<'s>,
    part: &'q Part<W>,
    shape: &'q Shape,
    value: u32,
    killers: KillerMoves<'q, W>,
    /// Outcomes whose value is still unknown.
    queue: OutcomeQueue<W, B>,
    /// The number whose outcomes are visited, and the steps left in its time slice.
    number: usize,
    slice_left: u64,
    /// Number of leaves listed, repeated outcomes included.
    listed: u64,
    /// Outcomes already listed, as `reach` and the parity of safe numbers: the value depends on
    /// nothing else.
    seen: FxHashSet<(Bits<W>, bool)>,
    /// Conflicts between the numbers; `None` in guesses and where they do not matter.
    conflicts: Option<ConflictGraph>,
}

/// Reason for ending a listing before all outcomes are visited.
pub(crate) enum ListingEnd<B> {
    Found(Found<B>),
    SliceOver,
    Exhausted(Exhausted),
}

impl<B> From<Exhausted> for ListingEnd<B> {
    fn from(exhausted: Exhausted) -> Self {
        Self::Exhausted(exhausted)
    }
}

impl<B> ListingEnd<B> {
    /// The move that was found; `None` if more may be listed later.
    fn into_found(self) -> Result<Option<Found<B>>, Exhausted> {
        match self {
            Self::Found(found) => Ok(Some(found)),
            Self::SliceOver => Ok(None),
            Self::Exhausted(exhausted) => Err(exhausted),
        }
    }
}

impl<'s, const W: usize, B: Mode> Query<'_, 's, W, B> {
    /// Runs the query: finds a move that leaves this value, or that there is none.
    pub(super) fn run(
        search: &mut GrundySearch<'s>,
        part: &Part<W>,
        shape: &Shape,
        value: u32,
    ) -> Result<Answer<B>, Exhausted> {
        let before = search.meter.stored();
        let answer = B::run(Query {
            search: &mut *search,
            part,
            shape,
            value,
            killers: KillerMoves::new(part),
            queue: OutcomeQueue::default(),
            number: 0,
            slice_left: u64::MAX,
            listed: 0,
            seen: FxHashSet::default(),
            conflicts: None,
        });
        search.meter.release_to(before);
        answer
    }
}

impl<const W: usize> Query<'_, '_, W, Sampled> {
    /// Searches some random outcomes.
    pub(super) fn run_guess(mut self) -> Result<Answer<Sampled>, Exhausted> {
        let samples = std::mem::replace(&mut self.search.samples_per_number, GUESS_SAMPLES);
        if let Some(found) = self.sample_each_number(samples)? {
            return Ok(Answer::Move(found));
        }
        Ok(match self.settle()? {
            Settled::Found(found) => Answer::Move(found),
            Settled::AllRefuted(refuted) => Answer::None(NoMove::by_samples(refuted)),
        })
    }
}

impl<const W: usize> Query<'_, '_, W, Exact> {
    /// The answer if so few moves can be made in the component that none can leave the value.
    /// Stores the values that the component cannot have.
    fn too_few_moves(&mut self) -> Option<NoMove<Exact>> {
        // A move to 0 needs no further moves after it.
        if self.value == 0 {
            return None;
        }
        self.conflicts = ConflictGraph::of(self.part);
        let conflicts = self.conflicts.as_ref()?;
        let all: Vec<u16> = (0..self.part.numbers.len() as u16).collect();
        let bound = ConflictGraph::max_moves(Some(conflicts), &all);
        self.search.proved.put(self.shape.key, Claim::within(bound), 1);
        NoMove::by_bound(bound, self.value)
    }

    /// Searches all outcomes.
    pub(super) fn run_exact(mut self) -> Result<Answer<Exact>, Exhausted> {
        if let Some(none) = self.too_few_moves() {
            return Ok(Answer::None(none));
        }
        if self.is_costly()
            && let Some(found) = self.try_samples()?
        {
            return Ok(Answer::Move(found));
        }
        let listed = match self.enumerate()? {
            Ok(listed) => listed,
            Err(found) => return Ok(Answer::Move(found)),
        };
        Ok(match self.settle()? {
            Settled::Found(found) => Answer::Move(found),
            Settled::AllRefuted(refuted) => Answer::None(NoMove::by_search(listed, refuted)),
        })
    }

    /// Lists the outcomes of all numbers in turn, with trials in between. An error is a move that
    /// one of the trials has found.
    fn enumerate(&mut self) -> Result<Result<AllListed, Found<Exact>>, Exhausted> {
        let mut slice = self.search.meter.initial_limit(SLICE_STEPS);
        let mut unlisted = Unlisted::all(self.part.numbers.len());
        loop {
            for _ in 0..unlisted.len() {
                let (number, path) = unlisted.next();
                (self.number, self.slice_left) = (number.into(), slice);
                match Outcomes::new(self.part, self.number).resume(path, self) {
                    Ok(listed) => unlisted.finish(listed),
                    Err((path, end)) => {
                        unlisted.put_back(number, path);
                        if let Some(found) = end.into_found()? {
                            return Ok(Err(found));
                        }
                    }
                }
            }
            if let Some(listed) = unlisted.all_listed() {
                return Ok(Ok(listed));
            }
            let steps = slice.saturating_mul(self.part.numbers.len() as u64);
            slice = slice.saturating_mul(self.search.meter.capped_growth(SLICE_GROWTH));
            if let Some(found) = self.try_listed(steps.saturating_mul(TRIAL_EFFORT_PER_STEP))? {
                return Ok(Err(found));
            }
        }
    }

    /// True if listing looks costly. The threshold of a hasty solver is low enough for the small
    /// boards of exhaustive tests.
    fn is_costly(&self) -> bool {
        let all: Vec<u16> = (0..self.part.numbers.len() as u16).collect();
        self.part.cost(&all, &self.part.balls) >= self.search.meter.initial_limit(SAMPLING_MIN_COST)
    }

    /// Tries some random outcomes with the limit of the first round.
    fn try_samples(&mut self) -> Result<Option<Found<Exact>>, Exhausted> {
        match self.sample_each_number(GUESS_SAMPLES)? {
            None => self.try_listed(u64::MAX),
            found => Ok(found),
        }
    }
}

/// The end of a query whose outcomes are listed or sampled.
enum Settled<B> {
    Found(Found<B>),
    AllRefuted(AllRefuted<B>),
}

impl<const W: usize, B: Mode> Query<'_, '_, W, B> {
    /// Visits random outcomes of each number.
    fn sample_each_number(&mut self, samples: u32) -> Result<Option<Found<B>>, Exhausted> {
        let mut outcomes = Outcomes::new(self.part, 0);
        for number in 0..self.part.numbers.len() {
            self.number = number;
            outcomes.switch_to(number);
            for _ in 0..samples {
                self.search.meter.poll_clock()?;
                self.search.meter.step()?;
                let mut state = self.search.random;
                let mut random = || next_random(&mut state);
                let end = outcomes.sample(&mut random, self);
                self.search.random = state;
                if let Err(end) = end
                    && let Some(found) = end.into_found()?
                {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// Tries the listed outcomes with the limit of the first round and this effort for all.
    fn try_listed(&mut self, effort: u64) -> Result<Option<Found<B>>, Exhausted> {
        let value = self.value;
        self.queue.begin_early(|outcome| value_model::rank(outcome.features, outcome.cost, value));
        let end = self.search.meter.effort().saturating_add(effort);
        while self.search.meter.effort() < end
            && let Some(outcome) = self.queue.pop()
        {
            if let Some(found) = self.try_outcome(outcome, 1)? {
                return Ok(Some(found));
            }
        }
        self.queue.end_early();
        Ok(None)
    }

    /// Runs rounds over the open outcomes until none is left or a move is found.
    fn settle(&mut self) -> Result<Settled<B>, Exhausted> {
        loop {
            while let Some(outcome) = self.queue.pop() {
                if let Some(found) = self.try_outcome(outcome, self.queue.factor)? {
                    return Ok(Settled::Found(found));
                }
            }
            if let Some(refuted) = self.queue.all_refuted() {
                return Ok(Settled::AllRefuted(refuted));
            }
            let value = self.value;
            let growth = self.search.meter.outcome_limit_growth();
            self.queue.begin_round(growth, |outcome| {
                value_model::rank(outcome.features, outcome.cost, value)
            });
        }
    }

    /// A move to this outcome if it has the value. An outcome that hits its limit waits for the
    /// next round.
    fn try_outcome(
        &mut self,
        outcome: OpenOutcome<W>,
        factor: u64,
    ) -> Result<Option<Found<B>>, Exhausted> {
        // Many outcomes in a row may be in the table by now: that is no node, but takes time.
        self.search.meter.step()?;
        let OpenOutcome { reach, safe, .. } = outcome;
        let alive = self.part.numbers_in(reach);
        let balls = &self.part.balls_in(&alive, reach);
        let branch = Branch { alive: &alive, balls, reach, safe, threatened: Bits::EMPTY };
        let effort = (outcome.cost / KILLER_EFFORT_DIVISOR + 1).saturating_mul(factor);
        if let Some(refuted) = self.refute_by_search(&branch, effort)? {
            self.queue.close(refuted);
            return Ok(None);
        }
        let search = &mut *self.search;
        let effort = search.meter.outcome_limit(outcome.cost, factor);
        let value = self.value;
        let sum = search.sum_of::<W, B>(self.part, &alive, balls, safe);
        match search.with_limit(effort, |search| search.sum_has_value(&sum, value))? {
            Err(LimitHit) => self.queue.next_round.push(outcome),
            Ok(answer) => match answer.refuted() {
                None => return self.witness(&outcome, answer),
                Some(refuted) => {
                    self.queue.close(refuted);
                    if let Some(last) = sum.open.last() {
                        let mv = B::refutation(search).as_ref().map(Claim::as_ref);
                        self.killers.learn(mv, last);
                    }
                }
            },
        }
        Ok(None)
    }

    /// A move with this outcome, which has the value; closes the outcome if no set has it.
    fn witness(
        &mut self,
        outcome: &OpenOutcome<W>,
        has_value: Claim<B, bool>,
    ) -> Result<Option<Found<B>>, Exhausted> {
        let number = usize::from(outcome.number);
        match self.set_of(number, outcome.painted, outcome.neutral)? {
            Ok(set) => Ok(has_value.found(ShapeMove::new(self.part, self.shape, number, set))),
            Err(no_set) => {
                self.queue.close(Refuted::without_set(no_set));
                Ok(None)
            }
        }
    }

    /// A set of the number that paints these cells and otherwise neutral ones, if there is one.
    fn set_of(
        &mut self,
        number: usize,
        painted: Bits<W>,
        neutral: Bits<W>,
    ) -> Result<Result<Bits<W>, NoSet>, Exhausted> {
        Outcomes::new(self.part, number).realize(painted, neutral, &mut self.search.meter)
    }

    /// Refutes all leaves of a branch with fewer moves left than the value needs, whatever else is
    /// painted.
    fn refute_by_bound(&self, branch: &Branch<'_, W>) -> Option<Refuted<B>> {
        let bound = ConflictGraph::max_moves(self.conflicts.as_ref(), branch.alive);
        Refuted::by_bound(bound, branch.safe, self.value)
    }

    /// Refutes all leaves of a branch by one of the first `limit` killers that is known to leave
    /// the value. That one moves to the front.
    fn refute_by_lookup(&mut self, branch: &Branch<'_, W>, limit: usize) -> Option<Refuted<B>> {
        for index in 0..self.killers.len().min(limit) {
            if let Some(sum) = self.after_killer(index, branch)
                && sum.open.is_empty()
                && let Some(refuted) = sum.heap.is(self.value).refuted_by_answer()
            {
                self.killers.promote(index);
                return Some(refuted);
            }
        }
        None
    }

    /// Refutes an outcome by a killer that leaves the value, by lookup or by a search with this
    /// much effort for each. `None` if none is found to.
    fn refute_by_search(
        &mut self,
        branch: &Branch<'_, W>,
        effort: u64,
    ) -> Result<Option<Refuted<B>>, Exhausted> {
        if let Some(refuted) = self.refute_by_lookup(branch, KILLERS_MAX) {
            return Ok(Some(refuted));
        }
        let value = self.value;
        for index in 0..self.killers.len().min(KILLERS_SEARCHED) {
            if let Some(sum) = self.after_killer(index, branch)
                && !sum.open.is_empty()
                && let Ok(leaves) =
                    self.search.with_limit(effort, |search| search.sum_has_value(&sum, value))?
                && let Some(refuted) = leaves.refuted_by_answer()
            {
                self.killers.promote(index);
                return Ok(Some(refuted));
            }
        }
        Ok(None)
    }

    /// The sum that a killer leaves at each leaf of a branch.
    #[inline]
    fn after_killer(&mut self, index: usize, branch: &Branch<'_, W>) -> Option<Sum<B>> {
        let live = self.killers.left_by(index, branch)?;
        Some(self.search.sum_of(self.part, &live.numbers, &live.balls, branch.safe))
    }

    /// Estimated cost of searching an outcome.
    fn cost(&self, leaf: &Leaf<'_, W>) -> u64 {
        if B::IS_GUESS {
            let numbers = leaf.alive.len() as u64;
            numbers * numbers
        } else {
            self.part.cost(leaf.alive, leaf.balls)
        }
    }

    /// True if the outcome costs little, compared with the listing so far.
    fn is_tried_immediately(&self, outcome: &OpenOutcome<W>) -> bool {
        let rank = || value_model::rank(outcome.features, outcome.cost, self.value);
        !B::IS_GUESS && rank().saturating_mul(IMMEDIATE_TRIAL_FACTOR) <= self.listed
    }
}

impl<const W: usize, B: Mode> Visitor<W> for Query<'_, '_, W, B> {
    type End = ListingEnd<B>;

    fn can_prune(&mut self, branch: &Branch<'_, W>) -> Result<Option<Pruned>, ListingEnd<B>> {
        self.slice_left = self.slice_left.checked_sub(1).ok_or(ListingEnd::SliceOver)?;
        let step = self.search.meter.step();
        if step == Err(Exhausted::Budget)
            && let Some(mistaken) = Pruned::mistaken()
        {
            return Ok(Some(mistaken));
        }
        step?;
        let refuted = self.refute_by_bound(branch);
        let refuted = refuted.or_else(|| self.refute_by_lookup(branch, KILLERS_LOOKED_UP));
        Ok(refuted.map(Pruned::by_refutation))
    }

    fn leaf(&mut self, leaf: &Leaf<'_, W>) -> Result<(), ListingEnd<B>> {
        self.listed += 1;
        self.search.meter.counts.sets += 1;
        let is_odd = leaf.safe % 2 == 1 && !planted(Fault::SafeUnseen);
        if self.seen.contains(&(leaf.reach, is_odd)) {
            return Ok(());
        }
        let sum = self.search.sum_of::<W, B>(self.part, leaf.alive, leaf.balls, leaf.safe);
        let known = self.search.known_answer(&sum, self.value);
        let refuted = known.and_then(Claim::refuted);
        // Only an outcome that surely has a set may represent others: another leaf of the same
        // outcome may have a set where this one has none.
        if refuted.is_none() && !leaf.is_certain && !planted(Fault::MaybeSeen) {
            let set = self.set_of(self.number, leaf.painted, leaf.neutral)?;
            if let Err(NoSet { .. }) = set {
                return Ok(());
            }
        }
        self.search.meter.store(W)?;
        self.seen.insert((leaf.reach, is_odd));
        self.search.meter.counts.outcomes += 1;
        self.queue.open();
        if let Some(refuted) = refuted {
            self.queue.close(refuted);
            return Ok(());
        }
        // Without a component of unknown value, the answer is known.
        let has_value = known.filter(|_| sum.open.is_empty());
        let features = Features::of(&sum);
        let outcome = OpenOutcome {
            painted: leaf.painted,
            neutral: leaf.neutral,
            reach: leaf.reach,
            number: self.number as u16,
            safe: leaf.safe,
            cost: if has_value.is_some() { 0 } else { self.cost(leaf) },
            features,
        };
        let found = if let Some(has_value) = has_value {
            self.witness(&outcome, has_value)?
        } else if self.is_tried_immediately(&outcome) {
            self.try_outcome(outcome, 1)?
        } else {
            self.queue.next_round.push(outcome);
            None
        };
        found.map_or(Ok(()), |found| Err(ListingEnd::Found(found)))
    }
}
