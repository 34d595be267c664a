//! Tokens, errors and case readers, common to all text formats (clauses TX-1 to TX-8 of RULES.md).
//!
//! [`Scanner`] cuts a stream into tokens and knows the place of each; [`TextError`] says what was
//! found, its place, and what was expected instead; [`CaseReader`] is the interface that the
//! readers of all case formats share; [`blocks`] is a format for every vocabulary.
//!
//! ```
//! use twinboard_vocabulary::text::Scanner;
//!
//! let mut scanner = Scanner::new(&b"7 12\n  x"[..]);
//! assert_eq!(scanner.number("a size")?, Some(7));
//! assert_eq!(scanner.number("a size")?, Some(12));
//! let error = scanner.number("a size").unwrap_err();
//! assert_eq!(error.to_string(), "line 2, column 3: found `x`, expected a size");
//! # Ok::<(), twinboard_vocabulary::InputError>(())
//! ```

use std::collections::HashSet;
use std::sync::{LazyLock, PoisonError, RwLock};

use crate::game::{SetupOf, Vocabulary};

pub mod blocks;
pub(crate) mod error;
mod scanner;

pub use error::{Found, InputError, ParseError, Place, Source, TextError, error_at};
pub use scanner::{Next, RawToken, Scanner, Token};

/// A count with its noun, for messages: `1 move`, `2 moves`. The plural has an `s`.
///
/// ```
/// use twinboard_vocabulary::text::counted;
///
/// assert_eq!([counted(0, "cell"), counted(1, "cell")], ["0 cells", "1 cell"]);
/// ```
#[must_use]
pub fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A copy of the text that lives as long as the process; `None` if `limit` others do already. Games
/// have few outcomes, reasons and names, so each is kept once and for good, and values of it are
/// copied.
#[must_use]
pub fn interned(text: &str, limit: usize) -> Option<&'static str> {
    static ALL: LazyLock<RwLock<HashSet<&'static str>>> = LazyLock::new(RwLock::default);
    if let Some(known) = ALL.read().unwrap_or_else(PoisonError::into_inner).get(text) {
        return Some(known);
    }
    let mut all = ALL.write().unwrap_or_else(PoisonError::into_inner);
    if !all.contains(text) {
        if all.len() >= limit {
            return None;
        }
        all.insert(Box::leak(text.into()));
    }
    all.get(text).copied()
}

/// The size limits that a reader enforces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limits {
    /// Limits of the judge: for answering input like a solution of the contest problem.
    Judge,
    /// Limits of case files, which are the same or larger: for all checks.
    Case,
}

/// A piece of a stream of cases, in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item<V: Vocabulary> {
    /// A case begins.
    Setup(V::Setup),
    /// A move of the current case.
    Move(V::Move),
    /// The case is complete: its answer is due before anything more is read.
    Answer(Rest<V::Move>),
}

/// The continuation of a game after the moves that its case names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rest<M> {
    /// The game stops.
    Stop,
    /// This move is requested again and again, until the game is over or refuses it.
    Repeat(M),
}

/// A stream of cases, read piece by piece so that each can be answered as soon as it is complete.
///
/// A case is one [`Item::Setup`], any number of [`Item::Move`]s and one [`Item::Answer`].
///
/// ```
/// use twinboard_vocabulary::samegame::{Selection, text::Reader};
/// use twinboard_vocabulary::{CaseReader, Item, Limits, Rest};
///
/// // A grid of 1 × 2, one selection, the end of the selections, the end of the input.
/// let text = "1 2\n3 3\n1 1\n0 0\n0 0\n";
/// let mut cases = Reader::new(text.as_bytes(), Limits::Case);
///
/// assert_eq!(cases.next_item()?, Some(Item::Setup("1 2\n3 3\n".parse().unwrap())));
/// assert_eq!(cases.next_item()?, Some(Item::Move(Selection::new(1, 1).unwrap())));
/// assert_eq!(cases.next_item()?, Some(Item::Answer(Rest::Stop)));
/// assert_eq!(cases.next_item()?, None);
/// # Ok::<(), twinboard_vocabulary::InputError>(())
/// ```
pub trait CaseReader<V: Vocabulary> {
    /// The next piece; `None` at the end of the input and from then on.
    ///
    /// # Errors
    ///
    /// The text breaks its format, or reading failed. After an error a reader returns `None`.
    fn next_item(&mut self) -> Result<Option<Item<V>>, InputError>;
}

/// Reads the only set-up of a text: implements `FromStr` of a set-up by the reader of its case
/// files.
///
/// # Errors
///
/// The text breaks its format, or it has no case, several cases, or a case with moves.
pub fn only_setup<V: Vocabulary>(mut reader: impl CaseReader<V>) -> Result<SetupOf<V>, ParseError> {
    let items = [reader.next_item()?, reader.next_item()?, reader.next_item()?];
    match items {
        [Some(Item::Setup(setup)), Some(Item::Answer(_)), None] => Ok(setup),
        _ => Err("a set-up and nothing else".into()),
    }
}
