//! Twins: blocks with the same symbol that see each other along a row or along a column. These are
//! the pairs of cost 1.
//!
//! From pop to pop a set of *candidates* is maintained: every block with a twin to the right or
//! below is one, and the first candidate has a twin. A change makes candidates of the blocks whose
//! view it changes, without a look at symbols. Candidates without a twin are removed only if they
//! come first: with few symbols, most are popped before that.

use super::board::{Board, EMPTY, symbols_match};
use super::lines::{LINES, Place, next, place, previous, row_and_column};
use crate::planted::{Fault, planted};

/// The blocks that may have a twin to the right or below.
#[derive(Clone, Debug)]
pub(super) struct Twins {
    /// For each row line the candidates.
    pub(super) candidates: [u64; LINES],
    /// The row lines with candidates; may contain other lines on the board.
    rows: u64,
    /// The first candidate and its twin; `None` if there are no candidates.
    pub(super) first: Option<(Place, Place)>,
}

impl Twins {
    pub(super) fn new() -> Self {
        Self { candidates: [0; LINES], rows: 0, first: None }
    }

    /// True if the block in this row and column is a candidate.
    pub(super) fn has(&self, row: u32, column: u32) -> bool {
        self.candidates[row as usize] >> column & self.rows >> row & 1 == 1
    }

    /// Row and column of the first candidate.
    pub(super) fn first_candidate(&self) -> Option<(u32, u32)> {
        (self.rows != 0).then(|| {
            let row = self.rows.trailing_zeros();
            (row, self.candidates[row as usize].trailing_zeros())
        })
    }
}

/// Adds an element to a set if `is_in`, otherwise removes it. Branchless.
#[inline]
fn set(set: &mut u64, element: u32, is_in: bool) {
    *set = *set & !(1 << element) | u64::from(is_in) << element;
}

impl Board {
    /// The first pair of twins in the order of LP-20: least earlier block, then least other block.
    #[inline]
    pub(super) fn first_twins(&self) -> Option<(Place, Place)> {
        if planted(Fault::ColumnFirst) {
            let blocks = self.blocks().map(row_and_column);
            let twins = blocks.filter(|&(row, column)| self.twin(row, column).is_some());
            let (row, column) = twins.min_by_key(|&(_, column)| column)?;
            return Some((place(row, column), self.twin(row, column)?));
        }
        self.twins.first
    }

    /// The twin of a block to the right; if it has none there, the one below.
    #[inline]
    pub(super) fn twin(&self, row: u32, column: u32) -> Option<Place> {
        let code = self.codes[place(row, column)];
        let right = place(row, next(self.by_row[row as usize], column));
        let below = place(next(self.by_column[column as usize], row), column);
        let [is_right, is_below] = [right, below].map(|at| symbols_match(self.codes[at], code));
        let is_right = is_right && !(planted(Fault::OtherLast) && is_below);
        (is_right | is_below).then_some(if is_right { right } else { below })
    }

    /// Finds the candidates of the board from scratch.
    pub(super) fn find_twins(&mut self) {
        let mut twins = Twins::new();
        for row in 1..=usize::from(self.rows) {
            twins.candidates[row] = u64::from(self.occupied(row - 1)) << 1;
            twins.rows |= 1 << row;
        }
        self.twins = twins;
        self.drop_false_candidates();
    }

    /// Updates the lines and the candidates after changes at these places.
    ///
    /// A single pass updates both. A neighbour found in a line may be gone already, if its place
    /// comes later among the changes; then that place ceases to be a candidate, and its own
    /// neighbour becomes one, when it is updated.
    #[inline]
    pub(super) fn update_lines_and_twins(&mut self, changes: &[u16]) {
        let stale = if planted(Fault::StaleTwins) { last_row(changes) } else { None };
        // Kept in a register, as it changes several times for each place.
        let mut rows = self.twins.rows;
        for &changed in changes {
            let (row, column) = row_and_column(changed.into());
            let is_taken = self.codes[usize::from(changed)] != EMPTY;
            set(&mut self.by_row[row as usize], column, is_taken);
            set(&mut self.by_column[column as usize], row, is_taken);
            if stale == Some(row) {
                continue;
            }
            let left = previous(self.by_row[row as usize], column);
            let above = previous(self.by_column[column as usize], row);
            // A neighbour may be a wall, which is no candidate.
            let line = &mut self.twins.candidates[row as usize];
            set(line, column, is_taken);
            *line |= 1 << left & !1;
            self.twins.candidates[above as usize] |= 1 << column;
            rows |= (1 << row | 1 << above) & !1;
        }
        self.twins.rows = rows;
    }

    /// Removes candidates until the first one has a twin, and keeps this pair.
    #[inline]
    pub(super) fn drop_false_candidates(&mut self) {
        while self.twins.rows != 0 {
            let row = self.twins.rows.trailing_zeros();
            let line = self.twins.candidates[row as usize];
            if line == 0 {
                self.twins.rows &= self.twins.rows - 1;
            } else if let Some(twin) = self.twin(row, line.trailing_zeros()) {
                self.twins.first = Some((place(row, line.trailing_zeros()), twin));
                return;
            } else {
                self.twins.candidates[row as usize] &= line - 1;
            }
        }
        self.twins.first = None;
    }
}

/// The row line of the last of these places; `None` if all are in one row.
fn last_row(places: &[u16]) -> Option<u32> {
    let rows = || places.iter().map(|&place| row_and_column(place.into()).0);
    rows().max().filter(|&last| rows().any(|row| row != last))
}
