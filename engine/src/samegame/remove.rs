//! Removal: cells disappear, cells above drop, empty columns close up (SG-9 to SG-11).

use super::cells::CellSet;
use super::groups::Group;
use super::lanes::{self, BOTTOM, LANE, LANE_ROWS};
use super::planes::Board;
use crate::bits::smaller;
use crate::planted::{Fault, planted};

impl<const W: usize, const P: usize> Board<W, P> {
    /// Removes a group of this position.
    #[inline]
    pub fn play(&mut self, group: &Group<W>) {
        self.remove(group.cells());
    }

    /// Removes these cells, regardless of their content; then cells drop and columns close up.
    #[inline]
    pub fn remove(&mut self, cells: &CellSet<W>) {
        self.remove_in_words(cells);
    }

    /// [`remove`](Self::remove) that returns the words which may have changed, as bits.
    #[inline]
    pub(super) fn remove_in_words(&mut self, cells: &CellSet<W>) -> u32 {
        // A loop over the set of touched words, not a test for each word: it is unpredictable which
        // words are touched, but predictable that it is only one.
        let touched =
            (0..W).fold(0_u32, |touched, w| touched | u32::from(cells.words[w] != 0) << w);
        self.remove_in(cells, touched)
    }

    /// [`remove_in_words`](Self::remove_in_words) for cells of the words `touched`, as bits.
    #[inline]
    pub(super) fn remove_in(&mut self, cells: &CellSet<W>, mut touched: u32) -> u32 {
        if planted(Fault::FortyColumns) {
            touched &= (1 << 10) - 1;
        }
        let mut changed = touched;
        let mut emptied = CellSet::<W>::EMPTY;
        let mut any_emptied = 0;
        while touched != 0 {
            let w = touched.trailing_zeros() as usize;
            touched &= touched - 1;
            emptied.words[w] = self.drop_onto(w, cells.words[w]);
            any_emptied |= emptied.words[w];
        }
        // Rare: a move in twenty empties a column (measured: 15 × 15, 5 colours, random games).
        if any_emptied != 0 {
            changed |= self.close_up(&emptied);
        }
        changed
    }

    /// [`remove_in_words`](Self::remove_in_words) for cells of word `w`.
    #[inline]
    pub(super) fn remove_in_word(&mut self, w: usize, cells: u64) -> u32 {
        let mut emptied = CellSet::<W>::EMPTY;
        emptied.words[w] = self.drop_onto(w, cells);
        if emptied.words[w] == 0 { 1 << w } else { self.close_up(&emptied) }
    }

    /// Removes `cells` from word `w`, drops the cells above them, and returns row 1 of each column
    /// that is now empty.
    ///
    /// ```text
    /// while cells are left to remove: remove their lowest run, drop everything above by its length
    ///
    ///   e          e          .          .
    ///   x          x          e          .
    ///   d    →     d    →     x    →     e        x: to remove
    ///   x          .          d          d
    ///   x          .          c          c
    ///   c          c          b          b
    /// ```
    ///
    /// All planes drop at once, along with the set of cells left to remove. Most columns have one
    /// run.
    #[inline]
    fn drop_onto(&mut self, w: usize, cells: u64) -> u64 {
        let mut planes: [u64; P] = std::array::from_fn(|p| self.planes[p][w] & !cells);
        let mut gone = cells;
        while gone != 0 {
            // Two runs between two tests: four groups in five have no more (measured). Without a
            // second run the second round shifts an empty range by 0.
            for _ in 0..2 {
                let first = gone & gone.wrapping_neg();
                let bit = gone.trailing_zeros();
                let lane = LANE << (bit & !(LANE_ROWS - 1) & (u64::BITS - 1));
                // The sum carries through the run to the first bit after it. That bit may be in the
                // next lane or past the end of the word; then the sum is 0 and has 64 trailing
                // zeros.
                let end = (gone & lane).wrapping_add(first);
                let length = end.trailing_zeros() - bit;
                gone &= end | !lane;

                let lane = if planted(Fault::DropCarry) { u64::MAX } else { lane };
                let dropping = lane & first.wrapping_neg();
                gone = shift_within(gone, dropping, length);
                planes = planes.map(|cells| shift_within(cells, dropping, length));
                if planted(Fault::LowestRun) {
                    gone &= !lane;
                }
            }
        }
        for (plane, word) in self.planes.iter_mut().zip(planes) {
            plane[w] = word;
        }
        // May contain columns that were empty before; closing them up moves nothing.
        cells & BOTTOM & !self.occupied_word(w)
    }

    /// Closes up the columns whose row 1 is in `emptied`, the last one first, so that the others
    /// keep their places. Returns the words that may have changed, as bits.
    #[cold]
    fn close_up(&mut self, emptied: &CellSet<W>) -> u32 {
        let first = emptied.words.iter().position(|&word| word != 0).unwrap_or(W);
        let changed = u32::MAX >> (u32::BITS - W as u32) & u32::MAX << first;
        for w in (0..W).rev() {
            let first = if planted(Fault::CloseFirst) { 1 } else { u64::MAX };
            let mut lanes = emptied.words[w] & first;
            while lanes != 0 {
                let bit = lanes.ilog2();
                lanes &= !(1 << bit);
                self.close_up_one(w, smaller(bit));
                if planted(Fault::CloseOnce) {
                    return changed;
                }
            }
        }
        changed
    }

    /// Overwrites a column by moving everything to its right one column to the left: all later
    /// words, and word `w` without the bits `kept`.
    ///
    /// ```text
    ///   a . b c | d e . .   →   a b c d | e . . .
    /// ```
    #[inline]
    fn close_up_one(&mut self, w: usize, kept: u64) {
        for plane in &mut self.planes {
            let old = *plane;
            let next = |w| {
                if planted(Fault::CloseCarry) { 0 } else { lanes::next(&old, w) }
            };
            plane[w] = old[w] & kept | lanes::from_right(old[w], next(w)) & !kept;
            for v in w + 1..W {
                plane[v] = lanes::from_right(old[v], next(v));
            }
        }
    }
}

/// Shifts the bits of `cells` that are in `range` down by `count`; the bits at their destination
/// must be 0.
#[inline]
const fn shift_within(cells: u64, range: u64, count: u32) -> u64 {
    let shifted = cells & range;
    cells ^ shifted ^ shifted >> count
}
