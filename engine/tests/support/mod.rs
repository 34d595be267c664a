//! Random grids from a seed, for the tests of this folder.

use board::samegame::Grid;

/// Steele, Lea and Flood's `SplitMix64`: enough randomness for a test, and the same everywhere.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let word = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    }

    /// A number from `least` to `most`.
    pub(crate) fn number(&mut self, least: u8, most: u8) -> u8 {
        least + board::game::below(&mut || self.next_u64(), u64::from(most - least) + 1) as u8
    }

    /// A grid of that size, of colours drawn from those given.
    pub(crate) fn grid(&mut self, rows: u8, columns: u8, colours: &[u8]) -> Grid {
        let cells = usize::from(rows) * usize::from(columns);
        let last = colours.len() as u8 - 1;
        let cells = (0..cells).map(|_| colours[usize::from(self.number(0, last))]);
        Grid::new(rows, columns, cells.collect()).unwrap()
    }
}
