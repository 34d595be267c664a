//! The question whether a component has a move to a value.

use std::ops::ControlFlow;

use engine::planted::{Fault, planted};
use rustc_hash::FxHashSet;

use super::odds::Look;
use super::replies::{Replies, Reply};
use super::suspended::{Outcome, Suspended, Unsettled};
use super::{Search, TRIES, next};
use crate::bits::Bits;
use crate::budget::{Metered, Spent};
use crate::part::Part;
use crate::shape::Shape;
use crate::walk::{Leaf, Rest, Visitor, Walk};

/// Of what an outcome looks like, a known reply may take this part.
const REPLY_SHARE: u64 = 4;
/// Where there are so many ways to paint what matters, some outcomes are tried before all are listed.
const LONG: u64 = 1 << 17;
/// An outcome is tried at once if all that was listed so far took as many times what it will take.
const AT_ONCE: u64 = 4;

pub(super) struct Question<'q, 's, const W: usize> {
    search: &'q mut Search<'s>,
    part: &'q Part<W>,
    shape: &'q Shape,
    value: u32,
    replies: Replies<'q, W>,
    /// The outcomes that need not be looked at again: what is in reach, and whether an odd number is
    /// safe beside it.
    seen: FxHashSet<(Bits<W>, bool)>,
    /// Those of which it is not known yet whether they have the value.
    rest: Unsettled<W>,
    /// The number whose outcomes are listed.
    number: usize,
    /// So many outcomes were listed, each as often as it was.
    listed: u64,
    /// Why the walk was ended: a move was found, or no more may be spent.
    end: Option<Result<Reply, Spent>>,
}

impl<'q, 's, const W: usize> Question<'q, 's, W> {
    /// A move in a component that leaves something of this value; `None` if there is none.
    pub(super) fn ask(
        search: &'q mut Search<'s>,
        part: &'q Part<W>,
        shape: &'q Shape,
        value: u32,
    ) -> Result<Option<Reply>, Spent> {
        let before = search.meter.kept();
        let mut question = Self {
            search,
            part,
            shape,
            value,
            replies: Replies::new(part, value),
            seen: FxHashSet::default(),
            rest: Unsettled::default(),
            number: 0,
            listed: 0,
            end: None,
        };
        let asked =
            if question.search.is_guessing { question.sample() } else { question.go_through() };
        question.search.meter.forget_since(before);
        asked
    }

    /// Goes through all outcomes, or through those that were left when the same was given up.
    fn go_through(&mut self) -> Result<Option<Reply>, Spent> {
        let Some(Suspended { rest, replies }) = self.search.suspended.take(self.shape, self.value)
        else {
            return self.list();
        };
        self.rest = rest;
        self.replies.put_back(replies);
        self.settle()
    }

    /// Goes through some outcomes.
    fn sample(&mut self) -> Result<Option<Reply>, Spent> {
        let tries = std::mem::replace(&mut self.search.tries, TRIES);
        match self.draw(tries)? {
            None => self.settle(),
            found => Ok(found),
        }
    }

    /// Draws so many outcomes of each number.
    fn draw(&mut self, tries: u32) -> Result<Option<Reply>, Spent> {
        for number in 0..self.part.numbers.len() {
            self.number = number;
            let mut walk = Walk::new(self.part, number);
            for _ in 0..tries {
                self.search.meter.look_up()?;
                self.search.meter.step()?;
                let mut state = self.search.random;
                let mut random = || next(&mut state);
                let _ = walk.sample(&mut random, self);
                self.search.random = state;
                if let Some(end) = self.end.take() {
                    return end.map(Some);
                }
            }
        }
        Ok(None)
    }

    /// Goes through all outcomes.
    fn list(&mut self) -> Result<Option<Reply>, Spent> {
        if self.is_long()
            && let Some(found) = self.try_some()?
        {
            return Ok(Some(found));
        }
        for number in 0..self.part.numbers.len() {
            self.number = number;
            let _ = Walk::new(self.part, number).run(self);
            if let Some(end) = self.end.take() {
                return end.map(Some);
            }
        }
        self.settle()
    }

    /// Whether there is much to list. A hasty search thinks so on small boards, too, where it is held against
    /// all games.
    fn is_long(&self) -> bool {
        let all: Vec<u16> = (0..self.part.numbers.len() as u16).collect();
        self.part.cost(&all, &self.part.balls) >= self.search.meter.at_first(LONG)
    }

    /// Gives some outcomes that chance draws their first share. What is not known then waits for the others.
    fn try_some(&mut self) -> Result<Option<Reply>, Spent> {
        let mut found = self.draw(TRIES)?;
        if found.is_none() {
            self.begin_round();
            found = self.finish_round()?;
            self.rest.begin_again();
        }
        Ok(found)
    }

    /// Goes on with what is not known until it is: what takes little and is likely before all else,
    /// and nothing to its end before all others had their share.
    fn settle(&mut self) -> Result<Option<Reply>, Spent> {
        loop {
            match self.finish_round() {
                Ok(None) => {}
                Err(Spent::Limit) if !self.search.is_guessing => {
                    self.suspend();
                    return Err(Spent::Limit);
                }
                end => return end,
            }
            if self.rest.tried.is_empty() {
                return Ok(None);
            }
            self.begin_round();
        }
    }

    fn begin_round(&mut self) {
        let (odds, value) = (&self.search.odds, self.value);
        self.rest.begin_round(|outcome| odds.rank(outcome.look, outcome.cost, value));
    }

    /// Gives their share to all outcomes that have not had it in this round.
    fn finish_round(&mut self) -> Result<Option<Reply>, Spent> {
        while let Some(outcome) = self.rest.next.pop() {
            match self.try_outcome(outcome, self.rest.factor) {
                Ok(None) => {}
                Ok(found) => return Ok(found),
                Err(spent) => {
                    self.rest.next.push(outcome);
                    return Err(spent);
                }
            }
        }
        Ok(None)
    }

    /// Keeps what is left of the question for the time when it is asked again.
    fn suspend(&mut self) {
        let mut rest = std::mem::take(&mut self.rest);
        if planted(Fault::SolverShareLost) {
            rest.tried.clear();
        }
        let suspended = Suspended { rest, replies: self.replies.take() };
        self.search.suspended.keep(self.shape, self.value, suspended);
    }

    /// A move to an outcome if it has the value. If that takes too much, it is kept for later.
    fn try_outcome(&mut self, outcome: Outcome<W>, factor: u64) -> Result<Option<Reply>, Spent> {
        let search = &mut *self.search;
        // Many may be known by now, one after the other: that is no node, and takes time.
        search.meter.step()?;
        let Outcome { reach, safe, .. } = outcome;
        let alive = self.part.numbers_in(reach);
        let rest = Rest { alive: &alive, reach, safe, danger: Bits::NONE };
        let effort = (outcome.cost / REPLY_SHARE + 1).saturating_mul(factor);
        if self.replies.answer(search, &rest, effort)? {
            return Ok(None);
        }
        let effort = search.meter.share(outcome.cost, factor);
        let value = self.value;
        let sum = search.sum(self.part.left_in(&alive, reach, safe));
        match search.within(effort, |search| search.has_value(&sum, value))? {
            None => self.rest.tried.push(outcome),
            Some(true) => return self.witness(&outcome),
            Some(false) => {
                if let Some(last) = sum.open.last() {
                    self.replies.learn(search.reply.as_ref(), last);
                }
            }
        }
        Ok(None)
    }

    /// The move that has an outcome, if there is one.
    fn witness(&mut self, outcome: &Outcome<W>) -> Result<Option<Reply>, Spent> {
        let number = usize::from(outcome.number);
        let set = self.set_of(number, outcome.painted, outcome.neutral)?;
        Ok(set.map(|set| Reply::new(self.part, self.shape, number, set)))
    }

    /// A set around a number that paints these and other cells that do not matter, if there is one.
    fn set_of(
        &mut self,
        number: usize,
        painted: Bits<W>,
        neutral: Bits<W>,
    ) -> Result<Option<Bits<W>>, Spent> {
        Walk::new(self.part, number).realize(painted, neutral, &mut self.search.meter)
    }

    /// How much an outcome looks like.
    fn cost(&self, leaf: &Leaf<'_, W>) -> u64 {
        if self.search.is_guessing {
            let numbers = leaf.alive.len() as u64;
            numbers * numbers
        } else {
            self.part.cost(leaf.alive, leaf.balls)
        }
    }

    fn is_tried_at_once(&self, outcome: &Outcome<W>) -> bool {
        let rank = || self.search.odds.rank(outcome.look, outcome.cost, self.value);
        !self.search.is_guessing && rank().saturating_mul(AT_ONCE) <= self.listed
    }

    /// Ends the walk where there is a reason.
    fn go_on(&mut self, end: Result<Option<Reply>, Spent>) -> ControlFlow<()> {
        self.end = end.transpose();
        if self.end.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl<const W: usize> Visitor<W> for Question<'_, '_, W> {
    fn is_settled(&mut self, rest: &Rest<'_, W>) -> ControlFlow<(), bool> {
        let step = self.search.meter.step();
        self.go_on(step.map(|()| None))?;
        // No more moves are left than numbers.
        let most = rest.alive.len() as u32 + rest.safe;
        let most = most.saturating_sub(u32::from(planted(Fault::SolverMostMoves)));
        ControlFlow::Continue(self.value > most || self.replies.settle(self.search, rest))
    }

    fn leaf(&mut self, leaf: &Leaf<'_, W>) -> ControlFlow<()> {
        self.listed += 1;
        self.search.meter.counts.sets += 1;
        let is_odd = leaf.safe % 2 == 1 && !planted(Fault::SolverSafeUnseen);
        if self.seen.contains(&(leaf.reach, is_odd)) {
            return ControlFlow::Continue(());
        }
        let sum = self.search.sum(self.part.left(leaf.alive, leaf.balls, leaf.safe));
        let is_known = sum.open.is_empty();
        let is_other = self.search.is_known_not(&sum, self.value);
        // Only what surely has a set stands for all that leave the same: another one may have a set
        // where this one has none.
        if !is_other && !leaf.is_certain && !planted(Fault::SolverMaybeSeen) {
            match self.set_of(self.number, leaf.painted, leaf.neutral) {
                Ok(Some(_)) => {}
                Ok(None) => return ControlFlow::Continue(()),
                Err(spent) => return self.go_on(Err(spent)),
            }
        }
        self.seen.insert((leaf.reach, is_odd));
        self.search.meter.keep(W);
        self.search.meter.counts.outcomes += 1;
        if is_other {
            return ControlFlow::Continue(());
        }
        let look = Look::of(&sum);
        let outcome = Outcome {
            painted: leaf.painted,
            neutral: leaf.neutral,
            reach: leaf.reach,
            number: self.number as u16,
            safe: leaf.safe,
            cost: if is_known { 0 } else { self.cost(leaf) },
            look,
        };
        if is_known {
            let found = self.witness(&outcome);
            self.go_on(found)
        } else if self.is_tried_at_once(&outcome) {
            let found = self.try_outcome(outcome, 1);
            self.go_on(found)
        } else {
            self.rest.tried.push(outcome);
            ControlFlow::Continue(())
        }
    }
}
