//! The types of paint as a vocabulary.

use std::fmt;
use std::ops::RangeInclusive;

use super::board::{Board, NUMBER_MAX, Position, SIDE_MAX, Square};
use super::moves::{LegalMove, Move, Painted};
use crate::cell::Cell;
use crate::exact::clamped;
use crate::game::Vocabulary;
use crate::picture::{Glyph, Highlight, Picture};
use crate::two_player::Player;

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

    fn quantities(setup: &Board) -> Vec<(&'static str, u64)> {
        vec![("side", setup.side().into())]
    }

    /// Rows and columns are left out or repeated.
    fn within(setup: &Board, limits: &[RangeInclusive<u64>]) -> Option<Board> {
        let [side] = limits else { return None };
        let of = setup.side();
        Some(Board::from_fn(clamped(of, side, SIDE_MAX), |Cell { row, column }| {
            setup.get(Cell { row: row % of, column: column % of })
        }))
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
            ..Picture::default()
        }
    }

    fn highlights(_before: &Position, event: &Painted) -> Vec<Highlight> {
        let place = |cell: &Cell| (cell.row.into(), cell.column.into());
        vec![Highlight::Cells(event.cells.cells().iter().map(place).collect())]
    }

    fn named_cells(_before: &Position, mv: &Move) -> Vec<(usize, usize)> {
        mv.picks().iter().map(|pick| (pick.row as usize, pick.column as usize)).collect()
    }
}

fn glyph(square: Square) -> Glyph {
    // Different from the hue of any number.
    const PAINTED: u8 = NUMBER_MAX + 10;
    let text = square.to_string();
    match square {
        Square::Empty => Glyph { text, ..Glyph::default() },
        Square::Number(number) => Glyph::new(text, number),
        Square::Painted => Glyph::new(text, PAINTED),
    }
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
        Board, Cell, LegalMove, Outcome, Paint, Player, Position, Refusal, Square, Vocabulary,
    };
    use Square::{Empty, Number};

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
    fn moves_around_the_same_number_are_of_a_kind() {
        // 2 # 2
        let board = Board::from_fn(3, |cell| match (cell.row, cell.column) {
            (0, 0 | 2) => Number(2),
            _ => Empty,
        });
        let beyond = [Cell::new(2, 3), Cell::new(3, 2)];
        assert!(board.has(Cell::new(2, 2)) && !beyond.into_iter().any(|cell| board.has(cell)));
        let position = Position { board, to_move: Player::First };
        let set = |cells: [(u8, u8); 2]| LegalMove::new(cells.map(|(r, c)| Cell::new(r, c)));
        let [right, down, other] = [[(0, 0), (0, 1)], [(0, 0), (1, 0)], [(0, 1), (0, 2)]].map(set);
        assert!(Paint::same_kind(&position, &right, &down));
        assert!(!Paint::same_kind(&position, &right, &other));
        let picture = Paint::picture(&position);
        let hues: Vec<_> = picture.rows[0].1.iter().map(|glyph| glyph.hue).collect();
        assert_eq!(hues, [Some(2), None, Some(2)]);
    }
}
