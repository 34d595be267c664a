//! Case files: the trait of their format, and the format that every vocabulary has.

use std::io::Read;

use board::text::blocks;
use board::{CaseReader, Limits, OutcomeOf, PositionOf, Vocabulary};

use crate::case::Case;

/// The format of case files of one rule set.
pub trait CaseText<W: Vocabulary> {
    /// A reader of cases from a stream.
    fn reader<'a>(&self, input: Box<dyn Read + 'a>, limits: Limits) -> Box<dyn CaseReader<W> + 'a>;

    /// The text of a case file with this case, which must read back as the same case.
    fn print(&self, case: &Case<W>) -> String;

    /// The text of a case file with several cases, if the format allows that.
    fn print_all(&self, _cases: &[Case<W>]) -> Option<String> {
        None
    }

    /// The answer that `play` prints for the case with this number, from 1. The default is the
    /// position and the outcome.
    fn answer(&self, _number: usize, position: &PositionOf<W>, outcome: OutcomeOf<W>) -> String {
        format!("{}{outcome}\n", W::text(position))
    }
}

/// The format of [`board::text::blocks`], which needs nothing but the vocabulary.
#[derive(Clone, Copy, Debug)]
pub struct Blocks;

impl<W: Vocabulary> CaseText<W> for Blocks {
    fn reader<'a>(
        &self,
        input: Box<dyn Read + 'a>,
        _limits: Limits,
    ) -> Box<dyn CaseReader<W> + 'a> {
        Box::new(blocks::Reader::new(input))
    }

    fn print(&self, case: &Case<W>) -> String {
        blocks::print::<W>(&case.setup, &case.moves, case.rest)
    }

    fn print_all(&self, cases: &[Case<W>]) -> Option<String> {
        let texts: Vec<String> = cases.iter().map(|case| self.print(case)).collect();
        Some(texts.join("\n"))
    }
}
