//! Swarms: each case prefers some kinds of moves, and does without others (Groce, Zhang, Eide, Chen
//! and Regehr, "Swarm testing", 2012).
//!
//! Evenly drawn moves seldom climb twenty steps, never pass in a row and never go back and forth.
//! So the moves of most cases are narrowed first, in a way that is drawn once for the case. The kind
//! of a move is the first word of its text, with a `9` in the place of each number: `climb 3` is of
//! the kind `climb`, `e7e8q` of the kind `a9a9a`.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::{Display, Write};

use arbitrary::Unstructured;
use twinboard_vocabulary::Vocabulary;

use crate::model::random::{digest, mix};
use crate::model::rules::runs;
use crate::model::stats::{KINDS_MAX, KindCount};

/// Moves of the case that are remembered.
const MOVES_REMEMBERED: usize = 4;
/// Lists after which a game that has moves of one kind only is not narrowed by kinds.
const LISTS_OF_ONE_KIND: u8 = 16;
/// Longest list that is narrowed: each move is printed.
const LIST_MAX: usize = 1_024;

/// How the moves of a case are narrowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Not at all.
    Off,
    /// To the kinds that are in: about `quarters` of four, by this number.
    Some { quarters: u64, number: u64 },
    /// To one kind at a time; behind each move the kind changes with this share, in 64ths.
    Runs { ends: u8 },
    /// To all kinds but one.
    AllBut,
    /// To the move that takes back the last move, or else the last but one: the halves of its text
    /// exchanged.
    Back,
    /// To the move of so many moves ago.
    Again { ago: usize },
    /// To moves that name a place of the last move but one, or of the last.
    Follow { ago: usize },
}

/// Narrows the legal moves of one case.
#[derive(Debug)]
pub(crate) struct Swarm {
    way: Way,
    /// The kind of the run, or the one that is left out.
    kind: Option<u64>,
    /// Lists so far whose moves were all of one kind.
    single: u8,
    /// Texts of the last moves, the latest first.
    moves: VecDeque<String>,
}

impl Swarm {
    /// Draws the way of a case.
    pub(crate) fn new(u: &mut Unstructured<'_>) -> arbitrary::Result<Self> {
        let way = match u.int_in_range(0..=31_u8)? {
            0..=9 => Way::Off,
            10..=13 => Way::Some { quarters: u.int_in_range(1..=3)?, number: u.arbitrary()? },
            14..=25 => Way::Runs { ends: *u.choose(&[0, 1, 2, 4, 64])? },
            26 => Way::AllBut,
            27..=29 => Way::Back,
            30 => Way::Again { ago: u.int_in_range(0..=3)? },
            _ => Way::Follow { ago: u.int_in_range(0..=1)? },
        };
        Ok(Self { way, kind: None, single: 0, moves: VecDeque::new() })
    }

    /// True if all moves are used alike.
    pub(crate) fn is_off(&self) -> bool {
        self.way == Way::Off
    }

    /// Remembers a move of the case.
    pub(crate) fn played(&mut self, mv: &impl ToString) {
        if matches!(self.way, Way::Back | Way::Again { .. } | Way::Follow { .. }) {
            self.moves.truncate(MOVES_REMEMBERED - 1);
            self.moves.push_front(mv.to_string());
        }
    }

    /// The moves of the list among which one is chosen; `None` if among all.
    pub(crate) fn narrow<'m, V: Vocabulary>(
        &mut self,
        legal: &'m [V::LegalMove],
        u: &mut Unstructured<'_>,
    ) -> Option<Vec<&'m V::LegalMove>> {
        if legal.len() < 2 || legal.len() > LIST_MAX {
            return None;
        }
        let mut text = String::new();
        let mut those = |is_in: &dyn Fn(&str) -> bool| {
            let is_in = |legal: &&V::LegalMove| is_in(print(&mut text, &V::to_move(legal)));
            legal.iter().filter(is_in).collect::<Vec<_>>()
        };
        let narrowed = match self.way {
            Way::Off => return None,
            Way::Again { ago } => {
                let wanted = self.moves.get(ago)?;
                those(&|text| text == wanted)
            }
            Way::Back => {
                let mut wanted = self.moves.iter().take(2).filter_map(|mv| back(mv));
                wanted.find_map(|wanted| {
                    let found = those(&|text| text == wanted);
                    (!found.is_empty()).then_some(found)
                })?
            }
            Way::Follow { ago } => {
                let places = places(self.moves.get(ago)?);
                those(&|text| self::places(text).iter().any(|place| places.contains(place)))
            }
            Way::Some { .. } | Way::Runs { .. } | Way::AllBut => {
                if self.single == LISTS_OF_ONE_KIND {
                    return None;
                }
                let mut shape = String::new();
                let kind = |legal| {
                    write_shape(&mut shape, print(&mut text, &V::to_move(legal)));
                    digest(shape.as_bytes())
                };
                let kinds: Vec<u64> = legal.iter().map(kind).collect();
                if kinds.iter().all(|kind| *kind == kinds[0]) {
                    self.single += 1;
                    return None;
                }
                self.single = 0;
                let is_in = self.kinds_in(&kinds, u)?;
                let pairs = legal.iter().zip(kinds);
                pairs.filter(|(_, kind)| is_in(*kind)).map(|(legal, _)| legal).collect()
            }
        };
        (!narrowed.is_empty()).then_some(narrowed)
    }

    /// Whether a kind is in; `kinds` are those of the list, at least two different ones.
    fn kinds_in(
        &mut self,
        kinds: &[u64],
        u: &mut Unstructured<'_>,
    ) -> Option<Box<dyn Fn(u64) -> bool>> {
        let mut drawn = || {
            let mut each = kinds.to_vec();
            each.sort_unstable();
            each.dedup();
            u.choose(&each).ok().copied()
        };
        match self.way {
            Way::Some { quarters, number } => {
                Some(Box::new(move |kind| mix(kind ^ number) % 4 < quarters))
            }
            Way::Runs { ends } => {
                if self.kind.is_none_or(|kind| !kinds.contains(&kind)) {
                    self.kind = Some(drawn()?);
                }
                let run = self.kind?;
                if u.int_in_range(0..=63_u8).ok()? < ends {
                    self.kind = None;
                }
                Some(Box::new(move |kind| kind == run))
            }
            _ => {
                if self.kind.is_none() {
                    self.kind = Some(drawn()?);
                }
                let without = self.kind?;
                Some(Box::new(move |kind| kind != without))
            }
        }
    }
}

/// Counts the accepted moves of a case by their kinds.
#[derive(Default)]
pub(crate) struct Kinds {
    /// Each kind, in the order of their first moves.
    counts: Vec<(String, KindCount)>,
    /// The index of the kind of the last move, and the length of the run of it.
    run: (usize, u64),
    text: String,
    shape: String,
}

impl Kinds {
    /// Counts a move.
    pub(crate) fn count(&mut self, mv: &impl Display) {
        write_shape(&mut self.shape, print(&mut self.text, mv));
        let shape = &self.shape;
        let known = self.counts.iter().position(|(kind, _)| kind == shape);
        let index = known.unwrap_or(self.counts.len());
        if known.is_none() {
            if index == KINDS_MAX {
                return;
            }
            self.counts.push((shape.clone(), KindCount::default()));
        }
        self.run = if index == self.run.0 { (index, self.run.1 + 1) } else { (index, 1) };
        let count = &mut self.counts[index].1;
        count.moves += 1;
        count.most = count.moves;
        count.longest_run = count.longest_run.max(self.run.1);
    }

    /// The counts of the case.
    pub(crate) fn into_counts(self) -> BTreeMap<String, KindCount> {
        self.counts.into_iter().collect()
    }
}

/// Prints a move, in the place of the last one.
fn print<'t>(text: &'t mut String, mv: &impl Display) -> &'t str {
    text.clear();
    write!(text, "{mv}").expect("a string takes any text");
    text
}

/// The first word with a `9` for each number and, if it has one, an `a` for each letter.
fn shape(text: &str) -> String {
    let mut shape = String::new();
    write_shape(&mut shape, text);
    shape
}

/// The same, in the place of the last one.
fn write_shape(shape: &mut String, text: &str) {
    let word = text.split_whitespace().next().unwrap_or_default();
    shape.clear();
    if !word.contains(|c: char| c.is_ascii_digit()) {
        shape.push_str(word);
        return;
    }
    for run in runs(word).map(|run| &word[run]) {
        match run.chars().next() {
            Some('0'..='9') => shape.push('9'),
            Some(letter) if letter.is_alphabetic() => shape.extend(run.chars().map(|_| 'a')),
            _ => shape.push_str(run),
        }
    }
}

/// The move with its halves exchanged, `e2e4` for `e4e2` and `a1-b2` for `b2-a1`; `None` if they are
/// not alike.
fn back(text: &str) -> Option<String> {
    let middle = text.find(|c: char| !c.is_alphanumeric());
    let splits =
        middle.map(|at| (at, at + 1)).into_iter().chain((1..text.len()).map(|at| (at, at)));
    splits.into_iter().find_map(|(at, behind)| {
        let (from, middle, to) = (text.get(..at)?, text.get(at..behind)?, text.get(behind..)?);
        let is_place = |half: &str| {
            half.chars().all(char::is_alphanumeric) && half.contains(|c: char| c.is_ascii_digit())
        };
        let alike = is_place(from) && is_place(to) && shape(from) == shape(to);
        alike.then(|| format!("{to}{middle}{from}"))
    })
}

/// The places that a move names: words of letters and one number, `e2` and `e4` of `e2e4`.
fn places(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let mut places = Vec::new();
    for word in words.filter(|word| !word.is_empty()) {
        let is_digit = |at: usize| word.as_bytes()[at].is_ascii_digit();
        let starts_with_digit = is_digit(0);
        let mut start = 0;
        for at in 1..word.len() {
            let begins = is_digit(at) == starts_with_digit && is_digit(at - 1) != starts_with_digit;
            if begins && word.is_char_boundary(at) {
                places.push(&word[start..at]);
                start = at;
            }
        }
        places.push(&word[start..]);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::{back, places, shape};

    #[test]
    fn kinds_are_first_words_without_their_numbers() {
        for (text, kind) in [
            ("climb 3", "climb"),
            ("a-back", "a-back"),
            ("e2e4", "a9a9"),
            ("e7e8q", "a9a9a"),
            ("P*3f", "a*9a"),
            ("3 14", "9"),
            ("a10b11", "a9a9"),
            ("", ""),
        ] {
            assert_eq!(shape(text), kind, "{text}");
        }
    }

    #[test]
    fn moves_have_places_and_are_taken_back_by_their_halves() {
        for (text, taken_back) in
            [("e2e4", "e4e2"), ("7g7f", "7f7g"), ("a1-b2", "b2-a1"), ("a9 a10", "a10 a9")]
        {
            assert_eq!(back(text).as_deref(), Some(taken_back));
        }
        for text in ["pass", "d4", "e7e8q", "up", "", "é9"] {
            assert_eq!(back(text), None, "{text}");
        }
        assert_eq!(places("e2e4"), ["e2", "e4"]);
        assert_eq!(places("7g7f+"), ["7g", "7f"]);
        assert_eq!(places("3 14"), ["3", "14"]);
        assert_eq!(places("e7e8q"), ["e7", "e8", "q"]);
        assert_eq!(places("pass"), ["pass"]);
        assert!(places("--").is_empty());
    }
}
