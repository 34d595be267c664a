//! Construction of a board from a grid.

use twinboard_vocabulary::samegame::{COLOURS, Cell, Grid};

use super::cells::CellSet;
use super::lanes;
use super::planes::Board;
use crate::bits::{byte_prefix_counts, lowest, select_by_prefix};
use crate::planted::{Fault, planted};

impl<const W: usize, const P: usize> Board<W, P> {
    /// The board at the start of a game on `grid`.
    ///
    /// `None` if and only if the grid has more than [`COLUMNS_MAX`](Self::COLUMNS_MAX) columns or a
    /// colour not below [`COLOURS`](Self::COLOURS).
    #[must_use]
    pub fn from_grid(grid: &Grid) -> Option<Self> {
        let columns = usize::from(grid.columns());
        // The fold compares several colours at once; most grids have colours of all sizes.
        let highest = || grid.colours().iter().fold(0, |highest, &colour| colour.max(highest));
        if grid.columns() > Self::COLUMNS_MAX || highest() >= Self::COLOURS {
            return None;
        }
        let loaded = if planted(Fault::LastColumn) { columns - 1 } else { columns };
        let mut board = Self::EMPTY;
        // Random games are short, so the set-up matters: cell by cell it took an eighth of a game.
        for (row, colours) in grid.colours().chunks_exact(columns).enumerate() {
            for (w, colours) in colours[..loaded].chunks(lanes::WORD_COLUMNS as usize).enumerate() {
                // Each lane has a code; digit `p` of all four codes is a row of plane `p`.
                let codes = match colours.try_into() {
                    Ok(four) => lanes::of_bytes(four) + lanes::BOTTOM,
                    Err(_) => colours.iter().rev().fold(0, |codes, &colour| {
                        codes << lanes::LANE_ROWS | u64::from(colour + 1)
                    }),
                };
                for (p, plane) in board.planes.iter_mut().enumerate() {
                    plane[w] |= (codes >> p & lanes::BOTTOM) << row;
                }
            }
        }
        debug_assert_eq!(board.validate(), Ok(()));
        Some(board)
    }
}

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
