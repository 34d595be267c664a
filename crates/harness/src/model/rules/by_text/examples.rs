//! Texts of moves made by example: parts of two moves joined, or the places of one move with other
//! letters, numbers and words.

use std::fmt::{Display, Write};
use std::iter;
use std::ops::{Range, RangeInclusive};

use arbitrary::{Result, Unstructured};

/// Bytes of the text of most moves.
const USUAL_LENGTH: usize = 8;

/// A part of the text of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part<'a> {
    /// Digits.
    Number(&'a str),
    /// A letter before digits, which names a line of the board.
    Line(&'a str),
    /// Other letters.
    Word(&'a str),
    /// Anything else; equal in all moves of one form.
    Between(&'a str),
}

impl<'a> Part<'a> {
    fn text(self) -> &'a str {
        match self {
            Self::Number(text) | Self::Line(text) | Self::Word(text) | Self::Between(text) => text,
        }
    }

    /// What all parts have in common that can stand in the same place of a form.
    fn sign(self) -> &'a str {
        match self {
            Self::Number(_) => "0",
            Self::Line(letter) if is_lowercase(letter) => "a",
            Self::Line(_) => "A",
            Self::Word(_) => "w",
            Self::Between(text) => text,
        }
    }
}

fn is_lowercase(letter: &str) -> bool {
    letter.as_bytes()[0].is_ascii_lowercase()
}

/// The runs of digits, of letters and of other characters in a text.
pub(crate) fn runs(text: &str) -> impl Iterator<Item = Range<usize>> {
    let class = |c: char| (c.is_ascii_digit(), c.is_alphabetic());
    let mut classes = text.char_indices().map(move |(at, c)| (at, class(c)));
    let mut last = classes.next();
    iter::from_fn(move || {
        let (start, class) = last?;
        last = classes.find(|(_, next)| *next != class);
        Some(start..last.map_or(text.len(), |(at, _)| at))
    })
}

/// The parts of a text.
fn parts(text: &str) -> impl Iterator<Item = Part<'_>> {
    runs(text).map(move |Range { start, end }| {
        let part = &text[start..end];
        let is_digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
        if is_digit(start) {
            Part::Number(part)
        } else if !part.starts_with(char::is_alphabetic) {
            Part::Between(part)
        } else if part.len() == 1 && is_digit(end) {
            Part::Line(part)
        } else {
            Part::Word(part)
        }
    })
}

/// Where the first parts of a text end, and the others begin.
fn end_of(text: &str, count: usize) -> usize {
    runs(text).take(count).last().map_or(0, |run| run.end)
}

/// The first half of the parts of a text: the from of a move from one cell to another.
pub(crate) fn head(text: &str) -> &str {
    let count = runs(text).count();
    &text[..end_of(text, (count / 2).max(1))]
}

/// Texts of moves by their forms: two texts have the same form if each part of one could stand in
/// the place of the same part of the other.
#[derive(Debug, Default)]
pub(crate) struct Examples {
    texts: String,
    /// End of each text, and its form.
    all: Vec<(usize, usize)>,
    forms: Vec<Form>,
}

/// A form, and what the texts of it have in its places.
#[derive(Debug)]
struct Form {
    /// The signs of its parts.
    signs: String,
    /// The places of its texts in a list.
    texts: Vec<usize>,
    /// The least and the greatest number; `None` without numbers of a reasonable size.
    numbers: Option<(u64, u64)>,
    /// The first and the last letter that names a line.
    lines: Option<(u8, u8)>,
}

impl Examples {
    pub(crate) fn of(moves: impl IntoIterator<Item = impl Display>) -> Self {
        let moves = moves.into_iter();
        let (count, _) = moves.size_hint();
        let mut examples = Self {
            texts: String::with_capacity(USUAL_LENGTH * count),
            all: Vec::with_capacity(count),
            forms: Vec::new(),
        };
        for mv in moves {
            let start = examples.texts.len();
            write!(examples.texts, "{mv}").expect("a string takes any text");
            let text = &examples.texts[start..];
            let signs: String = parts(text).map(Part::sign).collect();
            let known = examples.forms.iter().position(|form| form.signs == signs);
            let form = known.unwrap_or_else(|| {
                let texts = Vec::with_capacity(count);
                examples.forms.push(Form { signs, texts, numbers: None, lines: None });
                examples.forms.len() - 1
            });
            examples.forms[form].add(examples.all.len(), text);
            examples.all.push((examples.texts.len(), form));
        }
        examples
    }

    fn text(&self, place: usize) -> &str {
        let start = place.checked_sub(1).map_or(0, |before| self.all[before].0);
        &self.texts[start..self.all[place].0]
    }
}

impl Form {
    fn add(&mut self, place: usize, text: &str) {
        self.texts.push(place);
        for part in parts(text) {
            match part {
                Part::Number(digits) => widen(&mut self.numbers, digits.parse().ok()),
                Part::Line(letter) => widen(&mut self.lines, Some(letter.as_bytes()[0])),
                Part::Word(_) | Part::Between(_) => {}
            }
        }
    }
}

/// Makes a range contain a value, if there is one.
fn widen<T: Copy + Ord>(range: &mut Option<(T, T)>, value: Option<T>) {
    let Some(value) = value else { return };
    let (least, greatest) = range.get_or_insert((value, value));
    (*least, *greatest) = (value.min(*least), value.max(*greatest));
}

/// Chooses one of the texts of several lists: the list, and its place there. `None` if there is no
/// text.
fn choose<'a>(
    lists: &[&'a Examples],
    u: &mut Unstructured<'_>,
) -> Result<Option<(&'a Examples, usize)>> {
    let count = lists.iter().map(|list| list.all.len()).sum();
    if count == 0 {
        return Ok(None);
    }
    Ok(Some(nth(lists.iter().map(|&list| (list, list.all.len())), u.choose_index(count)?)))
}

/// The place with this number among those of lists of these lengths, one list after the other.
fn nth<T>(lists: impl Iterator<Item = (T, usize)>, mut number: usize) -> (T, usize) {
    for (list, length) in lists {
        if number < length {
            return (list, number);
        }
        number -= length;
    }
    unreachable!("the number is below the sum of the lengths")
}

/// The beginning of one text and the end of another, cut between the same of their parts: the from
/// of one move with the to of another. `None` if a text has one part only.
pub(crate) fn joined(lists: &[&Examples], u: &mut Unstructured<'_>) -> Result<Option<String>> {
    let Some((list, place)) = choose(lists, u)? else { return Ok(None) };
    let one = list.text(place);
    let Some((list, place)) = choose(lists, u)? else { return Ok(None) };
    let other = list.text(place);
    let most = parts(one).count().min(parts(other).count());
    if most < 2 {
        return Ok(None);
    }
    let cut = u.int_in_range(1..=most - 1)?;
    Ok(Some([&one[..end_of(one, cut)], &other[end_of(other, cut)..]].concat()))
}

/// A text of the form of one of the texts, with some or all of its places drawn anew: any number
/// up to the largest in texts of this form, any letter up to the last of those beside numbers, any
/// of the words that they have in this place. `None` if there is no text.
///
/// So every request of the form is drawn sooner or later: all of `a1a1` to `h8h8`, once `h` and `8`
/// have occurred in some move.
pub(crate) fn alike(lists: &[&Examples], u: &mut Unstructured<'_>) -> Result<Option<String>> {
    let Some((list, place)) = choose(lists, u)? else { return Ok(None) };
    let (model, signs) = (list.text(place), &list.forms[list.all[place].1].signs);
    let forms = lists.iter().flat_map(|list| list.forms.iter().map(move |form| (*list, form)));
    let alike = forms.filter(|(_, form)| form.signs == *signs);
    let draws_all = u.arbitrary()?;
    let mut text = String::new();
    for (index, part) in parts(model).enumerate() {
        let is_drawn = draws_all || u.arbitrary()?;
        match part {
            Part::Number(_) if is_drawn => {
                let numbers = alike.clone().filter_map(|(_, form)| form.numbers);
                let number = u.int_in_range(from_first(numbers, 1))?;
                write!(text, "{number}").expect("a string takes any text");
            }
            Part::Line(letter) if is_drawn => {
                let first = if is_lowercase(letter) { b'a' } else { b'A' };
                let lines = alike.clone().filter_map(|(_, form)| form.lines);
                text.push(char::from(u.int_in_range(from_first(lines, first))?));
            }
            Part::Word(_) if is_drawn => {
                let lengths = alike.clone().map(|of| (of, of.1.texts.len()));
                let number = u.choose_index(lengths.clone().map(|(_, length)| length).sum())?;
                let ((list, form), number) = nth(lengths, number);
                let word = parts(list.text(form.texts[number])).nth(index);
                text += word.expect("a part in each place of the form").text();
            }
            _ => text += part.text(),
        }
    }
    Ok(Some(text))
}

/// From `first`, or from the least value if that is less, to the greatest.
fn from_first<T: Copy + Ord>(ranges: impl Iterator<Item = (T, T)>, first: T) -> RangeInclusive<T> {
    let (least, greatest) = ranges.fold((first, first), |(least, greatest), range| {
        (least.min(range.0), greatest.max(range.1))
    });
    least..=greatest
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use arbitrary::Unstructured;

    use super::{Examples, alike, joined};
    use crate::model::random::case_bytes;

    /// All that `make` draws from these texts.
    fn drawn(
        texts: &[&str],
        make: fn(&[&Examples], &mut Unstructured<'_>) -> arbitrary::Result<Option<String>>,
    ) -> BTreeSet<String> {
        // Two lists are as good as one.
        let (some, others) = texts.split_at(texts.len() / 2);
        let [some, others] = [some, others].map(Examples::of);
        let mut all = BTreeSet::new();
        for index in 0..60 {
            let bytes = case_bytes(1, index);
            let mut u = Unstructured::new(&bytes);
            for _ in 0..300 {
                all.extend(make(&[&some, &others], &mut u).unwrap());
            }
        }
        all
    }

    #[test]
    fn parts_of_two_moves_are_joined_and_words_keep_their_places() {
        let all = drawn(&["e1e2", "a7a8q", "h1g1"], joined);
        assert!(all.contains("e1g1") && all.contains("e1a8q") && all.contains("a7g1"), "{all:?}");
        assert!(drawn(&["pass"], joined).is_empty() && drawn(&[], joined).is_empty());
        let all = drawn(&["left", "up", "put 2 at 1", "put 4 at 3"], alike);
        for text in ["left", "up", "put 4 at 1", "put 1 at 2", "put 3 at 3"] {
            assert!(all.contains(text), "{text} is not in {all:?}");
        }
        assert!(!all.contains("put 5 at 1") && !all.contains("left 2 at 1"), "{all:?}");
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
}
