//! Go: captures, no suicide, two passes end the game, all stones alive, area scoring without komi.
//! Two rule sets, with positional superko and with the simple ko rule.

use std::collections::BTreeSet;

use arbitrary::Unstructured;
use twinboard::{Registration, TextGame, TextRules};

use crate::board::{Board, cell, name};
use crate::table::{by_score, played};

mod engines;

use engines::{Goban, MATRIX, POINTS, RECTANGLES};

/// The smallest board, and the largest that is drawn.
const STARTS: &[&str] = &[".\nblack to move", ".....\n.....\n.....\n.....\n.....\nblack to move"];

/// Reads a set-up: each stone has a liberty.
fn read(setup: &str) -> Result<Board, String> {
    let board = Board::read(setup, ".xo").filter(|board| {
        let (rows, columns) = board.size();
        let is_alive =
            |&at: &(usize, usize)| board.rows[at.0][at.1] == '.' || has_liberty(board, at);
        rows <= 19 && columns <= 19 && board.cells().iter().all(is_alive)
    });
    Ok(board.ok_or("rows of . x o in which all stones have liberties, and a side to move")?)
}

/// A small board with stones.
fn draw(u: &mut Unstructured<'_>) -> arbitrary::Result<String> {
    let rows = u.int_in_range(1..=5)?;
    let columns = if u.ratio(1, 2)? { rows } else { u.int_in_range(1..=5)? };
    let mut board = Board { rows: vec![vec!['.'; columns]; rows], black: u.ratio(1, 2)? };
    let full = *u.choose(&[0, 4, 8, 12, 14])?;
    board.sprinkle(u, "xo", full)?;
    for (row, column) in board.cells() {
        if board.rows[row][column] != '.' && !has_liberty(&board, (row, column)) {
            board.rows[row][column] = '.';
        }
    }
    Ok(board.print())
}

fn neighbours(board: &Board, (row, column): (usize, usize)) -> Vec<(usize, usize)> {
    let is_near = |at: &(usize, usize)| at.0.abs_diff(row) + at.1.abs_diff(column) == 1;
    board.cells().into_iter().filter(is_near).collect()
}

/// The cells of one content that are connected with a cell.
fn group(board: &Board, at: (usize, usize)) -> Vec<(usize, usize)> {
    let mut all = vec![at];
    let mut next = 0;
    while next < all.len() {
        for near in neighbours(board, all[next]) {
            if board.rows[near.0][near.1] == board.rows[at.0][at.1] && !all.contains(&near) {
                all.push(near);
            }
        }
        next += 1;
    }
    all
}

fn borders(board: &Board, at: (usize, usize), content: char) -> bool {
    let is = |it: &(usize, usize)| board.rows[it.0][it.1] == content;
    group(board, at).into_iter().any(|it| neighbours(board, it).iter().any(is))
}

fn has_liberty(board: &Board, at: (usize, usize)) -> bool {
    borders(board, at, '.')
}

/// What the rest of a game depends on besides board and turn, and what a position therefore has.
#[derive(Clone, Debug, Default)]
struct Past<const SUPERKO: bool> {
    /// The boards before each move, passes included.
    earlier: Vec<Board>,
    /// Passes since the last stone.
    passes: usize,
}

impl<const SUPERKO: bool> Past<SUPERKO> {
    /// Adds a move that was played on a board.
    fn add(&mut self, before: Board, is_pass: bool) {
        self.earlier.push(before);
        self.passes = if is_pass { self.passes + 1 } else { 0 };
    }

    /// The boards that a stone must not make again.
    fn forbidden(&self) -> &[Board] {
        let first = if SUPERKO { 0 } else { self.earlier.len().saturating_sub(1) };
        &self.earlier[first..]
    }

    /// The text of a position: the board and the turn, the passes, and each earlier board that may
    /// not come back, once.
    fn position(&self, board: &Board) -> String {
        let rows = |board: &Board| {
            board.rows.iter().map(String::from_iter).collect::<Vec<String>>().join("/")
        };
        let earlier: BTreeSet<String> = self.forbidden().iter().map(rows).collect();
        let earlier: String = earlier.iter().map(|board| format!("\nnot again {board}")).collect();
        format!("{}\npasses {}{earlier}", board.print(), self.passes)
    }
}

/// Oracle: the rules on a board of characters. Black has the stones `x`.
#[derive(Clone, Debug)]
pub struct Naive<const SUPERKO: bool> {
    board: Board,
    past: Past<SUPERKO>,
}

impl<const SUPERKO: bool> Naive<SUPERKO> {
    /// The board after a stone; `None` if the move is illegal.
    fn after(&self, (row, column): (usize, usize)) -> Option<Board> {
        let mut board = self.board.clone();
        if self.past.passes == 2 || board.rows[row][column] != '.' {
            return None;
        }
        let (own, other) = if board.black { ('x', 'o') } else { ('o', 'x') };
        board.rows[row][column] = own;
        for near in neighbours(&board, (row, column)) {
            if board.rows[near.0][near.1] == other && !has_liberty(&board, near) {
                group(&board, near).iter().for_each(|it| board.rows[it.0][it.1] = '.');
            }
        }
        board.black = !board.black;
        let is_repeated = self.past.forbidden().iter().any(|it| it.rows == board.rows);
        (has_liberty(&board, (row, column)) && !is_repeated).then_some(board)
    }
}

impl<const SUPERKO: bool> TextGame for Naive<SUPERKO> {
    fn set_up(setup: &str) -> Result<Self, String> {
        Ok(Self { board: read(setup)?, past: Past::default() })
    }

    fn moves(&self) -> Vec<String> {
        if self.past.passes == 2 {
            return Vec::new();
        }
        let is_legal = |&at: &(usize, usize)| self.after(at).is_some();
        let stones = self.board.cells().into_iter().filter(is_legal).map(name);
        stones.chain(["pass".to_owned()]).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        if !self.moves().iter().any(|legal| legal == mv) {
            return played(false);
        }
        let after = cell(mv, self.board.size()).and_then(|at| self.after(at));
        self.past.add(self.board.clone(), after.is_none());
        let passed = Board { black: !self.board.black, ..self.board.clone() };
        self.board = after.unwrap_or(passed);
        Ok(())
    }

    fn position(&self) -> String {
        self.past.position(&self.board)
    }

    fn outcome(&self) -> Option<String> {
        if self.past.passes < 2 {
            return None;
        }
        let board = &self.board;
        let score = |own: char, other: char| {
            let is_own = |&at: &(usize, usize)| match board.rows[at.0][at.1] {
                '.' => borders(board, at, own) && !borders(board, at, other),
                stone => stone == own,
            };
            board.cells().into_iter().filter(is_own).count()
        };
        by_score(score('x', 'o'), score('o', 'x'))
    }
}

fn rules<const SUPERKO: bool>() -> TextRules {
    let name = if SUPERKO { "go-superko" } else { "go" };
    TextRules::new::<Naive<SUPERKO>>(name, STARTS).drawn_by(draw)
}

/// The game with positional superko.
#[must_use]
pub fn go_superko() -> Registration {
    Registration::text(&rules::<true>().engine::<Goban<true, POINTS>>())
}

/// The game with the simple ko rule.
#[must_use]
pub fn go() -> Registration {
    let rules = rules::<false>();
    let matrix = rules.clone().engine::<Goban<false, MATRIX>>();
    let rectangles = rules.clone().engine::<Goban<false, RECTANGLES>>();
    Registration::text(&rules.engine::<Goban<false, POINTS>>())
        .other_text_engine("go-goban-matrix", &matrix)
        .other_text_engine("go-goban-rectangles", &rectangles)
}
