//! Default mutation and shrinking: set-ups and moves are changed by their text.
//!
//! Every candidate is parsed again through `FromStr`, and dropped if that fails. This works for any
//! text, and works well for the usual kind: boards drawn as lines of characters.

use std::fmt::Display;
use std::iter;
use std::ops::Range;
use std::str::FromStr;

use arbitrary::{Result, Unstructured};
use twinboard_vocabulary::Vocabulary;

use super::capabilities::Shrink;
use crate::model::case::Case;
use crate::model::numbers::{number_complexity, truncations};

/// Mutations tried until one can be parsed.
const TRIES: usize = 8;
/// Numbers from 1000 on are taken to be beyond every board, see [`number_complexity`].
const FAR: u64 = 1000;

/// The set-up with a character or a line of its text changed; `None` if no change can be parsed or
/// none makes a difference.
pub(super) fn changed<T>(value: &T, u: &mut Unstructured<'_>) -> Result<Option<T>>
where
    T: Display + FromStr + PartialEq,
{
    let text = value.to_string();
    for _ in 0..TRIES {
        let other = match u.int_in_range(0..=3_u8)? {
            0 | 1 => with_another_character(&text, u)?,
            2 => with_characters_exchanged(&text, u)?,
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

/// The move with a number or a character of its text changed; `None` if no change can be parsed.
pub(super) fn changed_move<T>(mv: &T, u: &mut Unstructured<'_>) -> Result<Option<T>>
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

/// Start, end and value of each number of a text. Too large values become `u64::MAX`.
fn numbers(text: &str) -> Vec<(usize, usize, u64)> {
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

/// Shrinking by text, for rule sets without a [`Shrink`] of their own.
///
/// Smaller cases have fewer lines or columns in their set-up; the numbers of their moves may
/// follow. Simpler cases have lower characters in their set-up, a dot being the lowest, and lower
/// numbers in their moves.
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
        let texts = fewer_lines(&text).chain(fewer_columns(&text)).collect::<Vec<_>>();
        let setups = texts.into_iter().filter_map(|(cut, text)| Some((cut, text.parse().ok()?)));
        Box::new(setups.flat_map(move |(cut, setup): (_, V::Setup)| {
            let all_moves = iter::once(case.moves.clone()).chain(moves_that_follow(case, cut));
            all_moves.map(move |moves| Case { setup: setup.clone(), moves, ..case.clone() })
        }))
    }

    fn simpler<'a>(&'a self, case: &'a Case<V>) -> Box<dyn Iterator<Item = Case<V>> + 'a> {
        let texts = simpler_characters(&case.setup.to_string());
        let setups = texts.into_iter().filter_map(|text| text.parse().ok());
        let setups = setups.map(|setup| Case { setup, ..case.clone() });
        let moves = case.moves.iter().enumerate().flat_map(move |(index, mv)| {
            let others = lower_numbers(&mv.to_string());
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
            let text = mv.to_string();
            numbers(&text).into_iter().map(|(_, _, number)| number_complexity(number, FAR))
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

/// Moves adapted to a set-up from which the lines or columns `cut` were removed: with one number of
/// each move lowered if it is beyond the cut, with every other one, and with all of them. So they
/// follow if moves are a place, several places, or columns of a single row, counted from 1 or
/// from 0.
fn moves_that_follow<V: Vocabulary>(
    case: &Case<V>,
    cut: Range<usize>,
) -> impl Iterator<Item = Vec<V::Move>> {
    let texts: Vec<String> = case.moves.iter().map(ToString::to_string).collect();
    let most = texts.iter().map(|text| numbers(text).len()).max().unwrap_or(0);
    let mut all = vec![texts];
    for places in choices_of_numbers(most) {
        for first in [1, 0] {
            let moves = all[0].iter().map(|text| lowered(text, &places, &cut, first)).collect();
            if !all.contains(&moves) {
                all.push(moves);
            }
        }
    }
    let others = all.into_iter().skip(1);
    others.filter_map(|moves| moves.iter().map(|text| text.parse().ok()).collect())
}

/// Numbers of a move that may be lowered together, by their places among its `count` numbers.
fn choices_of_numbers(count: usize) -> Vec<Vec<usize>> {
    let mut choices: Vec<Vec<usize>> = (0..count).map(|place| vec![place]).collect();
    if count > 2 {
        choices.extend([0, 1].map(|start| (start..count).step_by(2).collect()));
    }
    if count > 1 {
        choices.push((0..count).collect());
    }
    choices
}

/// The text of a move in which those of its numbers are lowered that are beyond the cut. Numbers
/// count from `first`.
fn lowered(text: &str, places: &[usize], cut: &Range<usize>, first: usize) -> String {
    let mut text = text.to_owned();
    // From the last one, so that the places of those before it stay the same.
    for (place, (start, end, number)) in numbers(&text).into_iter().enumerate().rev() {
        if places.contains(&place) && number >= (cut.end + first) as u64 {
            text.replace_range(start..end, &(number - cut.len() as u64).to_string());
        }
    }
    text
}

/// Texts without some of the lines (each half, each quarter, down to single ones), with the range
/// left out.
fn fewer_lines(text: &str) -> impl Iterator<Item = (Range<usize>, String)> {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let ends = text.ends_with('\n');
    cuts(lines.len()).map(move |cut| {
        let kept = lines.iter().enumerate().filter(|(at, _)| !cut.contains(at));
        let text = joined(kept.map(|(_, line)| line.clone()), ends);
        (cut, text)
    })
}

/// Texts without some of the columns of characters, with the range left out.
fn fewer_columns(text: &str) -> impl Iterator<Item = (Range<usize>, String)> {
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let width = lines.iter().map(Vec::len).max().unwrap_or(0);
    let ends = text.ends_with('\n');
    cuts(width).map(move |cut| {
        let line = |line: &Vec<char>| -> String {
            let kept = line.iter().enumerate().filter(|(at, _)| !cut.contains(at));
            kept.map(|(_, character)| *character).collect()
        };
        let text = joined(lines.iter().map(line), ends);
        (cut, text)
    })
}

/// Joins lines; `ends` adds a line feed after the last one.
fn joined(lines: impl Iterator<Item = String>, ends: bool) -> String {
    let text = lines.collect::<Vec<_>>().join("\n");
    if ends { text + "\n" } else { text }
}

/// Ranges of `0..count` to leave out, the largest first, but never all of it.
fn cuts(count: usize) -> impl Iterator<Item = Range<usize>> {
    let lengths = iter::successors(Some(count / 2), |length| Some(length / 2));
    lengths.take_while(|&length| length > 0).flat_map(move |length| {
        (0..count).step_by(length).map(move |start| start..(start + length).min(count))
    })
}

/// Texts with simpler characters: first with all characters of a kind replaced, then with single
/// ones. Replacements are a dot, the characters of the text and, if it has digits, 0 and 1.
fn simpler_characters(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let mut kinds: Vec<char> = characters.iter().copied().filter(|c| !c.is_whitespace()).collect();
    kinds.push('.');
    if kinds.iter().any(char::is_ascii_digit) {
        kinds.extend(['0', '1']);
    }
    kinds.sort_unstable_by_key(|&kind| rank(kind));
    kinds.dedup();
    let mut texts = Vec::new();
    for (index, &to) in kinds.iter().enumerate() {
        for &from in &kinds[index + 1..] {
            texts.push(text.replace(from, &to.to_string()));
        }
    }
    for at in visible(&characters) {
        for &to in kinds.iter().filter(|&&kind| rank(kind) < rank(characters[at])) {
            let mut other = characters.clone();
            other[at] = to;
            texts.push(other.into_iter().collect());
        }
    }
    texts
}

/// Texts with one of the numbers lowered.
fn lower_numbers(text: &str) -> Vec<String> {
    let lower = numbers(text).into_iter().flat_map(|(start, end, number)| {
        let all = [0, 1, number / 2, number.saturating_sub(1)];
        let all = all.into_iter().filter(move |&other| other < number).chain(truncations(number));
        all.map(move |other| format!("{}{other}{}", &text[..start], &text[end..]))
    });
    lower.collect()
}

#[cfg(test)]
mod tests {
    use super::{
        choices_of_numbers, cuts, fewer_columns, lower_numbers, lowered, numbers,
        simpler_characters,
    };

    #[test]
    fn numbers_are_found_with_their_places() {
        assert_eq!(numbers("(12,3) x007"), [(1, 3, 12), (4, 5, 3), (8, 11, 7)]);
        assert_eq!(numbers("none"), []);
    }

    #[test]
    fn columns_of_all_lines_are_left_out_together() {
        let narrower: Vec<_> = fewer_columns("abcd\nefgh\n").collect();
        assert_eq!(narrower[0], (0..2, "cd\ngh\n".to_owned()));
        assert_eq!(narrower[1], (2..4, "ab\nef\n".to_owned()));
        assert_eq!(narrower.len(), 2 + 4);
        assert_eq!(cuts(1).count(), 0, "never everything");
    }

    #[test]
    fn numbers_of_a_move_follow_a_cut_alone_or_together() {
        assert_eq!(choices_of_numbers(1), [[0]]);
        assert_eq!(choices_of_numbers(2), [&[0][..], &[1], &[0, 1]]);
        let pairs = choices_of_numbers(4).split_off(4);
        assert_eq!(pairs, [&[0, 2][..], &[1, 3], &[0, 1, 2, 3]]);
        // Without the columns 1 to 5 of a single row, and without the first two columns.
        assert_eq!(lowered("7 5", &[0, 1], &(0..5), 1), "2 5");
        assert_eq!(lowered("12-10", &[0, 1], &(0..5), 1), "7-5");
        assert_eq!(lowered("2 9 3 1", &[0, 2], &(0..2), 0), "0 9 1 1");
    }

    #[test]
    fn characters_become_simpler_ones_of_the_text() {
        assert_eq!(
            simpler_characters("b.a\n"),
            ["b..\n", "..a\n", "a.a\n", "..a\n", "a.a\n", "b..\n"]
        );
    }

    #[test]
    fn numbers_of_a_move_are_lowered() {
        assert_eq!(lower_numbers("4 1"), ["0 1", "1 1", "2 1", "3 1", "4 0", "4 0", "4 0"]);
    }
}
