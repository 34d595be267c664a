//! Sets of cells: the whole board, and what a small part of it fits into.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Not};

use board::paint::{Cell, SIDE_MAX};

/// How many rows a set of the board's cells has room for, and how many columns.
pub(super) const ROOM: usize = 32;
const _: () = assert!(SIDE_MAX as usize <= ROOM);

/// A row of cells: the cell in column `c` is bit `c`.
pub trait Row:
    Copy + Eq + Default + Debug + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// How many columns it has room for.
    const WIDTH: u32;
    /// The lowest `WIDTH` columns of a row of the board.
    fn cut(row: u32) -> Self;
    /// The row as one of the board.
    fn widened(self) -> u32;
    /// Every cell one column to the right; what leaves the room is lost.
    #[must_use]
    fn right(self) -> Self;
    /// Every cell one column to the left.
    #[must_use]
    fn left(self) -> Self;
    /// How many cells there are.
    fn ones(self) -> u32;
    /// The cell farthest to the left and the row without it.
    fn split(self) -> (Self, Self);
}

macro_rules! row {
    ($word:ty) => {
        impl Row for $word {
            const WIDTH: u32 = <$word>::BITS;
            #[inline]
            fn cut(row: u32) -> Self {
                row as $word
            }
            #[inline]
            fn widened(self) -> u32 {
                self.into()
            }
            #[inline]
            fn right(self) -> Self {
                self << 1
            }
            #[inline]
            fn left(self) -> Self {
                self >> 1
            }
            #[inline]
            fn ones(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn split(self) -> (Self, Self) {
                let rest = self & self.wrapping_sub(1);
                (self & !rest, rest)
            }
        }
    };
}
row!(u16);
row!(u32);

/// A set of cells as `H` rows, the top one first.
///
/// A step left or right is a shift, which loses what leaves the room, so no walls are needed; a step
/// up or down is the next row. All rows are worked on alike and without branches, so that the
/// compiler takes several of them at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rows<R, const H: usize> {
    pub(super) rows: [R; H],
}

/// A set of cells of a board. Row and column of a cell are those of its bit.
pub type Cells = Rows<u32, ROOM>;

impl<R: Row, const H: usize> Rows<R, H> {
    #[inline]
    fn from_rows(row: impl FnMut(usize) -> R) -> Self {
        Self { rows: std::array::from_fn(row) }
    }
}

impl<R: Row, const H: usize> BitAnd for Rows<R, H> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self::from_rows(|row| self.rows[row] & other.rows[row])
    }
}

impl<R: Row, const H: usize> BitOr for Rows<R, H> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self::from_rows(|row| self.rows[row] | other.rows[row])
    }
}

impl<R: Row, const H: usize> Not for Rows<R, H> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self::from_rows(|row| !self.rows[row])
    }
}

impl Cells {
    /// No cells.
    pub const NONE: Self = Self { rows: [0; ROOM] };

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
        let row = (1 << side) - 1;
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
            crate::bits::elements(columns.into()).map(move |column| Cell::new(row, column as u8))
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
        let [a, b, c, d] = self.sides(0);
        a | b | c | d
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

/// A rectangle of the board that a [`Shape`] is cut from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    /// The top row on the board.
    row: usize,
    /// The column farthest to the left.
    column: u32,
    height: u32,
    width: u32,
}

impl Frame {
    /// The smallest rectangle with all of `cells`, of which there is at least one.
    pub(super) fn of(cells: &Cells) -> Self {
        let is_taken = |row: &u32| *row != 0;
        let first = cells.rows.iter().position(is_taken).expect("there is a cell");
        let last = cells.rows.iter().rposition(is_taken).expect("there is a cell");
        let columns = cells.rows.iter().fold(0, |columns, row| columns | row);
        let column = columns.trailing_zeros();
        Self {
            row: first,
            column,
            height: (last - first + 1) as u32,
            width: u32::BITS - columns.leading_zeros() - column,
        }
    }

    /// From a cell of a word to the one below it: a row and one column that stays empty, so that a
    /// step over the edge of a row leads to no cell.
    pub(super) fn stride(self) -> u32 {
        self.width + 1
    }

    /// How many steps at least lie between `cell` and the rectangle.
    pub(super) fn distance(self, cell: Cell) -> u32 {
        let gap = |first: u32, length: u32, at: u32| {
            first.saturating_sub(at).max((at + 1).saturating_sub(first + length))
        };
        gap(self.row as u32, self.height, cell.row.into())
            + gap(self.column, self.width, cell.column.into())
    }
}

/// A set of cells within a [`Frame`], in whatever is cheapest for its size.
pub(super) trait Shape:
    Copy + Eq + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// Whether there is room for such a frame.
    fn has_room(frame: Frame) -> bool;
    /// Those of `cells` that are in the frame, and it has all of them.
    fn crop(cells: &Cells, frame: Frame) -> Self;
    /// The set as one of cells of the board.
    fn uncrop(self, frame: Frame) -> Cells;
    /// How many cells there are.
    fn count(self) -> u32;
    /// Takes the first cell away (there is one) and gives it as a set.
    fn take_first(&mut self) -> Self;
    /// The neighbours to the right, to the left, below and above of the cells.
    fn sides(self, stride: u32) -> [Self; 4];
}

macro_rules! shape {
    ($word:ty) => {
        /// Row after row, each one as long as the frame's [stride](Frame::stride).
        impl Shape for $word {
            fn has_room(frame: Frame) -> bool {
                frame.stride() * frame.height <= Self::BITS
            }
            fn crop(cells: &Cells, frame: Frame) -> Self {
                let rows = (0..frame.height).zip(&cells.rows[frame.row..]);
                rows.fold(0, |set, (row, &columns)| {
                    set | <$word>::from(columns >> frame.column) << (row * frame.stride())
                })
            }
            fn uncrop(self, frame: Frame) -> Cells {
                let mut cells = Cells::NONE;
                let columns = (1 << frame.width) - 1;
                for (row, to) in (0..frame.height).zip(&mut cells.rows[frame.row..]) {
                    *to = ((self >> (row * frame.stride())) as u32 & columns) << frame.column;
                }
                cells
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn take_first(&mut self) -> Self {
                let rest = *self & self.wrapping_sub(1);
                let first = *self & !rest;
                *self = rest;
                first
            }
            #[inline]
            fn sides(self, stride: u32) -> [Self; 4] {
                [self << 1, self >> 1, self << stride, self >> stride]
            }
        }
    };
}
shape!(u64);
shape!(u128);

impl<R: Row, const H: usize> Shape for Rows<R, H> {
    fn has_room(frame: Frame) -> bool {
        frame.height <= H as u32 && frame.width <= R::WIDTH
    }

    fn crop(cells: &Cells, frame: Frame) -> Self {
        let row = |index| cells.rows.get(frame.row + index).copied().unwrap_or(0);
        Self::from_rows(|index| R::cut(row(index) >> frame.column))
    }

    fn uncrop(self, frame: Frame) -> Cells {
        let mut cells = Cells::NONE;
        for (from, to) in self.rows.iter().zip(&mut cells.rows[frame.row..]) {
            *to = from.widened() << frame.column;
        }
        cells
    }

    #[inline]
    fn count(self) -> u32 {
        self.rows.iter().map(|row| row.ones()).sum()
    }

    #[inline]
    fn take_first(&mut self) -> Self {
        let mut first = Self::from_rows(|_| R::default());
        if let Some(row) = self.rows.iter().position(|row| *row != R::default()) {
            (first.rows[row], self.rows[row]) = self.rows[row].split();
        }
        first
    }

    #[inline]
    fn sides(self, _stride: u32) -> [Self; 4] {
        let row = |index: usize| self.rows.get(index).copied().unwrap_or_default();
        [
            Self::from_rows(|index| self.rows[index].right()),
            Self::from_rows(|index| self.rows[index].left()),
            Self::from_rows(|index| row(index.wrapping_sub(1))),
            Self::from_rows(|index| row(index + 1)),
        ]
    }
}
