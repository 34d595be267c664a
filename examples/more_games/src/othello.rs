//! Othello: two players, passes, and a set-up of lines with a caption.

use std::fmt;
use std::str::FromStr;

use arbitrary::Unstructured;
use twinboard::Registration;
use twinboard::harness::{Characters, Clause, Pairing, RuleSet};
use twinboard::vocabulary::cells;
use twinboard::vocabulary::{ParseError, Vocabulary};

pub mod engine;
pub mod oracle;

/// The vocabulary and the rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Othello;

impl Vocabulary for Othello {
    const NAME: &'static str = "othello";
    type Setup = Board;
    type Move = Move;
    type LegalMove = Move;
    type Event = Move;
    type Refusal = &'static str;
    type Position = Board;
    type Outcome = &'static str;

    fn is_over(outcome: &'static str) -> bool {
        outcome != PLAYING
    }
}

// Outcomes.
pub const PLAYING: &str = "the game goes on";
pub const X_WINS: &str = "X wins (OT-7)";
pub const O_WINS: &str = "O wins (OT-7)";
pub const DRAW: &str = "a draw (OT-7)";

// Refusals.
pub const IS_OVER: &str = "the game is over (OT-7)";
pub const CAN_PLACE: &str = "a disc can be placed (OT-6)";
pub const NO_CELL: &str = "no such cell (OT-3)";
pub const TAKEN: &str = "the cell is taken (OT-4)";
pub const TURNS_NONE: &str = "no disc is turned (OT-5)";

/// A disc, and the player who has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Disc {
    X,
    O,
}

/// The cells of a board, its rows from the top; `None` is empty (OT-1).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid(pub Vec<Vec<Option<Disc>>>);

const CELLS: [(char, Option<Disc>); 3] = [('.', None), ('X', Some(Disc::X)), ('O', Some(Disc::O))];

/// A board and the player to move, at the start of a game or later.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub grid: Grid,
    pub to_move: Disc,
}

/// Places a disc, or passes. Row and column count from 1; the text has a letter for the column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Move {
    Place { column: u8, row: u8 },
    Pass,
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let character = |&cell: &_| CELLS.iter().find(|it| it.1 == cell).map_or('?', |it| it.0);
        cells::write(f, &self.grid.0, character)?;
        writeln!(f, "{:?} to move", self.to_move)
    }
}

impl FromStr for Grid {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let cell = |character| CELLS.iter().find(|it| it.0 == character).map(|it| it.1);
        cells::read(text, 2..=8, "`X`, `O` or `.`", cell).map(Self)
    }
}

impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (grid, last) = text.trim_end().rsplit_once('\n').unwrap_or(("", text));
        let to_move = match last.trim_end() {
            "X to move" => Disc::X,
            "O to move" => Disc::O,
            _ => return Err("rows of cells, then a line `X to move` or `O to move`".into()),
        };
        Ok(Self { grid: grid.parse()?, to_move })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { column, row } => write!(f, "{}{row}", char::from(b'a' - 1 + column)),
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text == "pass" {
            return Ok(Self::Pass);
        }
        let column = text.bytes().next().filter(u8::is_ascii_lowercase);
        let column = column.ok_or("a cell such as `c4`, or `pass`")? - b'a' + 1;
        Ok(Self::Place { column, row: text[1..].parse().map_err(|_| "a row from 0 to 255")? })
    }
}

impl RuleSet for Othello {
    type Vocabulary = Self;

    /// Half of the games start with four discs in the middle.
    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<Board> {
        let mut grid: Grid = Characters(".XO").draw(u, 2..=8, 2..=8)?;
        let (row, column) = (grid.0.len() / 2, grid.0[0].len() / 2);
        if u.arbitrary()? {
            grid.0.iter_mut().flatten().for_each(|cell| *cell = None);
            let (x, o) = (Some(Disc::X), Some(Disc::O));
            grid.0[row - 1][column - 1..=column].copy_from_slice(&[o, x]);
            grid.0[row][column - 1..=column].copy_from_slice(&[x, o]);
        }
        Ok(Board { grid, to_move: *u.choose(&[Disc::X, Disc::O])? })
    }

    fn setup_of_position(&self, _: &Board, position: &Board) -> Option<Board> {
        Some(position.clone())
    }

    fn clauses(&self) -> &'static [Clause<Self>] {
        &[
            Clause { id: "OT-3", name: "no cell", reached: |seen| seen.refusal() == Some(NO_CELL) },
            Clause { id: "OT-4", name: "taken", reached: |seen| seen.refusal() == Some(TAKEN) },
            Clause { id: "OT-5", name: "none", reached: |seen| seen.refusal() == Some(TURNS_NONE) },
            Clause { id: "OT-6", name: "pass", reached: |seen| seen.event() == Some(&Move::Pass) },
            Clause { id: "OT-6", name: "may", reached: |seen| seen.refusal() == Some(CAN_PLACE) },
            Clause { id: "OT-7", name: "is over", reached: |seen| seen.refusal() == Some(IS_OVER) },
            Clause { id: "OT-7", name: "a draw", reached: |seen| seen.now.outcome == DRAW },
        ]
    }
}

/// Everything that Twinboard needs.
#[must_use]
pub fn registration() -> Registration {
    let pairing = Pairing::new(Othello, engine::Bits::set_up, oracle::Naive::set_up);
    Registration::new(pairing).faults(engine::planted::CATALOGUE)
}
