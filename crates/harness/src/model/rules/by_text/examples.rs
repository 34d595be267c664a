//! Texts of moves made by example: parts of two moves joined, or the places of one move with other
//! letters, numbers and words.

use std::ops::RangeInclusive;

use arbitrary::{Result, Unstructured};

/// A part of the text of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part<'a> {
    /// Digits.
    Number(&'a str),
    /// A letter before digits, which names a line of the board.
    Line(char),
    /// Other letters.
    Word(&'a str),
    /// Anything else; equal in all moves of one form.
    Between(&'a str),
}

impl Part<'_> {
    fn text(&self) -> String {
        match *self {
            Self::Number(text) | Self::Word(text) | Self::Between(text) => text.to_owned(),
            Self::Line(letter) => letter.to_string(),
        }
    }

    /// True if both can stand in the same place of a form.
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(_), Self::Number(_)) | (Self::Word(_), Self::Word(_)) => true,
            (Self::Line(one), Self::Line(other)) => {
                one.is_ascii_lowercase() == other.is_ascii_lowercase()
            }
            _ => self == other,
        }
    }
}

fn parts(text: &str) -> Vec<Part<'_>> {
    let class = |c: char| (c.is_ascii_digit(), c.is_alphabetic());
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| class(c) != class(first)).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        parts.push(match class(first) {
            (true, _) => Part::Number(part),
            (_, true) => {
                let is_line = part.len() == 1 && after.starts_with(|c: char| c.is_ascii_digit());
                if is_line { Part::Line(first) } else { Part::Word(part) }
            }
            _ => Part::Between(part),
        });
        rest = after;
    }
    parts
}

fn joined_parts(parts: &[Part<'_>]) -> String {
    parts.iter().map(Part::text).collect()
}

/// The first half of the parts of a text: the from of a move from one cell to another.
pub(crate) fn head(text: &str) -> String {
    let parts = parts(text);
    joined_parts(&parts[..(parts.len() / 2).max(1).min(parts.len())])
}

/// The beginning of one text and the end of another, cut between the same of their parts: the from
/// of one move with the to of another. `None` if a text has one part only.
pub(crate) fn joined(texts: &[String], u: &mut Unstructured<'_>) -> Result<Option<String>> {
    if texts.is_empty() {
        return Ok(None);
    }
    let (one, other) = (parts(u.choose(texts)?), parts(u.choose(texts)?));
    let most = one.len().min(other.len());
    if most < 2 {
        return Ok(None);
    }
    let cut = u.int_in_range(1..=most - 1)?;
    Ok(Some(joined_parts(&one[..cut]) + &joined_parts(&other[cut..])))
}

/// A text of the form of one of the `texts`, with some or all of its places drawn anew: any number
/// up to the largest in texts of this form, any letter up to the last of those beside numbers, any
/// of the words that they have in this place. `None` if there is no text.
///
/// So every request of the form is drawn sooner or later: all of `a1a1` to `h8h8`, once `h` and `8`
/// have occurred in some move.
pub(crate) fn alike(texts: &[String], u: &mut Unstructured<'_>) -> Result<Option<String>> {
    if texts.is_empty() {
        return Ok(None);
    }
    let model = parts(u.choose(texts)?);
    let is_of_form = |other: &Vec<Part<'_>>| {
        other.len() == model.len() && other.iter().zip(&model).all(|(one, it)| one.is_like(it))
    };
    let alike: Vec<Vec<Part<'_>>> =
        texts.iter().map(|text| parts(text)).filter(is_of_form).collect();
    let draws_all = u.arbitrary()?;
    let mut text = String::new();
    for (place, part) in model.iter().enumerate() {
        let is_drawn = draws_all || u.arbitrary()?;
        text += &match *part {
            Part::Number(_) if is_drawn => {
                let numbers = alike.iter().flatten().filter_map(|part| match part {
                    Part::Number(text) => text.parse::<u64>().ok(),
                    _ => None,
                });
                u.int_in_range(from_first(numbers, 1))?.to_string()
            }
            Part::Line(letter) if is_drawn => {
                let first = if letter.is_ascii_uppercase() { 'A' } else { 'a' };
                let lines = alike.iter().flatten().filter_map(|part| match part {
                    Part::Line(letter) => Some(*letter),
                    _ => None,
                });
                u.int_in_range(from_first(lines.map(|letter| letter as u8), first as u8))
                    .map(char::from)?
                    .to_string()
            }
            Part::Word(_) if is_drawn => u.choose(&alike)?[place].text(),
            _ => part.text(),
        };
    }
    Ok(Some(text))
}

/// From `first`, or from the least value if that is less, to the greatest.
fn from_first<T: Copy + Ord>(
    values: impl Iterator<Item = T> + Clone,
    first: T,
) -> RangeInclusive<T> {
    let least = values.clone().min().unwrap_or(first);
    least.min(first)..=values.max().unwrap_or(first).max(first)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use arbitrary::Unstructured;

    use super::{Part, alike, head, joined, parts};
    use crate::model::random::case_bytes;

    /// All that `make` draws from these texts.
    fn drawn(
        texts: &[&str],
        make: fn(&[String], &mut Unstructured<'_>) -> arbitrary::Result<Option<String>>,
    ) -> BTreeSet<String> {
        let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
        let mut all = BTreeSet::new();
        for index in 0..60 {
            let bytes = case_bytes(1, index);
            let mut u = Unstructured::new(&bytes);
            for _ in 0..300 {
                all.extend(make(&texts, &mut u).unwrap());
            }
        }
        all
    }

    #[test]
    fn texts_have_parts() {
        let expected = [
            Part::Line('e'),
            Part::Number("7"),
            Part::Line('e'),
            Part::Number("8"),
            Part::Word("q"),
        ];
        assert_eq!(parts("e7e8q"), expected);
        let expected = [Part::Word("put"), Part::Between(" "), Part::Number("12")];
        assert_eq!(parts("put 12"), expected);
        assert!(parts("").is_empty());
        let heads = ["e7e8q", "put 12", "pass", ""].map(head);
        assert_eq!(heads, ["e7", "put", "pass", ""]);
    }

    #[test]
    fn parts_of_two_moves_are_joined() {
        let all = drawn(&["e1e2", "a7a8q", "h1g1"], joined);
        assert!(all.contains("e1g1") && all.contains("e1a8q") && all.contains("a7g1"), "{all:?}");
        assert!(drawn(&["pass"], joined).is_empty() && drawn(&[], joined).is_empty());
    }

    #[test]
    fn places_take_other_values_of_the_form() {
        let all = drawn(&["e1e2", "h8h1", "a7a8q"], alike);
        let form = |text: &str| all.iter().filter(|other| other.len() == text.len()).count();
        // Castling out of check: no text has this to with this from.
        assert!(all.contains("e1g1"), "{all:?}");
        assert!(form("e1g1") > 2000 && !all.iter().any(|text| text.contains(['i', '9', '0'])));
        assert!(all.iter().filter(|text| text.len() == 5).all(|text| text.ends_with('q')));
        assert!(drawn(&[], alike).is_empty());
    }

    #[test]
    fn words_keep_their_places() {
        let all = drawn(&["left", "up", "put 2 at 1", "put 4 at 3"], alike);
        for text in ["left", "up", "put 4 at 1", "put 1 at 2", "put 3 at 3"] {
            assert!(all.contains(text), "{text} is not in {all:?}");
        }
        assert!(!all.contains("put 5 at 1") && !all.contains("left 2 at 1"), "{all:?}");
    }
}
