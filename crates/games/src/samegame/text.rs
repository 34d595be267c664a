//! The text of cases and answers, as the vocabulary reads and prints it.

use std::io::Read;

use twinboard_harness::{Case, CaseText};
use twinboard_vocabulary::samegame::{Outcome, Position, SameGame, text};
use twinboard_vocabulary::{CaseReader, Limits};

use super::SameGameRules;

impl CaseText<SameGame> for SameGameRules {
    fn reader<'a>(
        &self,
        input: Box<dyn Read + 'a>,
        limits: Limits,
    ) -> Box<dyn CaseReader<SameGame> + 'a> {
        Box::new(text::Reader::new(input, limits))
    }

    fn print(&self, case: &Case<SameGame>) -> String {
        text::print([(&case.setup, &case.moves[..])])
    }

    fn print_all(&self, cases: &[Case<SameGame>]) -> Option<String> {
        Some(text::print(cases.iter().map(|case| (&case.setup, &case.moves[..]))))
    }

    fn answer(&self, number: usize, position: &Position, outcome: Outcome) -> String {
        text::answer(number, position, outcome)
    }
}
