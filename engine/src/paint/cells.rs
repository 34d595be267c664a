//! Sets of cells of a board.

use std::ops::{BitAnd, BitOr, Not};

use board::paint::{Cell, SIDE_MAX};

use crate::bits::elements;
use crate::planted::{Fault, planted};

/// Number of rows and of columns of a set.
pub(super) const ROOM: usize = 32;
// There is always an empty row below a board.
const _: () = assert!((SIDE_MAX as usize) < ROOM);

/// A set of cells of a board as 32 rows of 32 bits, the top row first: column `c` is bit `c`.
///
/// A step left or right is a shift, which drops bits at the ends, so no walls are needed; a step up
/// or down is the next row. All rows are processed alike and without branches, so that the compiler
/// can vectorise the loops.
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

    /// All 32 rows, the top row first, including those below the board: column `c` is bit `c`.
    #[must_use]
    #[inline]
    pub fn rows(&self) -> &[u32; ROOM] {
        &self.rows
    }

    #[inline]
    fn from_rows(row: impl FnMut(usize) -> u32) -> Self {
        Self { rows: std::array::from_fn(row) }
    }

    /// Set of a single cell.
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

    /// True if the set contains the cell.
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

    /// Removes a cell.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.rows[usize::from(cell.row)] &= !(1 << cell.column);
    }

    /// True if the set has no cells.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    /// Number of cells.
    #[must_use]
    #[inline]
    pub fn len(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// Set of the rows that have cells, as bits. Visiting only these saves most of the work.
    #[inline]
    pub(super) fn taken_rows(&self) -> u32 {
        (0..ROOM).fold(0, |taken, row| taken | u32::from(self.rows[row] != 0) << row)
    }

    /// Cells in row-major order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        elements(self.taken_rows().into()).flat_map(|row| {
            let columns = self.rows[row as usize];
            elements(columns.into()).map(move |column| Cell::new(row as u8, column as u8))
        })
    }

    /// First cell in row-major order.
    #[must_use]
    pub fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// Set difference: the cells that are not in `others`.
    #[must_use]
    #[inline]
    pub fn without(self, others: Self) -> Self {
        self & !others
    }

    /// All neighbours of these cells, whether in the set or not. Some may be off the board, so the
    /// result has to be intersected with a set of cells on it.
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

    /// True if all cells of the set are connected to `start`, which must be one of them.
    ///
    /// Only rows with cells are processed, each completely, in alternating passes from the top down
    /// and from the bottom up. Most sets in practice need only a few passes.
    pub(super) fn is_connected_from(&self, start: Cell) -> bool {
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
                return flood == *self;
            }
        }
    }

    /// `start` and all cells that are reachable from it over cells of this set.
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

#[cfg(test)]
#[expect(clippy::needless_pass_by_value, reason = "quickcheck gives values away")]
mod tests {
    use std::collections::BTreeSet;

    use board::paint::Cell;
    use quickcheck_macros::quickcheck;

    use super::{Cells, ROOM};

    /// Both representations of a set, on a board of 30 × 30.
    fn both(draws: &[(u8, u8)]) -> (Cells, BTreeSet<Cell>) {
        let all: BTreeSet<Cell> =
            draws.iter().map(|&(row, column)| Cell::new(row % 30, column % 30)).collect();
        let mut cells = Cells::NONE;
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

    #[quickcheck]
    fn a_set_has_the_inserted_cells(draws: Vec<(u8, u8)>, taken: Vec<(u8, u8)>) -> bool {
        let (mut cells, mut all) = both(&draws);
        for &(row, column) in taken.iter().chain(draws.iter().step_by(2)) {
            let cell = Cell::new(row % 30, column % 30);
            cells.remove(cell);
            all.remove(&cell);
        }
        let of_row = |row: usize| {
            let row = all.iter().filter(move |cell| usize::from(cell.row) == row);
            row.fold(0_u32, |bits, cell| bits | 1 << cell.column)
        };
        cells.iter().eq(all.iter().copied())
            && cells.first() == all.first().copied()
            && cells.len() as usize == all.len()
            && cells.is_empty() == all.is_empty()
            && (0..ROOM).all(|row| cells.rows()[row] == of_row(row))
            && all.iter().all(|&cell| Cells::one(cell).iter().eq([cell]))
    }

    #[quickcheck]
    fn neighbours_are_those_of_each_cell(draws: Vec<(u8, u8)>) -> bool {
        let (cells, all) = both(&draws);
        let expected: BTreeSet<Cell> = all.iter().copied().flat_map(neighbours).collect();
        (cells.around() & Cells::square(30)).iter().eq(expected)
    }

    #[quickcheck]
    fn flood_and_connectedness_equal_a_plain_search(draws: Vec<(u8, u8)>) -> bool {
        // A small area, so that some sets are connected and some are not.
        let draws: Vec<_> = draws.iter().map(|(row, column)| (row % 6, 12 + column % 6)).collect();
        let (cells, all) = both(&draws);
        all.iter().all(|&start| {
            let mut walked = BTreeSet::from([start]);
            let mut next = vec![start];
            while let Some(cell) = next.pop() {
                next.extend(
                    neighbours(cell).filter(|&cell| all.contains(&cell) && walked.insert(cell)),
                );
            }
            cells.flood(Cells::one(start)).iter().eq(walked.iter().copied())
                && cells.is_connected_from(start) == (walked == all)
        })
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

    #[test]
    fn a_square_has_its_cells_and_no_others() {
        for side in 0..=30 {
            let cells = (0..side).flat_map(|row| (0..side).map(move |column| (row, column)));
            let cells = cells.map(|(row, column)| Cell::new(row, column));
            assert!(Cells::square(side).iter().eq(cells), "{side}");
        }
    }
}
