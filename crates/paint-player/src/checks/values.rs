//! Values of many small boards, with solutions shared between them.
//!
//! The solutions are those of the oracle. A solver is not shared: what it says would depend on all
//! boards before, and a wrong answer could not be replayed. It is asked about boards that nearly
//! equal the present one instead ([`after_near_copies`]).

use twinboard_harness::FailedAssertion;
use twinboard_solver::Solver;
use twinboard_vocabulary::paint::Board;

use super::answers::solution;
use super::sums::after_near_copies;
use super::truth::Truth;

/// Solved boards at which all solutions are dropped, to limit the memory.
const BOARDS_MAX: usize = 1 << 19;

/// Exhaustive play that is kept from board to board.
#[derive(Debug)]
pub struct Values {
    truth: Truth,
}

impl Default for Values {
    fn default() -> Self {
        Self { truth: Truth::new(usize::MAX) }
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
        let Self { truth } = self;
        solution(truth, board)?;
        after_near_copies(truth, &mut Solver::new(), board)?;
        Ok(2)
    }
}
