//! Default mutation and shrinking: set-ups and moves are changed by their text.
//!
//! Every candidate is parsed again through `FromStr`, and dropped if that fails. This works for any
//! text, and works well for the usual kind: boards drawn as lines of characters.

use std::fmt::Display;
use std::iter;
use std::ops::Range;
use std::rc::Rc;
use std::str::FromStr;

use arbitrary::{Result, Unstructured};
use cuts::{numbers, places};
use fen::with_number_at_an_end;
use twinboard_vocabulary::Vocabulary;

use self::cuts::{fewer_columns, fewer_lines, followed, joined, smaller_squares};
use self::fen::Fen;
use super::capabilities::Shrink;
use crate::model::case::Case;
use crate::model::random::{number_complexity, truncations};

mod cuts;
pub(crate) mod examples;
pub(crate) mod fen;

/// Mutations tried until one can be parsed.
const TRIES: usize = 8;
/// Names of two players in the line of a set-up that says whose turn it is.
const PLAYERS: [[&str; 2]; 4] = [["x", "o"], ["X", "O"], ["black", "white"], ["first", "second"]];
/// Numbers from 1000 on are taken to be beyond every board, see [`number_complexity`].
const FAR: u64 = 1000;

/// The set-up with a character, a line or, in the form of chess positions, a piece or the player to
/// move of its text changed; `None` if no change can be parsed or
/// none makes a difference.
pub(super) fn changed<T>(value: &T, u: &mut Unstructured<'_>) -> Result<Option<T>>
where
    T: Display + FromStr + PartialEq,
{
    let text = value.to_string();
    let fen = Fen::find(&text);
    for _ in 0..TRIES {
        let other = match (u.int_in_range(0..=4_u8)?, &fen) {
            // Nearly all other changes break the widths of the ranks.
            (0..=3, Some(fen)) => Some(fen.changed(u)?),
            (0 | 1, _) => with_another_character(&text, u)?,
            (2, _) => with_characters_exchanged(&text, u)?,
            (3, _) => with_number_at_an_end(&text, u)?,
            _ => with_lines_changed(&text, u)?,
        };
        if let Some(other) = other.and_then(|text| text.parse().ok())
            && other != *value
        {
            return Ok(Some(other));
        }
    }
    Ok(None)
}

/// Values that differ from this one behind the board. In the form of chess positions a further field is
/// plainer, or names the other player; in other texts a line `x to move` does.
pub(crate) fn with_another_field<T: Display + FromStr>(value: &T) -> Vec<T> {
    let text = value.to_string();
    let others: Vec<String> = match Fen::find(&text) {
        Some(fen) => fen.plainer_fields().into_iter().chain(fen.with_other_player()).collect(),
        None => with_other_player(&text).into_iter().collect(),
    };
    others.iter().filter_map(|text| text.parse().ok()).collect()
}

/// The text with the other player in its line `x to move`, if it has one.
fn with_other_player(text: &str) -> Option<String> {
    PLAYERS.iter().find_map(|[one, other]| {
        let lines = text.split('\n').map(|line| match line.strip_suffix(" to move") {
            Some(player) if player == *one => format!("{other} to move"),
            Some(player) if player == *other => format!("{one} to move"),
            _ => line.to_owned(),
        });
        let changed = lines.collect::<Vec<_>>().join("\n");
        (changed != text).then_some(changed)
    })
}

/// The move with a number or a character of its text changed; `None` if no change can be parsed.
pub(crate) fn changed_move<T>(mv: &T, u: &mut Unstructured<'_>) -> Result<Option<T>>
where
    T: Display + FromStr + PartialEq,
{
    let text = mv.to_string();
    for _ in 0..TRIES {
        let numbers = numbers(&text);
        let other = if numbers.is_empty() || u.ratio(1, 4_u8)? {
            with_another_character(&text, u)?
        } else {
            let (start, end, number) = numbers[u.choose_index(numbers.len())?];
            let number = another_number(number, u)?;
            Some(format!("{}{number}{}", &text[..start], &text[end..]))
        };
        if let Some(other) = other.and_then(|text| text.parse().ok()) {
            return Ok(Some(other));
        }
    }
    Ok(None)
}

/// The move without its last character, such as the piece of a promotion; `None` if that is no move.
pub(crate) fn without_last_character<T: Display + FromStr>(mv: &T) -> Option<T> {
    let text = mv.to_string();
    let (last, _) = text.char_indices().next_back()?;
    let shorter = &text[..last];
    (!shorter.is_empty() && shorter.trim_end() == shorter).then(|| shorter.parse().ok())?
}

/// The move with its first number below zero; `None` if it has none, or such a text is no move.
pub(crate) fn with_negative_number<T: Display + FromStr>(mv: &T) -> Option<T> {
    let text = mv.to_string();
    let (start, end, number) = *numbers(&text).first()?;
    format!("{}-{}{}", &text[..start], number.max(1), &text[end..]).parse().ok()
}

/// Draws a number near this one, one far beyond any board, or one with the same low bits.
fn another_number(number: u64, u: &mut Unstructured<'_>) -> Result<u64> {
    Ok(match u.int_in_range(0..=7_u8)? {
        0 => 0,
        1 => u64::MAX,
        2 => number.wrapping_add(1 << *u.choose(&[8, 16, 32, 63])?),
        3 | 4 => number.saturating_sub(1),
        5 => u.int_in_range(0..=99)?,
        _ => number.saturating_add(1),
    })
}

/// Replaces a visible character by another one of the text; a digit sometimes by any digit.
fn with_another_character(text: &str, u: &mut Unstructured<'_>) -> Result<Option<String>> {
    let mut characters: Vec<char> = text.chars().collect();
    let places = visible(&characters);
    if places.is_empty() {
        return Ok(None);
    }
    let (to, from) = (*u.choose(&places)?, *u.choose(&places)?);
    let is_any_digit = characters[to].is_ascii_digit() && u.arbitrary()?;
    characters[to] =
        if is_any_digit { char::from(u.int_in_range(b'0'..=b'9')?) } else { characters[from] };
    Ok(Some(characters.into_iter().collect()))
}

/// Exchanges two visible characters.
fn with_characters_exchanged(text: &str, u: &mut Unstructured<'_>) -> Result<Option<String>> {
    let mut characters: Vec<char> = text.chars().collect();
    let places = visible(&characters);
    if places.is_empty() {
        return Ok(None);
    }
    characters.swap(*u.choose(&places)?, *u.choose(&places)?);
    Ok(Some(characters.into_iter().collect()))
}

/// Copies a line, drops one, or exchanges two.
fn with_lines_changed(text: &str, u: &mut Unstructured<'_>) -> Result<Option<String>> {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return Ok(None);
    }
    let (one, other) = (u.choose_index(lines.len())?, u.choose_index(lines.len())?);
    match u.int_in_range(0..=2_u8)? {
        0 => lines.insert(one, lines[other]),
        1 => drop(lines.remove(one)),
        _ => lines.swap(one, other),
    }
    Ok(Some(joined(lines.into_iter().map(str::to_owned), text.ends_with('\n'))))
}

/// Indices of the characters that are not white space.
fn visible(characters: &[char]) -> Vec<usize> {
    (0..characters.len()).filter(|&at| !characters[at].is_whitespace()).collect()
}

/// Shrinking by text, for rule sets without a [`Shrink`] of their own.
///
/// Smaller cases have fewer lines or columns in their set-up, or as many fewer of both if the board
/// is a square; the numbers of their moves, and letters beside them (`e2e4`), may follow. Columns
/// are those of the lines of the commonest width, counted in characters or in words, so that a line
/// `X to move` stays whole. Simpler cases have lower characters or numbers in their set-up, a dot
/// being the lowest, and lower numbers in their moves.
///
/// Ranks between slashes, as in the text of chess positions, are cut as a board; pieces become
/// empty cells, and the further fields become plainer.
///
/// ```
/// use twinboard_harness::nim::Nim;
/// use twinboard_harness::{Case, Shrink, TextShrink};
///
/// let case = Case::<Nim>::new(17, vec![3]);
/// let smaller: Vec<u8> = TextShrink.smaller(&case).map(|case| case.setup).collect();
/// assert_eq!(smaller[..1], [7], "the first column left out");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TextShrink;

impl<V: Vocabulary> Shrink<V> for TextShrink {
    fn smaller<'a>(&'a self, case: &'a Case<V>) -> Box<dyn Iterator<Item = Case<V>> + 'a> {
        let text = case.setup.to_string();
        let mut texts = Fen::find(&text).map(|fen| fen.smaller()).unwrap_or_default();
        texts.extend(smaller_squares(&text));
        texts.extend(fewer_lines(&text).chain(fewer_columns(&text)));
        let moves: Vec<String> = case.moves.iter().map(ToString::to_string).collect();
        let setups = texts.into_iter().filter_map(|(cut, text)| Some((cut, text.parse().ok()?)));
        Box::new(setups.flat_map(move |(cut, setup): (_, V::Setup)| {
            let followed = followed(&moves, &cut).into_iter();
            let read = |moves: Vec<String>| moves.iter().map(|text| text.parse().ok()).collect();
            let all_moves = iter::once(case.moves.clone()).chain(followed.filter_map(read));
            all_moves.map(move |moves| Case { setup: setup.clone(), moves, ..case.clone() })
        }))
    }

    fn simpler<'a>(&'a self, case: &'a Case<V>) -> Box<dyn Iterator<Item = Case<V>> + 'a> {
        let text = case.setup.to_string();
        let fen = Fen::find(&text).map(|fen| fen.simpler()).unwrap_or_default();
        let others = fen.is_empty().then(|| simpler_words(&text).chain(simpler_characters(&text)));
        let texts = fen.into_iter().chain(others.into_iter().flatten());
        let setups = texts.filter_map(|text| text.parse().ok());
        let setups = setups.map(|setup| Case { setup, ..case.clone() });
        let moves = case.moves.iter().enumerate().flat_map(move |(index, mv)| {
            let others = lower_places(&mv.to_string());
            others.into_iter().filter_map(|text| text.parse().ok()).map(move |mv| {
                let mut simpler = case.clone();
                simpler.moves[index] = mv;
                simpler
            })
        });
        Box::new(setups.chain(moves))
    }

    fn complexity(&self, case: &Case<V>) -> u64 {
        let characters: u64 = case.setup.to_string().chars().map(rank).sum();
        let moves = case.moves.iter().flat_map(|mv| {
            let places = places(&mv.to_string()).into_iter();
            places.map(|place| number_complexity(place.value, FAR))
        });
        characters + moves.sum::<u64>()
    }
}

/// Complexity of a character: 0 for a dot, which is an empty cell in most texts, else its code
/// point.
fn rank(character: char) -> u64 {
    match character {
        '.' => 0,
        _ if character.is_whitespace() => 0,
        _ => u64::from(u32::from(character)),
    }
}

/// Texts with simpler characters: first with all characters of a kind replaced, then with single
/// ones. Replacements are a dot, the characters of the text and, if it has digits, 0 and 1. Made one
/// by one: a long text has too many of them to keep.
fn simpler_characters(text: &str) -> impl Iterator<Item = String> + use<> {
    let characters: Rc<[char]> = text.chars().collect();
    let mut kinds: Vec<char> = characters.iter().copied().filter(|c| !c.is_whitespace()).collect();
    kinds.push('.');
    if kinds.iter().any(char::is_ascii_digit) {
        kinds.extend(['0', '1']);
    }
    kinds.sort_unstable_by_key(|&kind| rank(kind));
    kinds.dedup();
    let (kinds, count): (Rc<[char]>, _) = (kinds.as_slice().into(), kinds.len());
    let pairs = (0..count).flat_map(move |to| (to + 1..count).map(move |from| (to, from)));
    let (of_kind, text) = (Rc::clone(&kinds), text.to_owned());
    let kinds_replaced =
        pairs.map(move |(to, from)| text.replace(of_kind[from], &of_kind[to].to_string()));
    let single = visible(&characters).into_iter().flat_map(move |at| {
        let (characters, kinds) = (Rc::clone(&characters), Rc::clone(&kinds));
        let lower = kinds.partition_point(|&kind| rank(kind) < rank(characters[at]));
        (0..lower).map(move |to| {
            let replaced = |index| if index == at { kinds[to] } else { characters[index] };
            (0..characters.len()).map(replaced).collect()
        })
    });
    kinds_replaced.chain(single)
}

/// Limit on the single words that are replaced, because each is replaced by each lower kind.
const SINGLE_WORDS_MAX: usize = 256;

/// The words of a text, and the kinds of words that may replace them, the lowest first.
struct Words {
    text: String,
    places: Vec<Range<usize>>,
    kinds: Vec<String>,
}

impl Words {
    /// `None` if no line has several words.
    fn of(text: &str) -> Option<Self> {
        text.lines().find(|line| line.split_whitespace().count() > 1)?;
        let words = || text.split_whitespace();
        let start = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
        let places = words().map(|word| start(word)..start(word) + word.len()).collect();
        let mut kinds: Vec<String> = words().chain([".", "0"]).map(str::to_owned).collect();
        kinds.sort_unstable_by(|one, other| {
            (weight_of_word(one), one).cmp(&(weight_of_word(other), other))
        });
        kinds.dedup();
        Some(Self { text: text.to_owned(), places, kinds })
    }

    /// Whether a kind is in the text.
    fn has(&self, kind: usize) -> bool {
        self.places.iter().any(|place| self.text[place.clone()] == self.kinds[kind])
    }

    /// The kinds that are lower than a word.
    fn below(&self, word: &str) -> Range<usize> {
        0..self.kinds.partition_point(|kind| weight_of_word(kind) < weight_of_word(word))
    }

    /// The text with each word replaced by what `other` gives for it and its index.
    fn with(&self, other: impl Fn(usize, &str) -> Option<String>) -> String {
        let (mut changed, mut end) = (String::new(), 0);
        for (index, place) in self.places.iter().enumerate() {
            changed += &self.text[end..place.start];
            let word = &self.text[place.clone()];
            changed += &other(index, word).unwrap_or_else(|| word.to_owned());
            end = place.end;
        }
        changed + &self.text[end..]
    }
}

fn weight_of_word(word: &str) -> (u8, u64) {
    match word.parse::<u64>() {
        Ok(number) => (1, number),
        Err(_) if word == "." => (0, 0),
        Err(_) => (2, word.chars().map(rank).sum()),
    }
}

/// Texts of several words in a line with simpler words: with all numbers halved, then with all
/// words of a kind replaced by a dot, by 0 or by another word of the text, then with single ones.
fn simpler_words(text: &str) -> impl Iterator<Item = String> + use<> {
    let half = |word: &str| word.parse::<u64>().ok().map(|number| (number / 2).to_string());
    let all = Words::of(text).map(Rc::new).into_iter().flat_map(move |words| {
        let halved = words.with(|_, word| half(word));
        let (of_kinds, single) = (Rc::clone(&words), Rc::clone(&words));
        let kinds = (0..words.kinds.len()).filter(move |&from| words.has(from));
        let kinds = kinds.flat_map(move |from| {
            let words = Rc::clone(&of_kinds);
            words.below(&words.kinds[from]).map(move |to| {
                let to = &words.kinds[to];
                words.with(|_, word| (*word == words.kinds[from]).then(|| to.clone()))
            })
        });
        let places = 0..single.places.len().min(SINGLE_WORDS_MAX);
        let single = places.flat_map(move |at| {
            let words = Rc::clone(&single);
            words.below(&words.text[words.places[at].clone()]).map(move |to| {
                words.with(|index, _| (index == at).then(|| words.kinds[to].clone()))
            })
        });
        iter::once(halved).chain(kinds).chain(single)
    });
    let text = text.to_owned();
    all.filter(move |other| *other != text)
}

/// Texts with one of the numbers lowered, or one of the letters beside them.
fn lower_places(text: &str) -> Vec<String> {
    let lower = places(text).into_iter().flat_map(|place| {
        let number = place.value;
        let all = [0, 1, number / 2, number.saturating_sub(1)];
        let all = all.into_iter().filter(move |&other| other < number).chain(truncations(number));
        all.filter_map(move |other| place.replaced(text, other))
    });
    lower.collect()
}

#[cfg(test)]
mod tests {
    use super::{lower_places, simpler_characters, simpler_words};

    #[test]
    fn characters_become_simpler_places_lower_and_first_numbers_negative() {
        let simpler: Vec<_> = simpler_characters("b.a\n").collect();
        assert_eq!(simpler, ["b..\n", "..a\n", "a.a\n", "..a\n", "a.a\n", "b..\n"]);
        let negative = |text: &str| super::with_negative_number(&text.to_owned());
        for (text, expected) in [("3", Some("-3")), ("a0 2", Some("a-1 2")), ("pass", None)] {
            assert_eq!(negative(text).as_deref(), expected);
        }
        assert_eq!(super::with_negative_number(&3_u8), None);
        assert_eq!(lower_places("4 1"), ["0 1", "1 1", "2 1", "3 1", "4 0", "4 0", "4 0"]);
        assert_eq!(lower_places("c1"), ["a1", "a1", "b1", "c0", "c0", "c0"]);
    }

    #[test]
    fn words_become_simpler_ones_of_the_text() {
        let texts: Vec<String> = simpler_words("16 8\n. 16\nup next\n").collect();
        let expected = ["8 4\n. 8\nup next\n", "16 .\n. 16\nup next\n", "16 0\n. 16\nup next\n"];
        assert_eq!(texts[..3], expected);
        let single = "16 8\n. 8\nup next\n".to_owned();
        assert!(texts.contains(&single), "{texts:?}");
        assert_eq!(simpler_words("16\n8\n").next(), None, "its words are its lines");
        // A long text has many, of which the first come at once.
        let long = "x o\n".repeat(100_000);
        assert_eq!(simpler_words(&long).chain(simpler_characters(&long)).take(9).count(), 9);
    }
}
