//! Random grids from a seed, for the tests of this folder.

use twinboard_vocabulary::random;
use twinboard_vocabulary::samegame::Grid;

/// A generator of random numbers by its state.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next_u64(&mut self) -> u64 {
        random::next(&mut self.0)
    }

    /// A uniformly distributed number from `min` to `max`.
    pub(crate) fn number(&mut self, min: u8, max: u8) -> u8 {
        min + twinboard_vocabulary::game::below(&mut || self.next_u64(), u64::from(max - min) + 1)
            as u8
    }

    /// A grid of this size whose colours are drawn from `colours`.
    pub(crate) fn grid(&mut self, rows: u8, columns: u8, colours: &[u8]) -> Grid {
        let cells = usize::from(rows) * usize::from(columns);
        let last = colours.len() as u8 - 1;
        let cells = (0..cells).map(|_| colours[usize::from(self.number(0, last))]);
        Grid::new(rows, columns, cells.collect()).unwrap()
    }
}
