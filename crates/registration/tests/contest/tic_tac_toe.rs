//! Tic-tac-toe: a rule set of two players, with a naive side and a side on bitboards that may have a
//! bug.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use arbitrary::Unstructured;
use twinboard_harness::{Characters, Pairing, RuleSet};
use twinboard_registration::ContestOf;
use twinboard_vocabulary::cells::{self, RowColumn};
use twinboard_vocabulary::two_player::Player;
use twinboard_vocabulary::{Game, Implementation, ParseError, Vocabulary, from_fn};

/// The contest, with all that it needs beyond the rule set.
pub(crate) fn contest(pairing: &Pairing<TicTacToe>) -> ContestOf<TicTacToe> {
    ContestOf::two_players(pairing, |outcome, _, _| match outcome {
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

    /// Number of corners that a player has.
    pub(crate) fn in_corners(&self, player: Player) -> i64 {
        let corners = [(0, 0), (0, 2), (2, 0), (2, 2)];
        corners.map(|(row, column)| i64::from(self.0[row][column] == Some(player))).iter().sum()
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

/// The naive side.
#[derive(Clone)]
pub(crate) struct Naive(Board);

impl Naive {
    #[expect(clippy::unnecessary_wraps, reason = "an implementation may refuse set-ups")]
    pub(crate) fn set_up(board: &Board) -> Option<Self> {
        Some(Self(board.clone()))
    }
}

impl Game for Naive {
    type Vocabulary = TicTacToe;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&RowColumn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (row, column) in (1..=3).flat_map(|row| (1..=3).map(move |column| (row, column))) {
            let mv = RowColumn { row, column };
            if self.clone().play(&mv).is_ok() {
                visit(&mv)?;
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
        if cell.is_some() {
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
            if crosses || line([(0, 0), (1, 1), (2, 2)]) || line([(0, 2), (1, 1), (2, 0)]) {
                return Outcome::Won(player);
            }
        }
        if rows.iter().flatten().all(Option::is_some) { Outcome::Full } else { Outcome::Playing }
    }
}

/// A bug of the side on bitboards.
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

/// The side on bitboards: a bit for each cell, row by row, for X and for O.
#[derive(Clone)]
struct Bits([u16; 2], Bug);

const FULL: u16 = 0o777;

struct BitBoards(Bug);

impl Implementation for BitBoards {
    type Game = Bits;

    fn set_up(&self, Board(rows): &Board) -> Option<Bits> {
        let Self(bug) = *self;
        let mut bits = [0; 2];
        for (cell, player) in rows.iter().flatten().enumerate() {
            if let Some(player) = player
                && !(bug == Bug::SetsUp && cell < 3 && *player == Player::First)
            {
                bits[player.index()] |= 1 << cell;
            }
        }
        Some(Bits(bits, bug))
    }
}

impl Bits {
    fn taken(&self) -> u16 {
        self.0[0] | self.0[1]
    }
}

impl Game for Bits {
    type Vocabulary = TicTacToe;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&RowColumn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let is_stuck = self.1 == Bug::Stuck && self.taken().count_ones() == 7;
        if self.outcome() != Outcome::Playing || is_stuck {
            return ControlFlow::Continue(());
        }
        for cell in (0..9_u64)
            .filter(|cell| self.taken() >> cell & 1 == 0 || self.1 == Bug::Lists && *cell == 0)
        {
            visit(&RowColumn { row: cell / 3 + 1, column: cell % 3 + 1 })?;
        }
        ControlFlow::Continue(())
    }

    fn play(&mut self, mv: &RowColumn) -> Result<RowColumn, &'static str> {
        if self.outcome() != Outcome::Playing {
            return Err(OVER);
        }
        if !(1..=3).contains(&mv.row) || !(1..=3).contains(&mv.column) {
            return Err(NO_CELL);
        }
        let bit = 1 << (3 * (mv.row - 1) + mv.column - 1);
        assert!(self.1 != Bug::Panics || bit != 1 << 8, "no corner like this");
        if self.taken() & bit != 0 && self.1 != Bug::Takes {
            return Err(TAKEN);
        }
        if self.1 == Bug::Refuses && bit == 1 << 4 {
            return Err(TAKEN);
        }
        let is_second = self.0[0].count_ones() > self.0[1].count_ones();
        self.0[usize::from(is_second)] |= bit;
        Ok(*mv)
    }

    fn position(&self) -> Board {
        let player =
            |cell: usize| Player::ALL.into_iter().find(|it| self.0[it.index()] >> cell & 1 == 1);
        Board((0..3).map(|row| (0..3).map(|column| player(3 * row + column)).collect()).collect())
    }

    fn outcome(&self) -> Outcome {
        const LINES: [u16; 8] = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124];
        let lines = if self.1 == Bug::Diagonal { &LINES[..7] } else { &LINES };
        for player in Player::ALL {
            if lines.iter().any(|line| self.0[player.index()] & line == *line) {
                return Outcome::Won(player);
            }
        }
        if self.taken() == FULL { Outcome::Full } else { Outcome::Playing }
    }
}

pub(crate) fn pairing(bug: Bug) -> Pairing<TicTacToe> {
    Pairing::of(TicTacToe, BitBoards(bug), from_fn(Naive::set_up)).accepting_all()
}
