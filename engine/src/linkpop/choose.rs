//! The robot's choice (LP-20).
//!
//! A pair is looked for at each cost in turn, and at each from the first block on. So whenever a block
//! is asked for partners, none before it has one, and only those behind it count.
//!
//! * Cost 1: [`Twins`](super::twins::Twins) are kept from pop to pop.
//! * Cost 2: from each cell that the block sees to both sides along its row the next block below,
//!   and from each that it sees below the next ones to both sides.
//! * Cost 3: [all blocks that it leads to](super::reach).

use std::ops::ControlFlow;

use board::linkpop::{Cell, Pair};

use super::board::{Board, SIDE, below, cell_of, match_each_other};
use super::lines::{Place, between, next, place, previous, row_and_column};
use super::reach::Cells;
use crate::bits::elements;
use crate::planted::{Fault, planted};

/// A pair and the cost of its cheapest link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The pair.
    pub pair: Pair,
    /// The number of segments, 1 to 3.
    pub cost: u8,
}

impl Board {
    /// The pair that the robot pops, if there is any.
    #[must_use]
    pub fn choice(&self) -> Option<Choice> {
        let pair = |(earlier, other)| Pair::new(cell_of(earlier), cell_of(other));
        if let Some(twins) = self.first_twins() {
            return Some(Choice { pair: pair(twins), cost: 1 });
        }
        if let Some(found) = self.first_with(|block| self.partner_at_two(block)) {
            return Some(Choice { pair: pair(found), cost: 2 });
        }
        let empties = self.empties();
        let found = self.first_with(|block| self.partner_at_three(&empties, block))?;
        Some(Choice { pair: pair(found), cost: 3 })
    }

    /// The first block that has a partner, with it.
    #[inline]
    fn first_with(&self, partner: impl Fn(Place) -> Option<Place>) -> Option<(Place, Place)> {
        for row in 1..=u32::from(self.rows) {
            for column in elements(self.occupied(row as usize - 1).into()) {
                let block = place(row, column + 1);
                if let Some(partner) = partner(block) {
                    return Some((block, partner));
                }
            }
        }
        None
    }

    /// The first partner behind a block to which a link of two segments leads.
    #[inline]
    fn partner_at_two(&self, block: Place) -> Option<Place> {
        let (row, column) = row_and_column(block);
        let code = self.codes[block];
        let mut first = Place::MAX;
        let mut meet = |end: Place| {
            let is_better = if planted(Fault::OtherLast) {
                first == Place::MAX || end > first
            } else {
                end < first
            };
            // Whether they match cannot be predicted.
            let is_partner = match_each_other(self.codes[end], code) & is_better;
            first = if is_partner { end } else { first };
        };
        let line = self.by_row[row as usize];
        let seen = between(previous(line, column), next(line, column)) & !(1 << column);
        for corner in elements(seen) {
            meet(place(next(self.by_column[corner as usize], row), corner));
        }
        for corner in row + 1..next(self.by_column[column as usize], row) {
            let line = self.by_row[corner as usize];
            meet(place(corner, previous(line, column)));
            meet(place(corner, next(line, column)));
        }
        (first != Place::MAX).then_some(first)
    }

    /// The first partner behind a block to which a link of three segments leads.
    fn partner_at_three(&self, empties: &Cells, block: Place) -> Option<Place> {
        let cell = cell_of(block);
        let led_to = self.led_to(empties, cell, 3);
        let in_row = |row: usize| {
            let behind = if row == usize::from(cell.row) {
                !below(u32::from(cell.column) + 1)
            } else {
                u32::MAX
            };
            let partners = self.matching(self.codes[block], row, led_to[row] & behind);
            (partners != 0).then(|| place(row as u32 + 1, partners.trailing_zeros() + 1))
        };
        let mut partners = (cell.row.into()..SIDE).filter_map(in_row);
        if planted(Fault::OtherLast) { partners.next_back() } else { partners.next() }
    }

    /// All pairs that can be popped, in no particular order, until `visit` breaks off.
    pub fn visit_pops(&self, visit: &mut dyn FnMut(Choice) -> ControlFlow<()>) -> ControlFlow<()> {
        for block in self.blocks() {
            let (earlier, code) = (cell_of(block), self.codes[block]);
            let reach = self.reach(earlier);
            for cost in 1..=3 {
                for row in earlier.row..self.rows {
                    let mut others = reach.at_cost(cost)[usize::from(row)];
                    if row == earlier.row {
                        others &= !below(u32::from(earlier.column) + 1);
                    }
                    for other in elements(self.matching(code, row.into(), others).into()) {
                        let pair = Pair::new(earlier, Cell::new(row, other as u8));
                        visit(Choice { pair, cost })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
