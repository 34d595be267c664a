//! The vocabulary of paint: cells, board, players, move, refusal, outcome (clauses PT-1 to PT-22 of
//! RULES.md). Its text is in [`text`].
//!
//! ```
//! use twinboard_vocabulary::Vocabulary;
//! use twinboard_vocabulary::paint::{Board, Move, Paint, Player, Position};
//!
//! // A board of 2 × 2: an empty cell, two numbers, a painted cell.
//! let board: Board = "2\n# 3\n1 B\n".parse()?;
//! assert_eq!(board.numbers().map(|(_, number)| number).collect::<Vec<_>>(), [3, 1]);
//! let position = Position { board, to_move: Player::First };
//! let picture = "0 | # 3\n1 | 1 B\n  +----\n    0 1\nfirst to move\n";
//! assert_eq!(Paint::picture(&position).to_string(), picture);
//!
//! let mv: Move = "(0,0) (0,1)".parse()?;
//! assert_eq!(mv.picks().len(), 2);
//! # Ok::<(), twinboard_vocabulary::ParseError>(())
//! ```

mod exact;
mod moves;
pub mod text;

use std::fmt;

use crate::{Glyph, Highlight, Picture, Vocabulary};

pub use crate::two_player::{Player, Value};
pub use exact::Exact;
pub use moves::{LegalMove, Move, Painted, Pick};

/// Limit of the side of a board (PT-3).
pub const SIDE_MAX: u8 = 30;
/// The largest number of a cell (PT-3).
pub const NUMBER_MAX: u8 = 20;

/// The vocabulary of paint. A game starts from a board, and the first player moves first (PT-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Paint;

impl Vocabulary for Paint {
    const NAME: &'static str = "paint";
    type Setup = Board;
    type Move = Move;
    type LegalMove = LegalMove;
    type Event = Painted;
    type Refusal = Refusal;
    type Position = Position;
    type Outcome = Outcome;

    fn played(event: &Painted) -> LegalMove {
        event.cells.clone()
    }

    fn is_over(outcome: Outcome) -> bool {
        outcome != Outcome::Playing
    }

    /// Moves that paint the same number are of the same kind.
    fn same_kind(position: &Position, one: &LegalMove, other: &LegalMove) -> bool {
        let number = |legal: &LegalMove| {
            let mut cells = legal.cells().iter();
            cells.find(|&&cell| matches!(position.board.get(cell), Square::Number(_))).copied()
        };
        number(one) == number(other)
    }

    /// Cells have the characters of case files, so the text of a position follows PF-3.
    fn picture(position: &Position) -> Picture {
        let board = &position.board;
        let names = || (0..board.side()).map(|number| number.to_string());
        let rows = board.squares().chunks(board.side().into());
        Picture {
            rows: names().zip(rows.map(|row| row.iter().map(|&it| glyph(it)).collect())).collect(),
            columns: names().collect(),
            caption: Some(format!("{} to move", position.to_move)),
        }
    }

    fn highlights(_before: &Position, event: &Painted) -> Vec<Highlight> {
        let place = |cell: &Cell| (cell.row.into(), cell.column.into());
        vec![Highlight::Cells(event.cells.cells().iter().map(place).collect())]
    }
}

fn glyph(square: Square) -> Glyph {
    // Different from the hue of any number.
    const PAINTED: u8 = NUMBER_MAX + 10;
    let text = square.to_string();
    match square {
        Square::Empty => Glyph { text, hue: None },
        Square::Number(number) => Glyph::new(text, number),
        Square::Painted => Glyph::new(text, PAINTED),
    }
}

/// A cell of a board: row and column from 0, row 0 at the top (PT-1).
///
/// Cells are ordered by row, then by column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The row, from 0 at the top.
    pub row: u8,
    /// The column, from 0 at the left.
    pub column: u8,
}

impl Cell {
    /// The cell at `row` and `column`, both from 0.
    #[must_use]
    #[inline]
    pub const fn new(row: u8, column: u8) -> Self {
        Self { row, column }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.row, self.column)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

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

/// Reasons to refuse a move; the first that applies, in this order, is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Refusal {
    /// No valid move exists (PT-8).
    GameOver,
    /// The move has no cells, although a valid move exists (PT-9).
    NoCells,
    /// A cell is off the board (PT-10).
    OffBoard,
    /// A cell is repeated (PT-11).
    Repeated,
    /// A cell was painted before (PT-12).
    Painted,
    /// The cells are not connected (PT-13).
    NotConnected,
    /// None of the cells holds a number (PT-14).
    NoNumber,
    /// More than one of the cells holds a number (PT-15).
    SeveralNumbers,
    /// The number is not the count of the cells (PT-16).
    WrongCount,
    /// A cell is a neighbour of one painted before (PT-17).
    TouchesPaint,
}

impl Refusal {
    /// All refusals, in the order in which they are tested.
    pub const ALL: [Self; 10] = [
        Self::GameOver,
        Self::NoCells,
        Self::OffBoard,
        Self::Repeated,
        Self::Painted,
        Self::NotConnected,
        Self::NoNumber,
        Self::SeveralNumbers,
        Self::WrongCount,
        Self::TouchesPaint,
    ];
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GameOver => "the game is over (PT-8)",
            Self::NoCells => "no cells, although there is a valid move (PT-9)",
            Self::OffBoard => "a cell is off the board (PT-10)",
            Self::Repeated => "a cell is repeated (PT-11)",
            Self::Painted => "a cell is painted (PT-12)",
            Self::NotConnected => "the cells are not connected (PT-13)",
            Self::NoNumber => "no number among the cells (PT-14)",
            Self::SeveralNumbers => "more than one number among the cells (PT-15)",
            Self::WrongCount => "the number is not the count of the cells (PT-16)",
            Self::TouchesPaint => "a cell touches paint (PT-17)",
        })
    }
}

/// The state of a game (PT-20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// A valid move exists.
    Playing,
    /// No valid move exists, and all numbers are painted (PT-21).
    Drawn,
    /// No valid move exists, and an unpainted number remains: this player, who is to move, has lost
    /// (PT-22).
    Lost(Player),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Playing => f.write_str("the game goes on"),
            Self::Drawn => f.write_str("a draw (PT-21)"),
            Self::Lost(player) => write!(f, "the {player} player has lost (PT-22)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Board, Cell, LegalMove, Move, NUMBER_MAX, Outcome, Paint, Painted, Player, Position,
        Refusal, SIDE_MAX, Square, Value,
    };
    use crate::Vocabulary;
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

    #[test]
    fn a_position_is_written_with_the_signs_of_case_files_and_the_player_to_move() {
        let squares = vec![Empty, Number(12), Square::Painted, Number(0)];
        let board = Board::new(2, squares).unwrap();
        let [first, second] = Player::ALL.map(|to_move| Position { board: board.clone(), to_move });
        assert_eq!(Paint::text(&first), "# 12\nB 0\nfirst to move\n");
        assert_eq!(Paint::text(&second), "# 12\nB 0\nsecond to move\n");
        let picture = "0 |  # 12\n1 |  B  0\n  +------\n     0  1\nfirst to move\n";
        assert_eq!(Paint::picture(&first).to_string(), picture);
    }

    #[test]
    fn different_contents_have_different_hues() {
        let squares = (0..=NUMBER_MAX).map(Number).chain([Square::Painted]);
        let mut hues: Vec<_> = squares.map(|square| super::glyph(square).hue.unwrap()).collect();
        hues.sort_unstable();
        hues.dedup();
        assert_eq!(hues.len(), 22);
        assert_eq!(super::glyph(Empty).hue, None);
    }

    #[test]
    fn a_legal_move_converts_to_its_move_and_from_its_event() {
        let cells = [Cell::new(1, 0), Cell::new(0, 1), Cell::new(0, 0)];
        let legal = LegalMove::new(cells);
        assert_eq!(Paint::to_move(&legal), Move::new([(0, 0), (0, 1), (1, 0)]));
        let event = Painted { cells: legal.clone(), number: 3, at: Cell::new(0, 1) };
        assert_eq!(Paint::played(&event), legal);
    }

    #[test]
    fn refusals_name_consecutive_clauses() {
        for (refusal, number) in Refusal::ALL.into_iter().zip(8..) {
            let text = refusal.to_string();
            assert!(text.ends_with(&format!("(PT-{number})")), "{text}");
        }
        assert!(Refusal::ALL.is_sorted());
    }

    #[test]
    fn only_a_game_with_a_valid_move_goes_on() {
        let lost = Player::ALL.map(Outcome::Lost);
        assert!(!Paint::is_over(Outcome::Playing));
        assert!(Paint::is_over(Outcome::Drawn) && lost.into_iter().all(Paint::is_over));
        assert_eq!(lost[1].to_string(), "the second player has lost (PT-22)");
        assert!(Player::ALL.into_iter().all(|player| player.other().other() == player));
        assert_ne!(Player::First.other(), Player::First);
    }

    #[test]
    fn the_best_value_is_the_largest() {
        assert_eq!(Value::ALL.into_iter().max(), Some(Value::Win));
        assert_eq!(Value::ALL.into_iter().min(), Some(Value::Loss));
    }
}
