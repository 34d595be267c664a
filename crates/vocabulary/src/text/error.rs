//! Errors in a text: what was found, its place, and what was expected.

use std::char::ParseCharError;
use std::convert::Infallible;
use std::num::{ParseIntError, TryFromIntError};
use std::str::ParseBoolError;
use std::{fmt, io};

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

/// Number of characters of a token that a message shows.
pub(super) const FOUND_MAX: usize = 24;
/// Number of bytes of a line that a message shows on each side of what was found.
const AROUND: usize = 60;

/// True if a byte is white space: exactly 09, 0A, 0C, 0D, 20 (TX-1).
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}

/// Number of characters in `bytes`; a byte that is not valid UTF-8 counts as one (TX-4).
pub(super) fn count_characters(bytes: &[u8]) -> u64 {
    let chunks = bytes.utf8_chunks();
    let counts = chunks.map(|chunk| chunk.valid().chars().count() + chunk.invalid().len());
    counts.sum::<usize>() as u64
}

/// The error that something else was expected at the byte `at` of a text in memory. It shows the
/// token that starts there. `expected` is a phrase that follows the word "expected".
///
/// # Panics
///
/// If `at` is greater than the length of the text.
#[must_use]
pub fn error_at(text: &[u8], at: usize, expected: &str) -> TextError {
    let line_feeds = text[..at].iter().map(|&byte| usize::from(byte == b'\n')).sum::<usize>();
    let line_at = text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let length = text[at..].iter().position(|&byte| is_blank(byte)).unwrap_or(text.len() - at);
    let (found, end) = match text.get(at) {
        None if line_at == at => (Found::EndOfInput, at),
        None | Some(b'\n') => (Found::EndOfLine, at),
        // A blank too many is shown as the token.
        Some(_) => {
            (Found::Token(shorten(&text[at..at + length.max(1)], false)), at + length.max(1))
        }
    };
    TextError {
        place: Place {
            line: line_feeds as u64 + 1,
            column: count_characters(&text[line_at..at]) + 1,
        },
        found,
        expected: expected.into(),
        source: Some(source(text, Some(line_at), at, end)),
    }
}

/// The part of a line around its bytes `start..end`. The line begins at `line_at`; `None` if its
/// beginning has been dropped from `text`.
pub(super) fn source(text: &[u8], line_at: Option<usize>, start: usize, end: usize) -> Source {
    let from = line_at.unwrap_or(0).max(start.saturating_sub(AROUND));
    let shown_end = end.min(start + AROUND);
    let rest = &text[shown_end..];
    let length = rest.iter().position(|&byte| byte == b'\n');
    let until = shown_end + length.unwrap_or(rest.len()).min(AROUND);
    let lossy = |from: usize, until: usize| visible(&text[from..until]);
    let before = lossy(from, start);
    let found = lossy(start, shown_end);
    let after = lossy(shown_end, until);
    Source {
        start: before.len(),
        end: before.len() + found.len(),
        text: format!("{before}{found}{}", after.trim_end()),
        cut_before: line_at.is_none_or(|line_at| from > line_at),
        cut_after: shown_end + length.unwrap_or(rest.len()) > until,
    }
}

/// Bytes as printable characters: blanks become spaces; characters that are invisible or move the
/// cursor are escaped.
fn visible(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\t' | '\r' | '\x0C' => shown.push(' '),
            '"' | '\'' | '\\' => shown.push(character),
            other if other.escape_debug().len() == 1 => shown.push(other),
            other => shown.extend(other.escape_unicode()),
        }
    }
    shown
}

/// The first [`FOUND_MAX`] characters of a token, with an ellipsis if there are `more` or the rest
/// is cut.
pub(super) fn shorten(bytes: &[u8], more: bool) -> String {
    let text = String::from_utf8_lossy(bytes);
    let first: String = text.chars().take(FOUND_MAX).collect();
    let mut shown = visible(first.as_bytes());
    if more || text.chars().count() > FOUND_MAX {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::error_at;

    #[test]
    fn an_error_has_its_place_its_token_and_its_line() {
        let text = "a é\nb  cd ef\n";
        for (at, message, caret) in [
            (0, "line 1, column 1: found `a`, expected x", 0..1),
            (2, "line 1, column 3: found `é`, expected x", 2..4),
            (4, "line 1, column 4: the line ends, expected x", 4..4),
            (7, "line 2, column 3: found ` `, expected x", 2..3),
            (8, "line 2, column 4: found `cd`, expected x", 3..5),
            (14, "line 3, column 1: the input ends, expected x", 0..0),
        ] {
            let error = error_at(text.as_bytes(), at, "x");
            assert_eq!(error.to_string(), message);
            let source = error.source.unwrap();
            assert_eq!(source.start..source.end, caret, "{source:?}");
        }
        let told = |text: &[u8], at| error_at(text, at, "x").to_string();
        assert_eq!(told(b"ab", 2), "line 1, column 3: the line ends, expected x");
        assert_eq!(told(b"", 0), "line 1, column 1: the input ends, expected x");
        for before in [&b"\xFF "[..], b"\x1B ", "\u{200b} ".as_bytes()] {
            let error = error_at(&[before, b"cd ef"].concat(), before.len(), "x");
            let source = error.source.unwrap();
            assert_eq!(&source.text[source.start..source.end], "cd", "{source:?}");
        }
    }
}
