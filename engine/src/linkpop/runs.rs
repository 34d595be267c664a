//! Runs: what is known of the empty cells between two blocks of a row.
//!
//! A run of empty cells is seen from the block at its left end and from the block at its right end,
//! and from no other block along the row. So the runs of a row say for each symbol which cells its
//! blocks see, and which blocks see each other.

use super::board::{Board, SIDE, below};
use super::lanes::Lanes;
use crate::bits::elements;
use crate::planted::{Fault, planted};

/// What is known of the runs of each row; kept from pop to pop for rows in which nothing changed.
#[derive(Clone, Debug)]
pub(super) struct Runs {
    /// For each row and symbol the empty cells that a block of that symbol sees along the row.
    pub(super) seen: Lanes,
    /// For each row the blocks whose next block on the right has the same symbol.
    pub(super) twins: [u32; SIDE],
}

impl Runs {
    pub(super) fn new(symbols: usize) -> Self {
        Self { seen: Lanes::new(symbols), twins: [0; SIDE] }
    }
}

impl Board {
    /// Finds out anew what there is to know of the rows of this set.
    pub(super) fn refresh_runs(&mut self, rows: u32) {
        let rows =
            if planted(Fault::StaleRuns) { rows & !(rows << 1 & !(rows >> 1)) } else { rows };
        for row in elements(rows.into()) {
            self.refresh_row(row as usize);
        }
    }

    fn refresh_row(&mut self, row: usize) {
        self.runs.seen.clear(row);
        let mut twins = 0;
        // The block on the left: its bit and its lane.
        let mut left: Option<(u32, usize)> = None;
        let mut start = 0;
        for column in elements(self.occupied[row].into()) {
            let lane = self.lane_at(row, column as usize);
            let run = below(column) & !below(start);
            if let Some((bit, left)) = left {
                *self.runs.seen.at_mut(row, left) |= run;
                if left == lane {
                    twins |= bit;
                }
            }
            *self.runs.seen.at_mut(row, lane) |= run;
            left = Some((1 << column, lane));
            start = column + 1;
        }
        if let Some((_, left)) = left {
            *self.runs.seen.at_mut(row, left) |= self.width & !below(start);
        }
        self.runs.twins[row] = twins;
    }
}

/// The cells of a row that can be reached from `seeds` towards higher columns over `empty` ones;
/// `seeds` are empty cells themselves.
///
/// The addition carries through each run from its first seed on and stops at the block behind it.
/// A carry that meets another seed leaves its bit as it is: the seeds are joined at last.
#[inline]
pub(super) fn fill_right(empty: u32, seeds: u32) -> u32 {
    ((empty.wrapping_add(seeds) ^ empty) | seeds) & empty
}

/// The same towards lower columns, where no addition carries: by steps that double.
#[inline]
pub(super) fn fill_left(empty: u32, seeds: u32) -> u32 {
    let (mut free, mut reached) = (empty, seeds);
    for step in [1, 2, 4, 8] {
        reached |= free & reached >> step;
        free &= free >> step;
    }
    reached | free & reached >> 16
}

/// All cells of the runs that have a seed.
#[inline]
pub(super) fn fill_run(empty: u32, seeds: u32) -> u32 {
    fill_right(empty, seeds) | fill_left(empty, seeds)
}

#[cfg(test)]
mod tests {
    use quickcheck_macros::quickcheck;

    use super::{fill_left, fill_right, fill_run};

    /// Cell by cell: what `seeds` reach in one direction.
    fn walk(empty: u32, seeds: u32, towards: impl Fn(u32) -> Option<u32>) -> u32 {
        let has = |set: u32, column: u32| set >> column & 1 == 1;
        let mut reached = 0;
        for seed in (0..32).filter(|&column| has(seeds & empty, column)) {
            let mut at = Some(seed);
            while let Some(column) = at.filter(|&column| column < 32 && has(empty, column)) {
                reached |= 1 << column;
                at = towards(column);
            }
        }
        reached
    }

    #[quickcheck]
    fn fills_go_as_far_as_walking_does(empty: u32, mask: u32, more: u32) -> bool {
        // The second word makes few seeds and long runs.
        [(empty, empty & mask), (empty | more | mask, empty & mask & more), (!0, mask & more)]
            .into_iter()
            .all(|(empty, seeds)| {
                let right = walk(empty, seeds, |column| Some(column + 1));
                let left = walk(empty, seeds, |column| column.checked_sub(1));
                let seeds = empty & seeds;
                fill_right(empty, seeds) == right
                    && fill_left(empty, seeds) == left
                    && fill_run(empty, seeds) == right | left
            })
    }
}
