//! Case files: the trait of their format, and the default format.

use std::io::Read;

use twinboard_vocabulary::text::blocks;
use twinboard_vocabulary::{
    CaseReader, InputError, Item, Limits, OutcomeOf, PositionOf, Vocabulary,
};

use crate::model::case::Case;

/// The format of the case files of a rule set: corpus, saved findings, input of `play`.
pub trait CaseText<V: Vocabulary> {
    /// A streaming reader of cases: a judge's input may be too large for memory.
    fn reader<'a>(&self, input: Box<dyn Read + 'a>, limits: Limits) -> Box<dyn CaseReader<V> + 'a>;

    /// The text of a case file with this case. Reading it must give the same case.
    fn print(&self, case: &Case<V>) -> String;

    /// The text of a case file with several cases; `None` if the format has one case per file.
    fn print_all(&self, _cases: &[Case<V>]) -> Option<String> {
        None
    }

    /// All cases of a case file.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format.
    fn read_all(&self, text: &[u8]) -> Result<Vec<Case<V>>, InputError> {
        let mut reader = self.reader(Box::new(text), Limits::Case);
        let mut cases = Vec::new();
        while let Some(case) = read_one(reader.as_mut())? {
            cases.push(case);
        }
        Ok(cases)
    }

    /// The answer that `play` prints for a case; cases are numbered from 1. Default: the text of
    /// the position, then the outcome.
    fn answer(&self, _number: usize, position: &PositionOf<V>, outcome: OutcomeOf<V>) -> String {
        format!("{}{outcome}\n", V::text(position))
    }
}

fn read_one<V: Vocabulary>(reader: &mut dyn CaseReader<V>) -> Result<Option<Case<V>>, InputError> {
    let Some(first) = reader.next_item()? else {
        return Ok(None);
    };
    let Item::Setup(setup) = first else {
        unreachable!("a reader begins every case with its set-up")
    };
    let mut case = Case::new(setup, Vec::new());
    loop {
        match reader.next_item()? {
            Some(Item::Move(mv)) => case.moves.push(mv),
            Some(Item::Answer(rest)) => {
                case.rest = rest;
                return Ok(Some(case));
            }
            Some(Item::Setup(_)) | None => unreachable!("a reader ends every case with its answer"),
        }
    }
}

/// The default format ([`twinboard_vocabulary::text::blocks`]), which needs nothing but the
/// vocabulary: the text of the set-up, and a line `> move` for each move.
#[derive(Clone, Copy, Debug)]
pub struct Blocks;

impl<V: Vocabulary> CaseText<V> for Blocks {
    fn reader<'a>(
        &self,
        input: Box<dyn Read + 'a>,
        _limits: Limits,
    ) -> Box<dyn CaseReader<V> + 'a> {
        Box::new(blocks::Reader::new(input))
    }

    fn print(&self, case: &Case<V>) -> String {
        blocks::print::<V>(&case.setup, &case.moves)
    }

    fn print_all(&self, cases: &[Case<V>]) -> Option<String> {
        let texts: Vec<String> = cases.iter().map(|case| self.print(case)).collect();
        Some(texts.join("\n"))
    }
}
