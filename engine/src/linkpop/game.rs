//! The adapter for the checks: a game with the vocabulary of `twinboard_vocabulary`.

use std::ops::ControlFlow;

use twinboard_vocabulary::Game;
use twinboard_vocabulary::linkpop::{
    self as vocabulary, Cell, Outcome, Pair, Pick, Pop, Popped, Refusal, Setup, Step,
};

use super::board::Board;
use super::choose::Choice;

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
