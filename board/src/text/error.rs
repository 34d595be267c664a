//! What is wrong with a text, where, and what was expected.

use std::convert::Infallible;
use std::fmt;
use std::io;
use std::num::{ParseIntError, TryFromIntError};

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

/// The line that an error is about, or a part of it if the line is long, for drawing a caret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The characters of the line that are shown. Bytes that are not valid UTF-8 are replaced, and
    /// what cannot be seen is written as its number, such as `\u{a0}`.
    pub text: String,
    /// Where in `text` the fault begins, in bytes.
    pub start: usize,
    /// Where in `text` the fault ends, in bytes; equal to `start` where something is missing.
    pub end: usize,
    /// Whether the line has characters before those shown.
    pub cut_before: bool,
    /// Whether the line has characters after those shown.
    pub cut_after: bool,
}

/// What stands where something else was expected.
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
    /// Where.
    pub place: Place,
    /// What stands there.
    pub found: Found,
    /// What should stand there instead, to be read after "expected".
    pub expected: String,
    /// The line it is about, if that is still known.
    pub source: Option<Source>,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}, expected {}", self.place, self.found, self.expected)
    }
}

impl std::error::Error for TextError {}

/// Why no more could be read.
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

/// Why a text is not the set-up or the move that it should be.
///
/// A [`FromStr`](std::str::FromStr) of a vocabulary may have any error that converts into this: a
/// sentence to be read after "expected" is enough. With a [`TextError`], as a
/// [`Scanner`](super::Scanner) gives it, the exact place is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The place within the text and what stands there, if that is known.
    pub fault: Option<Box<TextError>>,
    /// What should stand there instead, to be read after "expected".
    pub expected: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            Some(fault) => fault.fmt(f),
            None => write!(f, "expected {}", self.expected),
        }
    }
}

impl std::error::Error for ParseError {}

impl From<String> for ParseError {
    fn from(expected: String) -> Self {
        Self { fault: None, expected }
    }
}

impl From<&str> for ParseError {
    fn from(expected: &str) -> Self {
        expected.to_owned().into()
    }
}

impl From<TextError> for ParseError {
    fn from(error: TextError) -> Self {
        Self { expected: error.expected.clone(), fault: Some(Box::new(error)) }
    }
}

/// A text in memory can always be read, so the other kind of error does not happen.
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

impl From<Infallible> for ParseError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
