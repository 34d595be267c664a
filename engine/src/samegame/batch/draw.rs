//! A random candidate for each board, and its group if the candidate is the first cell of it.

use super::edges::Edges;
use super::lanes::{BOARDS, Columns, Lanes, NONE, any, mask};

impl<const W: usize> Edges<W> {
    /// Draws a candidate per board and fills its group into `groups`. Returns ones for the boards
    /// whose candidate is the first cell of its group; for the others, `groups` has no cells.
    ///
    /// Each group has one first cell and each candidate the same probability, so the accepted draws
    /// are fair to all groups: [`Board::sample_group`](crate::samegame::Board::sample_group) has
    /// the same idea. The draw of board `i` depends on the upper 16 bits of `bits[i]` and on
    /// nothing else.
    #[inline(always)]
    pub(super) fn draw(&self, bits: &[u64; BOARDS], groups: &mut Columns<W>) -> Lanes {
        let rank = ranks_below(bits, &self.counts());
        let first = self.select(&rank, groups);
        self.fill(groups);
        self.reject(&rank, &first, groups)
    }

    /// The candidate of this rank on each board, alone in `cells`; no cell for a rank beyond the
    /// last. Returns its row, as a bit.
    #[inline(always)]
    fn select(&self, rank: &Lanes, cells: &mut Columns<W>) -> Lanes {
        let cells = &mut cells.as_flattened_mut()[..self.columns];
        let candidates = &self.candidates.as_flattened()[..self.columns];
        let ranks = &self.ranks.as_flattened()[..self.columns];
        let (mut before, mut of_column, mut rows) = (NONE, NONE, NONE);
        for c in 0..cells.len() {
            for i in 0..BOARDS {
                let is_here = mask(before[i] <= rank[i]) & mask(rank[i] < ranks[c][i]);
                of_column[i] |= (rank[i].wrapping_sub(before[i])) & is_here;
                rows[i] |= candidates[c][i] & is_here;
                cells[c][i] = is_here;
                before[i] = ranks[c][i];
            }
        }
        while any(&of_column) {
            for i in 0..BOARDS {
                let without_lowest = rows[i] & rows[i].wrapping_sub(1);
                let is_later = mask(of_column[i] > 0);
                rows[i] = without_lowest & is_later | rows[i] & !is_later;
                of_column[i] = of_column[i].saturating_sub(1);
            }
        }
        for row in &mut rows {
            *row &= row.wrapping_neg();
        }
        for column in cells {
            for i in 0..BOARDS {
                column[i] &= rows[i];
            }
        }
        rows
    }

    /// Clears the groups that have a cell before the candidate of this rank, which is in row
    /// `first`. Returns ones for the others that have cells.
    #[inline(always)]
    fn reject(&self, rank: &Lanes, first: &Lanes, groups: &mut Columns<W>) -> Lanes {
        let groups = &mut groups.as_flattened_mut()[..self.columns];
        let ranks = &self.ranks.as_flattened()[..self.columns];
        let (mut before, mut earlier) = (NONE, NONE);
        for c in 0..groups.len() {
            for i in 0..BOARDS {
                let is_before = mask(ranks[c][i] <= rank[i]);
                let is_here = mask(before[i] <= rank[i]) & !is_before;
                let lower_rows = first[i].wrapping_sub(1);
                earlier[i] |= groups[c][i] & (is_before | is_here & lower_rows);
                before[i] = ranks[c][i];
            }
        }
        let mut accepted = NONE;
        for i in 0..BOARDS {
            accepted[i] = mask(earlier[i] == 0) & mask(first[i] != 0);
        }
        for column in groups {
            for i in 0..BOARDS {
                column[i] &= accepted[i];
            }
        }
        accepted
    }
}

/// A uniformly random number below each count; in rare cases `u16::MAX` instead, which is never
/// below a count.
#[inline(always)]
fn ranks_below(bits: &[u64; BOARDS], counts: &Lanes) -> Lanes {
    let (mut rank, mut rest, mut unfair) = (NONE, NONE, NONE);
    for i in 0..BOARDS {
        let product = (bits[i] >> 48) as u32 * u32::from(counts[i]);
        rank[i] = (product >> 16) as u16;
        rest[i] = product as u16;
    }
    for i in 0..BOARDS {
        unfair[i] = mask(rest[i] < counts[i]);
    }
    if any(&unfair) {
        refuse_unfair(&rest, counts, &mut rank);
    }
    rank
}

/// Refuses the draws that would make some ranks more probable than others (Lemire, Fast Random
/// Integer Generation in an Interval, 2019).
#[cold]
#[inline(never)]
fn refuse_unfair(rest: &Lanes, counts: &Lanes, rank: &mut Lanes) {
    for i in 0..BOARDS {
        let count = u32::from(counts[i]);
        if count > 0 && u32::from(rest[i]) < (1 << 16) % count {
            rank[i] = u16::MAX;
        }
    }
}
