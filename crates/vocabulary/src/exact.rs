//! Exact texts: values of a vocabulary as other programs write and read them.
//!
//! Reports shorten and explain, so their sentences cannot be read back. Engines in other processes
//! exchange these texts instead: complete, without a sentence, one line each except positions
//! (`docs/engine-protocol.md`, EP-31 to EP-33). Set-ups and moves have the text of case files.

pub(crate) mod cursor;

use std::fmt::{Debug, Display, Write as _};
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::game::{EventOf, LegalMoveOf, OutcomeOf, PositionOf, RefusalOf, Vocabulary};
use crate::text::ParseError;

/// Exact texts of legal moves, events, refusals, outcomes and positions.
///
/// Reading what was written gives an equal value, and different values have different texts.
/// [`ByFromStr`] is the implementation for vocabularies whose types are read by [`FromStr`].
pub trait ExactText<V: Vocabulary>: Debug + Send + Sync {
    /// Appends a legal move, without a line feed.
    fn write_legal_move(&self, legal: &LegalMoveOf<V>, out: &mut String);

    /// Reads a legal move.
    ///
    /// # Errors
    ///
    /// If the text is not one, with what was expected. It need not be legal in any position.
    fn read_legal_move(&self, text: &str) -> Result<LegalMoveOf<V>, ParseError>;

    /// Appends an event, without a line feed.
    fn write_event(&self, event: &EventOf<V>, out: &mut String);

    /// Reads an event.
    ///
    /// # Errors
    ///
    /// If the text is not one, with what was expected.
    fn read_event(&self, text: &str) -> Result<EventOf<V>, ParseError>;

    /// Appends a refusal, without a line feed.
    fn write_refusal(&self, refusal: RefusalOf<V>, out: &mut String);

    /// Reads a refusal.
    ///
    /// # Errors
    ///
    /// If the text is not one, with what was expected.
    fn read_refusal(&self, text: &str) -> Result<RefusalOf<V>, ParseError>;

    /// Appends an outcome, without a line feed.
    fn write_outcome(&self, outcome: OutcomeOf<V>, out: &mut String);

    /// Reads an outcome.
    ///
    /// # Errors
    ///
    /// If the text is not one, with what was expected.
    fn read_outcome(&self, text: &str) -> Result<OutcomeOf<V>, ParseError>;

    /// Appends a position, each of its lines with a line feed. The default writes
    /// [`Vocabulary::text`].
    fn write_position(&self, position: &PositionOf<V>, out: &mut String) {
        out.push_str(&V::text(position));
    }

    /// Reads a position from its lines, each of which ends in a line feed.
    ///
    /// # Errors
    ///
    /// If the text is not one, with what was expected.
    fn read_position(&self, text: &str) -> Result<PositionOf<V>, ParseError>;
}

/// The size within these limits that is nearest to `size`; at least 1 and at most `max`.
pub(crate) fn clamped(size: u8, limits: &RangeInclusive<u64>, max: u8) -> u8 {
    let size = u64::from(size).min(*limits.end()).max(*limits.start());
    size.clamp(1, max.into()) as u8
}

/// Exact texts of a vocabulary whose types are read by [`FromStr`] and written by [`Display`].
///
/// ```
/// use twinboard_vocabulary::exact::{ByFromStr, ExactText};
/// # use twinboard_vocabulary::Vocabulary;
/// # #[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// # struct Heap;
/// # impl Vocabulary for Heap {
/// #     const NAME: &'static str = "heap";
/// #     type Setup = u32;
/// #     type Move = u32;
/// #     type LegalMove = u32;
/// #     type Event = u32;
/// #     type Refusal = char;
/// #     type Position = u32;
/// #     type Outcome = bool;
/// #     fn is_over(over: bool) -> bool { over }
/// # }
///
/// // A rule set returns it from `RuleSet::exact_text`.
/// let texts: &dyn ExactText<Heap> = &ByFromStr;
/// let mut text = String::new();
/// texts.write_outcome(true, &mut text);
/// assert_eq!(text, "true");
/// assert_eq!(texts.read_position("12\n"), Ok(12));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ByFromStr;

/// Reads by [`FromStr`], with its error.
fn read<T: FromStr<Err: Into<ParseError>>>(text: &str) -> Result<T, ParseError> {
    text.parse().map_err(Into::into)
}

fn write(value: &dyn Display, out: &mut String) {
    write!(out, "{value}").expect("a string takes any text");
}

impl<V> ExactText<V> for ByFromStr
where
    V: Vocabulary,
    V::LegalMove: FromStr<Err: Into<ParseError>>,
    V::Event: FromStr<Err: Into<ParseError>>,
    V::Refusal: FromStr<Err: Into<ParseError>>,
    V::Outcome: FromStr<Err: Into<ParseError>>,
    V::Position: FromStr<Err: Into<ParseError>>,
{
    fn write_legal_move(&self, legal: &LegalMoveOf<V>, out: &mut String) {
        write(legal, out);
    }

    fn read_legal_move(&self, text: &str) -> Result<LegalMoveOf<V>, ParseError> {
        read(text)
    }

    fn write_event(&self, event: &EventOf<V>, out: &mut String) {
        write(event, out);
    }

    fn read_event(&self, text: &str) -> Result<EventOf<V>, ParseError> {
        read(text)
    }

    fn write_refusal(&self, refusal: RefusalOf<V>, out: &mut String) {
        write(&refusal, out);
    }

    fn read_refusal(&self, text: &str) -> Result<RefusalOf<V>, ParseError> {
        read(text)
    }

    fn write_outcome(&self, outcome: OutcomeOf<V>, out: &mut String) {
        write(&outcome, out);
    }

    fn read_outcome(&self, text: &str) -> Result<OutcomeOf<V>, ParseError> {
        read(text)
    }

    /// The text without its last line feed, which `FromStr` of a single line does not expect.
    fn read_position(&self, text: &str) -> Result<PositionOf<V>, ParseError> {
        read(text.strip_suffix('\n').unwrap_or(text))
    }

    fn write_position(&self, position: &PositionOf<V>, out: &mut String) {
        write(position, out);
        if !out.ends_with('\n') {
            out.push('\n');
        }
    }
}
