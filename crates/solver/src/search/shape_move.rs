//! Moves of a shape.

use crate::bits::Bits;
use crate::part::Part;
use crate::planted::{Fault, planted};
use crate::shape::Shape;

/// A move of a shape: a set of one of its numbers.
#[derive(Clone, Debug)]
pub(crate) struct ShapeMove {
    /// Key of the shape.
    key: u64,
    /// Cell of the number in the shape.
    row: u8,
    column: u8,
    /// Bit `c` of row `r` of the shape is set if the move paints the cell.
    rows: Box<[u32]>,
}

impl ShapeMove {
    pub(crate) fn new<const W: usize>(
        part: &Part<W>,
        shape: &Shape,
        number: usize,
        set: Bits<W>,
    ) -> Self {
        let (row, column) = part.place(part.numbers[number].at.into());
        let rows = (0..usize::from(part.height))
            .map(|row| set.row(row * part.stride as usize, part.stride - 1))
            .collect();
        Self { key: shape.key, row, column, rows }
    }

    /// Cells of the move, with rows and columns of the board or part the shape was cut from.
    pub(crate) fn cells(&self, shape: &Shape) -> impl Iterator<Item = (u8, u8)> {
        let Shape { top, left, width, .. } = *shape;
        let left = if planted(Fault::OwnCorner) { 0 } else { left };
        self.rows.iter().zip(top..).flat_map(move |(&row, index)| {
            (0..width)
                .filter(move |column| row >> column & 1 == 1)
                .map(move |column| (index, left + column))
        })
    }

    /// True if this is a move of the shape in this orientation.
    pub(crate) fn fits(&self, shape: &Shape) -> bool {
        self.key == shape.key && self.rows.len() == shape.rows.len()
    }

    /// The move on the part that the shape was cut from: number and set.
    pub(super) fn on_part<const W: usize>(
        &self,
        part: &Part<W>,
        shape: &Shape,
    ) -> Option<(u16, Bits<W>)> {
        let stride = part.stride as usize;
        let place = |row: usize, column: u8| {
            (row + usize::from(shape.top)) * stride + usize::from(shape.left + column)
        };
        let mut set = Bits::EMPTY;
        for (row, &cells) in self.rows.iter().enumerate().filter(|(_, cells)| **cells != 0) {
            set.put_row(place(row, 0), cells);
        }
        let at = place(self.row.into(), self.column);
        let number = part.numbers.iter().position(|center| usize::from(center.at) == at)?;
        Some((number as u16, set))
    }
}
