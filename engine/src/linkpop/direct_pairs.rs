//! Direct pairs: two blocks with the same symbol that see each other along a row or a column. These
//! are the pairs of cost 1.
//!
//! A set of *candidates* is maintained from pop to pop: every block with a direct partner to the
//! right or below is one, and the first candidate has a partner. After a change, each block that
//! sees another neighbour than before becomes a candidate, and symbols are not compared. A
//! candidate without a partner is removed only when it comes first: with few symbols, most are
//! popped before.

use super::board::{Board, DirectPairs, EMPTY, symbols_match};
use super::lines::{Place, next, place, previous, row_and_column};
use crate::planted::{Fault, planted};

/// Adds an element to a set if `is_in`, otherwise removes it. Branchless.
#[inline]
fn set(set: &mut u64, element: u32, is_in: bool) {
    *set = *set & !(1 << element) | u64::from(is_in) << element;
}

impl Board {
    /// The first direct pair in the order of LP-20: least earlier block, then least other block.
    #[inline]
    pub(super) fn first_direct_pair(&self) -> Option<(Place, Place)> {
        if planted(Fault::ColumnFirst) {
            let blocks = self.blocks().map(row_and_column);
            let paired = blocks.filter(|&(row, column)| self.direct_partner(row, column).is_some());
            let (row, column) = paired.min_by_key(|&(_, column)| column)?;
            return Some((place(row, column), self.direct_partner(row, column)?));
        }
        self.direct_pairs.first
    }

    /// The direct partner of a block to the right; if it has none there, the one below.
    #[inline]
    pub(super) fn direct_partner(&self, row: u32, column: u32) -> Option<Place> {
        let code = self.codes[place(row, column)];
        let right = place(row, next(self.by_row[row as usize], column));
        let below = place(next(self.by_column[column as usize], row), column);
        let [is_right, is_below] = [right, below].map(|at| symbols_match(self.codes[at], code));
        let is_right = is_right && !(planted(Fault::OtherLast) && is_below);
        (is_right | is_below).then_some(if is_right { right } else { below })
    }

    /// Finds the candidates of the board from scratch.
    pub(super) fn find_direct_pairs(&mut self) {
        let mut pairs = DirectPairs::new();
        for row in 1..=usize::from(self.rows) {
            pairs.candidates[row] = u64::from(self.occupied(row - 1)) << 1;
            pairs.rows |= 1 << row;
        }
        self.direct_pairs = pairs;
        self.drop_false_candidates();
    }

    /// Updates the lines and the candidates after changes at these places.
    ///
    /// A single pass updates both. A neighbour found in a line may be gone already, if its place
    /// comes later among the changes; then that place ceases to be a candidate, and its own
    /// neighbour becomes one, when it is updated.
    #[inline]
    pub(super) fn update_lines_and_candidates(&mut self, changes: &[u16]) {
        let stale = if planted(Fault::StaleTwins) { last_row(changes) } else { None };
        // Kept in a register, as it changes several times for each place.
        let mut rows = self.direct_pairs.rows;
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
            let line = &mut self.direct_pairs.candidates[row as usize];
            set(line, column, is_taken);
            *line |= 1 << left & !1;
            self.direct_pairs.candidates[above as usize] |= 1 << column;
            rows |= (1 << row | 1 << above) & !1;
        }
        self.direct_pairs.rows = rows;
    }

    /// Removes candidates until the first one has a partner, and keeps this pair.
    #[inline]
    pub(super) fn drop_false_candidates(&mut self) {
        while self.direct_pairs.rows != 0 {
            let row = self.direct_pairs.rows.trailing_zeros();
            let line = self.direct_pairs.candidates[row as usize];
            if line == 0 {
                self.direct_pairs.rows &= self.direct_pairs.rows - 1;
            } else if let Some(partner) = self.direct_partner(row, line.trailing_zeros()) {
                self.direct_pairs.first = Some((place(row, line.trailing_zeros()), partner));
                return;
            } else {
                self.direct_pairs.candidates[row as usize] &= line - 1;
            }
        }
        self.direct_pairs.first = None;
    }
}

/// The row line of the last of these places; `None` if all are in one row.
fn last_row(places: &[u16]) -> Option<u32> {
    let rows = || places.iter().map(|&place| row_and_column(place.into()).0);
    rows().max().filter(|&last| rows().any(|row| row != last))
}
