//! Sets of cells, for groups and candidates.

use std::fmt;

use twinboard_vocabulary::samegame::Cell;

use super::lanes;
use crate::bits;

/// A set of cells of a board of `W` words, one bit a cell.
///
/// The set has room for 16 rows and `4 · W` columns, regardless of the size of the grid. Cells are
/// ordered like [`Cell`]: by column, then by row.
///
/// ```
/// use twinboard_engine::samegame::{Board, Cell, Grid};
///
/// let grid = Grid::new(2, 1, vec![0, 1]).unwrap();
/// let set = Board::<4, 2>::from_grid(&grid).unwrap().occupied();
/// assert_eq!(set.len(), 2);
/// assert_eq!(set.first(), Some(Cell::new(1, 1)));
/// assert_eq!(set.nth(1), Some(Cell::new(2, 1)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CellSet<const W: usize> {
    pub(super) words: [u64; W],
}

impl<const W: usize> CellSet<W> {
    /// The empty set.
    pub const EMPTY: Self = Self { words: [0; W] };

    /// Number of cells; counts the bits at each call.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// True if the set has no cell.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// True if the cell is in the set; false for a cell beyond its room.
    #[must_use]
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        let (w, bit) = lanes::place(cell);
        lanes::fits::<W>(cell) && self.words[w] >> bit & 1 == 1
    }

    /// The first cell by column, then by row: the lowest one in the leftmost column.
    #[must_use]
    #[inline]
    pub fn first(&self) -> Option<Cell> {
        let w = self.words.iter().position(|&word| word != 0)?;
        Some(lanes::cell(w, self.words[w].trailing_zeros()))
    }

    /// The cells in order of column, then row.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<W> {
        let words = self.words.into_iter().enumerate();
        words.flat_map(|(w, word)| bits::elements(word).map(move |bit| lanes::cell(w, bit)))
    }

    /// The cells that are in one of the sets or in both.
    #[inline]
    pub(super) fn union(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// The cells of this set that are not in the other.
    #[inline]
    pub(super) fn difference(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// True if no cell is in both sets.
    #[inline]
    pub(super) fn is_disjoint(&self, other: &Self) -> bool {
        self.zip(*other, |a, b| a & b).is_empty()
    }

    #[inline]
    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self { words: std::array::from_fn(|w| combine(self.words[w], other.words[w])) }
    }
}

impl<const W: usize> Default for CellSet<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> fmt::Debug for CellSet<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut set = f.debug_set();
        for cell in self.iter() {
            set.entry(&format_args!("{cell}"));
        }
        set.finish()
    }
}
