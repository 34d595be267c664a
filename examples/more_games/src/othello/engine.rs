//! The fast side: a bit for each cell, row after row without gaps, the lowest bit for a1.

use std::ops::ControlFlow;

use twinboard::vocabulary::Game;
use twinboard::vocabulary::game::below;

use super::{
    Board, CAN_PLACE, DRAW, Disc, Grid, IS_OVER, Move, NO_CELL, O_WINS, Othello, PLAYING, TAKEN,
    TURNS_NONE, X_WINS,
};
use planted::{Fault, planted};

/// Planted faults, activated one at a time.
pub mod planted {
    twinboard::faults::catalogue! {
        "othello" in Engine {
            /// A line goes on at the other side of the board, a row further: no mask for columns.
            Wraps = "othello-wraps" breaks "OT-2",

            /// A line of discs up to the edge is turned, although no own disc is behind it.
            OpenLine = "othello-open-line" breaks "OT-2",

            /// A player may pass at any time.
            PassesAlways = "othello-passes-always" breaks "OT-6",

            /// The game is over as soon as one player cannot place a disc.
            NoPass = "othello-no-pass" breaks "OT-6",

            /// Positions that differ in the player to move have the same hash.
            TurnNotHashed = "othello-turn-not-hashed" breaks "OT-1",
        }
    }
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Bits {
    rows: u32,
    columns: u32,
    /// All cells.
    full: u64,
    /// The cells of column a.
    first: u64,
    /// The discs of the player to move and of the other one.
    own: u64,
    theirs: u64,
    to_move: Disc,
}

impl Bits {
    /// Sets a game up.
    #[must_use]
    pub fn set_up(board: &Board) -> Option<Self> {
        let Grid(grid) = &board.grid;
        let (rows, columns) = (grid.len() as u32, grid[0].len() as u32);
        let discs = |disc| {
            let cells = (0..).zip(grid.iter().flatten());
            cells.fold(0, |bits, (at, cell)| bits | u64::from(*cell == Some(disc)) << at)
        };
        let (x, o) = (discs(Disc::X), discs(Disc::O));
        let (own, theirs) = if board.to_move == Disc::X { (x, o) } else { (o, x) };
        let full = u64::MAX >> (64 - rows * columns);
        let first = (0..rows).fold(0, |bits, row| bits | 1 << (row * columns));
        Some(Self { rows, columns, full, first, own, theirs, to_move: board.to_move })
    }

    /// These cells moved one step in one of eight directions; those that leave the board are gone.
    fn step(&self, bits: u64, direction: u32) -> u64 {
        let last = self.first << (self.columns - 1);
        let (first, last) = if planted(Fault::Wraps) { (0, 0) } else { (self.first, last) };
        let moved = match direction {
            0 => (bits & !last) << 1,
            1 => (bits & !first) >> 1,
            2 => bits << self.columns,
            3 => bits >> self.columns,
            4 => (bits & !last).checked_shl(self.columns + 1).unwrap_or(0),
            5 => (bits & !first) << (self.columns - 1),
            6 => (bits & !last) >> (self.columns - 1),
            _ => (bits & !first) >> (self.columns + 1),
        };
        moved & self.full
    }

    /// The empty cells where the player with the discs `own` turns some of `theirs`.
    fn places(&self, own: u64, theirs: u64) -> u64 {
        let empty = self.full & !(own | theirs);
        (0..8).fold(0, |places, direction| {
            let mut line = self.step(own, direction) & theirs;
            let mut ends = 0;
            while line != 0 {
                let next = self.step(line, direction);
                ends |= next & empty;
                line = next & theirs;
            }
            places | ends
        })
    }

    /// The discs that the player to move turns by a disc on this cell.
    fn turned(&self, place: u64) -> u64 {
        (0..8).fold(0, |turned, direction| {
            let mut line = 0;
            let mut next = self.step(place, direction);
            while next & self.theirs != 0 {
                line |= next;
                next = self.step(next, direction);
            }
            let is_closed = next & self.own != 0 || planted(Fault::OpenLine) && next == 0;
            if is_closed { turned | line } else { turned }
        })
    }

    fn legal(&self) -> u64 {
        self.places(self.own, self.theirs)
    }

    fn is_over(&self) -> bool {
        self.legal() == 0 && (self.places(self.theirs, self.own) == 0 || planted(Fault::NoPass))
    }

    fn place(&self, bit: u64) -> Move {
        let at = bit.trailing_zeros();
        let (row, column) = (at / self.columns, at % self.columns);
        Move::Place { column: column as u8 + 1, row: row as u8 + 1 }
    }

    /// The discs of X and of O.
    fn discs(&self) -> (u64, u64) {
        if self.to_move == Disc::X { (self.own, self.theirs) } else { (self.theirs, self.own) }
    }
}

/// The one bits of a word, from the lowest.
fn ones(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = word & word.wrapping_neg();
        word ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

impl Game for Bits {
    type Vocabulary = Othello;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let legal = self.legal();
        if (legal == 0 || planted(Fault::PassesAlways)) && !self.is_over() {
            visit(&Move::Pass)?;
        }
        ones(legal).try_for_each(|bit| visit(&self.place(bit)))
    }

    fn play(&mut self, mv: &Move) -> Result<Move, &'static str> {
        if self.is_over() {
            return Err(IS_OVER);
        }
        let turned = match *mv {
            Move::Pass if self.legal() != 0 && !planted(Fault::PassesAlways) => {
                return Err(CAN_PLACE);
            }
            Move::Pass => 0,
            Move::Place { column, row } => {
                let (row, column) = (u32::from(row), u32::from(column));
                if !(1..=self.rows).contains(&row) || !(1..=self.columns).contains(&column) {
                    return Err(NO_CELL);
                }
                let place = 1 << ((row - 1) * self.columns + column - 1);
                if (self.own | self.theirs) & place != 0 {
                    return Err(TAKEN);
                }
                if self.legal() & place == 0 {
                    return Err(TURNS_NONE);
                }
                place | self.turned(place)
            }
        };
        let own = self.own | turned;
        (self.own, self.theirs) = (self.theirs & !turned, own);
        self.to_move = if self.to_move == Disc::X { Disc::O } else { Disc::X };
        Ok(*mv)
    }

    fn position(&self) -> Board {
        let (x, o) = self.discs();
        let cell = |at: u32| match (x >> at & 1, o >> at & 1) {
            (1, _) => Some(Disc::X),
            (_, 1) => Some(Disc::O),
            _ => None,
        };
        let row = |row| (0..self.columns).map(|column| cell(row * self.columns + column)).collect();
        Board { grid: Grid((0..self.rows).map(row).collect()), to_move: self.to_move }
    }

    fn outcome(&self) -> &'static str {
        let (x, o) = self.discs();
        match x.count_ones().cmp(&o.count_ones()) {
            _ if !self.is_over() => PLAYING,
            std::cmp::Ordering::Greater => X_WINS,
            std::cmp::Ordering::Less => O_WINS,
            std::cmp::Ordering::Equal => DRAW,
        }
    }

    fn key(&self) -> Option<u64> {
        let (x, o) = self.discs();
        let turn = u64::from(self.to_move == Disc::X && !planted(Fault::TurnNotHashed));
        let size = u64::from(self.rows * 16 + self.columns * 2);
        let key = [x, o, size + turn].into_iter().fold(0_u64, |key, word| {
            let mixed = (key ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(29)
        });
        Some(key)
    }

    fn sample_legal_move(&self, random: &mut dyn FnMut() -> u64) -> Option<Move> {
        let legal = self.legal();
        if legal == 0 {
            return (!self.is_over()).then_some(Move::Pass);
        }
        let chosen = below(random, u64::from(legal.count_ones()));
        ones(legal).nth(chosen as usize).map(|bit| self.place(bit))
    }
}
