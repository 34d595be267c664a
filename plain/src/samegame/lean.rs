//! The same program, tuned: what is left when nothing is allocated while playing.

use board::samegame::Grid;

use super::{Place, REMOVED, columns_of, neighbours};

/// A game of SameGame that keeps its vectors from one position to the next.
///
/// The algorithm is that of [`SameGame`](super::SameGame). All groups lie in one vector of cells,
/// one behind the other; the stack and the flags of the cells seen are kept as well; and only the
/// columns that a group was in are gone through when it is removed. It plays random games, and is
/// there to tell how much of an engine's lead over a plain program is a lead over its allocations.
#[derive(Clone, Debug)]
pub struct Lean {
    rows: usize,
    columns: Vec<Vec<u8>>,
    seen: Vec<bool>,
    stack: Vec<Place>,
    /// The cells of all groups listed last.
    cells: Vec<Place>,
    /// Where in `cells` each group ends.
    ends: Vec<usize>,
}

impl Lean {
    /// The game at the start.
    #[must_use]
    pub fn new(grid: &Grid) -> Self {
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

    /// Lists all groups, and says how many there are.
    pub fn list(&mut self) -> usize {
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

    /// The cells of a group listed last, by its number from 0, in no particular order.
    ///
    /// # Panics
    ///
    /// If there is no such group.
    #[must_use]
    pub fn group(&self, number: usize) -> &[Place] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.cells[start..self.ends[number]]
    }

    /// Removes a group listed last; what is above its cells drops, and empty columns close up.
    /// Then all groups have to be listed again.
    ///
    /// # Panics
    ///
    /// If there is no such group.
    pub fn remove(&mut self, number: usize) {
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

    /// How many cells are left.
    #[must_use]
    pub fn cells_left(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    /// Appends the region of a cell that is there to the cells of all groups.
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
