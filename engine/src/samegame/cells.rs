//! A set of cells.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

use board::samegame::Cell;

use super::lanes;
use super::ranks::Ranks;
use crate::bits;

/// A set of cells of a board of `W` words, one bit a cell.
///
/// It has room for 16 rows and `4 · W` columns, whatever the board in it is. Its order of cells
/// is that of [`Cell`]: by column, then by row.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CellSet<const W: usize> {
    pub(super) words: [u64; W],
}

impl<const W: usize> CellSet<W> {
    /// No cell.
    pub const EMPTY: Self = Self { words: [0; W] };

    /// The words of the set, in the layout of the [module](super).
    #[must_use]
    #[inline]
    pub const fn words(&self) -> &[u64; W] {
        &self.words
    }

    /// The set of one cell; `None` if it is beyond the `4 · W` columns or the 16 rows.
    #[must_use]
    pub fn of(cell: Cell) -> Option<Self> {
        let mut set = Self::EMPTY;
        set.insert(cell).then_some(set)
    }

    /// How many cells it has.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether it has no cell.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Whether the cell is in the set. A cell that the set has no room for is not.
    #[must_use]
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        let (w, bit) = lanes::place(cell);
        lanes::has_room::<W>(cell) && self.words[w] >> bit & 1 == 1
    }

    /// Adds a cell, and says whether there is room for it.
    pub fn insert(&mut self, cell: Cell) -> bool {
        let (w, bit) = lanes::place(cell);
        let room = lanes::has_room::<W>(cell);
        if room {
            self.words[w] |= 1 << bit;
        }
        room
    }

    /// Takes a cell out, if it is in.
    pub fn remove(&mut self, cell: Cell) {
        let (w, bit) = lanes::place(cell);
        if lanes::has_room::<W>(cell) {
            self.words[w] &= !(1 << bit);
        }
    }

    /// The first cell by column, then by row: the lowest of the leftmost column.
    #[must_use]
    #[inline]
    pub fn first(&self) -> Option<Cell> {
        let w = self.words.iter().position(|&word| word != 0)?;
        Some(lanes::cell(w, self.words[w].trailing_zeros()))
    }

    /// The cell that has exactly `rank` others of the set before it, `None` if there are not so
    /// many.
    #[must_use]
    pub fn nth(&self, rank: usize) -> Option<Cell> {
        let (rank, ranks) = (rank as u64, Ranks::of(self));
        (rank < ranks.count).then(|| {
            let (w, bit) = ranks.select(rank);
            lanes::cell(w, bit)
        })
    }

    /// The cells by column, then by row.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<W> {
        let words = self.words.into_iter().enumerate();
        words.flat_map(|(w, word)| bits::elements(word).map(move |bit| lanes::cell(w, bit)))
    }

    /// The cells that are in one of the sets or in both.
    #[must_use]
    #[inline]
    pub fn union(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// The cells that are in both sets.
    #[must_use]
    #[inline]
    pub fn intersection(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// The cells of this set that are not in the other.
    #[must_use]
    #[inline]
    pub fn difference(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// Whether all cells of this set are in the other.
    #[must_use]
    #[inline]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.difference(*other).is_empty()
    }

    /// Whether no cell is in both sets.
    #[must_use]
    #[inline]
    pub fn is_disjoint(&self, other: &Self) -> bool {
        self.intersection(*other).is_empty()
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

impl<const W: usize> BitOr for CellSet<W> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl<const W: usize> BitAnd for CellSet<W> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.intersection(other)
    }
}

impl<const W: usize> Sub for CellSet<W> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.difference(other)
    }
}

impl<const W: usize> FromIterator<Cell> for CellSet<W> {
    /// The set of the cells that there is room for.
    fn from_iter<T: IntoIterator<Item = Cell>>(cells: T) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
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
