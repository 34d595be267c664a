//! Tic-tac-toe: a rule set of two players, with an engine that may have a bug.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use arbitrary::Unstructured;
use twinboard_harness::{Characters, Pairing, RuleSet};
use twinboard_registration::ContestOf;
use twinboard_vocabulary::cells::{self, RowColumn};
use twinboard_vocabulary::two_player::Player;
use twinboard_vocabulary::{Game, Implementation, ParseError, Vocabulary};

/// The contest, with all that it needs beyond the rule set.
pub(crate) fn contest(bug: Bug) -> ContestOf<TicTacToe> {
    ContestOf::two_players(&pairing(bug), |outcome, _, _| match outcome {
        Outcome::Won(player) => Some(player),
        Outcome::Playing | Outcome::Full => None,
    })
    .with_turn(Board::to_move)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TicTacToe;

impl Vocabulary for TicTacToe {
    const NAME: &'static str = "tic-tac-toe";
    type Setup = Board;
    type Move = RowColumn;
    type LegalMove = RowColumn;
    type Event = RowColumn;
    type Refusal = &'static str;
    type Position = Board;
    type Outcome = Outcome;

    fn is_over(outcome: Outcome) -> bool {
        outcome != Outcome::Playing
    }
}

impl RuleSet for TicTacToe {
    type Vocabulary = Self;

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<Board> {
        Characters(".......XO").draw(u, 3..=3, 3..=3)
    }

    fn setup_of_position(&self, _: &Board, position: &Board) -> Option<Board> {
        Some(position.clone())
    }
}

/// Three rows of three cells. The first player has X and moves unless X has more.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board(Vec<Vec<Option<Player>>>);

impl Board {
    pub(crate) fn to_move(&self) -> Player {
        let count = |player| self.0.iter().flatten().filter(|&&cell| cell == Some(player)).count();
        let is_behind = count(Player::First) > count(Player::Second);
        if is_behind { Player::Second } else { Player::First }
    }
}

impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let cell = |character| match character {
            '.' => Some(None),
            'X' => Some(Some(Player::First)),
            'O' => Some(Some(Player::Second)),
            _ => None,
        };
        cells::read(text, 3..=3, "`X`, `O` or `.`", cell).map(Self)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        cells::write(f, &self.0, |cell| match cell {
            None => '.',
            Some(Player::First) => 'X',
            Some(Player::Second) => 'O',
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Playing,
    Won(Player),
    Full,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Playing => f.write_str("playing"),
            Self::Won(player) => write!(f, "won by the {player} player"),
            Self::Full => f.write_str("full"),
        }
    }
}

const NO_CELL: &str = "there is no such cell (TT-2)";
const TAKEN: &str = "the cell is taken (TT-3)";
const OVER: &str = "the game is over (TT-4)";

/// A bug of the engine.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bug {
    None,
    /// It plays on a cell that is taken.
    Takes,
    /// It refuses the centre.
    Refuses,
    /// It does not see one of the diagonals.
    Diagonal,
    /// It panics at the corner 3 3.
    Panics,
    /// It lists the taken cell 1 1.
    Lists,
    /// It does not set X in row 1 up.
    SetsUp,
    /// It lists no move where two cells are left.
    Stuck,
}

/// A game of a side, which may have a bug.
#[derive(Clone)]
struct Played(Board, Bug);

struct Side(Bug);

impl Implementation for Side {
    type Game = Played;

    fn set_up(&self, Board(rows): &Board) -> Option<Played> {
        let mut rows = rows.clone();
        if self.0 == Bug::SetsUp {
            rows[0].iter_mut().for_each(|cell| {
                cell.take_if(|player| *player == Player::First);
            });
        }
        Some(Played(Board(rows), self.0))
    }
}

impl Game for Played {
    type Vocabulary = TicTacToe;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&RowColumn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let empty = self.0.0.iter().flatten().filter(|cell| cell.is_none()).count();
        if self.outcome() != Outcome::Playing || self.1 == Bug::Stuck && empty == 2 {
            return ControlFlow::Continue(());
        }
        for (cell, player) in (0..).zip(self.0.0.iter().flatten()) {
            if player.is_none() || self.1 == Bug::Lists && cell == 0 {
                visit(&RowColumn { row: cell / 3 + 1, column: cell % 3 + 1 })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&mut self, mv: &RowColumn) -> Result<RowColumn, &'static str> {
        if self.outcome() != Outcome::Playing {
            return Err(OVER);
        }
        let player = self.0.to_move();
        let row = (mv.row as usize).checked_sub(1).and_then(|row| self.0.0.get_mut(row));
        let column = (mv.column as usize).checked_sub(1);
        let cell = row.and_then(|row| row.get_mut(column?)).ok_or(NO_CELL)?;
        let is_at = |row, column| (mv.row, mv.column) == (row, column);
        assert!(self.1 != Bug::Panics || !is_at(3, 3), "no corner like this");
        let is_taken = cell.is_some() && self.1 != Bug::Takes;
        if is_taken || self.1 == Bug::Refuses && is_at(2, 2) {
            return Err(TAKEN);
        }
        *cell = Some(player);
        Ok(*mv)
    }

    fn position(&self) -> Board {
        self.0.clone()
    }

    fn outcome(&self) -> Outcome {
        let Board(rows) = &self.0;
        let at = |(row, column): (usize, usize)| rows[row][column];
        for player in Player::ALL {
            let line = |cells: [(usize, usize); 3]| cells.iter().all(|&it| at(it) == Some(player));
            let crosses =
                (0..3).any(|i| line([(i, 0), (i, 1), (i, 2)]) || line([(0, i), (1, i), (2, i)]));
            let falls = line([(0, 0), (1, 1), (2, 2)]);
            let rises = line([(0, 2), (1, 1), (2, 0)]) && self.1 != Bug::Diagonal;
            if crosses || falls || rises {
                return Outcome::Won(player);
            }
        }
        if rows.iter().flatten().all(Option::is_some) { Outcome::Full } else { Outcome::Playing }
    }
}

pub(crate) fn pairing(bug: Bug) -> Pairing<TicTacToe> {
    Pairing::of(TicTacToe, Side(bug), Side(Bug::None)).accepting_all()
}
