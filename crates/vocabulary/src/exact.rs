//! Exact texts: values of a vocabulary as other programs write and read them.
//!
//! Reports shorten and explain, so their sentences cannot be read back. Engines in other processes
//! exchange these texts instead: complete, without a sentence, one line each except positions
//! (`docs/engine-protocol.md`, EP-31 to EP-33). Set-ups and moves have the text of case files.

use std::fmt::{Debug, Display, Write as _};
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::game::{EventOf, LegalMoveOf, OutcomeOf, PositionOf, RefusalOf, Vocabulary};
use crate::text::{ParseError, counted, error_at};

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

// Reading of exact texts byte by byte, shared by the vocabularies.
//
// These texts are read at every step of a campaign, so nothing is allocated but the value; an
// error looks for its place only once it occurs.

/// A place in a text. Methods that find something else than they read leave it where it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text: text.as_bytes(), at: 0 }
    }

    /// The text from here on.
    #[inline]
    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    #[inline]
    pub(crate) fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    /// The error that something else was expected here.
    #[cold]
    pub(crate) fn error(&self, expected: &str) -> ParseError {
        error_at(self.text, self.at, expected).into()
    }

    /// Reads this byte; false if another one follows.
    #[inline]
    pub(crate) fn take(&mut self, byte: u8) -> bool {
        let is_here = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(is_here);
        is_here
    }

    /// Reads the value that `of` returns for the next byte, if it returns one.
    #[inline]
    pub(crate) fn take_as<T>(&mut self, of: impl FnOnce(u8) -> Option<T>) -> Option<T> {
        let value = of(*self.text.get(self.at)?)?;
        self.at += 1;
        Some(value)
    }

    /// Reads a byte that has to follow.
    #[inline]
    pub(crate) fn expect(&mut self, byte: u8, expected: &str) -> Result<(), ParseError> {
        if self.take(byte) { Ok(()) } else { Err(self.error(expected)) }
    }

    /// Makes sure that the text ends here.
    pub(crate) fn end(&self, expected: &str) -> Result<(), ParseError> {
        if self.is_at_end() { Ok(()) } else { Err(self.error(expected)) }
    }

    /// Reads a number in decimal; `None` if none follows or it is not in `range`.
    #[inline]
    pub(crate) fn number(&mut self, range: RangeInclusive<u8>) -> Option<u8> {
        let digit = |at: usize| {
            let digit = self.text.get(at)?.wrapping_sub(b'0');
            (digit < 10).then_some(digit)
        };
        let mut value = digit(self.at)?;
        let mut at = self.at + 1;
        while let Some(digit) = digit(at) {
            value = value.checked_mul(10)?.checked_add(digit)?;
            at += 1;
        }
        range.contains(&value).then(|| {
            self.at = at;
            value
        })
    }

    /// Reads a number that may have a minus sign; `None` if none follows or it is too large.
    #[inline]
    pub(crate) fn signed_number(&mut self) -> Option<i8> {
        let start = self.at;
        let value = if self.take(b'-') {
            let largest = i8::MIN.unsigned_abs();
            self.number(0..=largest).map(|value| value.cast_signed().wrapping_neg())
        } else {
            self.number(0..=i8::MAX.unsigned_abs()).map(u8::cast_signed)
        };
        if value.is_none() {
            self.at = start;
        }
        value
    }

    /// Reads `ROW,COLUMN`, each by `number`.
    #[inline]
    pub(crate) fn row_and_column<T>(
        &mut self,
        number: impl Fn(&mut Self) -> Option<T>,
        expected: &str,
    ) -> Result<(T, T), ParseError> {
        let Some(row) = number(self) else { return Err(self.error(expected)) };
        self.expect(b',', expected)?;
        let Some(column) = number(self) else { return Err(self.error(expected)) };
        Ok((row, column))
    }

    /// Number of lines from here on, and of cells in the first of them if it is a row.
    pub(crate) fn lines_and_cells(&self) -> (usize, usize) {
        let rest = self.rest();
        let count = |bytes: &[u8], wanted: u8| {
            bytes.iter().map(|&byte| usize::from(byte == wanted)).sum::<usize>()
        };
        let is_unfinished = rest.last().is_some_and(|&last| last != b'\n');
        let first = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
        (count(rest, b'\n') + usize::from(is_unfinished), count(first, b' ') + 1)
    }

    /// Reads rows of cells with one blank between neighbours, each ended by a line feed (PF-3).
    ///
    /// `cell` reads the cell in a row and a column from 0, and returns false if something else
    /// follows than `expected`.
    #[inline]
    pub(crate) fn grid(
        &mut self,
        rows: usize,
        columns: usize,
        expected: &str,
        mut cell: impl FnMut(&mut Self, usize, usize) -> bool,
    ) -> Result<(), ParseError> {
        for row in 0..rows {
            for column in 0..columns {
                if column > 0 && !self.take(b' ') {
                    return Err(self.error(&format!("a blank and the next of {columns} cells")));
                }
                if !cell(self, row, column) {
                    return Err(self.error(expected));
                }
            }
            if !self.take(b'\n') {
                return Err(self.error(&format!(
                    "the end of the row after {}",
                    counted(columns as u64, "cell")
                )));
            }
        }
        Ok(())
    }
}

/// The values of a type with their names.
pub(crate) struct Names<T: 'static>(pub(crate) &'static [(T, &'static str)]);

impl<T: Copy + PartialEq> Names<T> {
    pub(crate) fn of(&self, value: T) -> &'static str {
        let entry = self.0.iter().find(|entry| entry.0 == value);
        entry.expect("every value has a name").1
    }

    pub(crate) fn read(&self, text: &str) -> Result<T, ParseError> {
        let entry = self.0.iter().find(|entry| entry.1 == text);
        entry.map(|entry| entry.0).ok_or_else(|| {
            let names: Vec<&str> = self.0.iter().map(|entry| entry.1).collect();
            Cursor::new(text).error(&format!("one of {}", names.join(", ")))
        })
    }
}

/// Methods of [`ExactText`](ExactText) for refusals and outcomes that are names.
macro_rules! names {
    ($refusals:ident of $refusal:ty, $outcomes:ident of $outcome:ty) => {
        fn write_refusal(&self, refusal: $refusal, out: &mut String) {
            out.push_str($refusals.of(refusal));
        }

        fn read_refusal(&self, text: &str) -> Result<$refusal, ParseError> {
            $refusals.read(text)
        }

        fn write_outcome(&self, outcome: $outcome, out: &mut String) {
            out.push_str($outcomes.of(outcome));
        }

        fn read_outcome(&self, text: &str) -> Result<$outcome, ParseError> {
            $outcomes.read(text)
        }
    };
}

pub(crate) use names;
