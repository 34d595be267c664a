//! Implementation of [`Game`], the interface of the checks.

use std::ops::ControlFlow;

use twinboard_vocabulary::Game;
use twinboard_vocabulary::paint::{
    self as vocabulary, Cell, LegalMove, Move, Outcome, Painted, Position, Refusal,
};

use super::board::Board;

/// A game of paint on any board.
#[derive(Clone, Debug)]
pub struct Paint {
    board: Board,
}

impl Paint {
    /// Cell of the number of a legal move.
    pub(super) fn number_of(&self, legal: &LegalMove) -> Cell {
        let numbers = self.board.numbers();
        let mut cells = legal.cells().iter().copied();
        cells.find(|&cell| numbers.contains(cell)).expect("a legal move has a number")
    }

    /// Sets up a game; always `Some`.
    #[must_use]
    pub fn set_up(setup: &vocabulary::Board) -> Option<Self> {
        Some(Self { board: Board::from_setup(setup) })
    }
}

impl Game for Paint {
    type Vocabulary = vocabulary::Paint;

    /// Visits the moves number by number, in row-major order of the numbers.
    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&LegalMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for number in self.board.alive().iter() {
            self.board.visit_areas(number, &mut |area| visit(&area.to_legal_move()))?;
        }
        ControlFlow::Continue(())
    }

    /// Counts up to a million: more take too long to count in one step.
    fn count_legal_moves(&self) -> Option<u64> {
        self.board.count_all(1_000_000)
    }

    /// Counts without constructing the moves.
    fn count_kind(&self, like: &LegalMove, limit: u64) -> Option<u64> {
        self.board.count_areas(self.number_of(like), limit)
    }

    fn play(&mut self, mv: &Move) -> Result<Painted, Refusal> {
        let area = self.board.check(mv)?;
        let number = self.board.value(area.number);
        self.board.advance(&area);
        self.board.settle();
        Ok(Painted { cells: area.to_legal_move(), number, at: area.number })
    }

    fn advance(&mut self, mv: &Move) -> Result<(), Refusal> {
        let area = self.board.check(mv)?;
        self.board.advance(&area);
        Ok(())
    }

    fn position(&self) -> Position {
        self.board.to_position()
    }

    fn outcome(&self) -> Outcome {
        self.board.outcome()
    }

    fn key(&self) -> Option<u64> {
        Some(self.board.hash())
    }

    /// Uniform if there are few moves; see [`Board::sample_area`].
    fn sample_legal_move(&self, random: &mut dyn FnMut() -> u64) -> Option<LegalMove> {
        self.board.sample_area(random).map(|area| area.to_legal_move())
    }

    /// With at most [`UNIFORM_UP_TO`](super::UNIFORM_UP_TO) moves the choice is uniform.
    fn sampling_bias(&self) -> Option<u32> {
        Some(1)
    }

    fn undo_moves(&mut self, moves: &[Move]) -> bool {
        let mut played = Vec::new();
        for mv in moves {
            if let Ok(area) = self.board.check(mv) {
                played.push(self.board.play(&area));
            }
        }
        for undo in played.iter().rev() {
            self.board.undo(undo);
        }
        true
    }

    fn validate(&self) -> Result<(), String> {
        self.board.validate()?;
        self.board.validate_offers()
    }
}
