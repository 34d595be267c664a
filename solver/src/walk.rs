//! What the sets of a number lead to, without going through the sets.
//!
//! Of the cells of a set only those matter that the balls of other living numbers reach, or that are
//! neighbours of such: all others are *neutral*. So a walk decides for each cell that matters whether it
//! is painted, and takes neutral cells only as the way there and as filling. While it goes on, numbers
//! die, and what only they could reach becomes neutral, too. A number that no other can touch and that
//! stays alive whatever the set still takes is *safe*: it is worth 1, wherever its cells are, so these
//! become neutral as well. Where nothing that matters can be reached any more, there is one outcome,
//! however many sets lead to it.
//!
//! A set that consists of these cells exists if they can be joined over neutral cells to one of at most
//! so many cells as the number says, and if there are enough neutral cells to fill it up: between the
//! smallest and the largest such set there is one of each size.

mod connect;
mod safe;
mod sample;
#[cfg(test)]
pub(crate) mod tests;

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::planted::{Fault, planted};

use crate::bits::Bits;
use crate::flood;
use crate::part::Part;

/// What a walk shows: all sets that paint the same of what matters.
pub(crate) struct WalkLeaf<'a, const W: usize> {
    /// The cells that matter, the number among them.
    pub(crate) painted: Bits<W>,
    /// The cells that may be painted as well.
    pub(crate) neutral: Bits<W>,
    /// The numbers that are left, but for the safe ones.
    pub(crate) alive: &'a [u16],
    /// By number, the balls of those.
    pub(crate) balls: &'a [Bits<W>],
    /// All of these balls.
    pub(crate) reach: Bits<W>,
    /// How many numbers are safe.
    pub(crate) safe: u32,
    /// Whether there is such a set. If not, there may be one or none.
    pub(crate) is_certain: bool,
}

impl<const W: usize> WalkLeaf<'_, W> {
    /// Whether a number of the part has died that is not the one painted.
    pub(crate) fn kills(&self, part: &Part<W>) -> bool {
        let safe = if planted(Fault::SafeDead) { 0 } else { self.safe as usize };
        self.alive.len() + safe + 1 < part.numbers.len()
    }
}

/// What is left at a point of a walk, whatever is painted from there on.
#[derive(Clone, Copy)]
pub(crate) struct WalkState<'a, const W: usize> {
    /// The numbers that are alive now, but for the safe ones.
    pub(crate) alive: &'a [u16],
    /// By number, the balls of those.
    pub(crate) balls: &'a [Bits<W>],
    /// All of these balls.
    pub(crate) reach: Bits<W>,
    /// How many numbers are safe.
    pub(crate) safe: u32,
    /// The cells of those that may be lost from here on.
    pub(crate) threatened: Bits<W>,
}

/// Somebody who is shown outcomes.
pub(crate) trait Visitor<const W: usize> {
    /// Asked at every step; whether nothing that is left so need be shown.
    fn can_prune(&mut self, state: &WalkState<'_, W>) -> ControlFlow<(), bool>;

    /// An outcome.
    fn leaf(&mut self, leaf: &WalkLeaf<'_, W>) -> ControlFlow<()>;
}

/// The way to where a walk was ended: of each cell that was decided about, whether it is painted.
pub(crate) type Path = Vec<bool>;

/// A walk over the outcomes of a number.
pub(crate) struct Walk<'a, const W: usize> {
    part: &'a Part<W>,
    number: usize,
    /// How many cells its sets have.
    size: u32,
    /// By number; of those that are not alive it says nothing.
    balls: Vec<Bits<W>>,
    /// The numbers that are alive and something can happen to.
    alive: Vec<u16>,
    /// Those that are alive and nothing can happen to, whatever the set, and that are not safe because
    /// others touch what they reach.
    unaffected: Vec<u16>,
    /// The balls of the unaffected, and the same with all their neighbours.
    unaffected_reach: Bits<W>,
    near_unaffected: Bits<W>,
    /// The balls as they were, the latest last.
    changes: Vec<(u16, Bits<W>)>,
    /// Where in `alive` there were others, the latest last.
    removals: Vec<(u16, u16)>,
    /// Where what chance chooses begins, once it was asked for.
    sample_root: Option<PartialSet<W>>,
    /// What was decided up to here.
    path: Path,
    /// What was decided after that when it was ended before, the last first.
    replay: Path,
}

/// Where a walk is.
#[derive(Clone, Copy)]
struct PartialSet<const W: usize> {
    /// The cells that matter and are painted.
    painted: Bits<W>,
    /// The cells that may be painted or are.
    allowed: Bits<W>,
    /// The cells that the numbers left can use, but for the safe ones.
    reach: Bits<W>,
    /// `painted` with all their neighbours.
    lost: Bits<W>,
    /// Whether the painted cells hang together by themselves.
    is_connected: bool,
    /// So many cells a set with them has at least.
    cost: u32,
    /// How many numbers are safe.
    safe: u32,
}

impl<const W: usize> PartialSet<W> {
    /// One of the painted cells.
    #[inline]
    fn start(&self) -> Bits<W> {
        Bits::single(self.painted.first().expect("the number is painted"))
    }
}

impl<'a, const W: usize> Walk<'a, W> {
    pub(crate) fn new(part: &'a Part<W>, number: usize) -> Self {
        let size = part.numbers[number].value.into();
        Self {
            part,
            number,
            size,
            balls: Vec::new(),
            alive: Vec::new(),
            unaffected: Vec::new(),
            unaffected_reach: Bits::EMPTY,
            near_unaffected: Bits::EMPTY,
            changes: Vec::new(),
            removals: Vec::new(),
            sample_root: None,
            path: Path::new(),
            replay: Path::new(),
        }
    }

    /// The balls as they are before anything is painted.
    fn reset_balls(&mut self) {
        if self.balls.is_empty() {
            self.balls.clone_from(&self.part.balls);
        }
        self.undo_to((0, 0));
    }

    /// Goes on with the sets of another number.
    pub(crate) fn switch_to(&mut self, number: usize) {
        self.reset_balls();
        self.number = number;
        self.size = self.part.numbers[number].value.into();
        self.sample_root = None;
    }

    /// The first node: nothing but the number is painted.
    fn root(&mut self) -> PartialSet<W> {
        self.reset_balls();
        let start = Bits::single(self.part.numbers[self.number].at.into());
        self.alive = (0..self.part.numbers.len() as u16).collect();
        self.alive.remove(self.number);
        let mut partial = PartialSet {
            painted: start,
            allowed: self.part.balls[self.number],
            reach: Bits::EMPTY,
            lost: Bits::EMPTY,
            is_connected: true,
            cost: 1,
            safe: 0,
        };
        self.remove_lost(&mut partial, start);
        let threatened = self.threatened(&partial);
        self.remove_safe(&mut partial, threatened);
        self.set_aside_unaffected(threatened);
        partial
    }

    /// All numbers that are alive, but for the safe ones.
    fn live_numbers(&self) -> Cow<'_, [u16]> {
        if self.unaffected.is_empty() {
            Cow::Borrowed(&self.alive)
        } else {
            Cow::Owned([&self.unaffected[..], &self.alive].concat())
        }
    }

    /// Shows each outcome at least once.
    pub(crate) fn run(self, visit: &mut impl Visitor<W>) -> ControlFlow<()> {
        self.resume(Path::new(), visit).map_break(drop)
    }

    /// Shows each outcome at least once that it had not come to when it was ended before, and the one that it
    /// had come to. Gives the way if it is ended again.
    pub(crate) fn resume(mut self, path: Path, visit: &mut impl Visitor<W>) -> ControlFlow<Path> {
        let partial = self.root();
        self.replay = path;
        self.replay.reverse();
        let ended = self.walk(partial, visit);
        ended.map_break(|()| self.path)
    }

    /// Strikes out what is lost when a cell is painted.
    fn remove_lost(&mut self, partial: &mut PartialSet<W>, cell: Bits<W>) {
        let lost = partial.lost | cell | cell.around(self.part.stride);
        let fresh = lost.without(partial.lost);
        partial.lost = lost;
        if partial.painted.len() > 1 && !fresh.intersects(&partial.reach) {
            return;
        }
        let empties = self.part.empties.without(lost);
        let mut reach = self.unaffected_reach;
        let mut place = 0;
        while place < self.alive.len() {
            let other = self.alive[place];
            let ball = self.balls[usize::from(other)];
            if fresh.intersects(&ball) {
                let center = self.part.numbers[usize::from(other)];
                let smaller = if fresh.contains(center.at.into()) {
                    None
                } else {
                    self.part.ball(center, empties)
                };
                let Some(smaller) = smaller else {
                    self.removals.push((place as u16, other));
                    self.alive.remove(place);
                    continue;
                };
                self.changes.push((other, ball));
                self.balls[usize::from(other)] = smaller;
                reach |= smaller;
            } else {
                reach |= ball;
            }
            place += 1;
        }
        partial.reach = reach;
    }

    /// How many changes there have been.
    fn mark(&self) -> (usize, usize) {
        (self.changes.len(), self.removals.len())
    }

    /// Undoes all but so many changes.
    fn undo_to(&mut self, (changes, removals): (usize, usize)) {
        while self.changes.len() > changes {
            let (number, ball) = self.changes.pop().expect("there are more than none");
            let is_kept = planted(Fault::UndoForgets);
            self.balls[usize::from(number)] =
                if is_kept { self.balls[usize::from(number)] } else { ball };
        }
        while self.removals.len() > removals {
            let (place, number) = self.removals.pop().expect("there are more than none");
            if planted(Fault::UndoDead) && self.removals.len() == removals {
                continue;
            }
            self.alive.insert(place.into(), number);
        }
    }

    /// All from a node on; the way is the same again afterwards, unless it is ended.
    fn walk(&mut self, mut partial: PartialSet<W>, visit: &mut impl Visitor<W>) -> ControlFlow<()> {
        let decided = self.path.len();
        while let Some(excluded) = self.branch(partial, visit)? {
            self.path.push(false);
            partial = excluded;
        }
        self.path.truncate(decided);
        ControlFlow::Continue(())
    }

    /// Decides about a cell and goes on where it is painted; gives the node where it is not, if there is
    /// something left to be shown.
    #[inline]
    fn branch(
        &mut self,
        mut partial: PartialSet<W>,
        visit: &mut impl Visitor<W>,
    ) -> ControlFlow<(), Option<PartialSet<W>>> {
        let threatened = self.threatened(&partial);
        self.remove_safe(&mut partial, threatened);
        let replayed = self.replay.pop();
        if replayed.is_none() {
            let PartialSet { reach, safe, .. } = partial;
            let alive = &*self.live_numbers();
            let state = WalkState {
                alive,
                balls: &self.balls,
                reach,
                safe,
                threatened: threatened & reach,
            };
            if visit.can_prune(&state)? {
                return ControlFlow::Continue(None);
            }
        }
        let (choices, neutral) = self.choices(&partial);
        let Some(cell) = self.nearest(&partial, choices, neutral).and_then(|near| near.first())
        else {
            self.leaf(&partial, neutral, visit)?;
            return ControlFlow::Continue(None);
        };
        let is_done = replayed == Some(false) || replayed.is_some() && planted(Fault::WayLost);
        if !is_done && let Some(mut taken) = self.paint(&partial, cell) {
            let mark = self.mark();
            self.remove_lost(&mut taken, Bits::single(cell));
            self.path.push(true);
            self.walk(taken, visit)?;
            self.path.pop();
            self.undo_to(mark);
        }
        ControlFlow::Continue(self.exclude(&partial, cell))
    }

    /// The cells that matter and are not decided, and those that do not matter.
    #[inline]
    fn choices(&self, partial: &PartialSet<W>) -> (Bits<W>, Bits<W>) {
        let zone = partial.reach | partial.reach.around(self.part.stride);
        let undecided = partial.allowed.without(partial.painted);
        (undecided & zone, undecided.without(zone))
    }

    /// Where a cell is painted, but for what is lost by it; `None` if no set does that.
    #[inline]
    fn paint(&self, partial: &PartialSet<W>, cell: usize) -> Option<PartialSet<W>> {
        let stride = self.part.stride;
        let one = Bits::single(cell);
        let mut taken = *partial;
        taken.is_connected &= partial.painted.intersects(&one.around(stride));
        taken.painted |= one;
        if !taken.is_connected {
            taken.is_connected =
                flood::fill(taken.start(), &taken.painted, stride) == taken.painted;
        }
        taken.cost = self.min_size(taken.painted, taken.allowed, taken.is_connected);
        (taken.cost <= self.size).then_some(taken)
    }

    /// Where a cell is not painted; `None` if every set does.
    #[inline]
    fn exclude(&self, partial: &PartialSet<W>, cell: usize) -> Option<PartialSet<W>> {
        let mut excluded = *partial;
        excluded.allowed = partial.allowed.without(Bits::single(cell));
        excluded.cost = self.min_size(excluded.painted, excluded.allowed, excluded.is_connected);
        (excluded.cost <= self.size && self.has_room(&excluded)).then_some(excluded)
    }

    /// The cells that matter to be decided next: the nearest that the painted cells can come to over
    /// neutral ones.
    #[inline]
    fn nearest(
        &self,
        partial: &PartialSet<W>,
        choices: Bits<W>,
        neutral: Bits<W>,
    ) -> Option<Bits<W>> {
        // The way there may be the way that joins the painted cells anyway.
        let steps = self.size.saturating_sub(partial.painted.len());
        flood::nearest(partial.painted, &choices, &neutral, steps, self.part.stride)
    }

    /// Whether there are enough cells for a set with the painted ones.
    #[inline]
    fn has_room(&self, partial: &PartialSet<W>) -> bool {
        let size = self.size + u32::from(planted(Fault::NoRoom));
        let start = if partial.is_connected { partial.painted } else { partial.start() };
        flood::has_room(start, &partial.allowed, &partial.painted, size, self.part.stride)
    }

    /// So many cells a set has at least that has these painted ones and others of `open`.
    #[inline]
    fn min_size(&self, painted: Bits<W>, allowed: Bits<W>, is_connected: bool) -> u32 {
        let count = painted.len();
        if is_connected {
            return count;
        }
        // The way to the painted cells that are farthest away, painted ones on it not counted.
        let most = self.size.saturating_sub(count);
        flood::connection_steps(&painted, &allowed, most, self.part.stride)
            .map_or(u32::MAX, |steps| count + steps)
    }

    fn leaf(
        &self,
        partial: &PartialSet<W>,
        neutral: Bits<W>,
        visit: &mut impl Visitor<W>,
    ) -> ControlFlow<()> {
        let allowed = partial.painted | neutral;
        let filled = PartialSet { allowed, ..*partial };
        if self.min_size(partial.painted, allowed, partial.is_connected) > self.size
            || !self.has_room(&filled)
        {
            return ControlFlow::Continue(());
        }
        let leaf = WalkLeaf {
            painted: partial.painted,
            neutral,
            alive: &self.live_numbers(),
            balls: &self.balls,
            reach: partial.reach,
            safe: partial.safe,
            is_certain: partial.is_connected || self.connect(partial.painted, neutral).is_some(),
        };
        visit.leaf(&leaf)
    }
}
