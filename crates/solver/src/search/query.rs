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
use std::ops::ControlFlow;

use rustc_hash::FxHasher;
use twinboard_vocabulary::random::mix;

use super::grundy::GrundySearch;
use super::killers::KillerMoves;
use super::shape_move::ShapeMove;
use super::suspended::{Enumeration, OpenOutcome, OutcomeQueue, QueryState};
use super::value_model::Features;
use crate::bits::Bits;
use crate::budget::{Exhausted, Metered};
use crate::conflicts::{self, ConflictGraph};
use crate::outcomes::{Branch, Leaf, Outcomes, Visitor};
use crate::part::{Part, word_count};
use crate::planted::{Fault, planted};
use crate::random::next_random;
use crate::reservations::Reservations;
use crate::shape::Shape;
use crate::table::{KnownValue, VALUES_MAX};
use crate::tuning::{
    GUESS_SAMPLES, IMMEDIATE_TRIAL_FACTOR, KILLER_EFFORT_DIVISOR, RESERVATION_NUMBERS_MIN,
    SAMPLING_MIN_COST, SLICE_GROWTH, SLICE_STEPS, TRIAL_EFFORT_PER_STEP,
};

impl GrundySearch<'_> {
    /// A move that leaves a sum of this value; `None` if there is none.
    pub(crate) fn find_move_to(
        &mut self,
        shape: &Shape,
        value: u32,
    ) -> Result<Option<ShapeMove>, Exhausted> {
        let wants_answer_only = std::mem::take(&mut self.wants_answer_only);
        // A move leaves at most one number fewer, and so no larger value.
        if value + u32::from(planted(Fault::FindBound)) >= shape.numbers.len() as u32 {
            return Ok(None);
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

/// A query in progress. It visits the outcomes of its numbers itself.
pub(super) struct Query<'q, 's, const W: usize> {
    search: &'q mut GrundySearch<'s>,
    part: &'q Part<W>,
    shape: &'q Shape,
    value: u32,
    killers: KillerMoves<'q, W>,
    enumeration: Enumeration<W>,
    /// Outcomes whose value is still unknown.
    queue: OutcomeQueue<W>,
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
    /// Reason for ending the enumeration before the end of its slice: a move was found, or a limit
    /// was hit.
    end: Option<Result<ShapeMove, Exhausted>>,
}

impl<'q, 's, const W: usize> Query<'q, 's, W> {
    /// Runs the query: a move that leaves this value, or `None` if there is none.
    pub(super) fn run(
        search: &'q mut GrundySearch<'s>,
        part: &'q Part<W>,
        shape: &'q Shape,
        value: u32,
        wants_answer_only: bool,
    ) -> Result<Option<ShapeMove>, Exhausted> {
        let before = search.meter.stored();
        let is_shared = !search.is_guessing && shape.numbers.len() >= RESERVATION_NUMBERS_MIN;
        let reservations = search.reservations.filter(|_| is_shared);
        let mut query = Self {
            reservations,
            wants_answer_only,
            search,
            part,
            shape,
            value,
            killers: KillerMoves::new(part, value),
            enumeration: Enumeration::default(),
            queue: OutcomeQueue::default(),
            number: 0,
            slice_left: u64::MAX,
            conflicts: None,
            end: None,
        };
        let result = if query.has_too_few_moves() {
            Ok(None)
        } else if query.search.is_guessing {
            query.run_guess()
        } else {
            query.run_exact()
        };
        query.search.meter.release_to(before);
        result
    }

    /// True if so few moves can be made in the component that none can leave the value. Stores the
    /// values that the component cannot have.
    fn has_too_few_moves(&mut self) -> bool {
        // A move to 0 needs no further moves after it, and a guess costs less than the conflict
        // graph.
        if self.value == 0 || self.search.is_guessing {
            return false;
        }
        self.conflicts = ConflictGraph::of(self.part);
        let Some(conflicts) = self.conflicts else { return false };
        let all: Vec<u16> = (0..self.part.numbers.len() as u16).collect();
        let moves_max = conflicts.max_moves(&all);
        self.search.proved.put(self.shape.key, KnownValue::NoneOf(above(moves_max)), 1);
        self.value >= moves_max
    }

    /// Searches all outcomes, or those left when the query was suspended.
    fn run_exact(&mut self) -> Result<Option<ShapeMove>, Exhausted> {
        if let Some(QueryState { enumeration, queue, killers }) =
            self.search.suspended.resume(self.shape, self.value)
        {
            (self.enumeration, self.queue) = (enumeration, queue);
            self.killers.restore(killers);
        } else {
            let slice = self.search.meter.initial_limit(SLICE_STEPS);
            self.enumeration = Enumeration::new(self.part.numbers.len(), slice);
        }
        let result = self.enumerate();
        if matches!(result, Err(Exhausted::Limit)) {
            self.suspend();
        }
        result
    }

    /// Searches some random outcomes.
    fn run_guess(&mut self) -> Result<Option<ShapeMove>, Exhausted> {
        let samples = std::mem::replace(&mut self.search.samples_per_number, GUESS_SAMPLES);
        match self.sample_each_number(samples)? {
            None => self.settle(),
            found => Ok(found),
        }
    }

    /// Visits random outcomes of each number.
    fn sample_each_number(&mut self, samples: u32) -> Result<Option<ShapeMove>, Exhausted> {
        let mut outcomes = Outcomes::new(self.part, 0);
        for number in 0..self.part.numbers.len() {
            self.number = number;
            outcomes.switch_to(number);
            for _ in 0..samples {
                self.search.meter.poll_clock()?;
                self.search.meter.step()?;
                let mut state = self.search.random;
                let mut random = || next_random(&mut state);
                let _ = outcomes.sample(&mut random, self);
                self.search.random = state;
                if let Some(end) = self.end.take() {
                    return end.map(Some);
                }
            }
        }
        Ok(None)
    }

    /// Lists the remaining outcomes, with trials in between, and settles the open ones.
    fn enumerate(&mut self) -> Result<Option<ShapeMove>, Exhausted> {
        if self.enumeration.is_new()
            && self.is_costly()
            && let Some(found) = self.try_samples()?
        {
            return Ok(Some(found));
        }
        while !self.enumeration.unfinished.is_empty() {
            if self.enumeration.trial_effort == 0 {
                if let Some(found) = self.enumerate_in_slices()? {
                    return Ok(Some(found));
                }
                self.begin_early();
            }
            if let Some(found) = self.try_early()? {
                return Ok(Some(found));
            }
        }
        self.settle()
    }

    /// Lists outcomes of each unfinished number for one time slice.
    fn enumerate_in_slices(&mut self) -> Result<Option<ShapeMove>, Exhausted> {
        for _ in 0..self.enumeration.unfinished.len() {
            let Some((number, path)) = self.enumeration.unfinished.pop_front() else { break };
            (self.number, self.slice_left) = (number.into(), self.slice_of(number));
            if let ControlFlow::Break(path) =
                Outcomes::new(self.part, self.number).resume(path, self)
            {
                self.enumeration.unfinished.push_back((number, path));
            }
            if let Some(end) = self.end.take() {
                return end.map(Some);
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
        let Enumeration { unfinished, slice, .. } = &mut self.enumeration;
        if unfinished.is_empty() {
            return;
        }
        let steps = slice.saturating_mul(self.part.numbers.len() as u64);
        *slice = slice.saturating_mul(SLICE_GROWTH);
        self.try_for(steps.saturating_mul(TRIAL_EFFORT_PER_STEP));
    }

    /// Starts a trial of the listed outcomes with this effort.
    fn try_for(&mut self, effort: u64) {
        self.enumeration.trial_effort = effort;
        let (model, value) = (&self.search.model, self.value);
        self.queue.begin_early(|outcome| model.rank(outcome.features, outcome.cost, value));
    }

    /// Continues a trial until its effort or its outcomes are used up.
    fn try_early(&mut self) -> Result<Option<ShapeMove>, Exhausted> {
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

    /// True if listing looks costly. The threshold of a hasty solver is low enough for the small
    /// boards of exhaustive tests.
    fn is_costly(&self) -> bool {
        let all: Vec<u16> = (0..self.part.numbers.len() as u16).collect();
        self.part.cost(&all, &self.part.balls) >= self.search.meter.initial_limit(SAMPLING_MIN_COST)
    }

    /// Tries some random outcomes with the limit of the first round.
    fn try_samples(&mut self) -> Result<Option<ShapeMove>, Exhausted> {
        match self.sample_each_number(GUESS_SAMPLES)? {
            None => {
                self.try_for(u64::MAX);
                self.try_early()
            }
            found => Ok(found),
        }
    }

    /// Runs rounds over the open outcomes until none is left or a move is found.
    fn settle(&mut self) -> Result<Option<ShapeMove>, Exhausted> {
        loop {
            match self.finish_round() {
                Ok(None) => {}
                end => return end,
            }
            if self.queue.is_empty() {
                return Ok(None);
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
    fn finish_round(&mut self) -> Result<Option<ShapeMove>, Exhausted> {
        while !self.queue.is_round_over() {
            if let Some(found) = self.try_next(self.queue.factor)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Tries the next outcome; it stays next if an outer limit ends the attempt.
    fn try_next(&mut self, factor: u64) -> Result<Option<ShapeMove>, Exhausted> {
        if self.reservations.is_some()
            && self.wants_answer_only
            && self.search.answer(self.shape, self.value).is_some()
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

    /// Stores the state of the query until it is run again.
    fn suspend(&mut self) {
        let mut queue = std::mem::take(&mut self.queue);
        if planted(Fault::ShareLost) {
            queue.next_round.clear();
        }
        let enumeration = std::mem::take(&mut self.enumeration);
        let state = QueryState { enumeration, queue, killers: self.killers.take() };
        self.search.suspended.suspend(self.shape, self.value, state);
    }

    /// A move to this outcome if it has the value. An outcome that hits its limit waits for the
    /// next round.
    fn try_outcome(
        &mut self,
        outcome: OpenOutcome<W>,
        factor: u64,
    ) -> Result<Option<ShapeMove>, Exhausted> {
        let search = &mut *self.search;
        // Many outcomes in a row may be in the table by now: that is no node, but takes time.
        search.meter.step()?;
        let OpenOutcome { reach, safe, .. } = outcome;
        let alive = self.part.numbers_in(reach);
        let balls = &self.part.balls_in(&alive, reach);
        let branch = Branch { alive: &alive, balls, reach, safe, threatened: Bits::EMPTY };
        let effort = (outcome.cost / KILLER_EFFORT_DIVISOR + 1).saturating_mul(factor);
        if self.killers.refute_by_search(search, &branch, effort)? {
            return Ok(None);
        }
        let effort = search.meter.outcome_limit(outcome.cost, factor);
        let value = self.value;
        let sum = search.sum_of(self.part, &alive, balls, safe);
        match search.with_limit(effort, |search| search.sum_has_value(&sum, value))? {
            None => self.queue.next_round.push(outcome),
            Some(true) => return self.witness(&outcome),
            Some(false) => {
                if let Some(last) = sum.open.last() {
                    self.killers.learn(search.refutation.as_ref(), last);
                }
            }
        }
        Ok(None)
    }

    /// A move with this outcome, if a set exists.
    fn witness(&mut self, outcome: &OpenOutcome<W>) -> Result<Option<ShapeMove>, Exhausted> {
        let number = usize::from(outcome.number);
        let set = self.set_of(number, outcome.painted, outcome.neutral)?;
        Ok(set.map(|set| ShapeMove::new(self.part, self.shape, number, set)))
    }

    /// A set of the number that paints these cells and otherwise neutral ones, if there is one.
    fn set_of(
        &mut self,
        number: usize,
        painted: Bits<W>,
        neutral: Bits<W>,
    ) -> Result<Option<Bits<W>>, Exhausted> {
        Outcomes::new(self.part, number).realize(painted, neutral, &mut self.search.meter)
    }

    /// True if fewer moves are left than the value needs, whatever else is painted.
    fn is_out_of_moves(&self, branch: &Branch<'_, W>) -> bool {
        let is_fewer = |moves: u32| {
            self.value > (moves + branch.safe).saturating_sub(u32::from(planted(Fault::MostMoves)))
        };
        let count = branch.alive.len() as u32;
        is_fewer(self.conflicts.map_or(count, |conflicts| conflicts.max_moves(branch.alive)))
            // A live number always allows one move.
            || self.value > 1 + branch.safe
                && is_fewer(conflicts::max_moves_left(self.part, branch))
    }

    /// Estimated cost of searching an outcome.
    fn cost(&self, leaf: &Leaf<'_, W>) -> u64 {
        if self.search.is_guessing {
            let numbers = leaf.alive.len() as u64;
            numbers * numbers
        } else {
            self.part.cost(leaf.alive, leaf.balls)
        }
    }

    /// True if the outcome costs little, compared with the listing so far.
    fn is_tried_immediately(&self, outcome: &OpenOutcome<W>) -> bool {
        let rank = || self.search.model.rank(outcome.features, outcome.cost, self.value);
        !self.search.is_guessing
            && rank().saturating_mul(IMMEDIATE_TRIAL_FACTOR) <= self.enumeration.listed
    }

    /// Ends the enumeration if there is a result or an error.
    fn end_if(&mut self, end: Result<Option<ShapeMove>, Exhausted>) -> ControlFlow<()> {
        self.end = end.transpose();
        if self.end.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl<const W: usize> Visitor<W> for Query<'_, '_, W> {
    fn can_prune(&mut self, branch: &Branch<'_, W>) -> ControlFlow<(), bool> {
        let Some(slice_left) = self.slice_left.checked_sub(1) else {
            return ControlFlow::Break(());
        };
        self.slice_left = slice_left;
        let step = self.search.meter.step();
        if planted(Fault::StoppedWalk) && step == Err(Exhausted::Budget) {
            return ControlFlow::Continue(true);
        }
        self.end_if(step.map(|()| None))?;
        ControlFlow::Continue(
            self.is_out_of_moves(branch) || self.killers.refute_by_lookup(self.search, branch),
        )
    }

    fn leaf(&mut self, leaf: &Leaf<'_, W>) -> ControlFlow<()> {
        self.enumeration.listed += 1;
        self.search.meter.counts.sets += 1;
        let is_odd = leaf.safe % 2 == 1 && !planted(Fault::SafeUnseen);
        if self.enumeration.seen.contains(&(leaf.reach, is_odd)) {
            return ControlFlow::Continue(());
        }
        let sum = self.search.sum_of(self.part, leaf.alive, leaf.balls, leaf.safe);
        let is_known = sum.open.is_empty();
        let is_other = self.search.is_known_not(&sum, self.value);
        // Only an outcome that surely has a set may represent others: another leaf of the same
        // outcome may have a set where this one has none.
        if !is_other && !leaf.is_certain && !planted(Fault::MaybeSeen) {
            match self.set_of(self.number, leaf.painted, leaf.neutral) {
                Ok(Some(_)) => {}
                Ok(None) => return ControlFlow::Continue(()),
                Err(exhausted) => return self.end_if(Err(exhausted)),
            }
        }
        self.enumeration.seen.insert((leaf.reach, is_odd));
        self.search.meter.store(W);
        self.search.meter.counts.outcomes += 1;
        if is_other {
            return ControlFlow::Continue(());
        }
        let features = Features::of(&sum);
        let outcome = OpenOutcome {
            painted: leaf.painted,
            neutral: leaf.neutral,
            reach: leaf.reach,
            number: self.number as u16,
            safe: leaf.safe,
            cost: if is_known { 0 } else { self.cost(leaf) },
            features,
        };
        let found = if is_known {
            self.witness(&outcome)
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
        self.end_if(found)
    }
}

/// Mask of all larger values, for [`KnownValue::NoneOf`].
fn above(value: u32) -> u32 {
    (value + 1..VALUES_MAX).fold(0, |all, greater| all | 1 << greater)
}
