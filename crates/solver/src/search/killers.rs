//! Killer moves: moves that refuted other outcomes of the same query.
//!
//! The killer heuristic of game tree search tries a move that refuted a sibling first. Here a
//! killer is a set of the part, so it can also be checked against a branch, where only a part of
//! the cells is decided. If it refutes all leaves of the branch, the branch is pruned.

use super::shape_move::ShapeMove;
use super::sum::Sum;
use crate::bits::Bits;
use crate::budget::{Exhausted, LimitHit};
use crate::outcomes::Branch;
use crate::part::Part;
use crate::proof::{Basis, Claim, Refuted};
use crate::shape::Shape;
use crate::tuning::{KILLERS_LOOKED_UP, KILLERS_MAX, KILLERS_SEARCHED};

/// The search that a query is part of, as killers use it.
pub(super) trait SumSearch<B> {
    /// The sum of the components of a part with these live numbers, by number their balls, and this
    /// many safe numbers.
    fn sum_of_live<const W: usize>(
        &self,
        part: &Part<W>,
        live: &[u16],
        balls: &[Bits<W>],
        safe: u32,
    ) -> Sum<B>;

    /// Whether the sum has this value, if that takes no more than this effort.
    fn has_value_within(
        &mut self,
        effort: u64,
        sum: &Sum<B>,
        value: u32,
    ) -> Result<Result<Claim<B, bool>, LimitHit>, Exhausted>;
}

/// Sets that proved that an outcome of a part does not have a value, the latest success first.
#[derive(Debug)]
pub(super) struct KillerMoves<'p, const W: usize> {
    part: &'p Part<W>,
    value: u32,
    sets: Vec<(u16, Bits<W>)>,
    /// Buffer for the numbers that a set leaves.
    live: LiveNumbers<W>,
}

impl<'p, const W: usize> KillerMoves<'p, W> {
    pub(super) fn new(part: &'p Part<W>, value: u32) -> Self {
        Self { part, value, sets: Vec::new(), live: LiveNumbers::default() }
    }

    /// Removes and returns all sets.
    pub(super) fn take(&mut self) -> Vec<(u16, Bits<W>)> {
        std::mem::take(&mut self.sets)
    }

    /// Replaces all sets, when a query is resumed.
    pub(super) fn restore(&mut self, sets: Vec<(u16, Bits<W>)>) {
        self.sets = sets;
    }

    /// Adds the refutation of an outcome, found in one of its components.
    pub(super) fn learn(&mut self, mv: Option<&ShapeMove>, component: &Shape) {
        if let Some(mv) = mv
            && mv.fits(component)
            && let Some(set) = mv.on_part(self.part, component)
        {
            self.sets.insert(0, set);
            self.sets.truncate(KILLERS_MAX);
        }
    }

    /// Refutes all leaves of a branch by one of the first killers that is known to leave the value.
    #[inline]
    pub(super) fn refute_by_lookup<B: Basis>(
        &mut self,
        search: &impl SumSearch<B>,
        branch: &Branch<'_, W>,
    ) -> Option<Refuted<B>> {
        self.look_up(search, branch, KILLERS_LOOKED_UP)
    }

    /// Refutes an outcome by a killer that leaves the value, by lookup or by a search with this
    /// much effort for each. `None` if none is found to.
    pub(super) fn refute_by_search<B: Basis>(
        &mut self,
        search: &mut impl SumSearch<B>,
        branch: &Branch<'_, W>,
        effort: u64,
    ) -> Result<Option<Refuted<B>>, Exhausted> {
        if let Some(refuted) = self.look_up(search, branch, KILLERS_MAX) {
            return Ok(Some(refuted));
        }
        let value = self.value;
        for index in 0..self.sets.len().min(KILLERS_SEARCHED) {
            if !self.live.find(self.part, branch, self.sets[index]) {
                continue;
            }
            let live = &self.live;
            let sum = search.sum_of_live(self.part, &live.numbers, &live.balls, branch.safe);
            if !sum.open.is_empty()
                && let Ok(leaves) = search.has_value_within(effort, &sum, value)?
                && let Some(refuted) = leaves.refuted_by_answer()
            {
                self.sets[..=index].rotate_right(1);
                return Ok(Some(refuted));
            }
        }
        Ok(None)
    }

    /// Looks up whether one of the first `limit` killers leaves the value; that one moves to the
    /// front.
    fn look_up<B: Basis>(
        &mut self,
        search: &impl SumSearch<B>,
        branch: &Branch<'_, W>,
        limit: usize,
    ) -> Option<Refuted<B>> {
        for index in 0..self.sets.len().min(limit) {
            if !self.live.find(self.part, branch, self.sets[index]) {
                continue;
            }
            let live = &self.live;
            let sum = search.sum_of_live(self.part, &live.numbers, &live.balls, branch.safe);
            if sum.open.is_empty()
                && let Some(refuted) = sum.heap.is(self.value).refuted_by_answer()
            {
                self.sets[..=index].rotate_right(1);
                return Some(refuted);
            }
        }
        None
    }
}

/// The numbers alive after a move and, by number, their balls; those of other numbers are stale.
/// The buffer is reused from move to move.
#[derive(Debug, Default)]
struct LiveNumbers<const W: usize> {
    numbers: Vec<u16>,
    balls: Vec<Bits<W>>,
}

impl<const W: usize> LiveNumbers<W> {
    /// Finds the numbers that are alive after a set of a number is painted, if they are the same at
    /// all leaves of the branch. Returns false if the set is no longer possible, or if the branch
    /// threatens it or a ball that it leaves.
    fn find(
        &mut self,
        part: &Part<W>,
        branch: &Branch<'_, W>,
        (number, set): (u16, Bits<W>),
    ) -> bool {
        let Branch { alive, balls, reach, threatened, .. } = *branch;
        if set.intersects(&threatened) || !set.without(reach).is_empty() || !alive.contains(&number)
        {
            return false;
        }
        let lost = set | set.around(part.stride);
        // Most balls are untouched, and checking that is cheaper than finding the others again.
        let stays = |ball: &Bits<W>| !lost.intersects(ball);
        let ball_of = |other: u16| &balls[usize::from(other)];
        if alive
            .iter()
            .any(|&other| stays(ball_of(other)) && ball_of(other).intersects(&threatened))
        {
            return false;
        }
        let empties = part.empties & reach.without(lost);
        self.numbers.clear();
        self.balls.resize(part.numbers.len(), Bits::EMPTY);
        for &other in alive {
            let center = part.numbers[usize::from(other)];
            let before = ball_of(other);
            let ball = if stays(before) {
                Some(*before)
            } else if lost.contains(center.at.into()) {
                None
            } else {
                part.ball(center, empties)
            };
            let Some(ball) = ball else { continue };
            if ball.intersects(&threatened) {
                return false;
            }
            self.balls[usize::from(other)] = ball;
            self.numbers.push(other);
        }
        true
    }
}
