//! Outcomes that chance chooses.

use std::ops::ControlFlow;

use super::{Visitor, Walk};

/// One set paints what matters more gladly than the other: in so many of so many cases.
const KEEN: u64 = 4;

impl<const W: usize> Walk<'_, W> {
    /// Shows one outcome that chance has chosen, unless chance leads nowhere.
    pub(crate) fn sample(
        &mut self,
        random: &mut dyn FnMut() -> u64,
        visit: &mut impl Visitor<W>,
    ) -> ControlFlow<()> {
        let mut node = self.begin();
        let keen = random() % KEEN;
        loop {
            let danger = self.danger(&node);
            self.secure(&mut node, danger);
            let (choices, neutral) = self.choices(&node);
            let Some(nearest) = self.nearest(&node, choices, neutral) else {
                return self.leaf(&node, neutral, visit);
            };
            let skipped = (random() % u64::from(nearest.len())) as usize;
            let cell = nearest.iter().nth(skipped).expect("there are so many");
            let is_keen = random() % KEEN <= keen;
            let left = if is_keen { None } else { self.leave(&node, cell) };
            if let Some(left) = left {
                node = left;
            } else if let Some(mut taken) = self.take(&node, cell) {
                self.lose(&mut taken, crate::bits::Bits::one(cell));
                node = taken;
            } else if let Some(left) = self.leave(&node, cell) {
                node = left;
            } else {
                return ControlFlow::Continue(());
            }
        }
    }
}
