//! A stream cut into tokens, each with its place.
//!
//! The scanner has one buffer of bounded size. Most tokens lie in it completely and are read in
//! place. When it is nearly exhausted, all but the last few bytes are dropped: memory does not grow
//! with the length of the input, of a line or of a token (TX-8). The price: a message about a token
//! of many thousand characters does not show its line.
//!
//! Lines and characters are counted for messages and before bytes are dropped, not while tokens are
//! read.

use std::io::{self, Read};
use std::ops::Range;

use super::error::{
    self, FOUND_MAX, Found, InputError, Place, Source, TextError, count_characters, is_blank,
    shorten,
};

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
        error::source(&self.buffer, self.start_of_last().line_at, start, end)
    }
}

/// Length limit of a token that is not a number, in bytes; no format has longer ones.
const TOKEN_MAX: usize = KEPT;

/// The next element of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Another token.
    Token,
    /// The end of the line; more input may follow.
    EndOfLine,
    /// The end of the line and of the input.
    EndOfInput,
}

/// A token as it was read, which may be a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawToken {
    /// Its bytes; of a token that is longer than any format allows, only the first.
    pub bytes: Vec<u8>,
    /// Its value if it is a number (TX-6), of any length; numbers above [`u64::MAX`] saturate.
    pub number: Option<u64>,
    /// True if it is not a number and longer than any format allows. Its end, which may never
    /// arrive, was not awaited.
    pub is_too_long: bool,
}

impl<R: Read> Scanner<R> {
    /// Goes from the start or the end of a line to the first token of the next line that has one;
    /// false at the end of the input. Lines of white space are skipped.
    ///
    /// # Errors
    ///
    /// Reading failed.
    pub fn next_line(&mut self) -> Result<bool, InputError> {
        self.skip_blanks()
    }

    /// Goes to the next token of this line, or to the end of the line.
    ///
    /// # Errors
    ///
    /// Reading failed.
    pub fn next_on_line(&mut self) -> Result<Next, InputError> {
        loop {
            while let Some(&byte) = self.buffer.get(self.at) {
                if byte == b'\n' {
                    return Ok(Next::EndOfLine);
                }
                if !is_blank(byte) {
                    return Ok(Next::Token);
                }
                self.at += 1;
            }
            if !self.refill()? {
                return Ok(Next::EndOfInput);
            }
        }
    }

    /// Reads the next token, which must be a number on this line; see [`number`](Self::number).
    ///
    /// # Errors
    ///
    /// The line ends or the token is not a number (the error says `expected`), or reading failed.
    pub fn number_on_line(&mut self, expected: &str) -> Result<u64, InputError> {
        self.need_on_line(expected)?;
        Ok(self.number(expected)?.expect("the token is there"))
    }

    /// Reads the bytes of the next token, which must be on this line. A token that is longer than
    /// any format allows is cut; it then still has more bytes than any valid token.
    ///
    /// # Errors
    ///
    /// The line ends (the error says `expected`), or reading failed.
    pub fn token_on_line(&mut self, expected: &str) -> Result<Vec<u8>, InputError> {
        self.need_on_line(expected)?;
        // The end of an overlong token is not awaited: it may never arrive.
        Ok(self.head_of_token(false)?.0)
    }

    /// Reads the next token, which must be on this line and may be a number.
    ///
    /// # Errors
    ///
    /// As for [`token_on_line`](Self::token_on_line).
    pub fn raw_token_on_line(&mut self, expected: &str) -> Result<RawToken, InputError> {
        self.need_on_line(expected)?;
        let (bytes, number) = self.head_of_token(true)?;
        let is_too_long = number.is_none() && bytes.len() > TOKEN_MAX;
        Ok(RawToken { bytes, number, is_too_long })
    }

    /// Reads the token that starts here: its first bytes, and its value if all bytes read are
    /// digits. Reading stops after [`TOKEN_MAX`] bytes, unless `whole_numbers` and all bytes so far
    /// are digits: the end of an overlong token may never arrive.
    fn head_of_token(&mut self, whole_numbers: bool) -> Result<(Vec<u8>, Option<u64>), InputError> {
        self.begin_token();
        let mut token = Vec::new();
        let mut number = Some(0_u64);
        let goes_on = |token: &[u8], number: Option<u64>| {
            token.len() <= TOKEN_MAX || (whole_numbers && number.is_some())
        };
        while goes_on(&token, number) && (self.at < self.buffer.len() || self.refill()?) {
            let byte = self.buffer[self.at];
            if is_blank(byte) {
                break;
            }
            let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'));
            number = number
                .zip(digit)
                .map(|(value, digit)| value.saturating_mul(10).saturating_add(digit));
            if token.len() <= TOKEN_MAX {
                token.push(byte);
            }
            self.at += 1;
        }
        self.end_token();
        let head = &token[..token.len().min(4 * FOUND_MAX)];
        self.head = shorten(head, token.len() > head.len());
        Ok((token, number))
    }

    /// The bytes `part` of the token read last, for an error about them. `token` is that token
    /// as it was returned, perhaps cut.
    #[must_use]
    pub fn part_of_token(&self, token: &[u8], part: Range<usize>) -> Token {
        let at = self.last.at;
        let start = self.start_of_last();
        let column = start.before + count_characters(&token[..part.start]) + 1;
        Token {
            place: Place { line: start.line, column },
            found: Found::Token(shorten(&token[part.clone()], false)),
            source: at.map(|at| self.source(at + part.start, at + part.end)),
        }
    }

    /// Makes sure that this line has no further token.
    ///
    /// # Errors
    ///
    /// The line has another token (the error says `expected`, for example "the end of the line"),
    /// or reading failed.
    pub fn end_of_line(&mut self, expected: &str) -> Result<(), InputError> {
        if self.next_on_line()? == Next::Token {
            self.token_on_line(expected)?;
            return Err(self.token().expected(expected).into());
        }
        Ok(())
    }

    /// The error that the line ends where `expected` should be: its place is just past the last
    /// token (TX-5).
    pub fn line_ends(&self, expected: impl Into<String>) -> TextError {
        self.ends(Found::EndOfLine, expected)
    }

    fn need_on_line(&mut self, expected: &str) -> Result<(), InputError> {
        match self.next_on_line()? {
            Next::Token => Ok(()),
            Next::EndOfLine => Err(self.line_ends(expected).into()),
            Next::EndOfInput => Err(self.missing(expected).into()),
        }
    }
}
