//! Cells, boards and positions.

use std::fmt;

use crate::cell::Cell;
use crate::two_player::Player;

/// Limit of the side of a board (PT-3).
pub const SIDE_MAX: u8 = 30;
/// The largest number of a cell (PT-3).
pub const NUMBER_MAX: u8 = 20;

/// The visible state of a cell (PT-2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Square {
    /// Free and empty.
    Empty,
    /// Free, with a number of at most [`NUMBER_MAX`].
    Number(u8),
    /// Painted; its former content and the player who painted it are not visible (PT-4).
    Painted,
}

impl Square {
    /// True if the square has no number or one of at most [`NUMBER_MAX`] (PT-3).
    #[must_use]
    pub const fn is_in_limits(self) -> bool {
        match self {
            Self::Number(number) => number <= NUMBER_MAX,
            Self::Empty | Self::Painted => true,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("#"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Painted => f.write_str("B"),
        }
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A board: the visible state of its N×N cells (PT-1). It need not be reachable by valid moves
/// (PT-4).
///
/// Row `r`, column `c` (from 0) has index `r · N + c`, the order of the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    side: u8,
    squares: Vec<Square>,
}

impl Board {
    /// A board of `side` × `side` with these squares, row by row from the top. `None` if the side
    /// is not within 1 to [`SIDE_MAX`], if the number of squares is not `side · side`, or if a
    /// number is over [`NUMBER_MAX`] (PT-3).
    #[must_use]
    pub fn new(side: u8, squares: Vec<Square>) -> Option<Self> {
        let fits = (1..=SIDE_MAX).contains(&side)
            && squares.len() == usize::from(side) * usize::from(side)
            && squares.iter().all(|square| square.is_in_limits());
        fits.then_some(Self { side, squares })
    }

    /// A board of `side` × `side` with the square that `square` returns for each cell. `square` is
    /// called row by row from the top.
    ///
    /// # Panics
    ///
    /// If the side is not within 1 to [`SIDE_MAX`] or a number is over [`NUMBER_MAX`].
    pub fn from_fn(side: u8, square: impl FnMut(Cell) -> Square) -> Self {
        let places = (0..side).flat_map(|row| (0..side).map(move |column| Cell { row, column }));
        Self::new(side, places.map(square).collect()).expect("side and numbers are in limits")
    }

    /// N, the number of rows and of columns, 1 to [`SIDE_MAX`].
    #[must_use]
    pub fn side(&self) -> u8 {
        self.side
    }

    /// All squares, row by row from the top.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The square at a cell.
    ///
    /// # Panics
    ///
    /// If the cell is not on the board.
    #[must_use]
    #[inline]
    pub fn get(&self, cell: Cell) -> Square {
        self.squares[self.index(cell)]
    }

    /// Replaces the square at a cell.
    ///
    /// # Panics
    ///
    /// If the cell is not on the board, or the square has a number over [`NUMBER_MAX`].
    pub fn set(&mut self, cell: Cell, square: Square) {
        assert!(square.is_in_limits(), "{square} is over {NUMBER_MAX}");
        let index = self.index(cell);
        self.squares[index] = square;
    }

    /// All cells with their squares, in row-major order.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, Square)> + '_ {
        let side = usize::from(self.side);
        self.squares.iter().enumerate().map(move |(index, &square)| {
            (Cell::new((index / side) as u8, (index % side) as u8), square)
        })
    }

    /// All cells that have a number, with that number, in row-major order.
    pub fn numbers(&self) -> impl Iterator<Item = (Cell, u8)> + '_ {
        self.cells().filter_map(|(cell, square)| match square {
            Square::Number(number) => Some((cell, number)),
            Square::Empty | Square::Painted => None,
        })
    }

    /// True if the cell is on the board.
    #[must_use]
    pub fn has(&self, cell: Cell) -> bool {
        cell.row < self.side && cell.column < self.side
    }

    #[inline]
    fn index(&self, cell: Cell) -> usize {
        assert!(self.has(cell), "{cell} is not on the board");
        usize::from(cell.row) * usize::from(self.side) + usize::from(cell.column)
    }
}

/// The complete state of a game (PT-4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The board.
    pub board: Board,
    /// The player to move; if the game is over, the player who would have to move.
    pub to_move: Player,
}

#[cfg(test)]
mod tests {
    use super::{Board, Cell, NUMBER_MAX, SIDE_MAX, Square};
    use Square::{Empty, Number};

    #[test]
    fn a_board_is_a_square_within_the_limits() {
        assert!(Board::new(0, vec![]).is_none());
        for side in [1, 2, SIDE_MAX] {
            let count = usize::from(side) * usize::from(side);
            assert!(Board::new(side, vec![Empty; count]).is_some());
            assert!(Board::new(side, vec![Empty; count - 1]).is_none());
            assert!(Board::new(side, vec![Empty; count + 1]).is_none());
        }
        let beyond = SIDE_MAX + 1;
        let count = usize::from(beyond) * usize::from(beyond);
        assert!(Board::new(beyond, vec![Empty; count]).is_none());
        for number in 0..=u8::MAX {
            let board = Board::new(1, vec![Number(number)]);
            assert_eq!(board.is_some(), number <= NUMBER_MAX, "{number}");
        }
    }

    #[test]
    fn cells_are_stored_row_by_row_from_the_top() {
        let mut board = Board::from_fn(3, |cell| Number(10 * (cell.row % 2) + cell.column));
        assert_eq!(board.squares()[3..6], [Number(10), Number(11), Number(12)]);
        assert_eq!(board.get(Cell::new(1, 2)), Number(12));
        board.set(Cell::new(0, 1), Square::Painted);
        board.set(Cell::new(2, 0), Empty);
        assert!(board.cells().all(|(cell, square)| board.get(cell) == square));
        assert!(board.cells().map(|(cell, _)| cell).is_sorted());
        let numbers: Vec<_> = board.numbers().collect();
        assert_eq!(numbers.len(), 7);
        assert_eq!(numbers[..2], [(Cell::new(0, 0), 0), (Cell::new(0, 2), 2)]);
    }

    #[test]
    #[should_panic(expected = "21 is over 20")]
    fn a_number_over_the_limit_cannot_be_put_on_a_board() {
        Board::from_fn(1, |_| Empty).set(Cell::new(0, 0), Number(21));
    }

    #[test]
    #[should_panic(expected = "(0,2) is not on the board")]
    fn a_cell_beyond_a_row_is_not_the_first_of_the_next() {
        let _ = Board::from_fn(2, |_| Empty).get(Cell::new(0, 2));
    }
}
