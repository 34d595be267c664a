//! Outcomes that chance chooses.

use std::ops::ControlFlow;

use super::{Leaf, Node, Visitor, Walk};
use crate::bits::Bits;

/// One set paints what matters more gladly than the other: in so many of so many cells.
const KEEN: u64 = 4;

impl<const W: usize> Walk<'_, W> {
    /// Shows the outcome of a set that chance has chosen, cell by cell. That takes half as long as to
    /// decide about each cell that matters, as [`run`](Self::run) does.
    pub(crate) fn sample(
        &mut self,
        random: &mut dyn FnMut() -> u64,
        visit: &mut impl Visitor<W>,
    ) -> ControlFlow<()> {
        let mut node = self.untouched();
        let stride = self.part.stride;
        let zone = node.reach | node.reach.around(stride);
        let keen = random() % KEEN;
        let mut set = node.painted;
        let mut near = set.around(stride) & node.open;
        for _ in 1..self.size {
            let chance = random();
            let wanted = if chance % KEEN <= keen { near & zone } else { near.without(zone) };
            let wanted = if wanted.is_empty() { near } else { wanted };
            let skipped = chance / KEEN % u64::from(wanted.len());
            let cell = wanted.nth(skipped as u32).expect("there are so many");
            let cell = Bits::one(cell);
            set |= cell;
            near = (near | (cell.around(stride) & node.open)).without(set);
        }
        node.painted = set;
        self.lose(&mut node, set);
        visit.leaf(&Leaf {
            painted: set,
            neutral: Bits::NONE,
            alive: &self.alive,
            balls: &self.balls,
            reach: node.reach,
            safe: 0,
            is_certain: true,
        })
    }

    /// A node where nothing is lost yet, not even by the number itself.
    fn untouched(&mut self) -> Node<W> {
        self.back_to((0, 0));
        if let Some(node) = self.untouched {
            return node;
        }
        self.alive = (0..self.part.numbers.len() as u16).collect();
        self.alive.remove(self.number);
        let node = Node {
            painted: Bits::one(self.part.numbers[self.number].at.into()),
            open: self.part.balls[self.number],
            reach: self.reach(),
            lost: Bits::NONE,
            is_joined: true,
            cost: 1,
            safe: 0,
        };
        self.untouched = Some(node);
        node
    }
}
