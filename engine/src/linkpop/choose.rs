//! The choice of the robot (LP-20).
//!
//! Pairs are searched for by ascending cost, and at each cost from the first block on. When a block
//! is examined, no earlier one has a partner, so only later partners count.
//!
//! * Cost 1: the first of the [direct pairs](super::links), which are maintained from pop to
//!   pop.
//! * Cost 2: the next block below each empty cell that the block sees along its row, and the next
//!   blocks on both sides of each empty cell that it sees below.
//! * Cost 3: [all blocks at the ends of its links](super::reach).

use std::ops::ControlFlow;

use twinboard_vocabulary::linkpop::{Cell, Margin, Pair};

use super::board::{Board, below, cell_of, symbols_match};
use super::lines::{Place, SIDE, between, next, place, previous, row_and_column};
use super::reach::Cells;
use crate::bits::elements;
use crate::planted::{Fault, planted};

/// A legal move: a pair and the cost of its cheapest link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Cells of the two blocks.
    pub pair: Pair,
    /// Number of segments, 1 to 3.
    pub cost: u8,
}

impl Board {
    /// The pair that the robot pops; `None` if no pair can be popped.
    #[must_use]
    pub fn choice(&self) -> Option<Choice> {
        let pair = |(earlier, other)| Pair::new(cell_of(earlier), cell_of(other));
        if let Some(found) = self.first_direct_pair() {
            return Some(Choice { pair: pair(found), cost: 1 });
        }
        // The corner of a link to a later block is beside the block or below it.
        let may_turn = |row| self.beside_empty(row) | !self.by_row[row + 1];
        if let Some(found) = self.first_with(may_turn, |block| self.partner_at_two(block)) {
            return Some(Choice { pair: pair(found), cost: 2 });
        }
        let empties = self.empties();
        // A block without an empty neighbour may only see a side of the board.
        let may_leave = |row| match self.margin {
            Margin::Inside => may_turn(row) | !self.by_row[row - 1],
            Margin::Outside => u64::MAX,
        };
        let found = self.first_with(may_leave, |block| self.partner_at_three(&empties, block))?;
        Some(Choice { pair: pair(found), cost: 3 })
    }

    /// The first of the `possible` blocks of a row line for which `partner` returns one, and that
    /// partner.
    #[inline]
    fn first_with(
        &self,
        possible: impl Fn(usize) -> u64,
        partner: impl Fn(Place) -> Option<Place>,
    ) -> Option<(Place, Place)> {
        for row in 1..=usize::from(self.rows) {
            let blocks = u64::from(self.occupied(row - 1)) << 1;
            for column in elements(blocks & possible(row)) {
                let block = place(row as u32, column);
                if let Some(partner) = partner(block) {
                    return Some((block, partner));
                }
            }
        }
        None
    }

    /// The places of a row line beside an empty one.
    #[inline]
    fn beside_empty(&self, row: usize) -> u64 {
        let empty = !self.by_row[row];
        empty << 1 | empty >> 1
    }

    /// The first later partner of a block at the end of a link of two segments.
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
            // A match is unpredictable, so there is no branch.
            let is_partner = symbols_match(self.codes[end], code) & is_better;
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

    /// The first later partner of a block at the end of a link of three segments.
    fn partner_at_three(&self, empties: &Cells, block: Place) -> Option<Place> {
        let cell = cell_of(block);
        let ends = self.ends_of_paths(empties, cell, 3);
        let in_row = |row: usize| {
            let later = if row == usize::from(cell.row) {
                !below(u32::from(cell.column) + 1)
            } else {
                u32::MAX
            };
            let partners = self.matching(self.codes[block], row, ends[row] & later);
            (partners != 0).then(|| place(row as u32 + 1, partners.trailing_zeros() + 1))
        };
        let mut partners = (cell.row.into()..SIDE).filter_map(in_row);
        if planted(Fault::OtherLast) { partners.next_back() } else { partners.next() }
    }

    /// Shows all pairs that can be popped, in no particular order, until `visit` breaks.
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
