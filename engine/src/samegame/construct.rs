//! Construction of a board: from a grid, from a position, or cell by cell.

use twinboard_vocabulary::samegame::{Cell, Grid, Position};

use super::lanes;
use super::planes::Board;
use crate::planted::{Fault, planted};

impl<const W: usize, const P: usize> Board<W, P> {
    /// The board at the start of a game on `grid`.
    ///
    /// `None` if and only if the grid has more than [`COLUMNS_MAX`](Self::COLUMNS_MAX) columns or a
    /// colour not below [`COLOURS`](Self::COLOURS).
    #[must_use]
    pub fn from_grid(grid: &Grid) -> Option<Self> {
        let columns = usize::from(grid.columns());
        // The fold compares several colours at once; most grids have colours of all sizes.
        let highest = || grid.colours().iter().fold(0, |highest, &colour| colour.max(highest));
        if grid.columns() > Self::COLUMNS_MAX || highest() >= Self::COLOURS {
            return None;
        }
        let loaded = if planted(Fault::LastColumn) { columns - 1 } else { columns };
        let mut board = Self::EMPTY;
        // Random games are short, so the set-up matters: cell by cell it took an eighth of a game.
        for (row, colours) in grid.colours().chunks_exact(columns).enumerate() {
            for (w, colours) in colours[..loaded].chunks(lanes::WORD_COLUMNS as usize).enumerate() {
                // Each lane has a code; digit `p` of all four codes is a row of plane `p`.
                let codes = match colours.try_into() {
                    Ok(four) => lanes::of_bytes(four) + lanes::BOTTOM,
                    Err(_) => colours.iter().rev().fold(0, |codes, &colour| {
                        codes << lanes::LANE_ROWS | u64::from(colour + 1)
                    }),
                };
                for (p, plane) in board.planes.iter_mut().enumerate() {
                    plane[w] |= (codes >> p & lanes::BOTTOM) << row;
                }
            }
        }
        debug_assert_eq!(board.validate(), Ok(()));
        Some(board)
    }

    /// The board of a position in the middle of a game.
    ///
    /// `None` if and only if the position has too many rows or columns or a colour too large for
    /// this type, or is not settled: a cell is above an empty one (SG-10), or an empty column is to
    /// the left of one with cells (SG-11).
    #[must_use]
    pub fn from_position(position: &Position) -> Option<Self> {
        Self::from_fn(position.rows(), position.columns(), |cell| position.get(cell))
    }

    /// The board with the content that `colour` returns for each cell of `rows` × `columns`.
    /// `colour` is called column by column, each from the bottom up.
    ///
    /// `None` if and only if `rows`, `columns` or a colour is too large for this type, or the cells
    /// are not settled; see [`from_position`](Self::from_position).
    #[must_use]
    pub fn from_fn(
        rows: u8,
        columns: u8,
        mut colour: impl FnMut(Cell) -> Option<u8>,
    ) -> Option<Self> {
        if rows > Self::ROWS_MAX || columns > Self::COLUMNS_MAX {
            return None;
        }
        let columns = if planted(Fault::LastColumn) { columns.saturating_sub(1) } else { columns };
        let mut board = Self::EMPTY;
        for column in 1..=columns {
            for row in 1..=rows {
                let cell = Cell::new(row, column);
                if let Some(colour) = colour(cell) {
                    if colour >= Self::COLOURS {
                        return None;
                    }
                    board.put(cell, colour);
                }
            }
        }
        board.validate().is_ok().then_some(board)
    }

    /// Puts a colour into an empty cell.
    fn put(&mut self, cell: Cell, colour: u8) {
        let (w, bit) = lanes::place(cell);
        for (p, plane) in self.planes.iter_mut().enumerate() {
            plane[w] |= u64::from((colour + 1) >> p & 1) << bit;
        }
    }
}
