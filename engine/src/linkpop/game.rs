//! The adapter for the checks: a game with the vocabulary of `twinboard_vocabulary`.

use std::ops::ControlFlow;

use twinboard_vocabulary::linkpop::{Cell, Outcome, Pair, Pick, Pop, Popped, Refusal, Setup, Step};
use twinboard_vocabulary::{Game, linkpop as vocabulary};

use super::board::Board;
use super::choose::Choice;
use super::lines::{SIDE, place};
use crate::bits::fold;
use crate::planted::{Fault, planted};

/// A game of Link and Pop on any board of a case file.
///
/// ```
/// use twinboard_vocabulary::Game;
/// use twinboard_vocabulary::linkpop::{Outcome, Setup, Step};
/// use twinboard_engine::linkpop::LinkPop;
///
/// let setup: Setup = "1 3\nAS .. AS\n".parse().unwrap();
/// let mut game = LinkPop::set_up(&setup).unwrap();
/// let popped = game.play(&Step::Robot).unwrap();
/// assert_eq!(popped.to_string(), "A popped over (0,0)-(0,2), nothing moves");
/// assert_eq!(game.outcome(), Outcome::Cleared);
/// ```
#[derive(Clone, Debug)]
pub struct LinkPop {
    pub(super) board: Board,
}

impl LinkPop {
    /// The cell that a pick names; `None` if it is not on this board.
    fn cell(&self, pick: Pick) -> Option<Cell> {
        // Compared before the conversion: a truncated number could be a valid row or column.
        let on_board =
            pick.row < self.board.rows().into() && pick.column < self.board.columns().into();
        on_board.then(|| Cell::new(pick.row as u8, pick.column as u8))
    }

    /// The pair that a step requests, or the reason to refuse it.
    fn requested(&self, step: &Step) -> Result<Choice, Refusal> {
        let Step::Pop(first, second) = *step else {
            return self.board.choice().ok_or(Refusal::NothingToPop);
        };
        let first = self.cell(first).ok_or(Refusal::FirstOffBoard)?;
        let second = self.cell(second).ok_or(Refusal::SecondOffBoard)?;
        if first == second {
            return Err(Refusal::SameCell);
        }
        let one = self.board.get(first).ok_or(Refusal::FirstEmpty)?;
        let other = self.board.get(second).ok_or(Refusal::SecondEmpty)?;
        if one.symbol != other.symbol {
            return Err(Refusal::DifferentSymbols);
        }
        let pair = Pair::new(first, second);
        let cost = self.board.cost(pair).ok_or(Refusal::NoLink)?;
        Ok(Choice { pair, cost })
    }
}

impl LinkPop {
    /// The game of a set-up. Never `None` for a [`Setup`], which cannot exceed 32 × 32 cells.
    #[must_use]
    pub fn set_up(setup: &Setup) -> Option<Self> {
        Some(Self { board: Board::from_setup(setup) })
    }
}

impl Game for LinkPop {
    type Vocabulary = vocabulary::LinkPop;

    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&Pop) -> ControlFlow<()>) -> ControlFlow<()> {
        self.board.visit_pops(&mut |Choice { pair, cost }| visit(&Pop { pair, cost }))
    }

    fn count_legal_moves(&self) -> Option<u64> {
        let mut count = 0;
        let _ = self.board.visit_pops(&mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        Some(count)
    }

    fn play(&mut self, step: &Step) -> Result<Popped, Refusal> {
        let choice = self.requested(step)?;
        let block = self.board.get(choice.pair.earlier());
        let symbol = block.ok_or(Refusal::FirstEmpty)?.symbol;
        let link = self.board.link(choice);
        let mut turns: Vec<vocabulary::Turn> = Vec::new();
        self.board.pop_and_report(choice.pair, &mut |turn, cell| {
            turns.resize_with(turn + 1, Vec::new);
            turns[turn].push(cell);
        });
        Ok(Popped { pair: choice.pair, symbol, link, turns })
    }

    fn position(&self) -> vocabulary::Board {
        self.board.to_position()
    }

    fn outcome(&self) -> Outcome {
        if self.board.blocks_left() == 0 {
            Outcome::Cleared
        } else if self.board.choice().is_some() {
            Outcome::Playing
        } else {
            Outcome::Stuck
        }
    }

    fn key(&self) -> Option<u64> {
        Some(self.board.hash())
    }

    fn validate(&self) -> Result<(), String> {
        self.board.validate()
    }
}

/// Arbitrary odd numbers without a pattern in their bits.
const SEED: u64 = 0xA076_1D64_78BD_642F;
const FACTOR: u64 = 0xE703_7ED1_A0B4_28DB;

impl Board {
    /// A 64-bit hash of the visible state: size and blocks. Does not depend on earlier blocks and
    /// moves, or on the margin.
    #[must_use]
    pub fn hash(&self) -> u64 {
        if planted(Fault::KeyByRows) {
            let row = |row| &self.codes[place(row, 1)..][..usize::from(self.columns)];
            let codes = (1..=self.rows.into()).flat_map(row);
            return codes.fold(SEED, |hash, &code| fold(hash ^ u64::from(code), FACTOR));
        }
        let size = u64::from(self.rows) << 8 | u64::from(self.columns);
        let mut hash = fold(size ^ SEED, FACTOR);
        for row in 1..=u32::from(self.rows) {
            // The codes beyond the last column are equal on all boards of this size.
            let (words, _) = self.codes[place(row, 1)..][..SIDE].as_chunks::<8>();
            for &word in words.iter().take(usize::from(self.columns).div_ceil(8)) {
                // Sensitive to the order of the words: the hash so far is part of the next product.
                hash = fold(u64::from_le_bytes(word) ^ hash.rotate_left(29) ^ SEED, FACTOR)
                    .wrapping_add(hash);
            }
        }
        hash
    }
}

const _: () = assert!(SIDE.is_multiple_of(8), "a row is a whole number of words");
