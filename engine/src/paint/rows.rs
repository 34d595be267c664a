//! Sets of cells of a board of any size.

use std::ops::{BitAnd, BitOr};

use twinboard_vocabulary::paint::{Cell, SIDE_MAX};

use super::hash::word_key;
use super::set::CellSet;
use super::word::{self, Word};
use crate::bits::elements;
use crate::planted::{Fault, planted};

/// Number of rows and of columns of a set.
pub(super) const SIDE: usize = 32;
// There is always an empty row below a board.
const _: () = assert!((SIDE_MAX as usize) < SIDE);

/// A set of cells of a board as 32 rows of 32 bits, the top row first: column `c` is bit `c`.
///
/// A step left or right is a shift, which drops bits at the ends, so no walls are needed; a step up
/// or down is the next row. All rows are processed alike and without branches, so that the compiler
/// can vectorise the loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rows {
    pub(super) rows: [u32; SIDE],
}

impl BitAnd for Rows {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self::from_rows(|row| self.rows[row] & other.rows[row])
    }
}

impl BitOr for Rows {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self::from_rows(|row| self.rows[row] | other.rows[row])
    }
}

impl Rows {
    /// All 32 rows, the top row first, including those below the board: column `c` is bit `c`.
    #[must_use]
    #[inline]
    pub fn rows(&self) -> &[u32; SIDE] {
        &self.rows
    }

    #[inline]
    fn from_rows(row: impl FnMut(usize) -> u32) -> Self {
        Self { rows: std::array::from_fn(row) }
    }

    /// Cells of a word.
    #[inline]
    pub(super) fn of_word(word: Word) -> Self {
        let mut cells = Self::NONE;
        for (row, columns) in cells.rows.iter_mut().zip(word.bits().to_le_bytes()) {
            *row = columns.into();
        }
        cells
    }

    /// Cells in a word, which must have room for them.
    pub(super) fn to_word(self) -> Word {
        debug_assert!(self.iter().all(|cell| cell.row < word::SIDE && cell.column < word::SIDE));
        Word::new(u64::from_le_bytes(std::array::from_fn(|row| self.rows[row] as u8)))
    }

    /// Set of the rows that have cells, as bits. Visiting only these saves most of the work.
    #[inline]
    pub(super) fn taken_rows(&self) -> u32 {
        (0..SIDE).fold(0, |taken, row| taken | u32::from(self.rows[row] != 0) << row)
    }

    /// Hash of rows 2 · `pair` and 2 · `pair` + 1, and of `pair`. A row of a board has 30 cells, so
    /// all of it fits into a word.
    #[inline]
    pub(super) fn pair_key(&self, pair: usize) -> u64 {
        let [first, second] = [self.rows[2 * pair], self.rows[2 * pair + 1]].map(u64::from);
        word_key((pair as u64) << 60 | first << 30 | second)
    }

    /// Floods from a cell for at most `steps` steps, and stops early at `enough` cells. Returns the
    /// cells, their number and the number of steps that added any.
    ///
    /// Only rows within reach of the steps are processed; usually these are few.
    pub(super) fn flood_steps(&self, start: Cell, steps: u32, enough: u32) -> (Self, u32, u32) {
        let row = usize::from(start.row);
        let (mut cells, mut count, mut made) = (Self::one(start), 1, 0);
        let (mut first, mut last) = (row, row);
        while made < steps && count < enough {
            first = first.saturating_sub(1);
            last = (last + 1).min(SIDE - 2);
            let before = count;
            count = 0;
            // State of the row above before this step.
            let mut above = 0;
            for row in first..=last {
                let here = cells.rows[row];
                let below = cells.rows[row + 1];
                let grown = here | ((here << 1 | here >> 1 | above | below) & self.rows[row]);
                cells.rows[row] = grown;
                count += grown.count_ones();
                above = here;
            }
            if count == before {
                break;
            }
            made += 1;
        }
        (cells, count, made)
    }
}

impl CellSet for Rows {
    type Table = [[u8; SIDE]; SIDE];
    const NONE: Self = Self { rows: [0; SIDE] };

    fn square(side: u8) -> Self {
        let wide = u8::from(planted(Fault::ColumnBeyond));
        let row = (1 << (side + wide)) - 1;
        Self::from_rows(|index| if index < side.into() { row } else { 0 })
    }

    fn one(cell: Cell) -> Self {
        let mut cells = Self::NONE;
        cells.insert(cell);
        cells
    }

    #[inline]
    fn contains(&self, cell: Cell) -> bool {
        self.rows[usize::from(cell.row)] >> cell.column & 1 == 1
    }

    #[inline]
    fn insert(&mut self, cell: Cell) {
        self.rows[usize::from(cell.row)] |= 1 << cell.column;
    }

    #[inline]
    fn remove(&mut self, cell: Cell) {
        self.rows[usize::from(cell.row)] &= !(1 << cell.column);
    }

    #[inline]
    fn len(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        elements(self.taken_rows().into()).flat_map(|row| {
            let columns = self.rows[row as usize];
            elements(columns.into()).map(move |column| Cell::new(row as u8, column as u8))
        })
    }

    /// Without a call of a function that compares memory.
    #[inline]
    fn is_empty(&self) -> bool {
        self.rows.iter().fold(0, |all, row| all | row) == 0
    }

    #[inline]
    fn without(self, others: Self) -> Self {
        Self::from_rows(|row| self.rows[row] & !others.rows[row])
    }

    #[inline]
    fn around(self) -> Self {
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

    /// Only rows with cells are processed, each completely, in alternating passes from the top down
    /// and from the bottom up. Most sets in practice need only a few passes.
    fn is_connected_from(&self, start: Cell) -> bool {
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
        // A pass that adds nothing proves that no neighbouring cell is left.
        loop {
            let down = (first..=last).fold(false, |grew, row| spread(row) | grew);
            if !down || !(first..=last).rev().fold(false, |grew, row| spread(row) | grew) {
                return self.without(flood).is_empty();
            }
        }
    }

    fn ball(&self, start: Cell, steps: u32) -> Self {
        self.flood_steps(start, steps, u32::MAX).0
    }

    fn hash(&self) -> u64 {
        (0..SIDE / 2).fold(0, |hash, pair| hash ^ self.pair_key(pair))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use twinboard_vocabulary::paint::Cell;

    use super::Rows;
    use crate::paint::set::CellSet;

    /// Both representations of a set, on a board of 30 × 30.
    fn both(draws: &[(u8, u8)]) -> (Rows, BTreeSet<Cell>) {
        let all: BTreeSet<Cell> =
            draws.iter().map(|&(row, column)| Cell::new(row % 30, column % 30)).collect();
        let mut cells = Rows::NONE;
        for &cell in &all {
            cells.insert(cell);
        }
        (cells, all)
    }

    /// Neighbours of a cell on a board of 30 × 30.
    fn neighbours(cell: Cell) -> impl Iterator<Item = Cell> {
        let (row, column) = (i16::from(cell.row), i16::from(cell.column));
        let all = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
        let on_board = all.into_iter().filter(|(r, c)| (0..30).contains(r) && (0..30).contains(c));
        on_board.map(|(row, column)| Cell::new(row as u8, column as u8))
    }

    /// A path that winds up and down over the board, and its transpose.
    #[test]
    fn a_winding_path_is_connected_until_an_inner_cell_is_removed() {
        let is_way = |row: u8, column: u8| {
            let turn = if column % 4 == 1 { 8 } else { 0 };
            column.is_multiple_of(2) || row == turn
        };
        for transposed in [false, true] {
            let all = (0..9).flat_map(|row| (0..17).map(move |column| (row, column)));
            let way = all.filter(|&(row, column)| is_way(row, column));
            let way =
                way.map(|(row, column)| if transposed { (column, row) } else { (row, column) });
            let (cells, all) = both(&way.collect::<Vec<_>>());
            for &start in &all {
                assert!(cells.is_connected_from(start), "from {start}");
            }
            let taken: Vec<Cell> = all.iter().copied().step_by(7).collect();
            for gap in taken {
                let mut cells = cells;
                cells.remove(gap);
                let is_end = neighbours(gap).filter(|cell| all.contains(cell)).count() == 1;
                let start = cells.first().expect("other cells are left");
                assert_eq!(cells.is_connected_from(start), is_end, "without {gap}");
            }
        }
    }
}
