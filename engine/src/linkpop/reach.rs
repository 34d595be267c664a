//! All blocks at the ends of the links of one block.
//!
//! The empty cells that a path of one segment passes are its rays. A path of two segments passes
//! the cells reached from the rays at a right angle, and a path of three segments those reached
//! from there, again at a right angle. Each step treats all cells of a row at once.

use twinboard_vocabulary::linkpop::{Cell, Margin};

use super::board::{Board, below, fill_run};
use super::lines::SIDE;
use crate::bits::elements;
use crate::planted::{Fault, planted};

/// A set of cells, given by a set of columns for each row.
pub(super) type Cells = [u32; SIDE];

/// The blocks of any symbol at the ends of the links of one block, by the cost of the cheapest
/// link.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// For one, two and three segments the blocks at the ends of such links, without those at the
    /// ends of cheaper ones.
    by_cost: [Cells; 3],
}

impl Reach {
    /// For each row the columns of the blocks whose cheapest link has this cost, 1 to 3.
    pub(super) fn at_cost(&self, cost: u8) -> &[u32; SIDE] {
        &self.by_cost[usize::from(cost) - 1]
    }
}

/// The empty cells that a block sees along its row and along its column.
#[derive(Clone, Copy)]
pub(super) struct Rays {
    /// Columns of the cells in its row.
    pub(super) along_row: u32,
    /// Rows of the cells in its column.
    pub(super) along_column: u32,
}

impl Board {
    /// The rays of the block at `row` and `column`, both from 0.
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

    /// The next blocks in a row on both sides of `column`.
    #[inline]
    fn next_blocks(&self, row: usize, column: usize) -> u32 {
        let occupied = self.occupied(row);
        let left = occupied & below(column as u32);
        let right = occupied & !below(column as u32 + 1);
        let last = if left == 0 { 0 } else { 1 << left.ilog2() };
        last | right & right.wrapping_neg()
    }

    /// The cells of a row between the next blocks on both sides of `column`, or up to the ends of
    /// the row, including `column` itself.
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

    /// The blocks at the ends of the links of the block in `cell`.
    ///
    /// # Panics
    ///
    /// If the cell is not on the board.
    pub(super) fn reach(&self, cell: Cell) -> Reach {
        assert!(self.has(cell), "{cell} is not on the board");
        let empties = self.empties();
        let by_cost = [1, 2, 3].map(|cost| self.ends_of_paths(&empties, cell, cost));
        self.by_least_cost(by_cost, cell.row.into(), 1 << cell.column)
    }

    /// The blocks at the ends of paths of `cost` segments from the block in `cell`. Some may have
    /// cheaper links, too, and the block itself may be among them.
    pub(super) fn ends_of_paths(&self, empties: &Cells, cell: Cell, cost: u8) -> Cells {
        let (row, column) = (usize::from(cell.row), usize::from(cell.column));
        let rays = self.rays(empties, row, column);
        match cost {
            1 => self.ends_of_one_segment(row, column, rays),
            2 => self.ends_of_two_segments(empties, row, column, rays),
            _ => self.ends_of_three_segments(empties, row, column, rays),
        }
    }

    /// Blocks at the ends of the rays.
    fn ends_of_one_segment(&self, row: usize, column: usize, rays: Rays) -> Cells {
        let mut blocks = [0; SIDE];
        blocks[row] = self.next_blocks(row, column);
        let line = rays.along_column | 1 << row;
        let (first, last) = (line.trailing_zeros() as usize, line.ilog2() as usize);
        for row in [first.wrapping_sub(1), last + 1] {
            if let Some(blocks) = blocks.get_mut(row) {
                *blocks |= self.occupied(row) & 1 << column;
            }
        }
        blocks
    }

    /// Blocks up and down from the ray along the row, and on both sides of the ray along the
    /// column.
    fn ends_of_two_segments(
        &self,
        empties: &Cells,
        row: usize,
        column: usize,
        rays: Rays,
    ) -> Cells {
        let (_, mut blocks) = self.up_and_down(empties, row, rays.along_row);
        for row in elements(rays.along_column.into()) {
            blocks[row as usize] |= self.next_blocks(row as usize, column);
        }
        blocks
    }

    /// Blocks at a right angle from every cell that a second segment passes.
    fn ends_of_three_segments(
        &self,
        empties: &Cells,
        row: usize,
        column: usize,
        rays: Rays,
    ) -> Cells {
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
            self.add_ends_outside(rays, (row, column), &mut blocks);
        }
        for (blocks, occupied) in blocks.iter_mut().zip(self.occupied_rows()) {
            *blocks &= occupied;
        }
        blocks
    }

    /// The cells reached upwards and downwards from the empty cells `seeds` of a row, including
    /// these, and the blocks at which the columns end.
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
            // Lets a link turn in the cell of the block at which a ray ends.
            for (passed, blocks) in passed.iter_mut().zip(&blocks) {
                *passed |= blocks;
            }
        }
        (passed, blocks)
    }

    /// Removes from each set the blocks of the cheaper sets, and from all sets the start block, bit
    /// `bit` of row `row`.
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

    /// Adds the ends of links through the ring around the board: two blocks that see the same side
    /// of the board have a link of three segments (LP-6).
    fn add_ends_outside(&self, rays: Rays, (row, column): (usize, usize), blocks: &mut Cells) {
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

    /// The sides of the board that a block sees: left, right, upper, lower.
    pub(super) fn open_sides(&self, rays: Rays, row: usize, column: usize) -> [bool; 4] {
        let (columns, rows) = (rays.along_row | 1 << column, rays.along_column | 1 << row);
        let (last_row, last_column) = (self.rows - 1, self.columns - 1);
        let right =
            if planted(Fault::MarginOff) { 1 << last_column >> 1 } else { 1 << last_column };
        [columns & 1 != 0, columns & right != 0, rows & 1 != 0, rows >> last_row & 1 != 0]
    }

    /// For each side of the board the blocks that see it: left, right, upper, lower.
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

/// The first cells that are not empty upwards and downwards from `seeds`, empty cells of any rows.
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
