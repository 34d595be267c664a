//! The fast side: all lights in one machine word, a byte for each row and a bit for each cell. The
//! lowest bit is row 1, column 1.

use std::ops::ControlFlow;

use twinboard::vocabulary::Game;
use twinboard::vocabulary::cells::RowColumn;
use twinboard::vocabulary::game::below;

use crate::game::{Board, IS_OVER, LightsOut, NO_CELL, PLAYING, WON};
use planted::{Fault, planted};

/// Planted faults: typical mistakes, activated one at a time to show that the checks notice them.
pub mod planted {
    twinboard::faults::catalogue! {
        "lights-out" in Engine {
            /// A board of 64 cells has 63: its author knows that a shift by 64 overflows.
            LastCell = "lights-out-last-cell" breaks "LO-1",

            /// A press in the last column reaches the next row: the shift is not masked.
            Wraps = "lights-out-wraps" breaks "LO-2",

            /// The limits of rows and columns are exchanged.
            Transposed = "lights-out-transposed" breaks "LO-3",

            /// A won game goes on with the next press.
            GoesOn = "lights-out-goes-on" breaks "LO-4",

            /// Boards of different sizes without a light have the same hash.
            SizeNotHashed = "lights-out-size-not-hashed" breaks "LO-1",
        }
    }
}

/// Bits of a row in the word.
const ROW: u32 = 8;
/// The bits of column 1 in all rows.
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Bits {
    rows: u8,
    columns: u8,
    /// A bit for each cell of the board.
    cells: u64,
    /// A bit for each light that is on, a subset of `cells`.
    lights: u64,
}

impl Bits {
    /// Sets a game up. Never `None`: every valid board fits into the word.
    #[must_use]
    pub fn set_up(board: &Board) -> Option<Self> {
        let (rows, columns) = (board.0.len() as u8, board.0[0].len() as u8);
        let row = u64::from(u8::MAX >> (8 - columns));
        let mut cells = (row * FIRST_COLUMN) & (u64::MAX >> (64 - 8 * rows));
        if planted(Fault::LastCell) {
            cells &= u64::MAX >> 1;
        }
        let mut lights = 0;
        for (row, cells) in (0..).zip(&board.0) {
            for (column, &is_on) in (0..).zip(cells) {
                lights |= u64::from(is_on) << (ROW * row + column);
            }
        }
        Some(Self { rows, columns, cells, lights: lights & cells })
    }

    /// The bit of the pressed cell; `None` if the board has no such cell.
    fn bit(&self, press: RowColumn) -> Option<u64> {
        let (rows, columns) = (u64::from(self.rows), u64::from(self.columns));
        let (rows, columns) =
            if planted(Fault::Transposed) { (columns, rows) } else { (rows, columns) };
        let is_cell = (1..=rows).contains(&press.row) && (1..=columns).contains(&press.column);
        is_cell.then(|| 1 << (u64::from(ROW) * (press.row - 1) + press.column - 1))
    }

    /// The cells that may be pressed: all until the game is won.
    fn legal(&self) -> u64 {
        if self.lights == 0 { 0 } else { self.cells }
    }

    /// Toggles a cell and its neighbours. The masks drop bits that are shifted off the board or
    /// into another row.
    fn toggle(&mut self, bit: u64) {
        let right = if planted(Fault::Wraps) { u64::MAX } else { !FIRST_COLUMN };
        let left = (bit & !FIRST_COLUMN) >> 1;
        let beside = left | (bit << 1 & right);
        let above_and_below = bit << ROW | bit >> ROW;
        self.lights ^= (bit | beside | above_and_below) & self.cells;
    }
}

/// The press of the cell with this bit.
fn press(bit: u64) -> RowColumn {
    let place = bit.trailing_zeros();
    RowColumn { row: u64::from(place / ROW) + 1, column: u64::from(place % ROW) + 1 }
}

/// The one bits of a word, from the lowest.
fn ones(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = word & word.wrapping_neg();
        word ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// A bijective hash: the finaliser of the generator splitmix64.
fn mixed(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

impl Game for Bits {
    type Vocabulary = LightsOut;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&RowColumn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        ones(self.legal()).try_for_each(|bit| visit(&press(bit)))
    }

    fn play(&mut self, press: &RowColumn) -> Result<RowColumn, &'static str> {
        let bit = self.bit(*press).ok_or(NO_CELL)?;
        if self.lights == 0 && !planted(Fault::GoesOn) {
            return Err(IS_OVER);
        }
        self.toggle(bit);
        Ok(*press)
    }

    fn position(&self) -> Board {
        let is_on = |row, column| self.lights >> (8 * row + column) & 1 == 1;
        let row = |row| (0..self.columns).map(|column| is_on(row, column)).collect();
        Board((0..self.rows).map(row).collect())
    }

    fn outcome(&self) -> &'static str {
        if self.lights == 0 { WON } else { PLAYING }
    }

    /// Includes the size: equal lights on boards of different sizes are different positions.
    fn key(&self) -> Option<u64> {
        let size = if planted(Fault::SizeNotHashed) { 0 } else { mixed(self.cells) };
        Some(mixed(self.lights ^ size))
    }

    fn sample_legal_move(&self, random: &mut dyn FnMut() -> u64) -> Option<RowColumn> {
        let legal = self.legal();
        let count = u64::from(legal.count_ones());
        let chosen = (count > 0).then(|| below(random, count))?;
        ones(legal).nth(chosen as usize).map(press)
    }

    /// A second press of a cell takes the first one back.
    fn undo_moves(&mut self, moves: &[RowColumn]) -> bool {
        let mut played = Vec::new();
        for mv in moves {
            if self.play(mv).is_ok() {
                played.extend(self.bit(*mv));
            }
        }
        played.into_iter().rev().for_each(|bit| self.toggle(bit));
        true
    }

    fn validate(&self) -> Result<(), String> {
        let stray = self.lights & !self.cells;
        if stray == 0 { Ok(()) } else { Err(format!("lights beyond the board: {stray:#x}")) }
    }
}
