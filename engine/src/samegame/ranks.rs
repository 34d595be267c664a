//! Access to the cells of a set by rank, for random draws.

use twinboard_vocabulary::samegame::Cell;

use super::cells::CellSet;
use super::lanes;
use crate::bits::{byte_prefix_counts, select_by_prefix};

/// A set of cells with prefix counts, so that the cell of any rank can be selected.
pub(super) struct Ranks<const W: usize> {
    words: [u64; W],
    /// [`byte_prefix_counts`] of each word, used for counting and for selecting.
    prefixes: [u64; W],
    /// Number of cells of the set.
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

    /// Word and bit of the cell with exactly `rank` others before it; `rank` is below `count`.
    #[inline]
    pub(super) fn select(&self, rank: u64) -> (usize, u32) {
        debug_assert!(rank < self.count, "the set has no such cell");
        // All words are examined without a branch: the word with the cell is unpredictable.
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

impl<const W: usize> CellSet<W> {
    /// The cell with exactly `rank` other cells of the set before it; `None` if the set has at most
    /// `rank` cells.
    #[must_use]
    pub fn nth(&self, rank: usize) -> Option<Cell> {
        let (rank, ranks) = (rank as u64, Ranks::of(self));
        (rank < ranks.count).then(|| {
            let (w, bit) = ranks.select(rank);
            lanes::cell(w, bit)
        })
    }
}
