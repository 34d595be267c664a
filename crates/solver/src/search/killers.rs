//! Killer moves: moves that refuted other outcomes of the same query.
//!
//! The killer heuristic of game tree search tries a move that refuted a sibling first. Here a
//! killer is a set of the part, so it can also be checked against a branch, where only a part of
//! the cells is decided. If it refutes all leaves of the branch, the branch is pruned.

use super::shape_move::ShapeMove;
use crate::bits::Bits;
use crate::outcomes::Branch;
use crate::part::Part;
use crate::shape::Shape;
use crate::tuning::KILLERS_MAX;

/// Sets that proved that an outcome of a part does not have a value, the latest success first.
#[derive(Debug)]
pub(super) struct KillerMoves<'p, const W: usize> {
    part: &'p Part<W>,
    sets: Vec<(u16, Bits<W>)>,
    /// Buffer for the numbers that a set leaves.
    live: LiveNumbers<W>,
}

impl<'p, const W: usize> KillerMoves<'p, W> {
    pub(super) fn new(part: &'p Part<W>) -> Self {
        Self { part, sets: Vec::new(), live: LiveNumbers::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.sets.len()
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

    /// Moves the set with this index to the front.
    pub(super) fn promote(&mut self, index: usize) {
        self.sets[..=index].rotate_right(1);
    }

    /// The numbers that the set with this index leaves alive at each leaf of a branch; `None` if
    /// they differ, or the set is not possible everywhere.
    pub(super) fn left_by(
        &mut self,
        index: usize,
        branch: &Branch<'_, W>,
    ) -> Option<&LiveNumbers<W>> {
        self.live.find(self.part, branch, self.sets[index]).then_some(&self.live)
    }
}

/// The numbers alive after a move and, by number, their balls; those of other numbers are stale.
/// The buffer is reused from move to move.
#[derive(Debug, Default)]
pub(super) struct LiveNumbers<const W: usize> {
    pub(super) numbers: Vec<u16>,
    pub(super) balls: Vec<Bits<W>>,
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
