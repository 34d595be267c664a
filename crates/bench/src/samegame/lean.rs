//! Tuned variant without allocations during play.

use twinboard_vocabulary::samegame::Grid;

use super::plain::{Place, REMOVED, columns_of, neighbours};

/// A game of SameGame that reuses its vectors from one position to the next.
///
/// The algorithm is that of [`Plain`](super::plain::Plain). But all groups are stored in a single
/// vector of cells, the stack and the flags of visited cells are reused, and a removal only visits
/// the columns of the group. This variant plays random games. It shows which part of an engine's
/// lead over the plain program comes from allocations alone.
pub(super) struct Lean {
    rows: usize,
    columns: Vec<Vec<u8>>,
    seen: Vec<bool>,
    stack: Vec<Place>,
    /// Cells of all groups of the last listing, group by group.
    cells: Vec<Place>,
    /// End of each group in `cells`.
    ends: Vec<usize>,
}

impl Lean {
    /// The game at the start.
    pub(super) fn new(grid: &Grid) -> Self {
        let cells = grid.colours().len();
        Self {
            rows: grid.rows().into(),
            columns: columns_of(grid),
            seen: vec![false; cells],
            stack: Vec::new(),
            cells: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Lists all groups and returns their number.
    pub(super) fn list(&mut self) -> usize {
        self.seen.fill(false);
        self.cells.clear();
        self.ends.clear();
        for column in 0..self.columns.len() {
            for row in 0..self.columns[column].len() {
                if self.seen[column * self.rows + row] {
                    continue;
                }
                let start = self.cells.len();
                self.fill((column, row));
                if self.cells.len() - start >= 2 {
                    self.ends.push(self.cells.len());
                } else {
                    self.cells.truncate(start);
                }
            }
        }
        self.ends.len()
    }

    /// Cells, in any order, of a group of the last listing; groups are numbered from 0.
    ///
    /// # Panics
    ///
    /// If there is no group of this number.
    #[cfg(test)]
    pub(super) fn group(&self, number: usize) -> &[Place] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.cells[start..self.ends[number]]
    }

    /// Removes a group of the last listing; the cells above it drop, and empty columns close up.
    /// The listing is invalid afterwards.
    ///
    /// # Panics
    ///
    /// If there is no group of this number.
    pub(super) fn remove(&mut self, number: usize) {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        let (mut first, mut last) = (usize::MAX, 0);
        for &(column, row) in &self.cells[start..self.ends[number]] {
            self.columns[column][row] = REMOVED;
            first = first.min(column);
            last = last.max(column);
        }
        let mut any_empty = false;
        for column in &mut self.columns[first..=last] {
            column.retain(|&colour| colour != REMOVED);
            any_empty |= column.is_empty();
        }
        if any_empty {
            self.columns.retain(|column| !column.is_empty());
        }
        self.ends.clear();
    }

    /// Appends the region of a non-empty cell to `cells`.
    fn fill(&mut self, start: Place) {
        let colour = self.columns[start.0][start.1];
        self.stack.push(start);
        self.seen[start.0 * self.rows + start.1] = true;
        while let Some(place) = self.stack.pop() {
            self.cells.push(place);
            for next @ (column, row) in neighbours(place) {
                let there = self.columns.get(column).and_then(|cells| cells.get(row));
                if there == Some(&colour) && !self.seen[column * self.rows + row] {
                    self.seen[column * self.rows + row] = true;
                    self.stack.push(next);
                }
            }
        }
    }
}
