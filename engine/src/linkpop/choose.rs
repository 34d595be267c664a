//! The robot's choice (LP-20), without trying pairs.
//!
//! At each cost all symbols are asked together which of their blocks have a partner. The first of
//! these blocks belongs to the pair that the robot pops, because every pair has its earlier block
//! among them; only from there links are followed to find the partner.
//!
//! * Cost 1: two blocks see each other along a row ([`Runs`](super::runs::Runs) know that) or along
//!   a column.
//! * Cost 2: an empty cell, the corner, is seen by one block along its row and by another along its
//!   column.
//! * Cost 3: two cells of a run, the corners, are both seen by blocks across it; or both blocks see
//!   the same side of the board, if the margin lies outside.

use board::linkpop::{Cell, Margin, Pair};

use super::board::{Board, SIDE, below};
use super::lanes::{LANES, Wide, any, each, union};
use super::reach::Cells;
use super::runs::fill_run;
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

/// For eight symbols, the empty cells that their blocks see along columns.
struct Columns {
    /// From a block above.
    from_above: [Wide; SIDE],
    /// From a block below.
    from_below: [Wide; SIDE],
}

impl Board {
    /// The pair that the robot pops, if there is any.
    #[must_use]
    pub fn choice(&self) -> Option<Choice> {
        let empties = self.empties();
        let first = |cells: &Cells| {
            let mut rows = (0..SIDE).filter(|&row| cells[row] != 0);
            let by_column = |row: &usize| cells[*row].trailing_zeros();
            let row =
                if planted(Fault::ColumnFirst) { rows.min_by_key(by_column) } else { rows.next() }?;
            Some(Cell::new(row as u8, cells[row].trailing_zeros() as u8))
        };
        if let Some(earlier) = first(&self.with_partner_at_one(&empties)) {
            return Some(self.complete(&empties, earlier, 1));
        }
        if let Some(earlier) = first(&self.with_partner_at_two(&empties)) {
            return Some(self.complete(&empties, earlier, 2));
        }
        let earlier = first(&self.with_partner_at_three(&empties))?;
        Some(self.complete(&empties, earlier, 3))
    }

    /// The pair of a block that is known to have a partner at this cost, and none at less.
    fn complete(&self, empties: &Cells, earlier: Cell, cost: u8) -> Choice {
        let lane = self.lane_at(earlier.row.into(), earlier.column.into());
        let led_to = self.led_to(empties, earlier, cost);
        // No block before this one has a partner at all.
        let later = |row: usize| match row == usize::from(earlier.row) {
            true => !below(u32::from(earlier.column) + 1),
            false => u32::MAX,
        };
        let partner = |row: &usize| led_to[*row] & later(*row) & self.symbols.at(*row, lane);
        let mut rows = (0..SIDE).filter(|row| partner(row) != 0);
        let row = if planted(Fault::OtherLast) { rows.next_back() } else { rows.next() };
        let row = row.expect("the block has a partner");
        let other = Cell::new(row as u8, partner(&row).trailing_zeros() as u8);
        Choice { pair: Pair::new(earlier, other), cost }
    }

    /// The blocks that see one of their symbol along the row or the column, the later one of each
    /// pair left out.
    fn with_partner_at_one(&self, empties: &Cells) -> Cells {
        let mut blocks = self.runs.twins;
        for symbols in self.symbols.chunks() {
            let mut from_below = [0; LANES];
            for row in (0..usize::from(self.rows)).rev() {
                let here = &symbols[row];
                blocks[row] |= union(&each(|l| here[l] & from_below[l]));
                from_below = each(|l| here[l] | from_below[l] & empties[row]);
            }
        }
        blocks
    }

    /// Blocks with a partner at cost 2, if none has one at less: the first of all that have one is
    /// among them.
    fn with_partner_at_two(&self, empties: &Cells) -> Cells {
        let mut blocks = [0; SIDE];
        for (symbols, seen) in self.symbols.chunks().iter().zip(self.runs.seen.chunks()) {
            let columns = self.see_columns(symbols, empties);
            let mut corners = [[0; LANES]; SIDE];
            let mut all = [0; LANES];
            for row in 0..usize::from(self.rows) {
                corners[row] = each(|l| {
                    seen[row][l] & (columns.from_above[row][l] | columns.from_below[row][l])
                });
                all = each(|l| all[l] | corners[row][l]);
            }
            if !any(&all) {
                continue;
            }
            self.blocks_along_columns(symbols, empties, &columns, &corners, &mut blocks);
            // Along rows only those of the first row matter: in it, one of each pair lies.
            if let Some(row) = corners.iter().position(any) {
                blocks[row] |= ends_of_runs(empties[row], &symbols[row], &corners[row]);
            }
        }
        blocks
    }

    /// The same at cost 3, if none has a partner at less.
    fn with_partner_at_three(&self, empties: &Cells) -> Cells {
        let mut blocks = [0; SIDE];
        for (symbols, seen) in self.symbols.chunks().iter().zip(self.runs.seen.chunks()) {
            self.over_columns(symbols, seen, empties, &mut blocks);
            self.over_rows(symbols, empties, &mut blocks);
            if self.margin == Margin::Outside {
                self.over_the_ring(symbols, &mut blocks);
            }
        }
        blocks
    }

    /// The middle segment runs along a column: its upper corner is seen along a row, and so is one
    /// below it.
    fn over_columns(
        &self,
        symbols: &[Wide; SIDE],
        seen: &[Wide; SIDE],
        empties: &Cells,
        blocks: &mut Cells,
    ) {
        let mut from_below = [0; LANES];
        let mut first = None;
        for row in (0..usize::from(self.rows)).rev() {
            let corners = each(|l| seen[row][l] & from_below[l]);
            if any(&corners) {
                first = Some((row, corners));
            }
            from_below = each(|l| from_below[l] & empties[row] | seen[row][l]);
        }
        if let Some((row, corners)) = first {
            blocks[row] |= ends_of_runs(empties[row], &symbols[row], &corners);
        }
    }

    /// The middle segment runs along a row: two cells of a run are seen along columns.
    fn over_rows(&self, symbols: &[Wide; SIDE], empties: &Cells, blocks: &mut Cells) {
        let columns = self.see_columns(symbols, empties);
        let mut corners = [[0; LANES]; SIDE];
        let mut all = [0; LANES];
        for row in 0..usize::from(self.rows) {
            let empty = empties[row];
            let seen = each(|l| columns.from_above[row][l] | columns.from_below[row][l]);
            // What a carry comes to: the second and later seen cells of a run.
            let later = each(|l| seen[l] & !(empty.wrapping_add(seen[l]) ^ empty));
            if any(&later) {
                corners[row] = each(|l| match later[l] {
                    0 => 0,
                    later => seen[l] & fill_run(empty, later),
                });
                all = each(|l| all[l] | corners[row][l]);
            }
        }
        if any(&all) {
            self.blocks_along_columns(symbols, empties, &columns, &corners, blocks);
        }
    }

    /// Both blocks see the same side of the board.
    fn over_the_ring(&self, symbols: &[Wide; SIDE], blocks: &mut Cells) {
        for side in self.seen_from_outside() {
            let mut once = [false; LANES];
            let mut twice = [false; LANES];
            for row in 0..SIDE {
                for lane in 0..LANES {
                    let count = (symbols[row][lane] & side[row]).count_ones();
                    twice[lane] |= count > 1 || once[lane] && count > 0;
                    once[lane] |= count > 0;
                }
            }
            for row in 0..SIDE {
                blocks[row] |=
                    union(&each(|l| if twice[l] { symbols[row][l] & side[row] } else { 0 }));
            }
        }
    }

    /// What the blocks of eight symbols see along columns.
    fn see_columns(&self, symbols: &[Wide; SIDE], empties: &Cells) -> Columns {
        let mut columns =
            Columns { from_above: [[0; LANES]; SIDE], from_below: [[0; LANES]; SIDE] };
        let rows = usize::from(self.rows);
        let mut moving = [0; LANES];
        for row in 0..rows {
            columns.from_above[row] = each(|l| moving[l] & empties[row]);
            moving = each(|l| columns.from_above[row][l] | symbols[row][l]);
        }
        let mut moving = [0; LANES];
        for row in (0..rows).rev() {
            columns.from_below[row] = each(|l| moving[l] & empties[row]);
            moving = each(|l| columns.from_below[row][l] | symbols[row][l]);
        }
        columns
    }

    /// Adds the blocks that see one of these cells along a column.
    fn blocks_along_columns(
        &self,
        symbols: &[Wide; SIDE],
        empties: &Cells,
        columns: &Columns,
        corners: &[Wide; SIDE],
        blocks: &mut Cells,
    ) {
        let rows = usize::from(self.rows);
        // From the cells back to the block above.
        let mut moving = [0; LANES];
        for row in (0..rows).rev() {
            blocks[row] |= union(&each(|l| moving[l] & symbols[row][l]));
            let corners = each(|l| corners[row][l] & columns.from_above[row][l]);
            moving = each(|l| moving[l] & empties[row] | corners[l]);
        }
        let mut moving = [0; LANES];
        for row in 0..rows {
            blocks[row] |= union(&each(|l| moving[l] & symbols[row][l]));
            let corners = each(|l| corners[row][l] & columns.from_below[row][l]);
            moving = each(|l| moving[l] & empties[row] | corners[l]);
        }
    }
}

/// The blocks of each symbol at the ends of those runs of a row that have one of its cells.
fn ends_of_runs(empty: u32, symbols: &Wide, cells: &Wide) -> u32 {
    let mut blocks = 0;
    for lane in (0..LANES).filter(|&lane| cells[lane] != 0) {
        let run = fill_run(empty, cells[lane]);
        blocks |= symbols[lane] & (run << 1 | run >> 1);
    }
    blocks
}

impl Board {
    /// All pairs that can be popped, in no particular order, until `visit` breaks off.
    pub fn visit_pops(
        &self,
        visit: &mut dyn FnMut(Choice) -> std::ops::ControlFlow<()>,
    ) -> std::ops::ControlFlow<()> {
        for row in 0..self.rows {
            for column in elements(self.occupied[usize::from(row)].into()) {
                let earlier = Cell::new(row, column as u8);
                let lane = self.lane_at(row.into(), column as usize);
                let reach = self.reach(earlier);
                for cost in 1..=3 {
                    for other_row in row..self.rows {
                        let index = usize::from(other_row);
                        let mut others = reach.at_cost(cost)[index] & self.symbols.at(index, lane);
                        if other_row == row {
                            others &= !below(column + 1);
                        }
                        for other in elements(others.into()) {
                            let pair = Pair::new(earlier, Cell::new(other_row, other as u8));
                            visit(Choice { pair, cost })?;
                        }
                    }
                }
            }
        }
        std::ops::ControlFlow::Continue(())
    }
}
