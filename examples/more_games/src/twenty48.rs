//! 2048: one player, and nature, whose moves are tiles. So chance is explicit: a case says where
//! each tile comes, and both sides are asked for all places where it may.

use std::fmt;
use std::str::FromStr;

use arbitrary::Unstructured;
use twinboard::Registration;
use twinboard::harness::{Clause, Pairing, RuleSet};
use twinboard::vocabulary::cells::RowColumn;
use twinboard::vocabulary::{ParseError, Vocabulary};

pub mod engine;
pub mod oracle;

/// The vocabulary and the rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Twenty48;

impl Vocabulary for Twenty48 {
    const NAME: &'static str = "twenty48";
    type Setup = Board;
    type Move = Move;
    type LegalMove = Move;
    type Event = Move;
    type Refusal = &'static str;
    type Position = Board;
    type Outcome = &'static str;

    fn is_over(outcome: &'static str) -> bool {
        outcome == OVER
    }

    /// Nine new tiles of ten are a 2 (TT-6).
    fn weight(mv: &Move) -> u32 {
        if matches!(mv, Move::Tile(2, _)) { 9 } else { 1 }
    }
}

// Outcomes, the second one also a refusal.
pub const PLAYING: &str = "the game goes on";
pub const OVER: &str = "the game is over (TT-7)";

// Refusals.
pub const NOT_ITS_TURN: &str = "the other one is to move (TT-2)";
pub const NO_SLIDE: &str = "no tile moves (TT-4)";
pub const NO_CELL: &str = "no such cell (TT-5)";
pub const TAKEN: &str = "the cell has a tile (TT-5)";
pub const WRONG_TILE: &str = "a new tile is 2 or 4 (TT-6)";

/// Largest tile: two of them do not merge (TT-3).
pub const LARGEST: u32 = 32_768;

/// The tiles, rows from the top, 0 for an empty cell; and the one to move (TT-1, TT-2).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub rows: Vec<Vec<u32>>,
    pub turn: Turn,
}

/// The one to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    Player,
    Nature,
}

/// A slide of the player, or a new tile from nature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Move {
    Slide(Direction),
    Tile(u64, RowColumn),
}

/// The edge that the tiles slide to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    L,
    R,
    U,
    D,
}

impl Direction {
    pub const ALL: [Self; 4] = [Self::L, Self::R, Self::U, Self::D];
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            let cell = |&tile: &u32| if tile == 0 { ".".to_owned() } else { tile.to_string() };
            writeln!(f, "{}", row.iter().map(cell).collect::<Vec<_>>().join(" "))?;
        }
        writeln!(f, "{} to move", if self.turn == Turn::Player { "player" } else { "nature" })
    }
}

impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (rows, last) = text.trim_end().rsplit_once('\n').unwrap_or(("", text));
        let turn = match last.trim_end() {
            "player to move" => Turn::Player,
            "nature to move" => Turn::Nature,
            _ => return Err("rows of tiles, then `player to move` or `nature to move`".into()),
        };
        let tile = |word: &str| match word.parse() {
            Ok(tile @ 2..=LARGEST) if u32::is_power_of_two(tile) => Ok(tile),
            _ if word == "." => Ok(0),
            _ => Err(ParseError::from("tiles of 2, 4, 8 to 32768, or `.`")),
        };
        let row = |row: &str| row.split_whitespace().map(tile).collect::<Result<Vec<_>, _>>();
        let rows: Vec<Vec<u32>> = rows.lines().map(row).collect::<Result<_, _>>()?;
        let width = rows.first().map_or(0, Vec::len);
        let has_size = (2..=4).contains(&rows.len()) && (2..=4).contains(&width);
        if has_size && rows.iter().all(|row| row.len() == width) {
            return Ok(Self { rows, turn });
        }
        Err("2 to 4 rows, all of the same 2 to 4 tiles".into())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Slide(direction) => write!(f, "{direction:?}"),
            Self::Tile(value, cell) => write!(f, "{value} at {cell}"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if let Some(slide) = Direction::ALL.into_iter().find(|it| format!("{it:?}") == text) {
            return Ok(Self::Slide(slide));
        }
        let (value, cell) = text.split_once(" at ").ok_or("L, R, U, D, or a tile `2 at 1 3`")?;
        Ok(Self::Tile(value.parse()?, cell.parse()?))
    }
}

impl RuleSet for Twenty48 {
    type Vocabulary = Self;

    /// Draws the largest tile and the share of empty cells before the cells.
    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<Board> {
        let is_usual: bool = u.arbitrary()?;
        let mut side = || if is_usual { Ok(4) } else { u.int_in_range(2..=4) };
        let (rows, columns) = (side()?, side()?);
        let (largest, empty) = (u.int_in_range(1..=15)?, u.int_in_range(0..=3)?);
        let mut cells = vec![vec![0; columns]; rows];
        for cell in cells.iter_mut().flatten() {
            let is_empty = u.int_in_range(0..=3)? < empty;
            *cell = if is_empty { 0 } else { 1 << u.int_in_range(1..=largest)? };
        }
        Ok(Board { rows: cells, turn: *u.choose(&[Turn::Player, Turn::Nature])? })
    }

    fn setup_of_position(&self, _: &Board, position: &Board) -> Option<Board> {
        Some(position.clone())
    }

    fn clauses(&self) -> &'static [Clause<Self>] {
        &[
            Clause { id: "TT-2", name: "turn", reached: |it| it.refusal() == Some(NOT_ITS_TURN) },
            Clause { id: "TT-4", name: "moves", reached: |it| it.refusal() == Some(NO_SLIDE) },
            Clause { id: "TT-5", name: "no cell", reached: |it| it.refusal() == Some(NO_CELL) },
            Clause { id: "TT-5", name: "taken", reached: |it| it.refusal() == Some(TAKEN) },
            Clause { id: "TT-6", name: "value", reached: |it| it.refusal() == Some(WRONG_TILE) },
            Clause { id: "TT-7", name: "over", reached: |it| it.refusal() == Some(OVER) },
        ]
    }
}

/// Everything that Twinboard needs.
#[must_use]
pub fn registration() -> Registration {
    let pairing = Pairing::new(Twenty48, engine::Nibbles::set_up, oracle::Naive::set_up);
    Registration::new(pairing).faults(engine::planted::CATALOGUE)
}
