//! The text of cases and answers, as the vocabulary reads and prints it.

use std::io::Read;

use twinboard_harness::{Case, CaseText};
use twinboard_vocabulary::linkpop::{Board, LinkPop, Outcome, text};
use twinboard_vocabulary::{CaseReader, Limits};

use super::LinkPopRules;

impl CaseText<LinkPop> for LinkPopRules {
    fn reader<'a>(
        &self,
        input: Box<dyn Read + 'a>,
        limits: Limits,
    ) -> Box<dyn CaseReader<LinkPop> + 'a> {
        Box::new(text::Reader::new(input, limits, self.margin.unwrap_or_default()))
    }

    fn print(&self, case: &Case<LinkPop>) -> String {
        text::print(&case.setup, &case.moves, self.margin.unwrap_or_default())
    }

    fn answer(&self, number: usize, position: &Board, _outcome: Outcome) -> String {
        text::answer(number, position)
    }
}
