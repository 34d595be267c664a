//! The text of cases and answers, as the vocabulary reads and prints it.

use std::io::Read;

use twinboard_harness::{Case, CaseText, Judge};
use twinboard_vocabulary::paint::{Outcome, Paint, Position, text};
use twinboard_vocabulary::{CaseReader, Limits};

use super::PaintRules;

impl CaseText<Paint> for PaintRules {
    fn reader<'a>(
        &self,
        input: Box<dyn Read + 'a>,
        limits: Limits,
    ) -> Box<dyn CaseReader<Paint> + 'a> {
        Box::new(text::Reader::new(input, limits))
    }

    fn print(&self, case: &Case<Paint>) -> String {
        text::print(&case.setup, &case.moves)
    }

    /// Paint has no judge that reads a board and expects a text. The answer is the final position:
    /// the board, and the outcome or the player to move.
    fn answer(&self, _number: usize, position: &Position, outcome: Outcome) -> String {
        format!("{}{outcome}\n", text::board(&position.board))
    }
}

impl Judge<Paint> for PaintRules {
    /// A program is asked for a single move on a board (PT-32).
    fn for_judge(&self, case: &Case<Paint>) -> Case<Paint> {
        Case::new(case.setup.clone(), Vec::new())
    }
}
