//! A case: a set-up and what is played on it.

use board::{CaseReader, InputError, Item, Limits, MoveOf, Rest, SetupOf, Vocabulary};

use crate::RuleSet;

/// A set-up, the moves to be played on it, legal or not, and how the game goes on after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case<W: Vocabulary> {
    /// What the game starts from.
    pub setup: SetupOf<W>,
    /// The moves in their order; those that are refused change nothing.
    pub moves: Vec<MoveOf<W>>,
    /// What happens after the last of them.
    pub rest: Rest,
}

/// The cases of a rule set.
pub type CaseOf<R> = Case<<R as RuleSet>::Words>;

impl<W: Vocabulary> Case<W> {
    /// A case that stops after its moves.
    pub fn new(setup: SetupOf<W>, moves: Vec<MoveOf<W>>) -> Self {
        Self { setup, moves, rest: Rest::Stop }
    }
}

/// Reads all cases of a case file.
///
/// # Errors
///
/// The first place where the text breaks the format.
pub fn read_all<R: RuleSet>(rules: &R, text: &[u8]) -> Result<Vec<CaseOf<R>>, InputError> {
    let mut reader = rules.text().reader(Box::new(text), Limits::Case);
    let mut cases = Vec::new();
    while let Some(case) = read_one(reader.as_mut())? {
        cases.push(case);
    }
    Ok(cases)
}

fn read_one<W: Vocabulary>(reader: &mut dyn CaseReader<W>) -> Result<Option<Case<W>>, InputError> {
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
