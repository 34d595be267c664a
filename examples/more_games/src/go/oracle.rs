//! The naive side: the rules in their order.

use std::ops::ControlFlow;

use twinboard::vocabulary::Game;

use super::{Board, Go, Move, REFUSALS, Scores, Situation};

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Naive {
    now: Situation,
}

/// The cells above, below and beside this one; where the board ends there is a `/` or nothing.
fn neighbours(board: &Board, cell: usize) -> impl Iterator<Item = usize> {
    let row = board.size().1 + 1;
    let all = [cell.wrapping_sub(row), cell + row, cell.wrapping_sub(1), cell + 1];
    all.into_iter().filter(|cell| board.0.get(*cell).is_some_and(|it| *it != '/'))
}

/// The connected cells with the same content as this one.
fn region(board: &Board, cell: usize) -> Vec<usize> {
    let (mut all, mut next) = (vec![cell], 0);
    while next < all.len() {
        for beside in neighbours(board, all[next]) {
            if board.0[beside] == board.0[cell] && !all.contains(&beside) {
                all.push(beside);
            }
        }
        next += 1;
    }
    all
}

fn touches(board: &Board, cell: usize, content: char) -> bool {
    let region = region(board, cell);
    region.iter().flat_map(|cell| neighbours(board, *cell)).any(|cell| board.0[cell] == content)
}

/// GO-3: the stones of a player whose chains touch no empty cell.
fn dead(board: &Board, stone: char) -> Vec<usize> {
    let stones = (0..board.0.len()).filter(|&cell| board.0[cell] == stone);
    stones.filter(|cell| !touches(board, *cell, '.')).collect()
}

impl Naive {
    /// Sets a game up; never `None`.
    #[must_use]
    pub fn set_up(situation: &Situation) -> Option<Self> {
        Some(Self { now: situation.clone() })
    }

    fn other(&self) -> char {
        if self.now.turn == 'X' { 'O' } else { 'X' }
    }

    /// The board after a stone, or the reason why it is refused.
    fn after(&self, row: u64, column: u64) -> Result<Board, &'static str> {
        let mut board = self.now.board.clone();
        let (rows, columns) = board.size();
        if !(1..=rows as u64).contains(&row) || !(1..=columns as u64).contains(&column) {
            return Err(REFUSALS[1]);
        }
        let cell = (row as usize - 1) * (columns + 1) + column as usize - 1;
        if board.0[cell] != '.' {
            return Err(REFUSALS[2]);
        }
        board.0[cell] = self.now.turn;
        for cell in dead(&board, self.other()) {
            board.0[cell] = '.';
        }
        if !dead(&board, self.now.turn).is_empty() {
            return Err(REFUSALS[3]);
        }
        if board == self.now.board || self.now.past.0.contains(&board) {
            return Err(REFUSALS[4]);
        }
        Ok(board)
    }

    /// GO-5.
    fn score(&self, own: char, other: char) -> u64 {
        let board = &self.now.board;
        let counts = |&cell: &usize| {
            let is_empty = board.0[cell] == '.';
            board.0[cell] == own
                || is_empty && touches(board, cell, own) && !touches(board, cell, other)
        };
        (0..board.0.len()).filter(counts).count() as u64
    }
}

impl Game for Naive {
    type Vocabulary = Go;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.now.passes == 2 {
            return ControlFlow::Continue(());
        }
        visit(&Move::Pass)?;
        let (rows, columns) = self.now.board.size();
        (1..=rows as u64)
            .flat_map(|row| (1..=columns as u64).map(move |column| (row, column)))
            .filter(|&(row, column)| self.after(row, column).is_ok())
            .try_for_each(|(row, column)| visit(&Move::Stone(row, column)))
    }

    fn play(&mut self, mv: &Move) -> Result<Move, &'static str> {
        if self.now.passes == 2 {
            return Err(REFUSALS[0]);
        }
        if let Move::Stone(row, column) = *mv {
            let board = self.after(row, column)?;
            let before = std::mem::replace(&mut self.now.board, board);
            self.now.past.0.insert(before);
            self.now.passes = 0;
        } else {
            self.now.passes += 1;
        }
        self.now.turn = self.other();
        Ok(*mv)
    }

    fn position(&self) -> Situation {
        self.now.clone()
    }

    fn outcome(&self) -> Scores {
        Scores((self.now.passes == 2).then(|| (self.score('X', 'O'), self.score('O', 'X'))))
    }
}
