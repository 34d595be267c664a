//! The naive side: rows of discs, and functions in the order of the rules.

use std::ops::ControlFlow;

use twinboard::vocabulary::Game;

use super::{
    Board, CAN_PLACE, DRAW, Disc, IS_OVER, Move, NO_CELL, O_WINS, Othello, PLAYING, TAKEN,
    TURNS_NONE, X_WINS,
};

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Naive(Board);

/// OT-2: the eight directions, as steps of row and column.
const DIRECTIONS: [(i32, i32); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

fn other(disc: Disc) -> Disc {
    if disc == Disc::X { Disc::O } else { Disc::X }
}

impl Naive {
    /// Sets a game up.
    #[must_use]
    pub fn set_up(board: &Board) -> Option<Self> {
        Some(Self(board.clone()))
    }

    /// OT-1: the content of a cell, counted from 0; `None` beyond the board.
    fn at(&self, row: i32, column: i32) -> Option<Option<Disc>> {
        let cells = self.0.grid.0.get(usize::try_from(row).ok()?)?;
        cells.get(usize::try_from(column).ok()?).copied()
    }

    /// OT-2: the cells of the discs that a disc of `player` turns, placed on this cell.
    fn turned(&self, player: Disc, row: i32, column: i32) -> Vec<(i32, i32)> {
        let mut turned = Vec::new();
        for (down, right) in DIRECTIONS {
            let mut line = Vec::new();
            let (mut row, mut column) = (row + down, column + right);
            while self.at(row, column) == Some(Some(other(player))) {
                line.push((row, column));
                (row, column) = (row + down, column + right);
            }
            if self.at(row, column) == Some(Some(player)) {
                turned.extend(line);
            }
        }
        turned
    }

    /// OT-3, OT-4 and OT-5: why a player may not place a disc here.
    fn refusal(&self, player: Disc, row: i32, column: i32) -> Option<&'static str> {
        match self.at(row, column) {
            None => Some(NO_CELL),
            Some(Some(_)) => Some(TAKEN),
            Some(None) if self.turned(player, row, column).is_empty() => Some(TURNS_NONE),
            Some(None) => None,
        }
    }

    /// The cells where a player may place a disc.
    fn places(&self, player: Disc) -> Vec<(i32, i32)> {
        let (rows, columns) = (self.0.grid.0.len() as i32, self.0.grid.0[0].len() as i32);
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        cells.filter(|&(row, column)| self.refusal(player, row, column).is_none()).collect()
    }

    /// OT-7: neither player can place a disc.
    fn is_over(&self) -> bool {
        self.places(Disc::X).is_empty() && self.places(Disc::O).is_empty()
    }
}

impl Game for Naive {
    type Vocabulary = Othello;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        let places = self.places(self.0.to_move);
        if places.is_empty() {
            return visit(&Move::Pass);
        }
        places.into_iter().try_for_each(|(row, column)| {
            visit(&Move::Place { column: column as u8 + 1, row: row as u8 + 1 })
        })
    }

    fn play(&mut self, mv: &Move) -> Result<Move, &'static str> {
        let player = self.0.to_move;
        if self.is_over() {
            return Err(IS_OVER);
        }
        match *mv {
            Move::Pass if !self.places(player).is_empty() => return Err(CAN_PLACE),
            Move::Pass => {}
            Move::Place { column, row } => {
                let (row, column) = (i32::from(row) - 1, i32::from(column) - 1);
                if let Some(refusal) = self.refusal(player, row, column) {
                    return Err(refusal);
                }
                let turned = self.turned(player, row, column);
                for (row, column) in turned.into_iter().chain([(row, column)]) {
                    self.0.grid.0[row as usize][column as usize] = Some(player);
                }
            }
        }
        self.0.to_move = other(player);
        Ok(*mv)
    }

    fn position(&self) -> Board {
        self.0.clone()
    }

    fn outcome(&self) -> &'static str {
        if !self.is_over() {
            return PLAYING;
        }
        let count = |disc| self.0.grid.0.iter().flatten().filter(|&&it| it == Some(disc)).count();
        match count(Disc::X).cmp(&count(Disc::O)) {
            std::cmp::Ordering::Greater => X_WINS,
            std::cmp::Ordering::Less => O_WINS,
            std::cmp::Ordering::Equal => DRAW,
        }
    }
}
