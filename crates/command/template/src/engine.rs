//! The engine: the row as bits of a word, the lowest for lamp 1.
//!
//! ```text
//! lamp    1 2 3 4
//! row     # . . #     on = 0b1001
//! ```

use twinboard::TextGame;

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
    count: u32,
    /// The lamps that are on.
    on: u64,
}

impl TextGame for Bits {
    fn set_up(setup: &str) -> Result<Self, String> {
        let count = setup.len() as u32;
        let bit = |(at, lamp): (usize, u8)| u64::from(lamp == b'#') << at;
        if count <= 64 {
            let on = setup.bytes().enumerate().map(bit).sum();
            Ok(Self { count, on })
        } else {
            Err("at most 64 lamps".to_owned())
        }
    }

    fn moves(&self) -> Vec<String> {
        let count = if self.on == 0 { 0 } else { self.count };
        (1..=count).map(|lamp| lamp.to_string()).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        let lamp: u32 = mv.parse().map_err(|_| "no number")?;
        if self.on == 0 || !(1..=self.count).contains(&lamp) || mv.starts_with(['+', '0']) {
            return Err("illegal".to_owned());
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
            u64::MAX >> (64 - self.count)
        };
        self.on ^= (left | bit | bit << 1) & row;
        Ok(())
    }

    fn position(&self) -> String {
        let lamp = |at| if self.on >> at & 1 == 1 { '#' } else { '.' };
        (0..self.count).map(lamp).collect()
    }

    fn outcome(&self) -> Option<String> {
        (self.on == 0).then(|| "won".to_owned())
    }
}
