//! SameGame (clauses SG-1 to SG-13 of RULES.md) with vectors.
//!
//! The board is a vector of columns, each a vector of the remaining colours in it, from the bottom
//! up. Empty cells are not stored: shortening a column makes its cells drop, and shortening the
//! vector of columns closes them up. Regions are found by a depth-first fill with an explicit
//! stack.
//!
//! Optimisations:
//!
//! * no recursion, no hash tables, no strings, no boxes, one byte for each cell;
//! * only remaining cells and columns are visited, and each cell belongs to one fill;
//! * the flags of visited cells are a single vector, allocated once for each listing.
//!
//! Omitted: reusing vectors between positions. Every fill allocates a stack and a list of cells,
//! which is dropped again if the region is a single cell. Such programs are usually written like
//! this when a group is a value that a search keeps.
//!
//! [`Lean`](super::lean::Lean) reuses them and is three times as fast (four times on large grids) with the same
//! algorithm.

use twinboard_vocabulary::samegame::{Cell, Grid};

/// Column and row of a cell, both from 0, among the remaining columns and rows.
pub(super) type Place = (usize, usize);

/// Mark of a removed cell until it is taken out of its column.
pub(super) const REMOVED: u8 = u8::MAX;

/// A game of SameGame.
pub(super) struct Plain {
    rows: usize,
    /// Remaining columns from the left, each with its remaining colours from the bottom.
    columns: Vec<Vec<u8>>,
}

impl Plain {
    /// The game at the start.
    pub(super) fn new(grid: &Grid) -> Self {
        Self { rows: grid.rows().into(), columns: columns_of(grid) }
    }

    /// All groups, each as a list of its cells in any order.
    pub(super) fn groups(&self) -> Vec<Vec<Place>> {
        let mut groups = Vec::new();
        let mut seen = self.nothing_seen();
        for (column, cells) in self.columns.iter().enumerate() {
            for row in 0..cells.len() {
                if seen[column * self.rows + row] {
                    continue;
                }
                let region = self.fill((column, row), &mut seen);
                if region.len() >= 2 {
                    groups.push(region);
                }
            }
        }
        groups
    }

    /// Removes these cells; the cells above them drop, and empty columns close up.
    ///
    /// # Panics
    ///
    /// If one of these cells is empty or off the grid.
    pub(super) fn remove(&mut self, cells: &[Place]) {
        for &(column, row) in cells {
            self.columns[column][row] = REMOVED;
        }
        for column in &mut self.columns {
            column.retain(|&colour| colour != REMOVED);
        }
        self.columns.retain(|column| !column.is_empty());
    }

    fn nothing_seen(&self) -> Vec<bool> {
        vec![false; self.columns.len() * self.rows]
    }

    fn colour(&self, (column, row): Place) -> Option<u8> {
        self.columns.get(column)?.get(row).copied()
    }

    /// Region of a non-empty cell; marks its cells in `seen`.
    fn fill(&self, start: Place, seen: &mut [bool]) -> Vec<Place> {
        let colour = self.colour(start);
        let mut region = Vec::new();
        let mut stack = vec![start];
        seen[start.0 * self.rows + start.1] = true;
        while let Some(place) = stack.pop() {
            region.push(place);
            for next @ (column, row) in neighbours(place) {
                if self.colour(next) == colour && !seen[column * self.rows + row] {
                    seen[column * self.rows + row] = true;
                    stack.push(next);
                }
            }
        }
        region
    }
}

/// Columns of a grid, each from the bottom up.
pub(super) fn columns_of(grid: &Grid) -> Vec<Vec<u8>> {
    let column = |column| {
        let rows = 1..=grid.rows();
        rows.map(|row| grid.colour(Cell::new(row, column))).collect()
    };
    (1..=grid.columns()).map(column).collect()
}

/// The four neighbours of a place. Left of the first column and below the first row the index wraps
/// to `usize::MAX`, which no column and no row has.
pub(super) fn neighbours((column, row): Place) -> [Place; 4] {
    [
        (column.wrapping_sub(1), row),
        (column + 1, row),
        (column, row.wrapping_sub(1)),
        (column, row + 1),
    ]
}
