//! Errors in a text: what was found, its place, and what was expected.

use std::char::ParseCharError;
use std::convert::Infallible;
use std::fmt;
use std::io;
use std::num::{ParseIntError, TryFromIntError};
use std::str::ParseBoolError;

/// A place in a text: line and column from 1, columns in Unicode characters (TX-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1, in characters.
    pub column: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// The line of an error, or a part of it if it is long, for drawing a caret below what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The shown characters of the line. Invalid UTF-8 is replaced, and invisible characters are
    /// escaped, such as `\u{a0}`.
    pub text: String,
    /// Byte offset in `text` of the start of what was found.
    pub start: usize,
    /// Byte offset in `text` of its end; equal to `start` if something is missing.
    pub end: usize,
    /// True if the line has characters before the shown ones.
    pub cut_before: bool,
    /// True if the line has characters after the shown ones.
    pub cut_after: bool,
}

/// The text found in place of the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A token, shortened if it is long.
    Token(String),
    /// The end of a line of a format that is read by lines.
    EndOfLine,
    /// The end of the input.
    EndOfInput,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Token(token) => write!(f, "found `{token}`"),
            Self::EndOfLine => f.write_str("the line ends"),
            Self::EndOfInput => f.write_str("the input ends"),
        }
    }
}

/// Text that breaks its format (TX-7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Place of the error.
    pub place: Place,
    /// Text found there.
    pub found: Found,
    /// Description of the right text, a phrase that follows the word "expected".
    pub expected: String,
    /// The line of the error, if it is still in the buffer.
    pub source: Option<Source>,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}, expected {}", self.place, self.found, self.expected)
    }
}

impl std::error::Error for TextError {}

/// The reason why reading stopped.
#[derive(Debug)]
pub enum InputError {
    /// The text breaks its format.
    Text(Box<TextError>),
    /// The stream could not be read.
    Io(io::Error),
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Io(error) => write!(f, "cannot read the input: {error}"),
        }
    }
}

impl std::error::Error for InputError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Text(_) => None,
            Self::Io(error) => Some(error),
        }
    }
}

impl From<io::Error> for InputError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<TextError> for InputError {
    fn from(error: TextError) -> Self {
        Self::Text(Box::new(error))
    }
}

/// The reason why a text is not a set-up or a move.
///
/// A [`FromStr`](std::str::FromStr) of a vocabulary may have any error that converts into this one:
/// a phrase that follows the word "expected" is enough. A [`TextError`], as returned by
/// [`Scanner`](super::Scanner), keeps the exact place.
///
/// ```
/// use twinboard_vocabulary::ParseError;
///
/// let error = ParseError::from("two numbers with a blank between them");
/// assert_eq!(error.to_string(), "expected two numbers with a blank between them");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Place and found text, if known.
    pub error: Option<Box<TextError>>,
    /// Description of the right text, a phrase that follows the word "expected".
    pub expected: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.error {
            Some(error) => error.fmt(f),
            None => write!(f, "expected {}", self.expected),
        }
    }
}

impl std::error::Error for ParseError {}

impl From<String> for ParseError {
    fn from(expected: String) -> Self {
        Self { error: None, expected }
    }
}

impl From<&str> for ParseError {
    fn from(expected: &str) -> Self {
        expected.to_owned().into()
    }
}

impl From<TextError> for ParseError {
    fn from(error: TextError) -> Self {
        Self { expected: error.expected.clone(), error: Some(Box::new(error)) }
    }
}

/// Texts in memory are always readable, so [`InputError::Io`] does not occur here in practice.
impl From<InputError> for ParseError {
    fn from(error: InputError) -> Self {
        match error {
            InputError::Text(error) => (*error).into(),
            InputError::Io(error) => error.to_string().into(),
        }
    }
}

impl From<ParseIntError> for ParseError {
    fn from(_: ParseIntError) -> Self {
        "a whole number".into()
    }
}

impl From<TryFromIntError> for ParseError {
    fn from(_: TryFromIntError) -> Self {
        "a smaller number".into()
    }
}

impl From<ParseBoolError> for ParseError {
    fn from(_: ParseBoolError) -> Self {
        "`true` or `false`".into()
    }
}

impl From<ParseCharError> for ParseError {
    fn from(_: ParseCharError) -> Self {
        "a single character".into()
    }
}

impl From<Infallible> for ParseError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
