//! Sets of cells of a board.

use std::ops::{BitAnd, BitOr, Not};

use board::paint::{Cell, SIDE_MAX};

use crate::bits::elements;
use crate::planted::{Fault, planted};

/// How many rows a set has room for, and how many columns.
pub(super) const ROOM: usize = 32;
// There is always an empty row below a board.
const _: () = assert!((SIDE_MAX as usize) < ROOM);

/// A set of cells of a board as 32 rows of 32 bits, the top row first: column `c` is bit `c`.
///
/// A step left or right is a shift, which loses what leaves the room, so no walls are needed; a step
/// up or down is the next row. All rows are worked on alike and without branches, so that the
/// compiler takes several of them at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cells {
    pub(super) rows: [u32; ROOM],
}

impl BitAnd for Cells {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self::from_rows(|row| self.rows[row] & other.rows[row])
    }
}

impl BitOr for Cells {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self::from_rows(|row| self.rows[row] | other.rows[row])
    }
}

impl Not for Cells {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self::from_rows(|row| !self.rows[row])
    }
}

impl Cells {
    /// No cells.
    pub const NONE: Self = Self { rows: [0; ROOM] };

    #[inline]
    fn from_rows(row: impl FnMut(usize) -> u32) -> Self {
        Self { rows: std::array::from_fn(row) }
    }

    /// One cell.
    #[must_use]
    pub fn one(cell: Cell) -> Self {
        let mut cells = Self::NONE;
        cells.insert(cell);
        cells
    }

    /// All cells of a board of `side` × `side`.
    #[must_use]
    pub fn square(side: u8) -> Self {
        let wide = u8::from(planted(Fault::ColumnBeyond));
        let row = (1 << (side + wide)) - 1;
        Self::from_rows(|index| if index < side.into() { row } else { 0 })
    }

    /// Whether the cell is among them.
    #[must_use]
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.rows[usize::from(cell.row)] >> cell.column & 1 == 1
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.rows[usize::from(cell.row)] |= 1 << cell.column;
    }

    /// Takes a cell away.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.rows[usize::from(cell.row)] &= !(1 << cell.column);
    }

    /// Whether there are none.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    /// How many there are.
    #[must_use]
    #[inline]
    pub fn len(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// The cells in row-major order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..).zip(&self.rows).flat_map(|(row, &columns)| {
            elements(columns.into()).map(move |column| Cell::new(row, column as u8))
        })
    }

    /// The first cell in row-major order.
    #[must_use]
    pub fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// These without `others`.
    #[must_use]
    #[inline]
    pub fn without(self, others: Self) -> Self {
        self & !others
    }

    /// All neighbours of these cells, whether they are among them or not, and some off the board:
    /// what is asked of them is to be cut with a set of cells on it.
    #[must_use]
    #[inline]
    pub fn around(self) -> Self {
        let row = |index: usize| self.rows.get(index).copied().unwrap_or(0);
        Self::from_rows(|index| {
            let here = self.rows[index];
            let (above, below) = (row(index.wrapping_sub(1)), row(index + 1));
            let around = here << 1 | here >> 1 | above | below;
            if planted(Fault::Corners) {
                return around | above << 1 | above >> 1 | below << 1 | below >> 1;
            }
            around
        })
    }

    /// All cells that can be walked to from `start` over cells of this set, and `start`.
    #[must_use]
    pub fn flood(self, start: Self) -> Self {
        let mut flood = start;
        loop {
            let grown = flood | (flood.around() & self);
            if grown == flood {
                return flood;
            }
            flood = grown;
        }
    }
}
