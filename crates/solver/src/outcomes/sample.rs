//! Random outcomes, for guesses.

use super::{Leaf, Outcomes, PartialSet, Visitor};
use crate::bits::Bits;
use crate::flood;
use crate::tuning::{BIAS_LEVELS, SPARED_DENOMINATOR, SPARED_LEVELS};

impl<const W: usize> Outcomes<'_, W> {
    /// Visits the outcome of a random set, which is grown cell by cell. That takes half the time of
    /// deciding about each relevant cell, as [`enumerate`](Self::enumerate) does.
    ///
    /// Every other set attacks: a set that kills as many numbers as it can is rarely drawn at
    /// random, and often refutes.
    ///
    /// # Errors
    ///
    /// If the visitor has an end.
    pub(crate) fn sample<V: Visitor<W>>(
        &mut self,
        random: &mut dyn FnMut() -> u64,
        visit: &mut V,
    ) -> Result<(), V::End> {
        let mut partial = self.sample_root();
        let attacks = random() & 1 == 1;
        let set = if attacks {
            self.attacking_set(&partial, random)
        } else {
            self.biased_set(&partial, random)
        };
        partial.painted = set;
        self.remove_lost(&mut partial, set);
        visit.leaf(&Leaf {
            painted: set,
            neutral: Bits::EMPTY,
            alive: &self.alive,
            balls: &self.balls,
            reach: partial.reach,
            safe: 0,
            is_certain: true,
        })
    }

    /// A set that grows anywhere, with a random preference for relevant or for neutral cells.
    fn biased_set(&self, partial: &PartialSet<W>, random: &mut dyn FnMut() -> u64) -> Bits<W> {
        let zone = partial.reach | partial.reach.around(self.part.stride);
        let bias = random() % BIAS_LEVELS;
        self.grow(partial, random, |_, near, roll| {
            let wanted = if roll % BIAS_LEVELS <= bias { near & zone } else { near.without(zone) };
            if wanted.is_empty() { near } else { wanted }
        })
    }

    /// A set that grows towards other numbers, nearest first, and kills them by touching them. Some
    /// are spared at random.
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

    /// Grows a set one cell at a time. `wanted` chooses among the cells next to the set; it is
    /// called with the set, these cells, and a random number.
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
            let roll = random();
            let wanted = wanted(set, near, roll);
            // `wanted` may have used the remainder by `BIAS_LEVELS`.
            let skipped = roll / BIAS_LEVELS % u64::from(wanted.len());
            let cell = Bits::single(
                wanted.nth(skipped as u32).expect("the index is below the number of cells"),
            );
            set |= cell;
            near = (near | (cell.around(stride) & partial.allowed)).without(set);
        }
        set
    }

    /// Start of a sample: nothing is lost yet, not even the cells next to the number.
    fn sample_root(&mut self) -> PartialSet<W> {
        if let Some(partial) = self.sample_root {
            self.reset_balls();
            return partial;
        }
        let mut partial = self.number_alone();
        partial.reach = self.reach();
        self.sample_root = Some(partial);
        partial
    }
}
