//! Numbers that a set cannot kill, safe or unaffected, and the cells that it threatens.
//!
//! Without safe numbers, positions five plies before the end took seconds instead of milliseconds.

use crate::planted::{Fault, planted};

use super::{Outcomes, PartialSet};
use crate::bits::Bits;
use crate::flood;

impl<const W: usize> Outcomes<'_, W> {
    /// Moves numbers whose ball is not threatened from `alive` to `unaffected`; called at the root
    /// only.
    pub(super) fn set_aside_unaffected(&mut self, threatened: Bits<W>) {
        let Self { balls, alive, unaffected, unaffected_reach, .. } = self;
        alive.retain(|&number| {
            let ball = balls[usize::from(number)];
            let is_near = ball.intersects(&threatened);
            if !is_near {
                unaffected.push(number);
                *unaffected_reach |= ball;
            }
            is_near
        });
        self.near_unaffected =
            self.unaffected_reach | self.unaffected_reach.around(self.part.stride);
        // Nothing is undone beyond the root.
        self.removals.clear();
    }

    /// Removes safe numbers and counts them.
    #[inline]
    pub(super) fn remove_safe(&mut self, partial: &mut PartialSet<W>, threatened: Bits<W>) {
        // Cells in or next to at least two balls.
        let twice =
            flood::near_two(self.near_unaffected, &self.alive, &self.balls, self.part.stride);
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
        balls.fold(self.unaffected_reach, |all, ball| all | ball)
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
