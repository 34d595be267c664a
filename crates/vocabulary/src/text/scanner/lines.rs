//! Reading by lines, for formats in which line ends are significant.

use std::io::Read;
use std::ops::Range;

use super::{InputError, KEPT, Scanner, Token};
use crate::text::error::{Found, Place, TextError};
use crate::text::excerpt::{FOUND_MAX, count_characters, is_blank, shorten};

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
    pub(super) fn head_of_token(
        &mut self,
        whole_numbers: bool,
    ) -> Result<(Vec<u8>, Option<u64>), InputError> {
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
