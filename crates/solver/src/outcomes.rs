//! The outcomes of a number: enumerated, drawn at random, and turned into sets.
//!
//! The naive algorithm grows all sets of the number cell by cell, paints each on a copy of the
//! board and finds out what is left. Sets are many and outcomes few: two endings of group 3 had
//! 54.7 and 54.9 million sets, with 2 and 123 outcomes. So the enumeration does not construct sets.
//! It is a depth-first search that decides cell by cell whether the cell is painted, and:
//!
//! 1. It decides only about *relevant* cells, which are in the ball of another live number or next
//!    to one. All others are *neutral*: they connect relevant cells and fill the set up.
//! 2. Numbers die and balls shrink on the way, so cells become neutral and fewer decisions remain.
//!    Changes are recorded and undone, not copied.
//! 3. A number is *safe* if no other can touch it and if it survives whatever the set still paints.
//!    It is worth 1 wherever its cells are, so its ball becomes neutral, too.
//! 4. A branch ends where no set of the right size is left ([`min_size`](Outcomes::min_size),
//!    [`has_enough_cells`](Outcomes::has_enough_cells)), or where the visitor prunes it.
//! 5. When no relevant cell can be reached any more, one *leaf* represents all sets that paint the
//!    same relevant cells. Such a set exists if neutral cells can connect the painted ones without
//!    exceeding the size of the set, and if enough neutral cells are left to fill it up: between
//!    the smallest and the largest such set there is one of every size. Connections are tried along
//!    shortest paths only. If that fails, the leaf is not certain, and
//!    [`realize`](Outcomes::realize) decides by search.
//! 6. The enumeration can be ended at any step and resumed from its [`Path`].
//!
//! The four sets of the 3 (`B` painted, `.` next to paint) have two outcomes:
//!
//! ```text
//! # # # 2      B B . 2      B . # 2      . B . 2      . . . 2
//! 3 # # #      B . # #      B B . #      B B . #      B B B .
//!              2 lives      2 lives      2 lives      2 dies
//! ```

mod connect;
mod sample;
#[cfg(test)]
pub(crate) mod tests;

use std::collections::VecDeque;

use crate::planted::{Fault, planted};

use crate::bits::Bits;
use crate::flood;
use crate::part::Part;

pub(crate) use connect::NoSet;

/// A leaf of the search tree: all sets that paint the same relevant cells.
pub(crate) struct Leaf<'a, const W: usize> {
    /// Painted relevant cells, and the number.
    pub(crate) painted: Bits<W>,
    /// Cells that may be painted as well.
    pub(crate) neutral: Bits<W>,
    /// Live numbers other than the safe ones.
    pub(crate) alive: &'a [u16],
    /// By number, the balls of the live ones.
    pub(crate) balls: &'a [Bits<W>],
    /// Union of these balls. Together with `safe` it identifies the outcome.
    pub(crate) reach: Bits<W>,
    /// Number of safe numbers.
    pub(crate) safe: u32,
    /// True if such a set surely exists. Otherwise [`realize`](Outcomes::realize) decides.
    pub(crate) is_certain: bool,
}

impl<const W: usize> Leaf<'_, W> {
    /// True if a number of the part has died, other than the painted one.
    pub(crate) fn kills(&self, part: &Part<W>) -> bool {
        let safe = if planted(Fault::SafeDead) { 0 } else { self.safe as usize };
        self.alive.len() + safe + 1 < part.numbers.len()
    }
}

/// A node of the search tree: a bound on every leaf below it.
#[derive(Clone, Copy)]
pub(crate) struct Branch<'a, const W: usize> {
    /// Live numbers other than the safe ones.
    pub(crate) alive: &'a [u16],
    /// By number, the balls of the live ones.
    pub(crate) balls: &'a [Bits<W>],
    /// Union of these balls.
    pub(crate) reach: Bits<W>,
    /// Number of safe numbers.
    pub(crate) safe: u32,
    /// Cells of `reach` that sets below this node may paint or touch.
    pub(crate) threatened: Bits<W>,
}

/// Receiver of the leaves; can end the enumeration at every call.
pub(crate) trait Visitor<const W: usize> {
    /// The reason for ending an enumeration before all leaves are visited.
    type End;

    /// Called before the leaves of a number are visited.
    fn begin(&mut self, _number: usize) {}

    /// Called at every step. Prunes on evidence that no leaf below needs a visit.
    fn can_prune(&mut self, _branch: &Branch<'_, W>) -> Result<Option<Pruned>, Self::End> {
        Ok(None)
    }

    /// Called for every leaf; several leaves may have the same outcome.
    fn leaf(&mut self, leaf: &Leaf<'_, W>) -> Result<(), Self::End>;
}

/// Evidence that no leaf below a branch needs a visit. The end of a budget is none.
#[derive(Debug)]
#[must_use]
pub(crate) struct Pruned(());

/// Evidence that outcomes do not have the value that a query asks for:
/// [`Refuted`](crate::proof::Refuted), and nothing else.
pub(crate) trait Refutation {}

impl Pruned {
    /// The leaves below do not have the value that a query asks for.
    pub(crate) fn by_refutation(_: impl Refutation) -> Self {
        Self(())
    }

    /// The planted mistake of pruning because a budget has ended; `None` without it.
    pub(crate) fn mistaken() -> Option<Self> {
        planted(Fault::StoppedWalk).then_some(Self(()))
    }
}

impl<const W: usize> Branch<'_, W> {
    /// Prunes if no number lives at any leaf below.
    pub(crate) fn without_survivors(&self) -> Option<Pruned> {
        (self.alive.is_empty() && self.safe == 0).then_some(Pruned(()))
    }
}

/// Evidence that all outcomes of a number were visited: an enumeration came to its end.
#[derive(Debug)]
#[must_use]
pub(crate) struct Listed(());

/// Evidence that all outcomes of all numbers were visited.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub(crate) struct AllListed(());

impl AllListed {
    /// Lists the outcomes of several parts, one after the other.
    ///
    /// # Errors
    ///
    /// The end of the first list that is not complete.
    pub(crate) fn of_each<T, E>(
        parts: impl IntoIterator<Item = T>,
        list: impl FnMut(T) -> Result<Self, E>,
    ) -> Result<Self, E> {
        parts.into_iter().map(list).try_for_each(|listed| listed.map(|Self(())| ()))?;
        Ok(Self(()))
    }
}

/// The numbers of a part whose outcomes are not all listed, and how far each enumeration is. A
/// number that is taken out counts as unlisted until it is put back or finished.
#[derive(Debug)]
pub(crate) struct Unlisted {
    /// With the path to resume from, the next one first.
    waiting: VecDeque<(u16, Path)>,
    /// Numbers waiting or taken out.
    left: usize,
}

impl Unlisted {
    /// All numbers of a part with this many.
    pub(crate) fn all(numbers: usize) -> Self {
        let waiting = (0..numbers as u16).map(|number| (number, Path::new())).collect();
        Self { waiting, left: numbers }
    }

    /// Takes the next number out.
    ///
    /// # Panics
    ///
    /// If none is left, or one was not put back.
    pub(crate) fn next(&mut self) -> (u16, Path) {
        self.waiting.pop_front().expect("a number that is left waits for its turn")
    }

    /// Puts a number back, behind the others.
    pub(crate) fn put_back(&mut self, number: u16, path: Path) {
        self.waiting.push_back((number, path));
    }

    /// Drops a number that was taken out.
    pub(crate) fn finish(&mut self, _: Listed) {
        self.left -= 1;
    }

    /// Numbers left.
    pub(crate) fn len(&self) -> usize {
        self.left
    }

    /// Evidence that no number is left.
    pub(crate) fn all_listed(&self) -> Option<AllListed> {
        (self.left == 0).then_some(AllListed(()))
    }
}

/// Position at which an enumeration ended: for every cell decided on the way, whether it is
/// painted.
pub(crate) type Path = Vec<bool>;

/// The outcomes of one number of a part.
pub(crate) struct Outcomes<'a, const W: usize> {
    part: &'a Part<W>,
    number: usize,
    /// Cells of a set.
    size: u32,
    /// By number; stale for dead numbers.
    balls: Vec<Bits<W>>,
    /// Live numbers other than the safe ones.
    alive: Vec<u16>,
    /// Balls before each change, the latest last.
    changes: Vec<(u16, Bits<W>)>,
    /// Indices in `alive` of removed numbers, the latest last.
    removals: Vec<(u16, u16)>,
    /// Start of all samples of this number, once one was drawn.
    sample_root: Option<PartialSet<W>>,
    /// Decisions from the root to the current step.
    path: Path,
    /// Decisions still to be replayed when an enumeration is resumed, the next one last.
    replay: Path,
}

/// A partially decided set, as the search keeps it at each node.
#[derive(Clone, Copy)]
struct PartialSet<const W: usize> {
    /// Relevant cells decided to be painted, and the number.
    painted: Bits<W>,
    /// Cells that are painted or may still be.
    allowed: Bits<W>,
    /// Cells that live numbers other than the safe ones can use.
    reach: Bits<W>,
    /// Painted cells and all their neighbours.
    lost: Bits<W>,
    /// True if the painted cells are connected without further cells.
    is_connected: bool,
    /// Least size of a set that paints these cells.
    cost: u32,
    /// Number of safe numbers.
    safe: u32,
}

impl<const W: usize> PartialSet<W> {
    /// A painted cell.
    #[inline]
    fn start(&self) -> Bits<W> {
        Bits::single(self.painted.first().expect("the number is painted"))
    }
}

impl<'a, const W: usize> Outcomes<'a, W> {
    pub(crate) fn new(part: &'a Part<W>, number: usize) -> Self {
        let size = part.numbers[number].value.into();
        Self {
            part,
            number,
            size,
            balls: Vec::new(),
            alive: Vec::new(),
            changes: Vec::new(),
            removals: Vec::new(),
            sample_root: None,
            path: Path::new(),
            replay: Path::new(),
        }
    }

    /// Restores the balls of the part.
    fn reset_balls(&mut self) {
        if self.balls.is_empty() {
            self.balls.clone_from(&self.part.balls);
        }
        self.undo_to((0, 0));
    }

    /// Continues with the sets of another number.
    pub(crate) fn switch_to(&mut self, number: usize) {
        self.reset_balls();
        self.number = number;
        self.size = self.part.numbers[number].value.into();
        self.sample_root = None;
    }

    /// The set of the number alone, before anything is lost.
    fn number_alone(&mut self) -> PartialSet<W> {
        self.reset_balls();
        self.alive = (0..self.part.numbers.len() as u16).collect();
        self.alive.remove(self.number);
        PartialSet {
            painted: Bits::single(self.part.numbers[self.number].at.into()),
            allowed: self.part.balls[self.number],
            reach: Bits::EMPTY,
            lost: Bits::EMPTY,
            is_connected: true,
            cost: 1,
            safe: 0,
        }
    }

    /// The root of the search tree: only the number itself is painted.
    fn root(&mut self) -> PartialSet<W> {
        let mut partial = self.number_alone();
        let start = partial.painted;
        self.remove_lost(&mut partial, start);
        let threatened = self.threatened(&partial);
        self.remove_safe(&mut partial, threatened);
        // Nothing is undone beyond the root.
        self.removals.clear();
        partial
    }

    /// Visits each outcome of the number at least once.
    ///
    /// # Errors
    ///
    /// If the visitor ends the enumeration.
    pub(crate) fn enumerate<V: Visitor<W>>(self, visit: &mut V) -> Result<Listed, V::End> {
        self.resume(Path::new(), visit).map_err(|(_, end)| end)
    }

    /// Visits each outcome of each number of a part at least once.
    ///
    /// # Errors
    ///
    /// If the visitor ends the enumeration.
    pub(crate) fn enumerate_all<V: Visitor<W>>(
        part: &Part<W>,
        visit: &mut V,
    ) -> Result<AllListed, V::End> {
        for number in 0..part.numbers.len() {
            visit.begin(number);
            let Listed(()) = Outcomes::new(part, number).enumerate(visit)?;
        }
        Ok(AllListed(()))
    }

    /// Continues an enumeration that was ended: visits each outcome that it had not reached, and
    /// the last one again.
    ///
    /// # Errors
    ///
    /// The path and the reason if the visitor ends it once more.
    pub(crate) fn resume<V: Visitor<W>>(
        mut self,
        path: Path,
        visit: &mut V,
    ) -> Result<Listed, (Path, V::End)> {
        let partial = self.root();
        self.replay = path;
        self.replay.reverse();
        match self.search_below(partial, visit) {
            Ok(()) => Ok(Listed(())),
            Err(end) => Err((self.path, end)),
        }
    }

    /// Removes numbers and cells that are lost when `cell` is painted.
    fn remove_lost(&mut self, partial: &mut PartialSet<W>, cell: Bits<W>) {
        let lost = partial.lost | cell | cell.around(self.part.stride);
        let fresh = lost.without(partial.lost);
        partial.lost = lost;
        if partial.painted.len() > 1 && !fresh.intersects(&partial.reach) {
            return;
        }
        let empties = self.part.empties.without(lost);
        let mut reach = Bits::EMPTY;
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

    /// Number of changes so far, for [`undo_to`](Self::undo_to).
    fn mark(&self) -> (usize, usize) {
        (self.changes.len(), self.removals.len())
    }

    /// Undoes all later changes.
    fn undo_to(&mut self, (changes, removals): (usize, usize)) {
        while self.changes.len() > changes {
            let (number, ball) = self.changes.pop().expect("there is a later change");
            let is_kept = planted(Fault::UndoForgets);
            self.balls[usize::from(number)] =
                if is_kept { self.balls[usize::from(number)] } else { ball };
        }
        while self.removals.len() > removals {
            let (place, number) = self.removals.pop().expect("there is a later change");
            if planted(Fault::UndoDead) && self.removals.len() == removals {
                continue;
            }
            self.alive.insert(place.into(), number);
        }
    }

    /// Searches the tree below a partial set. The path is restored afterwards, unless the visitor
    /// ends the enumeration.
    fn search_below<V: Visitor<W>>(
        &mut self,
        mut partial: PartialSet<W>,
        visit: &mut V,
    ) -> Result<(), V::End> {
        let decided = self.path.len();
        while let Some(excluded) = self.decide(partial, visit)? {
            self.path.push(false);
            partial = excluded;
        }
        self.path.truncate(decided);
        Ok(())
    }

    /// Decides about one cell: searches the branch that paints it and returns the partial set that
    /// excludes it, if any leaf is left there.
    #[inline]
    fn decide<V: Visitor<W>>(
        &mut self,
        mut partial: PartialSet<W>,
        visit: &mut V,
    ) -> Result<Option<PartialSet<W>>, V::End> {
        let threatened = self.threatened(&partial);
        self.remove_safe(&mut partial, threatened);
        let replayed = self.replay.pop();
        if replayed.is_none() {
            let PartialSet { reach, safe, .. } = partial;
            let (alive, balls) = (&self.alive[..], &self.balls[..]);
            let threatened = threatened & reach;
            let branch = Branch { alive, balls, reach, safe, threatened };
            if let Some(Pruned(())) = visit.can_prune(&branch)? {
                return Ok(None);
            }
        }
        let (choices, neutral) = self.choices(&partial);
        let Some(cell) = self.nearest(&partial, choices, neutral).and_then(|near| near.first())
        else {
            self.leaf(&partial, neutral, visit)?;
            return Ok(None);
        };
        let is_done = replayed == Some(false) || replayed.is_some() && planted(Fault::WayLost);
        if !is_done && let Some(mut taken) = self.paint(&partial, cell) {
            let mark = self.mark();
            self.remove_lost(&mut taken, Bits::single(cell));
            self.path.push(true);
            self.search_below(taken, visit)?;
            self.path.pop();
            self.undo_to(mark);
        }
        Ok(self.exclude(&partial, cell))
    }

    /// Relevant cells that are not decided, and neutral ones.
    #[inline]
    fn choices(&self, partial: &PartialSet<W>) -> (Bits<W>, Bits<W>) {
        let zone = partial.reach | partial.reach.around(self.part.stride);
        let undecided = partial.allowed.without(partial.painted);
        (undecided & zone, undecided.without(zone))
    }

    /// The partial set with a cell painted, before losses are removed; `None` if no set contains
    /// it.
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

    /// The partial set with a cell excluded; `None` if every set contains it.
    #[inline]
    fn exclude(&self, partial: &PartialSet<W>, cell: usize) -> Option<PartialSet<W>> {
        let mut excluded = *partial;
        excluded.allowed = partial.allowed.without(Bits::single(cell));
        excluded.cost = self.min_size(excluded.painted, excluded.allowed, excluded.is_connected);
        (excluded.cost <= self.size && self.has_enough_cells(&excluded)).then_some(excluded)
    }

    /// Undecided relevant cells that are nearest to the painted ones over neutral cells. One of
    /// them is decided next.
    #[inline]
    fn nearest(
        &self,
        partial: &PartialSet<W>,
        choices: Bits<W>,
        neutral: Bits<W>,
    ) -> Option<Bits<W>> {
        // The path there may be the one that connects the painted cells anyway.
        let steps = self.size.saturating_sub(partial.painted.len());
        flood::nearest(partial.painted, &choices, &neutral, steps, self.part.stride)
    }

    /// True if there are enough cells for a set around the painted ones.
    #[inline]
    fn has_enough_cells(&self, partial: &PartialSet<W>) -> bool {
        let size = self.size + u32::from(planted(Fault::NoRoom));
        let start = if partial.is_connected { partial.painted } else { partial.start() };
        flood::reaches_all(start, &partial.allowed, &partial.painted, size, self.part.stride)
    }

    /// Least size of a set of `allowed` cells that paints these.
    #[inline]
    fn min_size(&self, painted: Bits<W>, allowed: Bits<W>, is_connected: bool) -> u32 {
        let count = painted.len();
        if is_connected {
            return count;
        }
        // Length of the path to the farthest painted cells, painted ones on it not counted.
        let limit = self.size.saturating_sub(count);
        flood::connection_steps(&painted, &allowed, limit, self.part.stride)
            .map_or(u32::MAX, |steps| count + steps)
    }

    /// Visits the leaf below a partial set without undecided relevant cells, if it has a set.
    fn leaf<V: Visitor<W>>(
        &self,
        partial: &PartialSet<W>,
        neutral: Bits<W>,
        visit: &mut V,
    ) -> Result<(), V::End> {
        let allowed = partial.painted | neutral;
        let filled = PartialSet { allowed, ..*partial };
        if self.min_size(partial.painted, allowed, partial.is_connected) > self.size
            || !self.has_enough_cells(&filled)
        {
            return Ok(());
        }
        let leaf = Leaf {
            painted: partial.painted,
            neutral,
            alive: &self.alive,
            balls: &self.balls,
            reach: partial.reach,
            safe: partial.safe,
            is_certain: partial.is_connected || self.connect(partial.painted, neutral).is_some(),
        };
        visit.leaf(&leaf)
    }
}
