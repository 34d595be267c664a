//! Values of many small boards, with solutions shared between them.

use twinboard_harness::FailedAssertion;
use twinboard_solver::Solver;
use twinboard_vocabulary::paint::Board;

use super::answers::{grundy, value};
use super::truth::Truth;

/// Solved boards at which all solutions are dropped, to limit the memory.
const BOARDS_MAX: usize = 1 << 19;

/// A solver and exhaustive play that are kept from board to board.
#[derive(Debug)]
pub struct Values {
    truth: Truth,
    solver: Solver,
}

impl Default for Values {
    fn default() -> Self {
        Self { truth: Truth::new(usize::MAX), solver: Solver::new() }
    }
}

impl Values {
    /// Checks value and Grundy value of a board. Returns the number of assertions checked.
    ///
    /// # Errors
    ///
    /// The first assertion that fails.
    pub fn check(&mut self, board: &Board) -> Result<u64, FailedAssertion> {
        if self.truth.boards() > BOARDS_MAX {
            *self = Self::default();
        }
        let Self { truth, solver } = self;
        truth.of(board).expect("there is no limit");
        value(truth, solver, board)?;
        grundy(truth, solver, board)?;
        Ok(2)
    }
}
