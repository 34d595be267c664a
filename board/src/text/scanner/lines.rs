//! Reading by lines: where a line ends means something.

use std::io::Read;
use std::ops::Range;

use super::{
    FOUND_MAX, InputError, KEPT, Last, Scanner, Token, count_characters, is_blank, shorten,
};
use crate::text::error::{Found, Place, TextError};

/// How many bytes of a word are looked at; no format has longer ones.
const WORD_MAX: usize = KEPT;

/// What a line has next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Another token.
    Token,
    /// Nothing more.
    EndOfLine,
    /// Nothing more, and no other line either.
    EndOfInput,
}

/// A token that may be a word or a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its bytes, or the first of them if it is longer than any word.
    pub bytes: Vec<u8>,
    /// The number that it is, of any length (TX-6). One that no `u64` can hold is [`u64::MAX`].
    pub number: Option<u64>,
    /// Whether it is longer than any word and no number. Such a token was not read to its end: that
    /// may never come.
    pub is_endless: bool,
}

impl<R: Read> Scanner<R> {
    /// Goes to the first token of the next line that has any, from the start or the end of a line;
    /// false at the end of the input. Lines with nothing but white space are passed over.
    ///
    /// # Errors
    ///
    /// Reading failed.
    pub fn next_line(&mut self) -> Result<bool, InputError> {
        self.skip_blanks()
    }

    /// Goes to the next token of this line, if there is one.
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

    /// Reads the token at hand as a number, as [`number`](Self::number) does; it has to be on this
    /// line.
    ///
    /// # Errors
    ///
    /// The line ends or the token is not a number, and `expected` says what should stand there; or
    /// reading failed.
    pub fn number_on_line(&mut self, expected: &str) -> Result<u64, InputError> {
        self.need_on_line(expected)?;
        Ok(self.number(expected)?.expect("the token is there"))
    }

    /// Reads the token at hand as it is; it has to be on this line. Of a token of many bytes only
    /// the first are given, more than any word has.
    ///
    /// # Errors
    ///
    /// The line ends, and `expected` says what should stand there; or reading failed.
    pub fn word_on_line(&mut self, expected: &str) -> Result<Vec<u8>, InputError> {
        self.need_on_line(expected)?;
        // A token that is far too long is not read to its end: that may never come.
        Ok(self.head_of_token(false)?.0)
    }

    /// The same for a place where a number may stand, too.
    ///
    /// # Errors
    ///
    /// Those of [`word_on_line`](Self::word_on_line).
    pub fn word_or_number_on_line(&mut self, expected: &str) -> Result<Word, InputError> {
        self.need_on_line(expected)?;
        let (bytes, number) = self.head_of_token(true)?;
        let is_endless = number.is_none() && bytes.len() > WORD_MAX;
        Ok(Word { bytes, number, is_endless })
    }

    /// Reads the token that starts here: its first bytes, and the number that it is as far as it has
    /// been read. One of more than [`WORD_MAX`] bytes is not read further, unless it is a number so
    /// far and those are to be read whole.
    fn head_of_token(&mut self, whole_numbers: bool) -> Result<(Vec<u8>, Option<u64>), InputError> {
        self.begin_token();
        let mut word = Vec::new();
        let mut number = Some(0_u64);
        loop {
            while let Some(&byte) = self.buffer.get(self.at).filter(|&&byte| !is_blank(byte)) {
                let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'));
                number = number
                    .zip(digit)
                    .map(|(value, digit)| value.saturating_mul(10).saturating_add(digit));
                let is_long = word.len() > WORD_MAX;
                if is_long && !(whole_numbers && number.is_some()) {
                    break;
                }
                if !is_long {
                    word.push(byte);
                }
                self.at += 1;
            }
            if self.at < self.buffer.len() || !self.refill()? {
                break;
            }
        }
        self.end_token();
        let head = &word[..word.len().min(4 * FOUND_MAX)];
        self.head = shorten(head, word.len() > head.len());
        Ok((word, number))
    }

    /// A part of the token read last, for an error about it: the bytes of this range. `word` is the
    /// token as it was given, or as much of it as was.
    #[must_use]
    pub fn part_of_token(&self, word: &[u8], part: Range<usize>) -> Token {
        let Last { line, before, at, .. } = self.last;
        let column = before + count_characters(&word[..part.start]) + 1;
        Token {
            place: Place { line, column },
            found: Found::Token(shorten(&word[part.clone()], false)),
            source: at.map(|at| self.source(at + part.start, at + part.end)),
        }
    }

    /// Makes sure that nothing more stands on this line.
    ///
    /// # Errors
    ///
    /// The first token that does, where `expected` (for example "the end of the line") should be;
    /// or reading failed.
    pub fn end_of_line(&mut self, expected: &str) -> Result<(), InputError> {
        if self.next_on_line()? == Next::Token {
            self.word_on_line(expected)?;
            return Err(self.token().expected(expected).into());
        }
        Ok(())
    }

    /// The error that the line ends where something else was expected: its place is just past the
    /// last token (TX-5).
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
