//! Invariants of a board.

use twinboard_vocabulary::samegame::COLOURS;

use super::lanes;
use super::planes::Board;
use crate::bits::lowest;
use crate::planted::{Fault, planted};

impl<const W: usize, const P: usize> Board<W, P> {
    /// Checks the invariants of a board: no code above that of the last colour, no cell above an
    /// empty one, no empty column to the left of one with cells.
    ///
    /// # Errors
    ///
    /// A sentence that names the broken invariant.
    pub fn validate(&self) -> Result<(), String> {
        if !self.codes_are_colours() {
            return Err(format!("a cell has a code above {COLOURS}"));
        }
        if !self.is_dropped() {
            return Err("a cell is above an empty one".into());
        }
        if !self.is_closed_up() {
            return Err("an empty column is to the left of one with cells".into());
        }
        Ok(())
    }

    /// True if all codes are 0 to 10, the code of the last colour.
    fn codes_are_colours(&self) -> bool {
        let digit = |p: usize, w: usize| if p < P { self.planes[p][w] } else { 0 };
        // 11 is binary 1011; 12 to 15 have both high digits.
        let above_last = |w| digit(3, w) & (digit(2, w) | digit(1, w) & digit(0, w));
        (0..W).all(|w| above_last(w) == 0)
    }

    fn is_dropped(&self) -> bool {
        (0..W).all(|w| {
            let occupied = self.occupied_word(w);
            lanes::from_above(occupied) & !occupied == 0
        })
    }

    fn is_closed_up(&self) -> bool {
        let columns = self.columns_with_cells();
        let count = columns.count_ones();
        let packed = if planted(Fault::WidestPanic) {
            1_u64.checked_shl(count).expect("a set of 64 columns overflows") - 1
        } else {
            lowest(count)
        };
        columns == packed
    }

    /// The columns that have a cell, as a set in which column 1 is bit 0.
    fn columns_with_cells(&self) -> u64 {
        let lane =
            |w: usize, lane: u32| self.occupied_word(w) >> (lane * lanes::LANE_ROWS) & lanes::LANE;
        let mut columns = 0;
        for w in 0..W {
            for l in 0..lanes::WORD_COLUMNS {
                columns |= u64::from(lane(w, l) != 0) << (w as u32 * lanes::WORD_COLUMNS + l);
            }
        }
        columns
    }
}
