//! Othello on 8 × 8 cells. Black has the discs `x`; a side without a placement must `pass`.

use arbitrary::Unstructured;
use twinboard::{Registration, TextGame, TextRules};

use crate::board::{Board, cell, name};
use crate::table::{by_score, played};

mod engine;

const START: &str =
    "........\n........\n........\n...ox...\n...xo...\n........\n........\n........\nblack to move";

/// A game in the middle.
fn draw(u: &mut Unstructured<'_>) -> arbitrary::Result<String> {
    let mut board = Board::read(START, ".xo").expect("a board");
    board.black = u.ratio(1, 2)?;
    let full = *u.choose(&[2, 6, 10, 14, 15])?;
    let pieces = *u.choose(&["xo", "xxxxo", "xoooo"])?;
    board.sprinkle(u, pieces, full)?;
    Ok(board.print())
}

/// Oracle: the rules on a board of characters.
#[derive(Clone, Debug)]
pub struct Naive(Board);

impl Naive {
    /// The discs that a placement turns, in all eight directions.
    fn turned(&self, (row, column): (usize, usize), black: bool) -> Vec<(usize, usize)> {
        let (own, other) = if black { ('x', 'o') } else { ('o', 'x') };
        let mut all = Vec::new();
        for (down, right) in (0..9).map(|it| (it / 3 - 1, it % 3 - 1)) {
            let place = |n| (row as isize + n * down, column as isize + n * right);
            let at = |n| self.0.at(place(n).0, place(n).1);
            let length = (1..9).take_while(|&n| at(n) == Some(other)).count() as isize;
            if at(length + 1) == Some(own) {
                all.extend((1..=length).map(|n| (place(n).0 as usize, place(n).1 as usize)));
            }
        }
        all
    }

    fn placements(&self, black: bool) -> Vec<(usize, usize)> {
        let is_legal = |&at: &(usize, usize)| {
            self.0.rows[at.0][at.1] == '.' && !self.turned(at, black).is_empty()
        };
        self.0.cells().into_iter().filter(is_legal).collect()
    }
}

impl TextGame for Naive {
    fn set_up(setup: &str) -> Result<Self, String> {
        let board = Board::read(setup, ".xo").filter(|board| board.size() == (8, 8));
        let expected = "8 rows of 8 cells . x o, then `black to move` or `white to move`";
        Ok(Self(board.ok_or(expected)?))
    }

    fn moves(&self) -> Vec<String> {
        let own = self.placements(self.0.black);
        if own.is_empty() && !self.placements(!self.0.black).is_empty() {
            return vec!["pass".to_owned()];
        }
        own.into_iter().map(name).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        if !self.moves().iter().any(|legal| legal == mv) {
            return played(false);
        }
        if let Some(at) = cell(mv, (8, 8)) {
            for (row, column) in self.turned(at, self.0.black).into_iter().chain([at]) {
                self.0.rows[row][column] = if self.0.black { 'x' } else { 'o' };
            }
        }
        self.0.black = !self.0.black;
        Ok(())
    }

    fn position(&self) -> String {
        self.0.print()
    }

    fn outcome(&self) -> Option<String> {
        match [true, false].iter().all(|&side| self.placements(side).is_empty()) {
            true => by_score(self.0.count("x"), self.0.count("o")),
            false => None,
        }
    }
}

/// The game with an engine that has shown no difference; the others are in `engines/`.
#[must_use]
pub fn othello() -> Registration {
    let rules = TextRules::new::<Naive>("othello", &[START]).drawn_by(draw);
    Registration::text(&rules.engine::<engine::AiOthello>())
}
