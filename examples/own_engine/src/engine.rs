//! An existing SameGame engine, with its own types: this file does not depend on Twinboard.
//!
//! For this example it has one addition: the parameter `FORGETS_LAST` makes the engine faulty, so
//! that a test can show the report of a fault. In the faulty engine the search for a group never
//! steps into the last column.

/// Row and column, both from 0, counted from the lower left corner.
pub type Place = (usize, usize);

/// The stones on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board<const FORGETS_LAST: bool = false> {
    /// The columns from the left, each from the bottom up. Empty columns are removed.
    columns: Vec<Vec<u8>>,
}

impl<const FORGETS_LAST: bool> Board<FORGETS_LAST> {
    /// A full board from its rows, the bottom row first.
    pub fn from_rows<'a>(rows: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut columns = Vec::new();
        for row in rows {
            columns.resize(row.len(), Vec::new());
            for (column, &stone) in columns.iter_mut().zip(row) {
                column.push(stone);
            }
        }
        Self { columns }
    }

    /// The stone at a place; `None` if the place is empty or off the board.
    pub fn stone(&self, (row, col): Place) -> Option<u8> {
        self.columns.get(col)?.get(row).copied()
    }

    /// True if no stone is left.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// Removes the group at a place; the other stones drop and close up. Returns the number of
    /// removed stones, or `None` if there is no group of at least two.
    pub fn select(&mut self, row: usize, col: usize) -> Option<usize> {
        let mut group = self.group_at((row, col));
        if group.len() < 2 {
            return None;
        }
        // From the top down, so that the remaining stones of the group have not dropped yet.
        group.sort_unstable();
        for &(row, col) in group.iter().rev() {
            self.columns[col].remove(row);
        }
        self.columns.retain(|column| !column.is_empty());
        Some(group.len())
    }

    /// The stones connected with the one at a place, which is the first of them.
    pub fn group_at(&self, place: Place) -> Vec<Place> {
        self.flood(place, &mut self.nothing_seen())
    }

    /// All groups of two or more stones.
    pub fn groups(&self) -> Vec<Vec<Place>> {
        let mut seen = self.nothing_seen();
        let mut groups = Vec::new();
        for (col, column) in self.columns.iter().enumerate() {
            for row in 0..column.len() {
                let group = self.flood((row, col), &mut seen);
                if group.len() >= 2 {
                    groups.push(group);
                }
            }
        }
        groups
    }

    fn nothing_seen(&self) -> Vec<Vec<bool>> {
        self.columns.iter().map(|column| vec![false; column.len()]).collect()
    }

    /// The stones connected with the one at `start` that have not been seen before.
    fn flood(&self, start: Place, seen: &mut [Vec<bool>]) -> Vec<Place> {
        let mut found = Vec::new();
        let mut waiting = vec![start];
        while let Some((row, col)) = waiting.pop() {
            let stone = self.stone((row, col));
            if stone.is_none() || stone != self.stone(start) || seen[col][row] {
                continue;
            }
            seen[col][row] = true;
            found.push((row, col));
            waiting.extend([(row + 1, col), (row.wrapping_sub(1), col)]);
            waiting.push((row, col.wrapping_sub(1)));
            if !(FORGETS_LAST && col + 2 == self.columns.len()) {
                waiting.push((row, col + 1));
            }
        }
        found
    }
}
