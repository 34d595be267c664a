//! The fast side: a bit for each hole, the lowest for hole 1. A few shifts find all jumps in one
//! direction at once.

use std::ops::ControlFlow;

use twinboard::vocabulary::Game;
use twinboard::vocabulary::game::below;

use crate::planted::{Fault, planted};
use crate::vocabulary::{Direction, Jump, Outcome, Pegs, Refusal, Row};

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Bits {
    /// A bit for each hole of the row.
    holes: u64,
    /// A bit for each peg, a subset of `holes`.
    pegs: u64,
}

impl Bits {
    /// Sets a game up. Never `None`: every valid row fits into the word.
    #[must_use]
    pub fn set_up(row: &Row) -> Option<Self> {
        let count = row.pegs().len();
        let count = if planted(Fault::Hole64) { count.min(63) } else { count };
        let holes = u64::MAX >> (64 - count);
        let bit = |(place, &peg): (usize, &bool)| u64::from(peg) << place;
        let pegs: u64 = row.pegs().iter().enumerate().map(bit).sum();
        Some(Self { holes, pegs: pegs & holes })
    }

    fn count(&self) -> u32 {
        self.holes.count_ones()
    }

    fn empty(&self) -> u64 {
        let holes = if planted(Fault::LastHole) { self.holes >> 1 } else { self.holes };
        holes & !self.pegs
    }

    /// The pegs that can jump in this direction: next to each is a peg, and after that an empty
    /// hole. Bits shifted off the row meet no empty hole.
    fn jumpers(&self, to: Direction) -> u64 {
        match to {
            Direction::Left => self.pegs & (self.pegs << 1) & (self.empty() << 2),
            Direction::Right => self.pegs & (self.pegs >> 1) & (self.empty() >> 2),
        }
    }
}

/// The indices of the one bits, from the lowest.
fn ones(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros())?;
        bits &= bits - 1;
        Some(lowest)
    })
}

/// A bijective hash: the finaliser of the generator splitmix64.
fn mixed(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

impl Game for Bits {
    type Vocabulary = Pegs;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Jump) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        [Direction::Left, Direction::Right].into_iter().try_for_each(|to| {
            ones(self.jumpers(to))
                .try_for_each(|place| visit(&Jump { from: u64::from(place) + 1, to }))
        })
    }

    fn play(&mut self, jump: &Jump) -> Result<Jump, Refusal> {
        if !(1..=self.count().into()).contains(&jump.from) {
            return Err(Refusal::NoSuchHole);
        }
        let from = 1_u64 << (jump.from - 1);
        let (over, to) = match jump.to {
            Direction::Left => (from >> 1, from >> 2),
            Direction::Right => (from << 1, from << 2),
        };
        if self.pegs & from == 0 {
            Err(Refusal::NoPeg)
        } else if self.holes & to == 0 {
            Err(Refusal::OffTheRow)
        } else if self.pegs & over == 0 {
            Err(Refusal::NothingToJumpOver)
        } else if self.empty() & to == 0 {
            Err(Refusal::Taken)
        } else {
            self.pegs ^= from | to;
            if !planted(Fault::PegStays) {
                self.pegs ^= over;
            }
            Ok(*jump)
        }
    }

    fn position(&self) -> Row {
        let peg = |place| self.pegs >> place & 1 == 1;
        Row::new((0..self.count()).map(peg).collect()).expect("a row keeps its holes")
    }

    fn outcome(&self) -> Outcome {
        let can_go_on = self.jumpers(Direction::Left) | self.jumpers(Direction::Right) != 0;
        match (self.pegs.count_ones(), can_go_on) {
            (1, _) => Outcome::Won,
            (_, true) => Outcome::Playing,
            (_, false) => Outcome::Stuck,
        }
    }

    fn key(&self) -> Option<u64> {
        // Includes the length: equal pegs in rows of different lengths are different positions.
        Some(mixed(self.pegs ^ mixed(self.holes)))
    }

    fn sample_legal_move(&self, random: &mut dyn FnMut() -> u64) -> Option<Jump> {
        let (left, right) = (self.jumpers(Direction::Left), self.jumpers(Direction::Right));
        let lefts = left.count_ones();
        let all = lefts + right.count_ones();
        if all == 0 {
            return None;
        }
        let chosen = below(random, all.into()) as u32;
        let (to, place) = match chosen.checked_sub(lefts) {
            None => (Direction::Left, ones(left).nth(chosen as usize)?),
            Some(chosen) => (Direction::Right, ones(right).nth(chosen as usize)?),
        };
        Some(Jump { from: u64::from(place) + 1, to })
    }

    fn validate(&self) -> Result<(), String> {
        let stray = self.pegs & !self.holes;
        if stray == 0 { Ok(()) } else { Err(format!("pegs beyond the row: {stray:#x}")) }
    }
}
