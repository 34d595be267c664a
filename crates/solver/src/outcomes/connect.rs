//! A set that paints the relevant cells of a leaf.
//!
//! Connecting cells with as few others as possible is a Steiner tree problem. Shortest paths from
//! piece to piece are tried first; for two pieces they are exact. If they fail, a search over the
//! cells next to one piece decides.

use super::{Outcomes, PartialSet};
use crate::bits::Bits;
use crate::budget::{Exhausted, Meter};
use crate::flood;
use crate::planted::{Fault, planted};

/// Evidence that no set paints the relevant cells of a leaf: every way to connect them was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub(crate) struct NoSet(());

impl<const W: usize> Outcomes<'_, W> {
    /// Connects painted cells over neutral ones, always by the shortest path to the nearest other
    /// piece; `None` if that takes too many cells. Exact if there are two pieces.
    pub(super) fn connect(&self, painted: Bits<W>, neutral: Bits<W>) -> Option<Bits<W>> {
        let stride = self.part.stride;
        let mut set = painted;
        loop {
            let connected = flood::fill(Bits::single(set.first()?), &set, stride);
            let others = set.without(connected);
            if others.is_empty() {
                return (set.len() <= self.size).then_some(set);
            }
            let mut layers = vec![connected];
            let mut region = connected;
            let met = loop {
                let around = region.around(stride);
                if let Some(cell) = (around & others).first() {
                    break cell;
                }
                let layer = (around & neutral).without(region);
                if layer.is_empty() {
                    return None;
                }
                region |= layer;
                layers.push(layer);
            };
            let mut cell = met;
            for layer in layers[1..].iter().rev() {
                cell = (Bits::single(cell).around(stride) & *layer).first()?;
                set.insert(cell);
            }
        }
    }

    /// A set of the number that paints these cells and otherwise neutral ones, if there is one.
    ///
    /// # Errors
    ///
    /// If the budget or a limit ends the search for it.
    pub(crate) fn realize(
        &self,
        painted: Bits<W>,
        neutral: Bits<W>,
        meter: &mut Meter<'_>,
    ) -> Result<Result<Bits<W>, NoSet>, Exhausted> {
        let mut set = match self.connect(painted, neutral) {
            Some(set) => set,
            None => match self.connect_by_search(painted, neutral, meter)? {
                Ok(set) => set,
                Err(no_set) => return Ok(Err(no_set)),
            },
        };
        for _ in set.len()..self.size {
            let near = (set.around(self.part.stride) & neutral).without(set);
            let Some(cell) = near.first() else { return Ok(Err(NoSet(()))) };
            set.insert(cell);
        }
        Ok(Ok(set))
    }

    /// Connects painted cells over neutral ones with few enough cells, if that is possible at all,
    /// by exhaustive search.
    fn connect_by_search(
        &self,
        painted: Bits<W>,
        mut neutral: Bits<W>,
        meter: &mut Meter<'_>,
    ) -> Result<Result<Bits<W>, NoSet>, Exhausted> {
        let stride = self.part.stride;
        let Some(first) = painted.first() else { return Ok(Err(NoSet(()))) };
        let connected = flood::fill(Bits::single(first), &painted, stride);
        if connected == painted {
            return Ok(Ok(painted));
        }
        loop {
            meter.step()?;
            if self.min_size(painted, painted | neutral, false) > self.size {
                return Ok(Err(NoSet(())));
            }
            let Some(cell) = (connected.around(stride) & neutral).first() else {
                return Ok(Err(NoSet(())));
            };
            let one = Bits::single(cell);
            neutral = neutral.without(one);
            let set = self.connect_by_search(painted | one, neutral, meter)?;
            if set.is_ok() {
                return Ok(set);
            }
        }
    }
}

// Numbers that a set cannot kill, and the cells that it threatens.
//
// Without safe numbers, positions five plies before the end took seconds instead of milliseconds.

impl<const W: usize> Outcomes<'_, W> {
    /// Removes safe numbers and counts them.
    #[inline]
    pub(super) fn remove_safe(&mut self, partial: &mut PartialSet<W>, threatened: Bits<W>) {
        // Cells in or next to at least two balls.
        let twice = flood::near_two(&self.alive, &self.balls, self.part.stride);
        let mut place = 0;
        let mut is_changed = false;
        while place < self.alive.len() {
            let number = self.alive[place];
            let ball = self.balls[usize::from(number)];
            if !ball.intersects(&twice) && self.survives(number, ball, threatened) {
                self.removals.push((place as u16, number));
                self.alive.remove(place);
                partial.safe += u32::from(!planted(Fault::SafeUncounted));
                is_changed = true;
            } else {
                place += 1;
            }
        }
        if is_changed {
            partial.reach = self.reach();
        }
    }

    /// True if a number stays alive without all threatened cells.
    #[inline]
    fn survives(&self, number: u16, ball: Bits<W>, threatened: Bits<W>) -> bool {
        if !ball.intersects(&threatened) {
            return true;
        }
        let center = self.part.numbers[usize::from(number)];
        !threatened.contains(center.at.into()) && self.part.lives(center, ball.without(threatened))
    }

    /// Union of the balls of all live numbers other than the safe ones.
    pub(super) fn reach(&self) -> Bits<W> {
        let balls = self.alive.iter().map(|&number| self.balls[usize::from(number)]);
        balls.fold(Bits::EMPTY, |all, ball| all | ball)
    }

    /// Cells of `reach` that the rest of the set may still paint or touch.
    #[inline]
    pub(super) fn threatened(&self, partial: &PartialSet<W>) -> Bits<W> {
        let stride = self.part.stride;
        let steps = self.size.saturating_sub(partial.painted.len());
        let region = flood::grow(partial.painted, &partial.allowed, steps, stride);
        let fresh = region.without(partial.painted);
        let near = if planted(Fault::DangerShort) { fresh } else { fresh.around(stride) };
        (fresh | near) & partial.reach
    }
}
