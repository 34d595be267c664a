//! The values of many small boards, which share what is known.

use board::paint::Board;
use harness::FailedAssertion;
use solver::Solver;

use super::{Truth, grundy, value};

/// When what is known of so many boards has come together, it is forgotten.
const BOARDS_MAX: usize = 1 << 19;

/// One solver that is asked for all boards, and all games from them.
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
    /// Looks at what the solver says a board is worth, and at its Grundy value; gives how many claims
    /// that were.
    ///
    /// # Errors
    ///
    /// The first that is wrong.
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
