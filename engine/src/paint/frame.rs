//! A rectangle of the board, whose cells have numbers of their own.

use board::paint::Cell;

use super::cells::Cells;
use crate::planted::{Fault, planted};

/// A rectangle of the board.
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
        let taken = cells.taken_rows();
        let (first, last) = (taken.trailing_zeros() as usize, taken.ilog2() as usize);
        let columns = cells.rows.iter().fold(0, |columns, row| columns | row);
        let column = columns.trailing_zeros();
        let width = u32::BITS - columns.leading_zeros() - column;
        Self::new(first, column, (last - first + 1) as u32, width)
    }

    /// The rectangle with all cells of a board that are within so many steps of one.
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

    /// From a cell to the one below it: a row and one column that stays empty, so that a step over
    /// the edge of a row leads to no cell.
    #[inline]
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

    /// Whether a word has room for it and for an empty row, so that neither a step up from the first
    /// row nor one down from the last leads to a cell, also where bits that leave the word at one end
    /// come in at the other.
    pub(super) fn fits(self) -> bool {
        self.stride() * (self.height + 1) <= u64::BITS
    }

    /// The cells of a row of the frame, given by those of the board.
    #[inline]
    fn row(self, columns: u32) -> u64 {
        (columns >> self.column & self.columns()).into()
    }

    /// Those of some cells that are in the frame, by their numbers; it [fits](Self::fits).
    #[inline]
    pub(super) fn crop(self, rows: impl Fn(usize) -> u32) -> u64 {
        let stride = self.stride();
        (0..self.height)
            .rev()
            .fold(0, |cells, row| cells << stride | self.row(rows(self.row + row as usize)))
    }

    /// The cells of the board that have these numbers.
    #[inline]
    pub(super) fn uncrop(self, cells: u64) -> Cells {
        let mut on_board = Cells::NONE;
        let columns = self.columns();
        for (row, to) in (0..self.height).zip(&mut on_board.rows[self.row..]) {
            *to = ((cells >> (row * self.stride())) as u32 & columns) << self.column;
        }
        on_board
    }

    /// The number of a cell in the frame.
    #[inline]
    pub(super) fn index(self, cell: Cell) -> u32 {
        (u32::from(cell.row) - self.row as u32) * self.stride() + u32::from(cell.column)
            - self.column
    }

    /// The columns as the lowest bits of a row.
    #[inline]
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

#[cfg(test)]
mod tests {
    use board::paint::Cell;

    use super::Frame;
    use crate::paint::cells::Cells;

    /// The cells of a frame, one by one.
    fn cells(frame: Frame) -> Vec<Cell> {
        let rows = frame.row as u8..(frame.row as u32 + frame.height) as u8;
        let columns = frame.column as u8..(frame.column + frame.width) as u8;
        rows.flat_map(|row| columns.clone().map(move |column| Cell::new(row, column))).collect()
    }

    #[test]
    fn a_frame_around_a_cell_goes_as_far_as_the_steps_and_the_board() {
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
    fn a_frame_numbers_its_cells_and_measures_the_way_to_others() {
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
