//! The engine: the row as bits of a word, the lowest for lamp 1.
//!
//! ```text
//! lamp    1 2 3 4
//! row     # . . #     on = 0b1001
//! ```

use std::ops::ControlFlow;

use twinboard::vocabulary::Game;

use crate::game::{Lamps, Outcome, Refusal, Row};

pub mod planted {
    //! Faults that tests activate one at a time, to show that the checks detect them.

    twinboard::faults::catalogue! {
        "my-game" in Engine {
            /// A press of the last lamp switches one beyond the row, too.
            Beyond = "my-game-beyond" breaks "R-2",

            /// The lamp to the left is forgotten.
            LeftForgotten = "my-game-left-forgotten" breaks "R-2",
        }
    }
}

use planted::{Fault, planted};

/// A game on a bitboard.
#[derive(Clone, Debug)]
pub struct Bits {
    /// The lamps of the row.
    row: u64,
    /// The lamps that are on.
    on: u64,
}

impl Bits {
    /// Sets a game up.
    pub fn set_up(row: &Row) -> Option<Self> {
        let bit = |(at, &is_on): (usize, &bool)| u64::from(is_on) << at;
        let on = row.0.iter().enumerate().map(bit).sum();
        Some(Self {
            row: u64::MAX >> (64 - row.0.len()),
            on,
        })
    }

    fn count(&self) -> u32 {
        self.row.count_ones()
    }
}

impl Game for Bits {
    type Vocabulary = Lamps;

    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&u64) -> ControlFlow<()>) -> ControlFlow<()> {
        let count = if self.on == 0 { 0 } else { self.count() };
        (1..=count.into()).try_for_each(|lamp| visit(&lamp))
    }

    fn play(&mut self, lamp: &u64) -> Result<u64, Refusal> {
        if self.on == 0 {
            return Err(Refusal::Over);
        }
        if !(1..=self.count().into()).contains(lamp) {
            return Err(Refusal::NoSuchLamp);
        }
        let bit = 1 << (lamp - 1);
        let left = if planted(Fault::LeftForgotten) {
            0
        } else {
            bit >> 1
        };
        let row = if planted(Fault::Beyond) {
            u64::MAX
        } else {
            self.row
        };
        self.on ^= (left | bit | bit << 1) & row;
        Ok(*lamp)
    }

    fn position(&self) -> Row {
        Row((0..self.count()).map(|at| self.on >> at & 1 == 1).collect())
    }

    fn outcome(&self) -> Outcome {
        if self.on == 0 {
            Outcome::Won
        } else {
            Outcome::Playing
        }
    }
}
