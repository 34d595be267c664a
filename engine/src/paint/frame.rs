//! A rectangle of the board with its own indices of cells, for cropping sets to a word.

use board::paint::Cell;

use super::cells::Cells;
use crate::planted::{Fault, planted};

/// A rectangle of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    /// Top row, as a row of the board.
    row: usize,
    /// Leftmost column, as a column of the board.
    column: u32,
    height: u32,
    width: u32,
    /// 2¹⁶ divided by the stride, rounded up.
    per_stride: u32,
}

impl Frame {
    /// Bounding rectangle of `cells`, which must not be empty.
    pub(super) fn of(cells: &Cells) -> Self {
        let taken = cells.taken_rows();
        let (first, last) = (taken.trailing_zeros() as usize, taken.ilog2() as usize);
        let columns = cells.rows.iter().fold(0, |columns, row| columns | row);
        let column = columns.trailing_zeros();
        let width = u32::BITS - columns.leading_zeros() - column;
        Self::new(first, column, (last - first + 1) as u32, width)
    }

    /// Bounding rectangle of all cells of a board within `steps` steps of `cell`.
    pub(super) fn around(cell: Cell, steps: u32, side: u8) -> Self {
        let reach = |at: u8| {
            let first = u32::from(at).saturating_sub(steps);
            (first, (u32::from(at) + steps).min(u32::from(side) - 1) + 1 - first)
        };
        let ((row, height), (column, width)) = (reach(cell.row), reach(cell.column));
        Self::new(row as usize, column, height, width)
    }

    fn new(row: usize, column: u32, height: u32, width: u32) -> Self {
        let frame = Self { row, column, height, width, per_stride: 0 };
        Self { per_stride: (1_u32 << 16).div_ceil(frame.stride()), ..frame }
    }

    /// Distance of the indices of a cell and the cell below it: the width and an empty column, so
    /// that a step over the end of a row leads to no cell.
    #[inline]
    pub(super) fn stride(self) -> u32 {
        if planted(Fault::NoEmptyColumn) && self.width > 1 {
            return self.width;
        }
        self.width + 1
    }

    /// Cell of an index; the empty columns have indices, too.
    #[inline]
    pub(super) fn cell(self, index: u32) -> Cell {
        // Division by multiplication: exact for all indices below 2¹⁶ / stride.
        let row = (index * self.per_stride) >> 16;
        let column = index - row * self.stride();
        Cell::new((self.row as u32 + row) as u8, (self.column + column) as u8)
    }

    /// True if a word has room for the rectangle and an empty row. Then no step up from the first
    /// row or down from the last leads to a cell, not even by a rotation of the word.
    pub(super) fn fits(self) -> bool {
        self.stride() * (self.height + 1) <= u64::BITS
    }

    /// Cells of a row of the frame, from the row of the board.
    #[inline]
    fn row(self, columns: u32) -> u64 {
        (columns >> self.column & self.columns()).into()
    }

    /// Part of a set of cells within the frame, as bits at their indices. The frame must
    /// [fit](Self::fits).
    #[inline]
    pub(super) fn crop(self, rows: impl Fn(usize) -> u32) -> u64 {
        let stride = self.stride();
        (0..self.height)
            .rev()
            .fold(0, |cells, row| cells << stride | self.row(rows(self.row + row as usize)))
    }

    /// Cells of the board with these indices.
    #[inline]
    pub(super) fn uncrop(self, cells: u64) -> Cells {
        let mut on_board = Cells::NONE;
        let columns = self.columns();
        for (row, to) in (0..self.height).zip(&mut on_board.rows[self.row..]) {
            *to = ((cells >> (row * self.stride())) as u32 & columns) << self.column;
        }
        on_board
    }

    /// Index of a cell in the frame.
    #[inline]
    pub(super) fn index(self, cell: Cell) -> u32 {
        (u32::from(cell.row) - self.row as u32) * self.stride() + u32::from(cell.column)
            - self.column
    }

    /// Mask of a row: a bit for each column, from the lowest.
    #[inline]
    fn columns(self) -> u32 {
        u32::MAX >> (u32::BITS - self.width)
    }

    /// Minimum number of steps from `cell` to the rectangle.
    pub(super) fn distance(self, cell: Cell) -> u32 {
        let gap = |first: u32, length: u32, at: u32| {
            first.saturating_sub(at).max((at + 1).saturating_sub(first + length))
        };
        gap(self.row as u32, self.height, cell.row.into())
            + gap(self.column, self.width, cell.column.into())
    }
}

#[cfg(test)]
mod tests {
    use board::paint::Cell;

    use super::Frame;
    use crate::paint::cells::Cells;

    /// Cells of a frame in row-major order.
    fn cells(frame: Frame) -> Vec<Cell> {
        let rows = frame.row as u8..(frame.row as u32 + frame.height) as u8;
        let columns = frame.column as u8..(frame.column + frame.width) as u8;
        rows.flat_map(|row| columns.clone().map(move |column| Cell::new(row, column))).collect()
    }

    #[test]
    fn a_frame_around_a_cell_is_limited_by_the_steps_and_the_board() {
        let board = || (0..9).flat_map(|row| (0..9).map(move |column| Cell::new(row, column)));
        for at in board() {
            for steps in 0..10 {
                let far = |cell: &Cell| {
                    u32::from(cell.row.abs_diff(at.row)).max(cell.column.abs_diff(at.column).into())
                };
                let near: Vec<Cell> = board().filter(|cell| far(cell) <= steps).collect();
                assert_eq!(cells(Frame::around(at, steps, 9)), near, "{steps} steps from {at}");
            }
        }
    }

    #[test]
    fn a_frame_indexes_its_cells_and_measures_distances() {
        for (row, column, height, width) in
            [(0, 0, 1, 1), (3, 2, 4, 5), (0, 7, 9, 1), (20, 25, 3, 5)]
        {
            let frame = Frame::new(row, column, height, width);
            let inside = cells(frame);
            let stride = width + 1;
            for (number, &cell) in (0..).zip(&inside) {
                let index = number / width * stride + number % width;
                assert_eq!((frame.index(cell), frame.cell(index)), (index, cell));
            }
            let all = inside.iter().fold(Cells::NONE, |all, &cell| all | Cells::one(cell));
            let framed = Frame::of(&all);
            assert_eq!(cells(framed), inside);
            if frame.fits() {
                let bits = frame.crop(|row| Cells::square(30).rows()[row]);
                assert_eq!(bits.count_ones() as usize, inside.len());
                assert!(inside.iter().all(|&cell| bits >> frame.index(cell) & 1 == 1));
                assert_eq!(frame.uncrop(bits), all);
            }
            for cell in Cells::square(30).iter() {
                let steps = |to: &Cell| {
                    u32::from(to.row.abs_diff(cell.row))
                        + u32::from(to.column.abs_diff(cell.column))
                };
                assert_eq!(Some(frame.distance(cell)), inside.iter().map(steps).min(), "{cell}");
            }
            assert_eq!(frame.fits(), stride * (height + 1) <= 64);
        }
    }
}
