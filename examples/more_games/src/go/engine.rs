//! The fast side: a bit for each cell, and one empty column on the right, so that nothing is shifted
//! into the next row.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use twinboard::vocabulary::Game;

use super::{Board, Go, Move, Past, REFUSALS, Scores, Situation};
use planted::{Fault, planted};

/// Planted faults.
pub mod planted {
    twinboard::faults::catalogue! {
        "go" in Engine {
            /// Only the board before the last one must not come again.
            SimpleKo = "go-simple-ko" breaks "GO-4",

            /// The hash is that of the board, without the past.
            PastNotHashed = "go-past-not-hashed" breaks "GO-4",
        }
    }
}

/// The stones of X and of O.
type Stones = [u32; 2];

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Bits {
    rows: u32,
    columns: u32,
    cells: u32,
    stones: Stones,
    turn: usize,
    /// Passes in a row.
    passes: u8,
    past: BTreeSet<Stones>,
    /// The board before this one.
    before: Option<Stones>,
}

impl Bits {
    /// Sets a game up; never `None`.
    #[must_use]
    pub fn set_up(situation: &Situation) -> Option<Self> {
        let (rows, columns) = situation.board.size();
        let (rows, columns) = (rows as u32, columns as u32);
        let row = (1 << columns) - 1;
        let cells = (0..rows).map(|number| row << (number * (columns + 1))).sum();
        let stones = |board: &Board| {
            ['X', 'O'].map(|stone| {
                (0..).zip(&board.0).map(|(bit, cell)| u32::from(*cell == stone) << bit).sum()
            })
        };
        Some(Self {
            rows,
            columns,
            cells,
            stones: stones(&situation.board),
            turn: usize::from(situation.turn == 'O'),
            passes: situation.passes as u8,
            past: situation.past.0.iter().map(stones).collect(),
            before: None,
        })
    }

    /// The cells beside these, on the board.
    fn beside(&self, cells: u32) -> u32 {
        let row = self.columns + 1;
        (cells << 1 | cells >> 1 | cells << row | cells >> row) & self.cells
    }

    /// The cells of `within` that are connected with `from`.
    fn flood(&self, from: u32, within: u32) -> u32 {
        let mut all = from & within;
        loop {
            let more = all | self.beside(all) & within;
            if more == all {
                return all;
            }
            all = more;
        }
    }

    /// The board after a stone on an empty cell, or the reason why it is refused.
    fn after(&self, bit: u32) -> Result<Stones, &'static str> {
        let (own, other) = (self.stones[self.turn] | bit, self.stones[1 - self.turn]);
        let alive = |stones| self.flood(self.beside(self.cells & !own & !other), stones);
        let other = alive(other);
        if self.flood(self.beside(self.cells & !own & !other), own) != own {
            return Err(REFUSALS[3]);
        }
        let stones = if self.turn == 0 { [own, other] } else { [other, own] };
        let is_repeated = if planted(Fault::SimpleKo) {
            self.before == Some(stones)
        } else {
            self.past.contains(&stones)
        };
        if is_repeated { Err(REFUSALS[4]) } else { Ok(stones) }
    }

    fn bit(&self, row: u64, column: u64) -> Option<u32> {
        let is_cell = (1..=u64::from(self.rows)).contains(&row)
            && (1..=u64::from(self.columns)).contains(&column);
        is_cell.then(|| 1 << ((row as u32 - 1) * (self.columns + 1) + column as u32 - 1))
    }

    fn board(&self, stones: Stones) -> Board {
        let cell = |bit| match stones.map(|stones| stones >> bit & 1) {
            _ if self.cells >> bit & 1 == 0 => '/',
            [1, _] => 'X',
            [_, 1] => 'O',
            _ => '.',
        };
        Board((0..self.rows * (self.columns + 1) - 1).map(cell).collect())
    }
}

/// The finaliser of the generator splitmix64.
fn mixed(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// The highest bit is set, because 0 is mixed to 0: an empty board must count.
fn hash(stones: Stones) -> u64 {
    mixed(1 << 63 | u64::from(stones[0]) << 32 | u64::from(stones[1]))
}

impl Game for Bits {
    type Vocabulary = Go;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.passes == 2 {
            return ControlFlow::Continue(());
        }
        let mut empty = self.cells & !self.stones[0] & !self.stones[1];
        while empty != 0 {
            let place = empty.trailing_zeros();
            empty &= empty - 1;
            if self.after(1 << place).is_ok() {
                let (row, column) = (place / (self.columns + 1), place % (self.columns + 1));
                visit(&Move::Stone(u64::from(row) + 1, u64::from(column) + 1))?;
            }
        }
        visit(&Move::Pass)
    }

    fn play(&mut self, mv: &Move) -> Result<Move, &'static str> {
        if self.passes == 2 {
            return Err(REFUSALS[0]);
        }
        match *mv {
            Move::Pass => self.passes += 1,
            Move::Stone(row, column) => {
                let bit = self.bit(row, column).ok_or(REFUSALS[1])?;
                if (self.stones[0] | self.stones[1]) & bit != 0 {
                    return Err(REFUSALS[2]);
                }
                let after = self.after(bit)?;
                self.past.insert(self.stones);
                self.before = Some(self.stones);
                self.stones = after;
                self.passes = 0;
            }
        }
        self.turn = 1 - self.turn;
        Ok(*mv)
    }

    fn position(&self) -> Situation {
        Situation {
            board: self.board(self.stones),
            turn: ['X', 'O'][self.turn],
            passes: self.passes.into(),
            past: Past(self.past.iter().map(|stones| self.board(*stones)).collect()),
        }
    }

    fn outcome(&self) -> Scores {
        let empty = self.cells & !self.stones[0] & !self.stones[1];
        let reached = self.stones.map(|stones| self.flood(self.beside(stones), empty));
        let score = |player: usize| {
            let own = self.stones[player] | reached[player] & !reached[1 - player];
            u64::from(own.count_ones())
        };
        Scores((self.passes == 2).then(|| (score(0), score(1))))
    }

    /// The past is a set, so its hashes are added.
    fn key(&self) -> Option<u64> {
        let past = self.past.iter().fold(0_u64, |sum, board| sum.wrapping_add(hash(*board)));
        let past = if planted(Fault::PastNotHashed) { 0 } else { mixed(past) };
        let state = self.turn as u64 | u64::from(self.passes) << 1 | u64::from(self.cells) << 8;
        Some(mixed(hash(self.stones) ^ past).wrapping_add(mixed(state)))
    }
}
