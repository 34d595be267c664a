//! Reading by lines: where a line ends means something.

use std::io::Read;

use super::{FOUND_MAX, InputError, KEPT, Scanner, is_blank, shorten};
use crate::text::error::{Found, TextError};

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
        self.begin_token();
        let mut word = Vec::new();
        loop {
            while let Some(&byte) = self.buffer.get(self.at).filter(|&&byte| !is_blank(byte)) {
                if word.len() > WORD_MAX {
                    break;
                }
                word.push(byte);
                self.at += 1;
            }
            // A token that is far too long is not read to its end: that may never come.
            if self.at < self.buffer.len() || !self.refill()? {
                break;
            }
        }
        self.end_token();
        let head = &word[..word.len().min(4 * FOUND_MAX)];
        self.head = shorten(head, word.len() > head.len());
        Ok(word)
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
