//! How a board is loaded: from a grid, a position, or cell by cell.

use board::samegame::{Cell, Grid, Position};

use super::lanes;
use super::planes::Board;
use crate::planted::{Fault, planted};

impl<const W: usize, const P: usize> Board<W, P> {
    /// The board a game on `grid` starts from.
    ///
    /// `None` if and only if the grid has more columns or a colour than there is room for.
    #[must_use]
    pub fn from_grid(grid: &Grid) -> Option<Self> {
        let columns = usize::from(grid.columns());
        let coloured = grid.colours().iter().all(|&colour| colour < Self::COLOURS);
        if grid.columns() > Self::COLUMNS_MAX || !coloured {
            return None;
        }
        let loaded = if planted(Fault::LastColumn) { columns - 1 } else { columns };
        let mut board = Self::EMPTY;
        // A random game is short enough for its set-up to show: cell by cell it took an eighth.
        for (row, colours) in grid.colours().chunks_exact(columns).enumerate() {
            for (w, colours) in colours[..loaded].chunks(lanes::WORD_COLUMNS as usize).enumerate() {
                // A code in each lane; a digit of all of them is a row of a plane.
                let codes = colours
                    .iter()
                    .rev()
                    .fold(0, |codes, &colour| codes << lanes::LANE_ROWS | u64::from(colour + 1));
                for (p, plane) in board.planes.iter_mut().enumerate() {
                    plane[w] |= (codes >> p & lanes::BOTTOM) << row;
                }
            }
        }
        debug_assert_eq!(board.validate(), Ok(()));
        Some(board)
    }

    /// The board in the middle of a game.
    ///
    /// `None` if and only if the position has more columns or a colour than there is room for, or
    /// is not at rest: a cell stands on an empty one (SG-10) or an empty column left of one that
    /// is not (SG-11).
    #[must_use]
    pub fn from_position(position: &Position) -> Option<Self> {
        Self::from_fn(position.rows(), position.columns(), |cell| position.get(cell))
    }

    /// The board whose cell at row `r` and column `c`, from 1 to `rows` and to `columns`, holds
    /// `colour(r, c)`.
    ///
    /// `None` if and only if there is no room for so many rows or columns or for one of the
    /// colours, or the cells are not at rest.
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
