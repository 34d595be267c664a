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
//! [`Lean`] reuses them and is three times as fast (four times on large grids) with the same
//! algorithm. `twinboard bench` prints both.

mod lean;

use std::ops::ControlFlow;

use twinboard_vocabulary::Game;
use twinboard_vocabulary::samegame::{
    self as vocabulary, Cell, Grid, Outcome, Position, Refusal, Selection,
};

pub use lean::Lean;

/// Column and row of a cell, both from 0, among the remaining columns and rows.
pub type Place = (usize, usize);

/// Mark of a removed cell until it is taken out of its column.
const REMOVED: u8 = u8::MAX;

/// A game of SameGame.
#[derive(Clone, Debug)]
pub struct Plain {
    rows: usize,
    /// Remaining columns from the left, each with its remaining colours from the bottom.
    columns: Vec<Vec<u8>>,
    /// Number of columns of the grid at the start.
    columns_at_start: usize,
}

impl Plain {
    /// The game at the start.
    #[must_use]
    pub fn new(grid: &Grid) -> Self {
        let columns = columns_of(grid);
        Self { rows: grid.rows().into(), columns_at_start: columns.len(), columns }
    }

    /// All groups, each as a list of its cells in any order.
    #[must_use]
    pub fn groups(&self) -> Vec<Vec<Place>> {
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
    pub fn remove(&mut self, cells: &[Place]) {
        for &(column, row) in cells {
            self.columns[column][row] = REMOVED;
        }
        for column in &mut self.columns {
            column.retain(|&colour| colour != REMOVED);
        }
        self.columns.retain(|column| !column.is_empty());
    }

    /// Number of remaining cells.
    #[must_use]
    pub fn cells_left(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
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

    fn has_equal_neighbour(&self, place: Place) -> bool {
        neighbours(place).into_iter().any(|next| self.colour(next) == self.colour(place))
    }

    /// Converts a region to the common type of all implementations.
    fn to_group(&self, region: &[Place]) -> vocabulary::Group {
        let colour = self.colour(region[0]).expect("a region has cells");
        let cell = |&(column, row): &Place| Cell::new(row as u8 + 1, column as u8 + 1);
        vocabulary::Group::new(colour, region.iter().map(cell))
    }
}

impl Plain {
    /// Sets up a game; always `Some`.
    #[must_use]
    pub fn set_up(grid: &Grid) -> Option<Self> {
        Some(Self::new(grid))
    }
}

impl Game for Plain {
    type Vocabulary = vocabulary::SameGame;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&vocabulary::Group) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.groups().iter().try_for_each(|group| visit(&self.to_group(group)))
    }

    fn play(&mut self, selection: &Selection) -> Result<vocabulary::Group, Refusal> {
        let on_grid = (1..=self.rows as u64).contains(&selection.row())
            && (1..=self.columns_at_start as u64).contains(&selection.column());
        if !on_grid {
            return Err(Refusal::NoSuchCell);
        }
        let place = (selection.column() as usize - 1, selection.row() as usize - 1);
        if self.colour(place).is_none() {
            return Err(Refusal::EmptyCell);
        }
        if !self.has_equal_neighbour(place) {
            return Err(Refusal::SingleCell);
        }
        let region = self.fill(place, &mut self.nothing_seen());
        let group = self.to_group(&region);
        self.remove(&region);
        Ok(group)
    }

    fn position(&self) -> Position {
        Position::from_fn(self.rows as u8, self.columns_at_start as u8, |cell| {
            self.colour((usize::from(cell.column()) - 1, usize::from(cell.row()) - 1))
        })
    }

    fn outcome(&self) -> Outcome {
        let mut places = self.columns.iter().enumerate().flat_map(|(column, cells)| {
            let rows = 0..cells.len();
            rows.map(move |row| (column, row))
        });
        if self.columns.is_empty() {
            Outcome::Won
        } else if places.any(|place| self.has_equal_neighbour(place)) {
            Outcome::Playing
        } else {
            Outcome::Stuck
        }
    }
}

/// Columns of a grid, each from the bottom up.
fn columns_of(grid: &Grid) -> Vec<Vec<u8>> {
    let column = |column| {
        let rows = 1..=grid.rows();
        rows.map(|row| grid.colour(Cell::new(row, column))).collect()
    };
    (1..=grid.columns()).map(column).collect()
}

/// The four neighbours of a place. Left of the first column and below the first row the index wraps
/// to `usize::MAX`, which no column and no row has.
fn neighbours((column, row): Place) -> [Place; 4] {
    [
        (column.wrapping_sub(1), row),
        (column + 1, row),
        (column, row.wrapping_sub(1)),
        (column, row + 1),
    ]
}
