//! Equal neighbours on all boards, and the candidates for the first cells of groups.

use super::lanes::{BOARDS, Columns, Lanes, NONE, any, mask};
use crate::planted::{Fault, planted};

/// The edges of a batch, as those of [`Board::edges`](crate::samegame::Board::edges), and what
/// draws need.
#[repr(C, align(64))]
pub(super) struct Edges<const W: usize> {
    /// Cells with the colour of the cell above.
    pub(super) above: Columns<W>,
    /// Cells with the colour of the cell to the right.
    pub(super) right: Columns<W>,
    /// Cells equal to the one above or to the right, but not to the one below or to the left, nor
    /// to one above that has an equal left neighbour: among them is the first cell of each group.
    pub(super) candidates: Columns<W>,
    /// Number of candidates in this column and all before it.
    pub(super) ranks: Columns<W>,
    /// Number of columns in use.
    pub(super) columns: usize,
}

impl<const W: usize> Edges<W> {
    /// The edges of empty boards.
    pub(super) const fn none() -> Self {
        let none = [[NONE; 4]; W];
        Self { above: none, right: none, candidates: none, ranks: none, columns: 0 }
    }

    /// The edges of boards with these planes, whose cells are all in the first `columns` columns.
    #[inline(always)]
    pub(super) fn of<const P: usize>(planes: &[Columns<W>; P], columns: usize) -> Self {
        let mut edges = Self::none();
        edges.update(planes, columns);
        edges
    }

    /// Replaces the edges by those [`of`](Self::of) these boards.
    #[inline(always)]
    pub(super) fn update<const P: usize>(&mut self, planes: &[Columns<W>; P], columns: usize) {
        self.columns = columns;
        let planes = planes.each_ref().map(|plane| &plane.as_flattened()[..columns]);
        let above = &mut self.above.as_flattened_mut()[..columns];
        let right = &mut self.right.as_flattened_mut()[..columns];
        let candidates = &mut self.candidates.as_flattened_mut()[..columns];
        let ranks = &mut self.ranks.as_flattened_mut()[..columns];
        let (mut left, mut count) = (NONE, NONE);
        for c in 0..columns {
            // The last column has no edges to the right.
            let next = (c + 1).min(columns - 1);
            let has_next = mask(next > c);
            let (here, next) = (planes.map(|plane| &plane[c]), planes.map(|plane| &plane[next]));
            for i in 0..BOARDS {
                let (mut other_above, mut other_right, mut occupied) = (0, 0, 0);
                for p in 0..P {
                    let cells = here[p][i];
                    // Row 16 has no edge above it: 0 comes from there, but some plane has a 1.
                    other_above |= cells ^ cells >> 1;
                    other_right |= cells ^ next[p][i];
                    occupied |= cells;
                }
                above[c][i] = occupied & !other_above;
                right[c][i] = occupied & !other_right & has_next;
                let candidate = (above[c][i] | right[c][i]) & !(above[c][i] << 1) & !left[i];
                candidates[c][i] = candidate & !(above[c][i] & left[i] >> 1);
                left[i] = right[c][i];
                count[i] = count[i].wrapping_add(candidates[c][i].count_ones() as u16);
                ranks[c][i] = count[i];
            }
        }
    }

    /// Number of candidates of each board; 0 if and only if it has no group.
    #[inline(always)]
    pub(super) fn counts(&self) -> Lanes {
        self.columns.checked_sub(1).map_or(NONE, |last| self.ranks.as_flattened()[last])
    }

    /// Drops the cells without an equal neighbour: each is a region of one.
    #[inline(always)]
    pub(super) fn keep_connected(&self, cells: &mut Columns<W>) {
        let (above, right) = (self.above.as_flattened(), self.right.as_flattened());
        let mut left = &NONE;
        for (c, cells) in cells.as_flattened_mut()[..self.columns].iter_mut().enumerate() {
            for i in 0..BOARDS {
                cells[i] &= above[c][i] | above[c][i] << 1 | right[c][i] | left[i];
            }
            left = &right[c];
        }
    }

    /// Adds all cells that are connected with `cells` along edges.
    ///
    /// ```text
    /// alternately from left to right and from right to left, until no board changes:
    ///     add what the column before reaches; within the column, add what is connected
    /// ```
    #[inline(always)]
    pub(super) fn fill(&self, cells: &mut Columns<W>) {
        let cells = &mut cells.as_flattened_mut()[..self.columns];
        let above = &self.above.as_flattened()[..self.columns];
        let right = &self.right.as_flattened()[..self.columns];
        fill_rightwards(cells, above, right);
        // A pass without a change leaves the result of the pass before, which was complete in the
        // other direction.
        while fill_leftwards(cells, above, right)
            && !planted(Fault::BatchFillOnce)
            && fill_rightwards(cells, above, right)
        {}
    }
}

/// A pass of a fill from left to right. True if any board has changed.
#[inline(always)]
fn fill_rightwards(cells: &mut [Lanes], above: &[Lanes], right: &[Lanes]) -> bool {
    let (mut changed, mut reached) = (NONE, NONE);
    for c in 0..cells.len() {
        for i in 0..BOARDS {
            let old = cells[c][i];
            let new = fill_column(old | reached[i], above[c][i]);
            changed[i] |= old ^ new;
            cells[c][i] = new;
            reached[i] = new & right[c][i];
        }
    }
    any(&changed)
}

/// A pass of a fill from right to left. True if any board has changed.
#[inline(always)]
fn fill_leftwards(cells: &mut [Lanes], above: &[Lanes], right: &[Lanes]) -> bool {
    let (mut changed, mut filled) = (NONE, NONE);
    for c in (0..cells.len()).rev() {
        for i in 0..BOARDS {
            let old = cells[c][i];
            let new = fill_column(old | filled[i] & right[c][i], above[c][i]);
            changed[i] |= old ^ new;
            cells[c][i] = new;
            filled[i] = new;
        }
    }
    any(&changed)
}

/// Adds the cells of a column that are connected with `cells`: all above them, and up to two below
/// them.
#[inline(always)]
const fn fill_column(cells: u16, above: u16) -> u16 {
    // The sum carries from the lowest cell of a run through the edges above it and changes their
    // bits, and that of the cell at their end; not those of further cells, which are in the set.
    let up = cells | above ^ above.wrapping_add(cells & above);
    // There is no such sum downwards. Runs of more than three cells are rare; the next round goes
    // on.
    let down = up | up >> 1 & above;
    down | down >> 1 & above
}
