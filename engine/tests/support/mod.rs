//! Random grids from a seed, for the tests of this folder.

use twinboard_vocabulary::samegame::Grid;

/// Steele, Lea and Flood's `SplitMix64`: sufficient for tests, and equal on all machines.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A uniformly distributed number from `least` to `most`.
    pub(crate) fn number(&mut self, least: u8, most: u8) -> u8 {
        least
            + twinboard_vocabulary::game::below(
                &mut || self.next_u64(),
                u64::from(most - least) + 1,
            ) as u8
    }

    /// A grid of this size whose colours are drawn from `colours`.
    pub(crate) fn grid(&mut self, rows: u8, columns: u8, colours: &[u8]) -> Grid {
        let cells = usize::from(rows) * usize::from(columns);
        let last = colours.len() as u8 - 1;
        let cells = (0..cells).map(|_| colours[usize::from(self.number(0, last))]);
        Grid::new(rows, columns, cells.collect()).unwrap()
    }
}
