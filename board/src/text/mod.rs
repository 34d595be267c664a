//! Text, as all formats of Twinboard read it (clauses TX-1 to TX-8 of RULES.md).
//!
//! [`Scanner`] cuts a stream into tokens and knows where each stands; [`TextError`] says what is
//! wrong with one, where, and what was expected instead; [`CaseReader`] is what the reader of
//! every case format looks like from outside; [`blocks`] is a format for every vocabulary.

pub mod blocks;
mod error;
mod scanner;

pub use error::{Found, InputError, ParseError, Place, Source, TextError};
pub use scanner::{Next, Scanner, Token, Word};

use crate::{SetupOf, Vocabulary};

/// Which cases a reader lets pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limits {
    /// Those of the judge: for answering input as the judge's own programs would.
    Judge,
    /// Those of case files, which may be larger: for everything that checks.
    Case,
}

/// One piece of a stream of cases, in the order in which they are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item<V: Vocabulary> {
    /// A case begins.
    Setup(V::Setup),
    /// A move of the case that has begun last.
    Move(V::Move),
    /// The case is complete: its answer is due before anything more is read.
    Answer(Rest),
}

/// How a game goes on when the moves that a case names have been played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rest {
    /// It stops there.
    #[default]
    Stop,
    /// The robot of the rule set plays it to the end.
    Robot,
}

/// A stream of cases, read piece by piece so that each can be answered as soon as it is complete.
///
/// Each case is one [`Item::Setup`], any number of [`Item::Move`]s and one
/// [`Item::Answer`].
pub trait CaseReader<V: Vocabulary> {
    /// The next piece, or `None` at the end of the input and ever after.
    ///
    /// # Errors
    ///
    /// What breaks the format, or what went wrong with reading. A reader that has failed once
    /// gives `None` from then on.
    fn next_item(&mut self) -> Result<Option<Item<V>>, InputError>;
}

/// The set-up of a text that has nothing else, for the `FromStr` of a set-up whose case files have a
/// reader already.
///
/// # Errors
///
/// What breaks the format; or the text has no case, several, or one with moves.
pub fn only_setup<V: Vocabulary>(mut reader: impl CaseReader<V>) -> Result<SetupOf<V>, ParseError> {
    let items = [reader.next_item()?, reader.next_item()?, reader.next_item()?];
    match items {
        [Some(Item::Setup(setup)), Some(Item::Answer(_)), None] => Ok(setup),
        _ => Err("a set-up and nothing else".into()),
    }
}
