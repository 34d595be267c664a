//! Outcomes that chance chooses.

use std::ops::ControlFlow;

use super::{PartialSet, Visitor, Walk, WalkLeaf};
use crate::bits::Bits;
use crate::flood;
use crate::tuning::{BIAS_LEVELS, SPARED_DENOMINATOR, SPARED_LEVELS};

impl<const W: usize> Walk<'_, W> {
    /// Shows the outcome of a set that chance has chosen, cell by cell. That takes half as long as to
    /// decide about each cell that matters, as [`run`](Self::run) does.
    ///
    /// Every other set hunts: a set that kills as many as it can is hardly ever met by chance, and is often
    /// the one that refutes.
    pub(crate) fn sample(
        &mut self,
        random: &mut dyn FnMut() -> u64,
        visit: &mut impl Visitor<W>,
    ) -> ControlFlow<()> {
        let mut partial = self.sample_root();
        let attacks = random() & 1 == 1;
        let set = if attacks {
            self.attacking_set(&partial, random)
        } else {
            self.biased_set(&partial, random)
        };
        partial.painted = set;
        self.remove_lost(&mut partial, set);
        visit.leaf(&WalkLeaf {
            painted: set,
            neutral: Bits::EMPTY,
            alive: &self.alive,
            balls: &self.balls,
            reach: partial.reach,
            safe: 0,
            is_certain: true,
        })
    }

    /// A set that grows anywhere, but more or less gladly where it matters to others.
    fn biased_set(&self, partial: &PartialSet<W>, random: &mut dyn FnMut() -> u64) -> Bits<W> {
        let zone = partial.reach | partial.reach.around(self.part.stride);
        let bias = random() % BIAS_LEVELS;
        self.grow(partial, random, |_, near, chance| {
            let wanted =
                if chance % BIAS_LEVELS <= bias { near & zone } else { near.without(zone) };
            if wanted.is_empty() { near } else { wanted }
        })
    }

    /// A set that goes next to the cells of other numbers, which kills them, the nearest first; to all of them
    /// or to some.
    fn attacking_set(&self, partial: &PartialSet<W>, random: &mut dyn FnMut() -> u64) -> Bits<W> {
        let stride = self.part.stride;
        let spared = random() % SPARED_LEVELS;
        let mut targets = Bits::EMPTY;
        for (other, center) in self.part.numbers.iter().enumerate() {
            if other != self.number && random() % SPARED_DENOMINATOR >= spared {
                targets.insert(center.at.into());
            }
        }
        self.grow(partial, random, |set, near, _| {
            targets = targets.without(set.around(stride));
            flood::first_met(targets, near, &partial.allowed, stride)
        })
    }

    /// A set that grows cell by cell, each one of those that are wanted: of what was painted so far, of
    /// the cells beside it, and of a number that chance chooses.
    fn grow(
        &self,
        partial: &PartialSet<W>,
        random: &mut dyn FnMut() -> u64,
        mut wanted: impl FnMut(Bits<W>, Bits<W>, u64) -> Bits<W>,
    ) -> Bits<W> {
        let stride = self.part.stride;
        let mut set = partial.painted;
        let mut near = set.around(stride) & partial.allowed;
        for _ in 1..self.size {
            let chance = random();
            let wanted = wanted(set, near, chance);
            // Its remainder by `BIAS_LEVELS` may have decided what is wanted.
            let skipped = chance / BIAS_LEVELS % u64::from(wanted.len());
            let cell = Bits::single(wanted.nth(skipped as u32).expect("there are so many"));
            set |= cell;
            near = (near | (cell.around(stride) & partial.allowed)).without(set);
        }
        set
    }

    /// A node where nothing is lost yet, not even by the number itself.
    fn sample_root(&mut self) -> PartialSet<W> {
        self.reset_balls();
        if let Some(partial) = self.sample_root {
            return partial;
        }
        self.alive = (0..self.part.numbers.len() as u16).collect();
        self.alive.remove(self.number);
        let partial = PartialSet {
            painted: Bits::single(self.part.numbers[self.number].at.into()),
            allowed: self.part.balls[self.number],
            reach: self.reach(),
            lost: Bits::EMPTY,
            is_connected: true,
            cost: 1,
            safe: 0,
        };
        self.sample_root = Some(partial);
        partial
    }
}
