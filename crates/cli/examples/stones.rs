//! A small game for the tests of drawings: stones of two players on hexagons, state beside the
//! board, and moves from a cell to another. Its engine can have a fault: it keeps both rights.
//!
//! ```text
//! STONES=rights cargo run --example stones -- verify
//! ```
//!
//! The cells are 0 to 9. A stone moves one or two cells on, to an empty one. White has the right
//! `k` until the stone on cell 0 moves, and `q` until that on cell 1 does. Moves are not taken
//! back, so every game ends.

#![expect(clippy::cast_possible_wrap, reason = "there are ten cells")]

use std::env;
use std::fmt;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::str::FromStr;

use arbitrary::Unstructured;
use twinboard_command::Twinboard;
use twinboard_harness::{Pairing, RuleSet};
use twinboard_registration::Registration;
use twinboard_vocabulary::{Game, Glyph, Highlight, Picture, Vocabulary};

/// First cell of each row, and the end.
const ROWS: [usize; 4] = [0, 3, 7, 10];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stones;

/// A position, and a set-up: cells as `w`, `b` or `.`, the player and the rights.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Board {
    cells: Vec<char>,
    player: char,
    rights: String,
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cells, player, rights } = self;
        write!(f, "{} {player} {rights}", cells.iter().collect::<String>())
    }
}

impl FromStr for Board {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [cells, player @ ("w" | "b"), rights @ ("kq" | "k" | "q" | "-")] = words[..] else {
            return Err("expected cells, a player (`w` or `b`) and rights (`kq`, `k`, `q` or `-`)");
        };
        if cells.len() != ROWS[3] || !cells.chars().all(|cell| "wb.".contains(cell)) {
            return Err("expected 10 cells of `w`, `b` and `.`");
        }
        let player = if player == "w" { 'w' } else { 'b' };
        Ok(Self { cells: cells.chars().collect(), player, rights: rights.to_owned() })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Move {
    from: usize,
    to: usize,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

impl FromStr for Move {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let read = |text: &str| text.parse().ok().filter(|&cell: &usize| cell < 100);
        let ends = text.split_once('-').and_then(|(from, to)| Some((read(from)?, read(to)?)));
        ends.map(|(from, to)| Self { from, to }).ok_or("expected two cells, such as `0-2`")
    }
}

/// Row and column of a cell.
fn place(cell: usize) -> (i32, i32) {
    let row = (0..3).rev().find(|&row| ROWS[row] <= cell).unwrap_or(0);
    (row as i32, (cell - ROWS[row]) as i32)
}

impl Vocabulary for Stones {
    const NAME: &'static str = "stones";
    type Setup = Board;
    type Move = Move;
    type LegalMove = Move;
    type Event = Move;
    type Refusal = &'static str;
    type Position = Board;
    type Outcome = &'static str;

    fn is_over(outcome: &'static str) -> bool {
        outcome == "over"
    }

    fn picture(board: &Board) -> Picture {
        let glyph = |&cell: &char| match cell {
            'w' => Glyph::new("o", 0).light(),
            'b' => Glyph::new("o", 0).dark(),
            _ => Glyph::empty(),
        };
        let row = |row: usize| board.cells[ROWS[row]..ROWS[row + 1]].iter().map(glyph).collect();
        let player = if board.player == 'w' { "White" } else { "Black" };
        Picture {
            rows: (0..3).map(|r| (ROWS[r].to_string(), row(r))).collect(),
            caption: Some(format!("{player} to move\nrights: {}", board.rights)),
            indents: vec![1, 0, 1],
            ..Picture::default()
        }
    }

    fn highlights(_before: &Board, event: &Move) -> Vec<Highlight> {
        vec![Highlight::Arrow(vec![place(event.from), place(event.to)])]
    }
}

impl RuleSet for Stones {
    type Vocabulary = Self;

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<Board> {
        let cells = (0..ROWS[3]).map(|_| Ok(*u.choose(&['w', 'b', '.', '.'])?));
        let cells = cells.collect::<arbitrary::Result<_>>()?;
        Ok(Board { cells, player: 'w', rights: "kq".to_owned() })
    }

    fn setup_of_position(&self, _: &Board, position: &Board) -> Option<Board> {
        Some(position.clone())
    }
}

#[derive(Clone)]
struct Player<const IS_ENGINE: bool>(Board);

impl<const IS_ENGINE: bool> Player<IS_ENGINE> {
    #[expect(clippy::unnecessary_wraps, reason = "functions that set games up may refuse")]
    fn set_up(board: &Board) -> Option<Self> {
        Some(Self(board.clone()))
    }

    fn is_legal(&self, Move { from, to }: Move) -> bool {
        let cell = |at: usize| self.0.cells.get(at).copied();
        let steps = to.saturating_sub(from);
        (1..=2).contains(&steps) && cell(from) == Some(self.0.player) && cell(to) == Some('.')
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        let all = (0..ROWS[3]).flat_map(|from| (1..=2).map(move |n| Move { from, to: from + n }));
        all.filter(|&mv| self.is_legal(mv))
    }
}

impl<const IS_ENGINE: bool> Game for Player<IS_ENGINE> {
    type Vocabulary = Stones;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.moves().try_for_each(|mv| visit(&mv))
    }

    fn play(&mut self, &mv: &Move) -> Result<Move, &'static str> {
        if !self.is_legal(mv) {
            return Err("not legal");
        }
        let board = &mut self.0;
        board.cells.swap(mv.from, mv.to);
        board.player = if board.player == 'w' { 'b' } else { 'w' };
        if !(IS_ENGINE && env::var_os("STONES").is_some_and(|fault| fault == "rights")) {
            let lost = ['k', 'q'].get(mv.from).copied();
            board.rights.retain(|right| Some(right) != lost && right != '-');
            if board.rights.is_empty() {
                board.rights.push('-');
            }
        }
        Ok(mv)
    }

    fn position(&self) -> Board {
        self.0.clone()
    }

    fn outcome(&self) -> &'static str {
        if self.moves().next().is_some() { "going on" } else { "over" }
    }
}

fn main() -> ExitCode {
    let pairing = Pairing::new(Stones, Player::<true>::set_up, Player::<false>::set_up);
    Twinboard::new().rule_set(Registration::new(pairing)).run()
}
