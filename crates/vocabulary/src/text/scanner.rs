//! A stream cut into tokens, each with its place.
//!
//! The scanner has one buffer of bounded size. Most tokens lie in it completely and are read in
//! place. When it is nearly exhausted, all but the last few bytes are dropped: memory does not grow
//! with the length of the input, of a line or of a token (TX-8). The price: a message about a token
//! of many thousand characters does not show its line.
//!
//! Lines and characters are counted for messages and before bytes are dropped, not while tokens are
//! read.

mod lines;

pub use lines::{Next, RawToken};

use std::io::{self, Read};

use super::error::{Found, InputError, Place, Source, TextError};
use super::excerpt::{self, count_characters, is_blank, shorten};

/// Size limit of one read, in bytes; also the number of consumed bytes that triggers dropping them.
const CHUNK: usize = 64 * 1024;
/// Size of the first read, in bytes: enough for a small file. Small because the bytes are zeroed
/// first.
const CHUNK_FIRST: usize = 4 * 1024;
/// Number of consumed bytes that are always kept for messages.
const KEPT: usize = 256;
/// The mark that some editors put at the start of a text in UTF-8 (TX-2).
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
/// Number of digits that always fit in a `u64`.
const DIGITS_SAFE: usize = 19;

/// The place of a buffer position.
#[derive(Clone, Copy, Debug)]
struct Located {
    line: u64,
    /// Number of characters of the line before the position.
    before: u64,
    /// Buffer position of the start of the line, if not dropped yet.
    line_at: Option<usize>,
}

/// The token read last, as far as messages need it.
///
/// Buffer positions are byte offsets into [`Scanner::buffer`].
#[derive(Clone, Copy, Debug)]
struct Last {
    /// Buffer positions of its start, if not dropped yet, and of its end.
    at: Option<usize>,
    end: usize,
    /// Places of its start and of its end, if bytes have been dropped since.
    start: Option<Located>,
    behind: Option<Located>,
}

/// The token read last with everything that a message needs; see [`Scanner::token`].
#[derive(Clone, Debug)]
pub struct Token {
    place: Place,
    found: Found,
    source: Option<Source>,
}

impl Token {
    /// The error that something else was expected here.
    pub fn expected(self, expected: impl Into<String>) -> TextError {
        TextError {
            place: self.place,
            found: self.found,
            expected: expected.into(),
            source: self.source,
        }
    }
}

/// Cuts a stream of bytes into tokens: maximal runs of bytes that are not white space (TX-3).
///
/// The stream is read only if the buffer does not contain the next token and the byte after it, so
/// a line that a program or a person has entered is answered at once.
#[derive(Debug)]
pub struct Scanner<R> {
    input: R,
    buffer: Vec<u8>,
    /// Buffer position of the next byte.
    at: usize,
    /// True once input has arrived and a byte order mark at its start has been detected or ruled
    /// out.
    begun: bool,
    ended: bool,
    /// A buffer position with a known place; the places of later ones follow from it.
    known_at: usize,
    known: Located,
    last: Last,
    /// The first characters of the last token if it took the slow path; otherwise empty.
    head: String,
}

impl<R: Read> Scanner<R> {
    /// A scanner at the start of `input`. Nothing is read yet.
    pub fn new(input: R) -> Self {
        Self {
            input,
            buffer: Vec::new(),
            at: 0,
            begun: false,
            ended: false,
            known_at: 0,
            known: Located { line: 1, before: 0, line_at: Some(0) },
            last: Last { at: Some(0), end: 0, start: None, behind: None },
            head: String::new(),
        }
    }

    /// Reads a token that must be a number: one or more ASCII digits (TX-6). Numbers above
    /// [`u64::MAX`] saturate. `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// The token is not a number (the error says `expected`), or reading failed.
    #[inline]
    pub fn number(&mut self, expected: &str) -> Result<Option<u64>, InputError> {
        if !self.skip_blanks()? {
            return Ok(None);
        }
        let mut value = 0_u64;
        for (length, &byte) in self.buffer[self.at..].iter().enumerate() {
            if byte.is_ascii_digit() && length < DIGITS_SAFE {
                value = value * 10 + u64::from(byte - b'0');
            } else if is_blank(byte) {
                self.pass_digits(length);
                return Ok(Some(value));
            } else {
                break;
            }
        }
        // A token that is long, is not a number, or reaches the end of the buffer.
        let (_, number) = self.head_of_token(true)?;
        number.map(Some).ok_or_else(|| self.token().expected(expected).into())
    }

    /// The token read last, for an error about it. The error shows the line as far as it has been
    /// read.
    #[must_use]
    pub fn token(&self) -> Token {
        let Last { at, end, .. } = self.last;
        let found = match at {
            Some(at) if self.head.is_empty() => shorten(&self.buffer[at..end], false),
            _ => self.head.clone(),
        };
        let start = self.start_of_last();
        Token {
            place: Place { line: start.line, column: start.before + 1 },
            found: Found::Token(found),
            source: at.map(|at| self.source(at, end)),
        }
    }

    /// The error that the input ends where `expected` should be: its place is just past the last
    /// token (TX-5).
    pub fn missing(&self, expected: impl Into<String>) -> TextError {
        self.ends(Found::EndOfInput, expected)
    }

    fn ends(&self, found: Found, expected: impl Into<String>) -> TextError {
        let Last { at, end, .. } = self.last;
        let behind = self.end_of_last();
        let token = Token {
            place: Place { line: behind.line, column: behind.before + 1 },
            found,
            source: at.map(|_| self.source(end, end)),
        };
        token.expected(expected)
    }

    /// Skips white space; false at the end of the input.
    #[inline]
    fn skip_blanks(&mut self) -> Result<bool, InputError> {
        loop {
            while let Some(&byte) = self.buffer.get(self.at) {
                if !is_blank(byte) {
                    return Ok(true);
                }
                self.at += 1;
            }
            if !self.refill()? {
                return Ok(false);
            }
        }
    }

    /// Consumes a token of `length` digits.
    #[inline]
    fn pass_digits(&mut self, length: usize) {
        self.begin_token();
        self.at += length;
        self.last.end = self.at;
    }

    #[inline]
    fn begin_token(&mut self) {
        self.head.clear();
        self.last = Last { at: Some(self.at), end: self.at, start: None, behind: None };
    }

    fn end_token(&mut self) {
        self.last.end = self.at;
        self.last.behind = None;
    }

    /// The place of a buffer position at or after `known_at`.
    fn located(&self, at: usize) -> Located {
        let (line_at, known) = self.line_of(at);
        let before = known.before + count_characters(&self.buffer[line_at..at]);
        Located { before, ..known }
    }

    /// The start of the line of a buffer position, or `known_at` if that is in the same line, and
    /// its place.
    fn line_of(&self, at: usize) -> (usize, Located) {
        let text = &self.buffer[self.known_at..at];
        let Some(last) = text.iter().rposition(|&byte| byte == b'\n') else {
            return (self.known_at, self.known);
        };
        // The sum over a short piece fits into a byte: the compiler adds up 16 bytes at once.
        let line_feeds = text
            .chunks(192)
            .map(|piece| u64::from(piece.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>()));
        let line_at = self.known_at + last + 1;
        let line = self.known.line + line_feeds.sum::<u64>();
        (line_at, Located { line, before: 0, line_at: Some(line_at) })
    }

    fn start_of_last(&self) -> Located {
        let Last { at, start, .. } = self.last;
        start.unwrap_or_else(|| self.located(at.expect("no bytes have been dropped since")))
    }

    fn end_of_last(&self) -> Located {
        self.last.behind.unwrap_or_else(|| self.located(self.last.end))
    }

    /// Appends input to the buffer; false at the end of the input.
    #[cold]
    fn refill(&mut self) -> Result<bool, InputError> {
        if self.at > CHUNK {
            self.drop_consumed();
        }
        while !self.ended {
            let length = self.buffer.len();
            // Doubling: a large file is soon read in large chunks.
            let chunk = length.clamp(CHUNK_FIRST, CHUNK);
            self.buffer.resize(length + chunk, 0);
            let read = self.input.read(&mut self.buffer[length..]);
            self.buffer.truncate(length + read.as_ref().copied().unwrap_or(0));
            match read {
                Ok(count) => self.ended = count == 0,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.into()),
            }
            // Up to two bytes may be the beginning of a mark whose rest has not arrived.
            let undecided = self.buffer.len() < BYTE_ORDER_MARK.len()
                && BYTE_ORDER_MARK.starts_with(&self.buffer);
            if self.begun || !undecided {
                break;
            }
        }
        let is_first = !std::mem::replace(&mut self.begun, true);
        if is_first && self.buffer.starts_with(BYTE_ORDER_MARK) {
            self.buffer.drain(..BYTE_ORDER_MARK.len());
            // The chunk may have contained nothing but the mark.
            if self.buffer.is_empty() && !self.ended {
                return self.refill();
            }
        }
        Ok(self.at < self.buffer.len())
    }

    /// Drops all consumed bytes but the last [`KEPT`] from the buffer.
    fn drop_consumed(&mut self) {
        let start = self.start_of_last();
        if let (Some(at), None) = (self.last.at, self.last.start) {
            // So that the many bytes before are counted once.
            (self.known_at, self.known) = (at, start);
        }
        self.last.start = Some(start);
        self.last.behind = Some(self.end_of_last());
        // The scanner is at the end of the buffer, which may cut a character; its bytes must be
        // counted together.
        let (line_at, _) = self.line_of(self.at);
        let last = self.buffer[line_at..self.at].utf8_chunks().last();
        let cut = last.map_or(0, |chunk| chunk.invalid().len());
        let known_at = self.at - cut;
        self.known = self.located(known_at);
        let dropped = self.at - KEPT;
        self.known_at = known_at - dropped;
        self.buffer.drain(..dropped);
        self.at -= dropped;
        let moved = |place: Option<usize>| place.and_then(|place| place.checked_sub(dropped));
        let Last { at, end, start, behind } = &mut self.last;
        for place in [&mut self.known].into_iter().chain(start).chain(behind) {
            place.line_at = moved(place.line_at);
        }
        *at = moved(*at);
        *end = end.saturating_sub(dropped);
    }

    /// The part of the last token's line around the buffer positions `start..end`.
    fn source(&self, start: usize, end: usize) -> Source {
        excerpt::source(&self.buffer, self.start_of_last().line_at, start, end)
    }
}
