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
//! 8. A query that hits its limit is suspended with its progress and its open outcomes, and resumed
//!    later.
//! 9. Threads that share tables share the work (`reservations.rs`): each lists half of the numbers
//!    first, puts off outcomes that another searches, and ends a query that another has answered.
//!
//! In guessing mode a query tries a few random outcomes of each number, and nothing else.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use twinboard_vocabulary::random::mix;

use super::grundy::{Answer, GrundySearch, Mode};
use super::killers::{KillerMoves, SumSearch};
use super::shape_move::ShapeMove;
use super::sum::Sum;
use super::suspended::{Enumeration, OpenOutcome, OutcomeQueue, QueryState};
use super::value_model::Features;
use crate::bits::Bits;
use crate::budget::{Exhausted, LimitHit, Metered};
use crate::conflicts::{self, ConflictGraph, MovesBound};
use crate::outcomes::{AllListed, Branch, Leaf, NoSet, Outcomes, Pruned, Visitor};
use crate::part::{Part, word_count};
use crate::planted::{Fault, planted};
use crate::proof::{AllRefuted, Claim, Exact, Found, NoMove, Refuted, Sampled};
use crate::random::next_random;
use crate::reservations::Reservations;
use crate::shape::Shape;
use crate::tuning::{
    GUESS_SAMPLES, IMMEDIATE_TRIAL_FACTOR, KILLER_EFFORT_DIVISOR, RESERVATION_NUMBERS_MIN,
    SAMPLING_MIN_COST, SLICE_GROWTH, SLICE_STEPS, TRIAL_EFFORT_PER_STEP,
};

impl GrundySearch<'_> {
    /// A move that leaves a sum of this value, if there is one.
    pub(crate) fn find_move_to<B: Mode>(
        &mut self,
        shape: &Shape,
        value: u32,
    ) -> Result<Answer<B>, Exhausted> {
        let wants_answer_only = std::mem::take(&mut self.wants_answer_only);
        if let Some(none) = NoMove::by_count(shape.numbers.len(), value) {
            return Ok(Answer::None(none));
        }
        match word_count(shape.height, shape.width) {
            1 => Query::run(self, &Part::<1>::of(shape), shape, value, wants_answer_only),
            2 => Query::run(self, &Part::<2>::of(shape), shape, value, wants_answer_only),
            4 => Query::run(self, &Part::<4>::of(shape), shape, value, wants_answer_only),
            8 => Query::run(self, &Part::<8>::of(shape), shape, value, wants_answer_only),
            _ => Query::run(self, &Part::<16>::of(shape), shape, value, wants_answer_only),
        }
    }
}

impl<B: Mode> SumSearch<B> for GrundySearch<'_> {
    #[inline]
    fn sum_of_live<const W: usize>(
        &self,
        part: &Part<W>,
        live: &[u16],
        balls: &[Bits<W>],
        safe: u32,
    ) -> Sum<B> {
        self.sum_of(part, live, balls, safe)
    }

    fn has_value_within(
        &mut self,
        effort: u64,
        sum: &Sum<B>,
        value: u32,
    ) -> Result<Result<Claim<B, bool>, LimitHit>, Exhausted> {
        self.with_limit(effort, |search| search.sum_has_value(sum, value))
    }
}

/// A query in progress. It visits the outcomes of its numbers itself.
pub(crate) struct Query<'q, 's, const W: usize, B> {
    search: &'q mut GrundySearch<'s>,
    part: &'q Part<W>,
    shape: &'q Shape,
    value: u32,
    killers: KillerMoves<'q, W>,
    enumeration: Enumeration<W>,
    /// Outcomes whose value is still unknown.
    queue: OutcomeQueue<W, B>,
    /// The number whose outcomes are visited.
    number: usize,
    /// Steps left in its time slice.
    slice_left: u64,
    /// Conflicts between the numbers; `None` in guesses and where they do not matter.
    conflicts: Option<ConflictGraph>,
    /// Reservations of other threads, if they may search the same outcomes.
    reservations: Option<&'s Reservations>,
    /// True if the query may end without a move once another thread has answered it.
    wants_answer_only: bool,
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
        wants_answer_only: bool,
    ) -> Result<Answer<B>, Exhausted> {
        let before = search.meter.stored();
        let is_shared = !B::IS_GUESS && shape.numbers.len() >= RESERVATION_NUMBERS_MIN;
        let reservations = search.reservations.filter(|_| is_shared);
        let slice = search.meter.initial_limit(SLICE_STEPS);
        let answer = B::run(Query {
            reservations,
            wants_answer_only,
            search: &mut *search,
            part,
            shape,
            value,
            killers: KillerMoves::new(part, value),
            enumeration: Enumeration::new(part.numbers.len(), slice),
            queue: OutcomeQueue::default(),
            number: 0,
            slice_left: u64::MAX,
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

    /// Searches all outcomes, or those left when the query was suspended.
    pub(super) fn run_exact(mut self) -> Result<Answer<Exact>, Exhausted> {
        if let Some(none) = self.too_few_moves() {
            return Ok(Answer::None(none));
        }
        if let Some(QueryState { enumeration, queue, killers }) =
            self.search.suspended.resume(self.shape, self.value)
        {
            (self.enumeration, self.queue) = (enumeration, queue);
            self.killers.restore(killers);
        }
        let answer = self.enumerate();
        if matches!(answer, Err(Exhausted::Limit)) {
            self.suspend();
        }
        answer
    }

    /// Lists the remaining outcomes, with trials in between, and settles the open ones.
    fn enumerate(&mut self) -> Result<Answer<Exact>, Exhausted> {
        if self.enumeration.is_new()
            && self.is_costly()
            && let Some(found) = self.try_samples()?
        {
            return Ok(Answer::Move(found));
        }
        let listed = loop {
            if let Some(listed) = self.enumeration.unlisted.all_listed() {
                break listed;
            }
            if self.enumeration.trial_effort == 0 {
                if let Some(found) = self.enumerate_in_slices()? {
                    return Ok(Answer::Move(found));
                }
                self.begin_early();
            }
            if let Some(found) = self.try_early()? {
                return Ok(Answer::Move(found));
            }
        };
        self.settle_all(listed)
    }

    /// Settles the open outcomes when all are listed.
    fn settle_all(&mut self, listed: AllListed) -> Result<Answer<Exact>, Exhausted> {
        Ok(match self.settle()? {
            Settled::Found(found) => Answer::Move(found),
            Settled::AllRefuted(refuted) => Answer::None(NoMove::by_search(listed, refuted)),
        })
    }

    /// Lists outcomes of each unfinished number for one time slice.
    fn enumerate_in_slices(&mut self) -> Result<Option<Found<Exact>>, Exhausted> {
        for _ in 0..self.enumeration.unlisted.len() {
            let (number, path) = self.enumeration.unlisted.next();
            (self.number, self.slice_left) = (number.into(), self.slice_of(number));
            match Outcomes::new(self.part, self.number).resume(path, self) {
                Ok(listed) => self.enumeration.unlisted.finish(listed),
                Err((path, end)) => {
                    self.enumeration.unlisted.put_back(number, path);
                    if let Some(found) = end.into_found()? {
                        return Ok(Some(found));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Steps of a number in this time slice. With several threads, those with an even and those
    /// with an odd index each list half of the numbers one slice ahead of the others.
    fn slice_of(&self, number: u16) -> u64 {
        let slice = self.enumeration.slice;
        let is_behind =
            self.reservations.is_some() && (u32::from(number) ^ self.search.thread) & 1 == 1;
        let is_first = slice == self.search.meter.initial_limit(SLICE_STEPS);
        match (is_behind, is_first) {
            (false, _) => slice,
            (true, false) => slice / SLICE_GROWTH,
            (true, true) => 0,
        }
    }

    /// Starts a trial of the listed outcomes, if there is more to list.
    fn begin_early(&mut self) {
        let Enumeration { unlisted, slice, .. } = &mut self.enumeration;
        if unlisted.all_listed().is_some() {
            return;
        }
        let steps = slice.saturating_mul(self.part.numbers.len() as u64);
        *slice = slice.saturating_mul(SLICE_GROWTH);
        self.try_for(steps.saturating_mul(TRIAL_EFFORT_PER_STEP));
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
            None => {
                self.try_for(u64::MAX);
                self.try_early()
            }
            found => Ok(found),
        }
    }

    /// Stores the state of the query until it is run again.
    fn suspend(&mut self) {
        let queue = std::mem::take(&mut self.queue);
        let nothing = Enumeration::new(self.part.numbers.len(), 0);
        let enumeration = std::mem::replace(&mut self.enumeration, nothing);
        let state = QueryState { enumeration, queue, killers: self.killers.take() };
        self.search.suspended.suspend(self.shape, self.value, state);
    }
}

/// The end of a query whose outcomes are listed or sampled.
enum Settled<B> {
    Found(Found<B>),
    AllRefuted(AllRefuted<B>),
}

impl<'s, const W: usize, B: Mode> Query<'_, 's, W, B> {
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

    /// Starts a trial of the listed outcomes with this effort.
    fn try_for(&mut self, effort: u64) {
        self.enumeration.trial_effort = effort;
        let (model, value) = (&self.search.model, self.value);
        self.queue.begin_early(|outcome| model.rank(outcome.features, outcome.cost, value));
    }

    /// Continues a trial until its effort or its outcomes are used up.
    fn try_early(&mut self) -> Result<Option<Found<B>>, Exhausted> {
        while self.enumeration.trial_effort > 0 && !self.queue.is_round_over() {
            let begun = self.search.meter.effort();
            let tried = self.try_next(1);
            let effort = self.search.meter.effort() - begun;
            self.enumeration.trial_effort = self.enumeration.trial_effort.saturating_sub(effort);
            if let Some(found) = tried? {
                return Ok(Some(found));
            }
        }
        self.enumeration.trial_effort = 0;
        self.queue.end_early();
        Ok(None)
    }

    /// Runs rounds over the open outcomes until none is left or a move is found.
    fn settle(&mut self) -> Result<Settled<B>, Exhausted> {
        loop {
            if let Some(found) = self.finish_round()? {
                return Ok(Settled::Found(found));
            }
            if let Some(refuted) = self.queue.all_refuted() {
                return Ok(Settled::AllRefuted(refuted));
            }
            self.begin_round();
        }
    }

    /// Starts the next round with larger limits and up-to-date ranks.
    fn begin_round(&mut self) {
        let (model, value) = (&self.search.model, self.value);
        let growth = self.search.meter.outcome_limit_growth();
        self.queue.begin_round(growth, |outcome| model.rank(outcome.features, outcome.cost, value));
    }

    /// Tries all outcomes left in this round.
    fn finish_round(&mut self) -> Result<Option<Found<B>>, Exhausted> {
        while !self.queue.is_round_over() {
            if let Some(found) = self.try_next(self.queue.factor)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Tries the next outcome; it stays next if an outer limit ends the attempt.
    fn try_next(&mut self, factor: u64) -> Result<Option<Found<B>>, Exhausted> {
        if self.reservations.is_some()
            && self.wants_answer_only
            && self.search.answer::<B>(self.shape, self.value).is_some()
        {
            return Err(Exhausted::Answered);
        }
        let Some(outcome) = self.next_unreserved() else { return Ok(None) };
        let reserved = self.reserve(&outcome);
        let tried = self.try_outcome(outcome, factor);
        if let Some((reservations, hash)) = reserved {
            reservations.release(hash);
        }
        if tried.is_err() {
            self.queue.this_round.push(outcome);
        }
        tried
    }

    /// The next outcome of this round. Those that another thread searches come last.
    fn next_unreserved(&mut self) -> Option<OpenOutcome<W>> {
        let Some(reservations) = self.reservations else { return self.queue.this_round.pop() };
        while let Some(outcome) = self.queue.this_round.pop() {
            if !reservations.is_taken(self.reservation_hash(&outcome), self.search.thread) {
                return Some(outcome);
            }
            self.queue.put_off.push(outcome);
        }
        self.queue.put_off.pop()
    }

    /// Reserves an outcome, if there are other threads and none searches it.
    fn reserve(&self, outcome: &OpenOutcome<W>) -> Option<(&'s Reservations, u64)> {
        let reservations = self.reservations?;
        let hash = self.reservation_hash(outcome);
        reservations.take(hash, self.search.thread).then_some((reservations, hash))
    }

    /// Identifies an outcome of this query.
    fn reservation_hash(&self, outcome: &OpenOutcome<W>) -> u64 {
        let mut hasher = FxHasher::default();
        (self.shape.key, self.value, outcome.reach, outcome.safe).hash(&mut hasher);
        mix(hasher.finish())
    }

    /// A move to this outcome if it has the value. An outcome that hits its limit waits for the
    /// next round.
    fn try_outcome(
        &mut self,
        outcome: OpenOutcome<W>,
        factor: u64,
    ) -> Result<Option<Found<B>>, Exhausted> {
        let search = &mut *self.search;
        // Many outcomes in a row may be in the table by now: that is no node, but takes time.
        search.meter.step()?;
        let OpenOutcome { reach, safe, .. } = outcome;
        let alive = self.part.numbers_in(reach);
        let balls = &self.part.balls_in(&alive, reach);
        let branch = Branch { alive: &alive, balls, reach, safe, threatened: Bits::EMPTY };
        let effort = (outcome.cost / KILLER_EFFORT_DIVISOR + 1).saturating_mul(factor);
        if let Some(refuted) = self.killers.refute_by_search(search, &branch, effort)? {
            self.queue.close(refuted);
            return Ok(None);
        }
        let effort = search.meter.outcome_limit(outcome.cost, factor);
        let value = self.value;
        let sum = search.sum_of::<W, B>(self.part, &alive, balls, safe);
        match search.has_value_within(effort, &sum, value)? {
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
    fn refute_by_bounds(&self, branch: &Branch<'_, W>) -> Option<Refuted<B>> {
        let by = |bound: MovesBound| Refuted::by_bound(bound, branch.safe, self.value);
        let by_pairs = ConflictGraph::max_moves(self.conflicts.as_ref(), branch.alive);
        by(by_pairs).or_else(|| {
            // A live number always allows one move.
            let may_differ = self.value > 1 + branch.safe;
            may_differ.then(|| by(conflicts::max_moves_left(self.part, branch)))?
        })
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
        let rank = || self.search.model.rank(outcome.features, outcome.cost, self.value);
        !B::IS_GUESS && rank().saturating_mul(IMMEDIATE_TRIAL_FACTOR) <= self.enumeration.listed
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
        let refuted = self.refute_by_bounds(branch);
        let refuted = refuted.or_else(|| self.killers.refute_by_lookup(self.search, branch));
        Ok(refuted.map(Pruned::by_refutation))
    }

    fn leaf(&mut self, leaf: &Leaf<'_, W>) -> Result<(), ListingEnd<B>> {
        self.enumeration.listed += 1;
        self.search.meter.counts.sets += 1;
        let is_odd = leaf.safe % 2 == 1 && !planted(Fault::SafeUnseen);
        if self.enumeration.seen.contains(&(leaf.reach, is_odd)) {
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
        self.enumeration.seen.insert((leaf.reach, is_odd));
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
            self.witness(&outcome, has_value)
        } else if self.is_tried_immediately(&outcome) {
            self.try_outcome(outcome, 1)
        } else {
            self.queue.next_round.push(outcome);
            Ok(None)
        };
        if found.is_err() {
            // The enumeration does not visit it again.
            self.queue.next_round.push(outcome);
        }
        found?.map_or(Ok(()), |found| Err(ListingEnd::Found(found)))
    }
}
