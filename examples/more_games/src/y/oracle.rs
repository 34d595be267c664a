//! The naive side: chains are searched for anew after every move.

use std::ops::ControlFlow;

use twinboard::vocabulary::Game;
use twinboard::vocabulary::cells::RowColumn;

use super::{NO_CELL, OUTCOMES, OVER, TAKEN, Triangle, Y};

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Naive {
    board: Triangle,
}

impl Naive {
    /// Sets a game up; never `None`.
    #[must_use]
    pub fn set_up(board: &Triangle) -> Option<Self> {
        Some(Self { board: board.clone() })
    }

    /// YY-1: the stone of a cell, or `.`; `None` beyond the board.
    fn cell(&self, row: i64, column: i64) -> Option<char> {
        let row = self.board.0.get(usize::try_from(row - 1).ok()?)?;
        row.get(usize::try_from(column - 1).ok()?).copied()
    }

    /// YY-4: true if a chain of these stones connects all sides.
    fn has_won(&self, stone: char) -> bool {
        let rows = self.board.0.len() as i64;
        (1..=rows).any(|row| {
            // Each chain that connects them begins at a cell of the left side.
            let (mut chain, mut next) = (vec![(row, 1)], 0);
            if self.cell(row, 1) != Some(stone) {
                return false;
            }
            while let Some(&(r, c)) = chain.get(next) {
                next += 1;
                let beside = [(r, c - 1), (r, c + 1)];
                let above_and_below = [(r - 1, c - 1), (r - 1, c), (r + 1, c), (r + 1, c + 1)];
                for (r, c) in beside.into_iter().chain(above_and_below) {
                    if self.cell(r, c) == Some(stone) && !chain.contains(&(r, c)) {
                        chain.push((r, c));
                    }
                }
            }
            chain.iter().any(|&(r, c)| c == r) && chain.iter().any(|&(r, _)| r == rows)
        })
    }
}

impl Game for Naive {
    type Vocabulary = Y;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&RowColumn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for row in 1..=self.board.0.len() as u64 {
            for column in 1..=row {
                let cell = RowColumn { row, column };
                if self.clone().play(&cell).is_ok() {
                    visit(&cell)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&mut self, mv: &RowColumn) -> Result<RowColumn, &'static str> {
        let [row, column] = [mv.row, mv.column].map(|number| number.min(100) as i64);
        match self.cell(row, column) {
            None => Err(NO_CELL),
            Some('X' | 'O') => Err(TAKEN),
            _ if self.outcome() != OUTCOMES[0] => Err(OVER),
            _ => {
                let count = |stone| self.board.0.iter().flatten().filter(|c| **c == stone).count();
                let stone = if count('X') == count('O') { 'X' } else { 'O' };
                self.board.0[row as usize - 1][column as usize - 1] = stone;
                Ok(*mv)
            }
        }
    }

    fn position(&self) -> Triangle {
        self.board.clone()
    }

    fn outcome(&self) -> &'static str {
        OUTCOMES[if self.has_won('X') {
            1
        } else if self.has_won('O') {
            2
        } else {
            0
        }]
    }
}
