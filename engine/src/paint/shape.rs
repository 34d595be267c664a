//! Sets of cells of a part of a board, in as few words as it fits into.

use std::ops::{BitAnd, BitOr, Not};

use board::paint::Cell;

use super::cells::Cells;
use crate::planted::{Fault, planted};

/// A rectangle of the board that a [`Shape`] is cut from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    /// The top row on the board.
    row: usize,
    /// The column farthest to the left.
    column: u32,
    height: u32,
    width: u32,
    /// 2¹⁶ divided by the stride, rounded up.
    per_stride: u32,
}

impl Frame {
    /// The smallest rectangle with all of `cells`, of which there is at least one.
    pub(super) fn of(cells: &Cells) -> Self {
        let is_taken = |row: &u32| *row != 0;
        let first = cells.rows.iter().position(is_taken).expect("there is a cell");
        let last = cells.rows.iter().rposition(is_taken).expect("there is a cell");
        let columns = cells.rows.iter().fold(0, |columns, row| columns | row);
        let column = columns.trailing_zeros();
        let width = u32::BITS - columns.leading_zeros() - column;
        let height = (last - first + 1) as u32;
        let frame = Self { row: first, column, height, width, per_stride: 0 };
        Self { per_stride: (1_u32 << 16).div_ceil(frame.stride()), ..frame }
    }

    /// From a cell of a word to the one below it: a row and one column that stays empty, so that a
    /// step over the edge of a row leads to no cell.
    pub(super) fn stride(self) -> u32 {
        if planted(Fault::NoEmptyColumn) && self.width > 1 {
            return self.width;
        }
        self.width + 1
    }

    /// The cell with so many others before it, those of the empty columns included.
    #[inline]
    pub(super) fn cell(self, index: u32) -> Cell {
        // Divided by multiplying: the quotient is right for all indices below 2¹⁶ / stride.
        let row = (index * self.per_stride) >> 16;
        let column = index - row * self.stride();
        Cell::new((self.row as u32 + row) as u8, (self.column + column) as u8)
    }

    /// The columns as the lowest bits of a row.
    fn columns(self) -> u32 {
        u32::MAX >> (u32::BITS - self.width)
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

/// A set of cells within a [`Frame`], row after row, each one as long as the frame's
/// [stride](Frame::stride).
pub(super) trait Shape:
    Copy + Eq + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// One cell of it, in whatever form is handy.
    type Place: Copy;

    /// How many cells there is room for, those of the empty columns included.
    const ROOM: u32;

    /// Those of `cells` that are in the frame, and it has all of them.
    fn crop(cells: &Cells, frame: Frame) -> Self;
    /// The set as one of cells of the board.
    fn uncrop(self, frame: Frame) -> Cells;
    /// How many cells there are.
    fn count(self) -> u32;
    /// Takes the first cell away; there is one.
    fn take_first(&mut self) -> Self::Place;
    /// Adds a cell.
    fn insert(&mut self, place: Self::Place);
    /// How many cells there is room for before this one.
    fn index(place: Self::Place) -> u32;
    /// The neighbours to the right, to the left, below and above of the cells. Some may be cells
    /// of an empty column.
    fn sides(self, stride: u32) -> [Self; 4];
    /// Moves the neighbours of a cell that are in `from` to `to`, and says how many they are.
    fn move_neighbours(place: Self::Place, stride: u32, from: &mut Self, to: &mut Self) -> u32;

    /// How many neighbours in `among` each of the cells has, all added up.
    #[inline]
    fn count_steps(self, among: Self, stride: u32) -> u32 {
        self.sides(stride).map(|side| (side & among).count()).into_iter().sum()
    }

    /// All neighbours of the cells.
    #[inline]
    fn around(self, stride: u32) -> Self {
        let [a, b, c, d] = self.sides(stride);
        a | b | c | d
    }

    /// Whether there is room for such a frame.
    fn has_room(frame: Frame) -> bool {
        frame.stride() * frame.height <= Self::ROOM
    }
}

macro_rules! shape {
    ($word:ty) => {
        impl Shape for $word {
            type Place = Self;
            const ROOM: u32 = Self::BITS;

            fn crop(cells: &Cells, frame: Frame) -> Self {
                let rows = (0..frame.height).zip(&cells.rows[frame.row..]);
                rows.fold(0, |set, (row, &columns)| {
                    set | <$word>::from(columns >> frame.column) << (row * frame.stride())
                })
            }
            fn uncrop(self, frame: Frame) -> Cells {
                let mut cells = Cells::NONE;
                let columns = frame.columns();
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
            fn insert(&mut self, place: Self) {
                *self |= place;
            }
            #[inline]
            fn index(place: Self) -> u32 {
                place.trailing_zeros()
            }
            #[inline]
            fn sides(self, stride: u32) -> [Self; 4] {
                [self << 1, self >> 1, self << stride, self >> stride]
            }
            #[inline]
            fn move_neighbours(place: Self, stride: u32, from: &mut Self, to: &mut Self) -> u32 {
                let moved = place.around(stride) & *from;
                *from &= !moved;
                *to |= moved;
                moved.count()
            }
        }
    };
}
shape!(u64);
shape!(u128);

/// A set of up to 64·`W` cells; the lowest bit of the first word is the first of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Words<const W: usize>([u64; W]);

impl<const W: usize> Words<W> {
    #[inline]
    fn from_words(word: impl FnMut(usize) -> u64) -> Self {
        Self(std::array::from_fn(word))
    }

    /// The word and the bit of a place.
    #[inline]
    fn split(place: u32) -> (usize, u32) {
        ((place / u64::BITS) as usize, place % u64::BITS)
    }
}

impl<const W: usize> BitAnd for Words<W> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self::from_words(|w| self.0[w] & other.0[w])
    }
}

impl<const W: usize> BitOr for Words<W> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self::from_words(|w| self.0[w] | other.0[w])
    }
}

impl<const W: usize> Not for Words<W> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self::from_words(|w| !self.0[w])
    }
}

impl<const W: usize> Shape for Words<W> {
    type Place = u32;
    const ROOM: u32 = W as u32 * u64::BITS;

    fn crop(cells: &Cells, frame: Frame) -> Self {
        let mut set = Self([0; W]);
        for (row, &columns) in (0..frame.height).zip(&cells.rows[frame.row..]) {
            let (w, bit) = Self::split(row * frame.stride());
            // A row may begin in one word and end in the next.
            let both = u128::from(columns >> frame.column) << bit;
            set.0[w] |= both as u64;
            if let Some(next) = set.0.get_mut(w + 1) {
                *next |= (both >> u64::BITS) as u64;
            }
        }
        set
    }

    fn uncrop(self, frame: Frame) -> Cells {
        let mut cells = Cells::NONE;
        let columns = frame.columns();
        for (row, to) in (0..frame.height).zip(&mut cells.rows[frame.row..]) {
            let (w, bit) = Self::split(row * frame.stride());
            let next = self.0.get(w + 1).copied().unwrap_or(0);
            let both = u128::from(next) << u64::BITS | u128::from(self.0[w]);
            *to = ((both >> bit) as u32 & columns) << frame.column;
        }
        cells
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn take_first(&mut self) -> u32 {
        for (w, word) in (0..).zip(&mut self.0) {
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= word.wrapping_sub(1);
                return w * u64::BITS + bit;
            }
        }
        unreachable!("there is a cell")
    }

    #[inline]
    fn insert(&mut self, place: u32) {
        let (w, bit) = Self::split(place);
        self.0[w] |= 1 << bit;
    }

    #[inline]
    fn index(place: u32) -> u32 {
        place
    }

    #[inline]
    fn sides(self, stride: u32) -> [Self; 4] {
        let is_cut = planted(Fault::WordBorder);
        let word = |w: usize| self.0.get(w).copied().filter(|_| !is_cut).unwrap_or(0);
        // The stride is at least 2 and at most 31, so neither shift is one by a whole word.
        let later =
            |w: usize, by: u32| self.0[w] << by | word(w.wrapping_sub(1)) >> (u64::BITS - by);
        let earlier = |w: usize, by: u32| self.0[w] >> by | word(w + 1) << (u64::BITS - by);
        [
            Self::from_words(|w| later(w, 1)),
            Self::from_words(|w| earlier(w, 1)),
            Self::from_words(|w| later(w, stride)),
            Self::from_words(|w| earlier(w, stride)),
        ]
    }

    /// Mostly the cells lie in a few of the words.
    #[inline]
    fn count_steps(self, among: Self, stride: u32) -> u32 {
        let mut count = 0;
        for (w, &cells) in self.0.iter().enumerate() {
            if cells == 0 {
                continue;
            }
            let before = w.checked_sub(1).map_or(0, |w| among.0[w]);
            let (here, behind) = (among.0[w], among.0.get(w + 1).copied().unwrap_or(0));
            for by in [1, stride] {
                // What leaves the word at one end is at the other end of the next. So it does not
                // get in the way of what stays, and both are counted in one go.
                let later = (cells << by & here) | (cells >> (u64::BITS - by) & behind);
                let earlier = (cells >> by & here) | (cells << (u64::BITS - by) & before);
                count += later.count_ones() + earlier.count_ones();
            }
        }
        count
    }

    /// One cell has four neighbours at most, whatever the number of words.
    #[inline]
    fn move_neighbours(place: u32, stride: u32, from: &mut Self, to: &mut Self) -> u32 {
        // Before the first place is behind the last one, too: the subtraction wraps.
        let around = [place + 1, place.wrapping_sub(1), place + stride, place.wrapping_sub(stride)];
        let mut count = 0;
        for neighbour in around {
            let (w, bit) = Self::split(neighbour);
            if w < W {
                let moved = from.0[w] & 1 << bit;
                from.0[w] ^= moved;
                to.0[w] |= moved;
                count += u32::from(moved != 0);
            }
        }
        count
    }
}
