//! Reading of exact texts byte by byte, shared by the vocabularies.
//!
//! These texts are read at every step of a campaign, so nothing is allocated but the value; an
//! error looks for its place only once it occurs.

use std::ops::RangeInclusive;

use crate::text::{ParseError, counted, error_at};

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

/// Methods of [`ExactText`](super::ExactText) for refusals and outcomes that are names.
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
