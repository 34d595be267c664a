//! Random grids, and names of the contenders.

use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::game::below;
use twinboard_vocabulary::samegame::Grid;

pub(super) const ENGINE: &str = "engine";
pub(super) const ORACLE: &str = "oracle";
pub(super) const PLAIN: &str = "plain";
pub(super) const LEAN: &str = "plain, lean";

/// Parameters of random grids.
#[derive(Clone, Copy)]
pub(super) struct Size {
    pub(super) rows: u8,
    pub(super) columns: u8,
    pub(super) colours: u8,
}

impl Size {
    /// A random grid.
    pub(super) fn grid(self, random: &mut SplitMix) -> Grid {
        let cells = usize::from(self.rows) * usize::from(self.columns);
        let mut colour = || below(&mut || random.next_u64(), self.colours.into()) as u8;
        let colours = (0..cells).map(|_| colour()).collect();
        Grid::new(self.rows, self.columns, colours).expect("sizes and colours are within limits")
    }
}

/// A uniformly random index below `count`.
pub(super) fn choose(random: &mut SplitMix, count: usize) -> usize {
    below(&mut || random.next_u64(), count as u64) as usize
}
