//! The oracle's answer to an input, and its comparison with the answer of a program.

use std::io::{self, Write};

use twinboard_harness::Side;
use twinboard_vocabulary::Limits;

use crate::cases::subjects;
use crate::output::failure::Failure;
use crate::session::AnySubject;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    /// Ignores blanks at the ends of lines and empty lines at the end.
    Lenient,
    Exact,
}

impl Comparison {
    /// The lines of a text, as far as they are compared; an exact comparison includes line feeds.
    pub(super) fn lines(self, text: &[u8]) -> Vec<&[u8]> {
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        let mut lines: Vec<&[u8]> = match self {
            Self::Exact => return lines.collect(),
            Self::Lenient => lines.map(<[u8]>::trim_ascii_end).collect(),
        };
        while lines.last().is_some_and(|line| line.is_empty()) {
            lines.pop();
        }
        lines
    }

    /// The number of the first line, from 0, in which two texts differ.
    pub(super) fn first_difference(self, expected: &[u8], actual: &[u8]) -> Option<usize> {
        let (expected, actual) = (self.lines(expected), self.lines(actual));
        let same = expected.iter().zip(&actual).take_while(|(one, other)| one == other).count();
        (same < expected.len().max(actual.len())).then_some(same)
    }
}

pub(super) struct Expected {
    pub(super) text: Vec<u8>,
    /// End of the answer to each case, as an offset in `text`.
    ends: Vec<usize>,
}

impl Expected {
    pub(super) fn of(subject: &AnySubject, input: &str) -> Result<Self, Failure> {
        let mut expected = Self { text: Vec::new(), ends: Vec::new() };
        let input = ("the cases".to_owned(), Box::new(input.as_bytes()) as Box<_>);
        subjects::answer(subject.as_ref(), Side::Oracle, input, Limits::Judge, &mut expected)?;
        Ok(expected)
    }

    /// Index of the case that a line belongs to; lines after all answers belong to the last case.
    pub(super) fn case_of_line(&self, line: usize) -> usize {
        let mut begins = 0;
        let mut lines = self.ends.iter().map(|&end| {
            let text = &self.text[begins..end];
            begins = end;
            text.split_inclusive(|&byte| byte == b'\n').count()
        });
        let mut below = 0;
        let case = lines.position(|count| {
            below += count;
            line < below
        });
        case.unwrap_or(self.ends.len().saturating_sub(1))
    }
}

/// The oracle flushes after each answer, which marks the ends.
impl Write for Expected {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.ends.push(self.text.len());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Comparison, Expected};

    #[test]
    fn trailing_blanks_count_only_in_an_exact_comparison() {
        for (expected, actual, lenient, exact) in [
            ("a\nb\n", "a\nb\n", None, None),
            ("a\nb\n", "a \t\r\nb\n\n \n", None, Some(0)),
            ("a\nb\n", "a\nb", None, Some(1)),
            ("a\nb\n", " a\nb\n", Some(0), Some(0)),
            ("a\n\nb\n", "a\nb\n", Some(1), Some(1)),
            ("a\nb\n", "a\n", Some(1), Some(1)),
            ("a\n", "a\nb\n", Some(1), Some(1)),
            ("", "", None, None),
            ("a\n", "", Some(0), Some(0)),
        ] {
            let (expected, actual) = (expected.as_bytes(), actual.as_bytes());
            assert_eq!(Comparison::Lenient.first_difference(expected, actual), lenient);
            assert_eq!(Comparison::Exact.first_difference(expected, actual), exact);
        }
    }

    #[test]
    fn lines_belong_to_the_cases_that_they_answer() {
        let expected = Expected { text: b"1\n2\n\n3\n4\n".to_vec(), ends: vec![4, 9] };
        let cases: Vec<_> = (0..7).map(|line| expected.case_of_line(line)).collect();
        assert_eq!(cases, [0, 0, 1, 1, 1, 1, 1]);
    }
}
