//! The cells of a set by their number in its order, for drawing one.

use super::cells::CellSet;
use crate::bits::{byte_prefix_counts, select_by_prefix};

/// A set of cells, counted so that any of them can be picked.
pub(super) struct Ranks<const W: usize> {
    words: [u64; W],
    /// Of each word the [`byte_prefix_counts`]. Counting and picking share them.
    prefixes: [u64; W],
    /// How many cells the set has.
    pub(super) count: u64,
}

impl<const W: usize> Ranks<W> {
    #[inline]
    pub(super) fn of(cells: &CellSet<W>) -> Self {
        let prefixes = cells.words.map(byte_prefix_counts);
        Self {
            words: cells.words,
            prefixes,
            count: prefixes.iter().map(|prefix| prefix >> 56).sum(),
        }
    }

    /// The word and the bit of the cell that has exactly `rank` others before it; `rank` is below
    /// the count.
    #[inline]
    pub(super) fn select(&self, rank: u64) -> (usize, u32) {
        debug_assert!(rank < self.count, "the set has no such cell");
        // The words are counted rather than walked to: which one it is cannot be predicted.
        let (mut w, mut skipped, mut end) = (0, 0, 0);
        for prefix in &self.prefixes[..W - 1] {
            end += prefix >> 56;
            let beyond = rank >= end;
            w += usize::from(beyond);
            skipped = if beyond { end } else { skipped };
        }
        let bit = select_by_prefix(self.words[w], self.prefixes[w], (rank - skipped) as u32);
        (w, bit)
    }
}
