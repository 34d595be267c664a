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

pub mod blocks;
mod cases;
pub(crate) mod error;
mod excerpt;
mod scanner;

use std::collections::HashSet;
use std::sync::{LazyLock, PoisonError, RwLock};

pub use excerpt::error_at;

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

pub use cases::{CaseReader, Item, Limits, Rest, only_setup};
pub use error::{Found, InputError, ParseError, Place, Source, TextError};
pub use scanner::{Next, RawToken, Scanner, Token};
