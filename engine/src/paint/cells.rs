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

    /// The rows, the top one first, those below and beside the board included: column `c` is bit `c`.
    #[must_use]
    #[inline]
    pub fn rows(&self) -> &[u32; ROOM] {
        &self.rows
    }

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

    /// The numbers of the rows that have cells. Who goes through them alone saves most of the way.
    #[inline]
    pub(super) fn taken_rows(&self) -> u32 {
        (0..ROOM).fold(0, |taken, row| taken | u32::from(self.rows[row] != 0) << row)
    }

    /// The cells in row-major order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        elements(self.taken_rows().into()).flat_map(|row| {
            let columns = self.rows[row as usize];
            elements(columns.into()).map(move |column| Cell::new(row as u8, column as u8))
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

    /// Whether all of these cells can be walked to from one of them over others of them.
    ///
    /// Only rows that have cells are worked on, each to its end at once, by turns from the top down
    /// and from the bottom up: what hangs together in a few turns is most of what is asked.
    pub(super) fn hang_together(&self, start: Cell) -> bool {
        let taken = self.taken_rows();
        let (first, last) = (taken.trailing_zeros() as usize, taken.ilog2() as usize);
        let mut flood = Self::one(start);
        let mut spread = |row: usize| {
            let above = row.checked_sub(1).map_or(0, |above| flood.rows[above]);
            let before = flood.rows[row];
            let mut here = (before | above | flood.rows[row + 1]) & self.rows[row];
            loop {
                let wider = (here | here << 1 | here >> 1) & self.rows[row];
                if wider == here {
                    break;
                }
                here = wider;
            }
            flood.rows[row] = here;
            here != before
        };
        loop {
            let down = (first..=last).fold(false, |grew, row| spread(row) | grew);
            let up = (first..=last).rev().fold(false, |grew, row| spread(row) | grew);
            if !down && !up {
                return flood == *self;
            }
        }
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
