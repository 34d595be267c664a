//! Places in the text of a move: numbers, and letters beside numbers, as in `e2e4` or `7g7f`.

use std::ops::Range;

/// A number of a text, or a letter that names a line of the board; `a` is 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Bytes of the text.
    pub(super) range: Range<usize>,
    /// Too large numbers become `u64::MAX`.
    pub(super) value: u64,
    /// The letter with value 1, `a` or `A`; `None` for a number.
    pub(super) letter: Option<u8>,
}

impl Place {
    /// The text of another value at this place; `None` if it is no letter.
    pub(super) fn print(&self, value: u64) -> Option<String> {
        let Some(first) = self.letter else { return Some(value.to_string()) };
        (1..=26).contains(&value).then(|| char::from(first + (value - 1) as u8).to_string())
    }

    /// The text with another value at this place.
    pub(super) fn replaced(&self, text: &str, value: u64) -> Option<String> {
        let Range { start, end } = self.range;
        Some(format!("{}{}{}", &text[..start], self.print(value)?, &text[end..]))
    }
}

/// Start, end and value of each number of a text. Too large values become `u64::MAX`.
pub(super) fn numbers(text: &str) -> Vec<(usize, usize, u64)> {
    let mut numbers = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|c: char| c.is_ascii_digit()).map(|found| at + found) {
        let length = text[start..].find(|c: char| !c.is_ascii_digit());
        let end = length.map_or(text.len(), |length| start + length);
        numbers.push((start, end, text[start..end].parse().unwrap_or(u64::MAX)));
        at = end;
    }
    numbers
}

/// The numbers of a text, each with the letter before it (`e2`), or after it if the first letter
/// beside a number stands there (`7g`). Only a letter by itself is one: `x10` has two places, and
/// `take1` has one.
pub(super) fn places(text: &str) -> Vec<Place> {
    let bytes = text.as_bytes();
    let lone_letter = |at: usize| {
        let is_letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
        is_letter(at) && !is_letter(at + 1) && !(at > 0 && is_letter(at - 1))
    };
    let numbers = numbers(text);
    let before = |start: usize| start.checked_sub(1).filter(|&at| lone_letter(at));
    let after = |end: usize| Some(end).filter(|&at| lone_letter(at));
    let first = numbers.iter().find_map(|&(start, end, _)| {
        before(start).map(|_| true).or_else(|| after(end).map(|_| false))
    });
    let mut places = Vec::new();
    for (start, end, value) in numbers {
        let number = Place { range: start..end, value, letter: None };
        let letter = |at: usize| {
            let first = if bytes[at].is_ascii_uppercase() { b'A' } else { b'a' };
            let value = u64::from(bytes[at] - first) + 1;
            Place { range: at..at + 1, value, letter: Some(first) }
        };
        match first {
            Some(true) => places.extend(before(start).map(letter).into_iter().chain([number])),
            Some(false) => places.extend([number].into_iter().chain(after(end).map(letter))),
            None => places.push(number),
        }
    }
    places
}
