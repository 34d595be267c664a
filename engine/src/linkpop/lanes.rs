//! Sets of columns for each row and symbol, eight symbols beside each other.

use super::board::SIDE;

/// How many symbols lie beside each other: two SSE registers of four, or one AVX register.
pub(super) const LANES: usize = 8;
/// How many times as many are enough for all letters.
const CHUNKS: usize = 4;

/// A set of columns for each of eight symbols.
pub(super) type Wide = [u32; LANES];

/// For each row and symbol a set of columns.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    chunks: [[Wide; SIDE]; CHUNKS],
    /// How many chunks are in use.
    used: usize,
}

impl Lanes {
    /// Empty sets for so many symbols.
    pub(super) fn new(symbols: usize) -> Self {
        Self { chunks: [[[0; LANES]; SIDE]; CHUNKS], used: symbols.div_ceil(LANES) }
    }

    /// The chunks that are in use: eight symbols each, by row.
    #[inline]
    pub(super) fn chunks(&self) -> &[[Wide; SIDE]] {
        &self.chunks[..self.used]
    }

    #[inline]
    pub(super) fn at(&self, row: usize, lane: usize) -> u32 {
        self.chunks[lane / LANES][row][lane % LANES]
    }

    #[inline]
    pub(super) fn at_mut(&mut self, row: usize, lane: usize) -> &mut u32 {
        &mut self.chunks[lane / LANES][row][lane % LANES]
    }

    /// Empties the sets of a row.
    #[inline]
    pub(super) fn clear(&mut self, row: usize) {
        for chunk in &mut self.chunks[..self.used] {
            chunk[row] = [0; LANES];
        }
    }
}

/// The same for each lane.
#[inline]
pub(super) fn each(f: impl Fn(usize) -> u32) -> Wide {
    std::array::from_fn(f)
}

/// Whether any lane has any column.
#[inline]
pub(super) fn any(lanes: &Wide) -> bool {
    lanes.iter().fold(0, |all, lane| all | lane) != 0
}

/// The columns of all lanes together.
#[inline]
pub(super) fn union(lanes: &Wide) -> u32 {
    lanes.iter().fold(0, |all, lane| all | lane)
}
