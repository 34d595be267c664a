//! A stream cut into tokens, each with its place.
//!
//! The scanner has one buffer of bounded size. Most tokens lie in it completely and are read in
//! place. When it is nearly exhausted, all but the last few bytes are dropped: memory does not grow
//! with the length of the input, of a line or of a token (TX-8). The price: a message about a token
//! of many thousand characters does not show its line.

mod lines;

pub use lines::{Next, RawToken};

use std::io::{self, Read};

use super::error::{Found, InputError, Place, Source, TextError};
use super::excerpt::{self, FOUND_MAX, count_characters, is_blank, shorten};

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

/// The token read last, as far as messages need it.
///
/// Buffer positions are byte offsets into [`Scanner::buffer`].
#[derive(Clone, Copy, Debug)]
struct Last {
    line: u64,
    /// Number of characters of its line before the token, and up to its end.
    before: u64,
    until: u64,
    /// Buffer positions of the start of its line, the start of the token (each if not dropped yet),
    /// and its end.
    line_at: Option<usize>,
    at: Option<usize>,
    end: usize,
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
    line: u64,
    /// Buffer position of the start of the current line, if not dropped yet.
    line_at: Option<usize>,
    /// Number of characters of the current line before `counted`, a buffer position.
    characters: u64,
    counted: usize,
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
            line: 1,
            line_at: Some(0),
            characters: 0,
            counted: 0,
            last: Last { line: 1, before: 0, until: 0, line_at: Some(0), at: Some(0), end: 0 },
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
        if let Some(number) = self.short_number() {
            return Ok(Some(number));
        }
        let mut value = 0_u64;
        for (length, &byte) in self.buffer[self.at..].iter().enumerate() {
            let digit = byte.wrapping_sub(b'0');
            if digit < 10 && length < DIGITS_SAFE {
                value = value * 10 + u64::from(digit);
            } else if is_blank(byte) {
                self.pass_digits(length);
                return Ok(Some(value));
            } else {
                break;
            }
        }
        self.unusual_number(expected)
    }

    /// Reads the token that starts here if it is a number of one or two digits that ends in the
    /// buffer.
    ///
    /// Most numbers are of this kind, and one or two is unpredictable, so no branch depends on it:
    /// this saves a tenth of the reading time (measured).
    #[inline]
    fn short_number(&mut self) -> Option<u64> {
        let &[first, second, third] = self.buffer[self.at..].first_chunk()?;
        let (tens, ones) = (first.wrapping_sub(b'0'), second.wrapping_sub(b'0'));
        let has_two = ones < 10;
        let behind = if has_two { third } else { second };
        if tens >= 10 || !is_blank(behind) {
            return None;
        }
        self.pass_digits(1 + usize::from(has_two));
        Some(if has_two { 10 * u64::from(tens) + u64::from(ones) } else { tens.into() })
    }

    /// Appends the next numbers to `numbers`, up to a length of `count`, as long as each is a
    /// single digit after a single space. Any other token, and the last one in the buffer, is left
    /// to [`number`](Self::number), so this may append nothing.
    ///
    /// Most grids have this shape, and knowing the shape of a token in advance saves a quarter of
    /// the time to read them (measured).
    #[inline]
    pub fn single_digits(&mut self, numbers: &mut Vec<u8>, count: usize) {
        let mut length = 0;
        for triple in self.buffer[self.at..].windows(3).step_by(2) {
            let digit = triple[1].wrapping_sub(b'0');
            let is_token = triple[0] == b' ' && digit < 10 && is_blank(triple[2]);
            if numbers.len() >= count || !is_token {
                break;
            }
            numbers.push(digit);
            length += 2;
        }
        if length > 0 {
            self.at += length - 1;
            // Everything before the last token is ASCII: one byte a character.
            self.characters += (self.at - self.counted) as u64;
            self.counted = self.at;
            self.pass_digits(1);
        }
    }

    /// The rest of [`number`](Self::number): a token that is long, is not a number, or reaches the
    /// end of the buffer.
    #[cold]
    fn unusual_number(&mut self, expected: &str) -> Result<Option<u64>, InputError> {
        self.begin_token();
        let mut head = Vec::new();
        let mut length = 0_usize;
        let mut value = 0_u64;
        let mut digits_only = true;
        loop {
            while let Some(&byte) = self.buffer.get(self.at).filter(|&&byte| !is_blank(byte)) {
                digits_only &= byte.is_ascii_digit();
                let digit = u64::from(byte.wrapping_sub(b'0'));
                value = value.saturating_mul(10).saturating_add(digit);
                length += 1;
                if head.len() < 4 * FOUND_MAX {
                    head.push(byte);
                }
                self.at += 1;
            }
            // The end of a token that is already wrong is not awaited: it may never arrive.
            let wrong_and_long = !digits_only && length > KEPT;
            if self.at < self.buffer.len() || wrong_and_long || !self.refill()? {
                break;
            }
        }
        self.end_token();
        self.head = shorten(&head, length > head.len());
        if digits_only { Ok(Some(value)) } else { Err(self.token().expected(expected).into()) }
    }

    /// The token read last, for an error about it. The error shows the line as far as it has been
    /// read.
    #[must_use]
    pub fn token(&self) -> Token {
        let Last { line, before, at, end, .. } = self.last;
        let found = match at {
            Some(at) if self.head.is_empty() => shorten(&self.buffer[at..end], false),
            _ => self.head.clone(),
        };
        Token {
            place: Place { line, column: before + 1 },
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
        let Last { line, until, at, end, .. } = self.last;
        let token = Token {
            place: Place { line, column: until + 1 },
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
                if byte == b'\n' {
                    self.line += 1;
                    self.line_at = Some(self.at);
                    self.characters = 0;
                    self.counted = self.at;
                }
            }
            if !self.refill()? {
                return Ok(false);
            }
        }
    }

    /// Consumes a token of `length` digits. Each is one character, so no decoding is needed to
    /// count them; decoding took a quarter of the reading time (measured).
    #[inline]
    fn pass_digits(&mut self, length: usize) {
        self.begin_token();
        self.at += length;
        self.characters += length as u64;
        self.counted = self.at;
        self.last.until = self.characters;
        self.last.end = self.at;
    }

    #[inline]
    fn begin_token(&mut self) {
        // Uncounted bytes before a token are white space: one byte a character.
        debug_assert!(self.buffer[self.counted..self.at].iter().copied().all(is_blank));
        self.characters += (self.at - self.counted) as u64;
        self.counted = self.at;
        self.head.clear();
        self.last = Last {
            line: self.line,
            before: self.characters,
            until: self.characters,
            line_at: self.line_at,
            at: Some(self.at),
            end: self.at,
        };
    }

    fn end_token(&mut self) {
        self.count();
        self.last.until = self.characters;
        self.last.end = self.at;
    }

    /// Counts the characters up to the position of the scanner.
    fn count(&mut self) {
        self.characters += count_characters(&self.buffer[self.counted..self.at]);
        self.counted = self.at;
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
        // The scanner is at the end of the buffer, which may cut a character; its bytes must be
        // counted together.
        let last = self.buffer[self.counted..self.at].utf8_chunks().last();
        let cut = last.map_or(0, |chunk| chunk.invalid().len());
        let counted = self.at - cut;
        self.characters += count_characters(&self.buffer[self.counted..counted]);
        let dropped = self.at - KEPT;
        self.counted = counted - dropped;
        self.buffer.drain(..dropped);
        self.at -= dropped;
        let moved = |place: Option<usize>| place.and_then(|place| place.checked_sub(dropped));
        self.line_at = moved(self.line_at);
        self.last.line_at = moved(self.last.line_at);
        self.last.at = moved(self.last.at);
        self.last.end = self.last.end.saturating_sub(dropped);
    }

    /// The part of the last token's line around the buffer positions `start..end`.
    fn source(&self, start: usize, end: usize) -> Source {
        excerpt::source(&self.buffer, self.last.line_at, start, end)
    }
}

#[cfg(test)]
mod tests {
    use super::{CHUNK, Scanner};

    #[test]
    fn consumed_bytes_are_dropped() {
        let text = "12 345 6789\n".repeat(CHUNK);
        let mut scanner = Scanner::new(text.as_bytes());
        let mut numbers = 0;
        while scanner.number("a number").is_ok_and(|number| number.is_some()) {
            assert!(scanner.buffer.len() <= 3 * CHUNK, "{} bytes are kept", scanner.buffer.len());
            numbers += 1;
        }
        assert_eq!((numbers, scanner.line), (3 * CHUNK, CHUNK as u64 + 1));
    }
}
