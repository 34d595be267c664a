//! All blocks that links from one block lead to.

use board::linkpop::{Cell, Margin};

use super::board::{Board, SIDE, below};
use super::fills::fill_run;
use crate::bits::elements;
use crate::planted::{Fault, planted};

/// A set of cells, as a set of columns for each row.
pub(super) type Cells = [u32; SIDE];

/// The blocks of any symbol to which links of one block lead, by the least number of segments.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// For one, two and three segments: the blocks that fewer do not lead to.
    by_cost: [Cells; 3],
}

impl Reach {
    /// For each row the columns of the blocks that links of this cost, 1 to 3, lead to and cheaper
    /// ones do not.
    #[must_use]
    pub fn at_cost(&self, cost: u8) -> &[u32; SIDE] {
        &self.by_cost[usize::from(cost) - 1]
    }
}

/// The empty cells that a block sees along its row and along its column.
#[derive(Clone, Copy)]
pub(super) struct Rays {
    /// In its own row, as a set of columns.
    pub(super) along_row: u32,
    /// In its own column, as the set of rows.
    pub(super) along_column: u32,
}

impl Board {
    /// What a block sees.
    pub(super) fn rays(&self, empties: &Cells, row: usize, column: usize) -> Rays {
        let bit = 1_u32 << column;
        let mut along_column = 0;
        for row in (0..row).rev().take_while(|&row| empties[row] & bit != 0) {
            along_column |= 1 << row;
        }
        for row in (row + 1..SIDE).take_while(|&row| empties[row] & bit != 0) {
            along_column |= 1 << row;
        }
        Rays { along_row: self.between(row, column) & !bit, along_column }
    }

    /// The blocks on both sides of a place in a row.
    #[inline]
    fn beside(&self, row: usize, column: usize) -> u32 {
        let occupied = self.occupied(row);
        let left = occupied & below(column as u32);
        let right = occupied & !below(column as u32 + 1);
        let last = if left == 0 { 0 } else { 1 << left.ilog2() };
        last | right & right.wrapping_neg()
    }

    /// The cells of a row between these blocks, or up to the ends of the row; the place itself is
    /// among them.
    #[inline]
    fn between(&self, row: usize, column: usize) -> u32 {
        let occupied = self.occupied(row);
        let left = occupied & below(column as u32);
        let right = occupied & !below(column as u32 + 1);
        let up_to_left = if left == 0 { 0 } else { below(left.ilog2() + 1) };
        let width = if planted(Fault::RowEndWrap) { u32::MAX } else { self.width() };
        let before_right = if right == 0 { width } else { below(right.trailing_zeros()) };
        before_right & !up_to_left
    }

    /// The blocks to which links of the block in `cell` lead.
    ///
    /// # Panics
    ///
    /// If the cell is not on the board.
    #[must_use]
    pub fn reach(&self, cell: Cell) -> Reach {
        assert!(self.has(cell), "{cell} is not on the board");
        let empties = self.empties();
        let by_cost = [1, 2, 3].map(|cost| self.led_to(&empties, cell, cost));
        self.by_least_cost(by_cost, cell.row.into(), 1 << cell.column)
    }

    /// The blocks to which paths of so many segments lead from the block in `cell`. Cheaper links
    /// may lead to some of them too, and the block itself may be among them.
    pub(super) fn led_to(&self, empties: &Cells, cell: Cell, cost: u8) -> Cells {
        let (row, column) = (usize::from(cell.row), usize::from(cell.column));
        let rays = self.rays(empties, row, column);
        match cost {
            1 => self.seen(row, column, rays),
            2 => self.seen_from(empties, row, column, rays),
            _ => self.seen_from_there(empties, row, column, rays),
        }
    }

    /// One segment: what stands at the ends of the rays.
    fn seen(&self, row: usize, column: usize, rays: Rays) -> Cells {
        let mut blocks = [0; SIDE];
        blocks[row] = self.beside(row, column);
        let line = rays.along_column | 1 << row;
        let (first, last) = (line.trailing_zeros() as usize, line.ilog2() as usize);
        for row in [first.wrapping_sub(1), last + 1] {
            if let Some(blocks) = blocks.get_mut(row) {
                *blocks |= self.occupied(row) & 1 << column;
            }
        }
        blocks
    }

    /// Two segments: up and down from the ray along the row, to both sides from the ray along the
    /// column.
    fn seen_from(&self, empties: &Cells, row: usize, column: usize, rays: Rays) -> Cells {
        let (_, mut blocks) = self.up_and_down(empties, row, rays.along_row);
        for row in elements(rays.along_column.into()) {
            blocks[row as usize] |= self.beside(row as usize, column);
        }
        blocks
    }

    /// Three segments: the same once more, from every cell that the second one passes.
    fn seen_from_there(&self, empties: &Cells, row: usize, column: usize, rays: Rays) -> Cells {
        let (passed, _) = self.up_and_down(empties, row, rays.along_row);
        let mut seeds = [0; SIDE];
        for row in elements(rays.along_column.into()) {
            seeds[row as usize] = self.between(row as usize, column);
        }
        let mut blocks = ends_of_columns(empties, &seeds);
        for ((blocks, &passed), &empty) in blocks.iter_mut().zip(&passed).zip(empties) {
            let run = fill_run(empty, passed);
            *blocks |= run << 1 | run >> 1;
        }
        if self.margin == Margin::Outside {
            self.add_seen_outside(rays, (row, column), &mut blocks);
        }
        for (blocks, occupied) in blocks.iter_mut().zip(self.occupied_rows()) {
            *blocks &= occupied;
        }
        blocks
    }

    /// What can be reached upwards and downwards from empty cells of a row, and the blocks at which
    /// that ends.
    fn up_and_down(&self, empties: &Cells, row: usize, seeds: u32) -> (Cells, Cells) {
        let mut passed = [0; SIDE];
        let mut blocks = [0; SIDE];
        passed[row] = seeds;
        let mut step = |moving: &mut u32, row: usize| {
            blocks[row] |= *moving & self.occupied(row);
            *moving &= empties[row];
            passed[row] |= *moving;
            *moving != 0
        };
        let mut moving = seeds;
        let _ = (0..row).rev().all(|row| step(&mut moving, row));
        let mut moving = seeds;
        let _ = (row + 1..self.rows.into()).all(|row| step(&mut moving, row));
        if planted(Fault::BlockCorner) {
            // As if a link could turn in the cell of the block at which a ray ends.
            for (passed, blocks) in passed.iter_mut().zip(&blocks) {
                *passed |= blocks;
            }
        }
        (passed, blocks)
    }

    /// Leaves in each set what no cheaper link leads to, and the block itself in none.
    fn by_least_cost(&self, mut sets: [Cells; 3], row: usize, bit: u32) -> Reach {
        let mut known = [0; SIDE];
        known[row] = bit;
        for set in &mut sets {
            for ((cells, known), occupied) in
                set.iter_mut().zip(&mut known).zip(self.occupied_rows())
            {
                *cells &= occupied & !*known;
                *known |= *cells;
            }
        }
        Reach { by_cost: sets }
    }

    /// Through the ring around the board: whoever sees a side of the board has a link of three
    /// segments with whoever else sees that side (LP-6).
    fn add_seen_outside(&self, rays: Rays, (row, column): (usize, usize), blocks: &mut Cells) {
        let open = self.open_sides(rays, row, column);
        if !open.contains(&true) {
            return;
        }
        for (is_open, seen) in open.into_iter().zip(self.seen_from_outside()) {
            if is_open {
                blocks.iter_mut().zip(seen).for_each(|(blocks, seen)| *blocks |= seen);
            }
        }
    }

    /// Whether a block sees the left, the right, the upper and the lower side of the board.
    pub(super) fn open_sides(&self, rays: Rays, row: usize, column: usize) -> [bool; 4] {
        let (columns, rows) = (rays.along_row | 1 << column, rays.along_column | 1 << row);
        let (last_row, last_column) = (self.rows - 1, self.columns - 1);
        let right =
            if planted(Fault::MarginOff) { 1 << last_column >> 1 } else { 1 << last_column };
        [columns & 1 != 0, columns & right != 0, rows & 1 != 0, rows >> last_row & 1 != 0]
    }

    /// The blocks that see the left, the right, the upper and the lower side of the board.
    pub(super) fn seen_from_outside(&self) -> [Cells; 4] {
        let [mut left, mut right, mut upper, mut lower] = [[0; SIDE]; 4];
        let (mut from_above, mut from_below) = (self.width(), self.width());
        for (row, &occupied) in self.occupied_rows().iter().enumerate() {
            left[row] = occupied & occupied.wrapping_neg();
            right[row] = if occupied == 0 { 0 } else { 1 << occupied.ilog2() };
            upper[row] = occupied & from_above;
            from_above &= !occupied;
        }
        for row in (0..usize::from(self.rows)).rev() {
            lower[row] = self.occupied(row) & from_below;
            from_below &= !self.occupied(row);
        }
        [left, right, upper, lower]
    }
}

/// The cells at which ways end that lead upwards and downwards from `seeds`, empty cells of any
/// rows.
fn ends_of_columns(empties: &Cells, seeds: &Cells) -> Cells {
    let mut ends = [0; SIDE];
    let mut step = |moving: &mut u32, row: usize| {
        ends[row] |= *moving & !empties[row];
        *moving = *moving & empties[row] | seeds[row];
    };
    let mut moving = 0;
    (0..SIDE).for_each(|row| step(&mut moving, row));
    let mut moving = 0;
    (0..SIDE).rev().for_each(|row| step(&mut moving, row));
    ends
}
