//! Sets of cells in a machine word, for boards of up to 8 × 8.

use std::ops::{BitAnd, BitOr};

use twinboard_vocabulary::paint::Cell;

use super::hash::word_key;
use super::set::CellSet;
use crate::bits::{count_four, count_two, elements};
use crate::planted::{Fault, planted};

/// Number of rows and of columns of a word.
pub(super) const SIDE: u8 = 8;

/// The cells of a word with neighbours beyond it.
pub(super) const EDGE: u64 = !(NOT_FIRST & NOT_LAST) | 0xFF | 0xFF << 56;
/// All columns but the first, and all but the last.
const NOT_FIRST: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_LAST: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// A set of cells of a board of up to 8 × 8: bit `8 · row + column`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Word(u64);

impl BitAnd for Word {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Word {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Neighbours to the right, to the left, below and above of the cells of a word, without those
/// beyond its 8 × 8 cells.
#[inline]
pub(super) fn sides(cells: u64) -> [u64; 4] {
    if planted(Fault::NoEmptyColumn) {
        return [cells << 1, cells >> 1, cells << 8, cells >> 8];
    }
    [(cells & NOT_LAST) << 1, (cells & NOT_FIRST) >> 1, cells << 8, cells >> 8]
}

/// Neighbours of the cells of a word.
#[inline]
pub(super) fn around(cells: u64) -> u64 {
    let [right, left, below, above] = sides(cells);
    let around = right | left | below | above;
    if planted(Fault::Corners) {
        return around | (right | left) << 8 | (right | left) >> 8;
    }
    around
}

/// Cell of a bit.
#[inline]
pub(super) fn cell(index: u32) -> Cell {
    Cell::new((index / 8) as u8, (index % 8) as u8)
}

/// Bit of a cell.
#[inline]
pub(super) fn index(cell: Cell) -> u32 {
    debug_assert!(cell.row < SIDE && cell.column < SIDE, "{cell} is beyond a word");
    u32::from(cell.row) * 8 + u32::from(cell.column)
}

impl Word {
    pub(super) const fn new(bits: u64) -> Self {
        Self(bits)
    }

    /// The cells as bits: row `r`, column `c` is bit `8 · r + c`.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }
}

impl CellSet for Word {
    type Table = [[u8; SIDE as usize]; SIDE as usize];
    const NONE: Self = Self(0);

    fn square(side: u8) -> Self {
        let wide = u32::from(planted(Fault::ColumnBeyond));
        let row = (1 << (u32::from(side) + wide)) - 1;
        Self((0..u32::from(side)).fold(0, |cells, index| cells | row << (8 * index)))
    }

    #[inline]
    fn one(cell: Cell) -> Self {
        Self(1 << index(cell))
    }

    #[inline]
    fn contains(&self, cell: Cell) -> bool {
        self.0 >> index(cell) & 1 == 1
    }

    #[inline]
    fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << index(cell);
    }

    #[inline]
    fn remove(&mut self, cell: Cell) {
        self.0 &= !(1 << index(cell));
    }

    #[inline]
    fn len(&self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        elements(self.0).map(cell)
    }

    #[inline]
    fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    #[inline]
    fn around(self) -> Self {
        Self(around(self.0))
    }

    fn is_connected_from(&self, start: Cell) -> bool {
        self.flood(Self::one(start)) == *self
    }

    fn ball(&self, start: Cell, steps: u32) -> Self {
        let mut flood = Self::one(start);
        for _ in 0..steps {
            let grown = flood | (flood.around() & *self);
            if grown == flood {
                break;
            }
            flood = grown;
        }
        flood
    }

    fn hash(&self) -> u64 {
        word_key(self.0)
    }
}

/// Sum of four sets: the cells that are in an odd number of them, in two or three, and in four.
#[inline]
pub(super) fn added([a, b, c, d]: [u64; 4]) -> [u64; 3] {
    let (one, other) = (a ^ b, c ^ d);
    let (pair, other_pair) = (a & b, c & d);
    let carry = one & other;
    [one ^ other, pair ^ other_pair ^ carry, pair & other_pair]
}

/// Sum of d·(d−1)/2 over all cells, plus the sum of a·r. A number for each cell is given by its
/// binary digits: the cells with a one, with a two and with a four. A cell has four neighbours, so
/// a + r is at most 4.
#[inline]
pub(super) fn pairs_and_paths([d1, d2, d4]: [u64; 3], a: [u64; 3], r: [u64; 3]) -> u32 {
    let ([a1, a2, _], [r1, r2, _]) = (a, r);
    count_two([d2, a1 & r1])
        + 2 * count_four([d1 & d2, a1 & r2, a2 & r1, d4])
        + 4 * count_two([a2 & r2, d4])
}

/// Number of steps within which `start` and cells of `open` are at least `count` cells. If fewer
/// cells can be reached, `Err` has all of them.
#[inline]
pub(super) fn steps_to(open: u64, start: u64, count: u32) -> Result<u32, u64> {
    let (mut flood, mut steps) = (start, 0);
    loop {
        // On an open board 2s(s + 1) + 1 cells lie within s steps. If that is not enough, there is
        // no need to count: counting is the most expensive part.
        if 2 * steps * (steps + 1) + 1 >= count && flood.count_ones() >= count {
            return Ok(steps);
        }
        let grown = flood | (around(flood) & open);
        if grown == flood {
            return Err(flood);
        }
        (flood, steps) = (grown, steps + 1);
    }
}
