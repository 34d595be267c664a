//! Smaller boards by their text: without some of their lines or columns, or without as many of both.

use std::iter;
use std::ops::Range;

use super::examples::runs;

/// The lines that a text is cut by, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// Lines or columns that are left out, and how many there were.
    Lines(Range<usize>, usize),
    /// As many rows as columns of a square that are left out, and its side.
    Square(Range<usize>, Range<usize>, usize),
}

/// A board within a text: the lines of the commonest width, which is counted in characters or in
/// words. Other lines, such as `X to move`, belong to no column.
struct Board<'a> {
    text: &'a str,
    /// The columns of each line; empty for the lines that are not of the board.
    lines: Vec<Vec<&'a str>>,
    width: usize,
    /// Between two columns.
    space: &'static str,
}

impl<'a> Board<'a> {
    /// The board of the lines that `is_within` counts, if its columns are words or characters.
    fn of(text: &'a str, words: bool, is_within: impl Fn(usize) -> bool) -> Option<Self> {
        let all = text.lines().map(|line| columns_of(line, words));
        let mut lines: Vec<Vec<&str>> = all.collect();
        let within = || lines.iter().enumerate().filter(|&(at, _)| is_within(at));
        let count = |width| within().filter(|(_, line)| line.len() == width).count();
        let widths = within().map(|(_, line)| line.len());
        let width = widths.max_by_key(|&width| (count(width), width))?;
        for (at, line) in lines.iter_mut().enumerate() {
            if line.len() != width || !is_within(at) {
                line.clear();
            }
        }
        let space = if words { " " } else { "" };
        (width > 1).then_some(Self { text, lines, width, space })
    }

    /// The text without these rows and columns of the board.
    fn without(&self, rows: &Range<usize>, columns: &Range<usize>) -> String {
        let mut row = 0;
        let mut kept = Vec::new();
        for (line, text) in self.lines.iter().zip(self.text.lines()) {
            if line.is_empty() {
                kept.push(text.to_owned());
                continue;
            }
            if !rows.contains(&row) {
                let columns = line.iter().enumerate().filter(|(at, _)| !columns.contains(at));
                let columns: Vec<&str> = columns.map(|(_, column)| *column).collect();
                kept.push(columns.join(self.space));
            }
            row += 1;
        }
        joined(kept.into_iter(), self.text.ends_with('\n'))
    }

    fn height(&self) -> usize {
        self.lines.iter().filter(|line| !line.is_empty()).count()
    }
}

fn columns_of(line: &str, words: bool) -> Vec<&str> {
    if words {
        return line.split_whitespace().collect();
    }
    line.char_indices().map(|(at, character)| &line[at..at + character.len_utf8()]).collect()
}

/// The boards that a text may show, the likeliest first: of all lines of a width, of all but the
/// last one or but the first one, because a caption can be as wide as the board.
fn boards(text: &str) -> Vec<Board<'_>> {
    let count = text.lines().count();
    let mut boards: Vec<Board<'_>> = Vec::new();
    for words in [false, true] {
        for within in [0..count, 0..count.saturating_sub(1), 1..count] {
            let board = Board::of(text, words, |at| within.contains(&at));
            // A single line without the others is no better than with them.
            let board = board.filter(|board| within.len() == count || board.height() > 1);
            let is_new = |board: &Board<'_>| boards.iter().all(|other| other.lines != board.lines);
            boards.extend(board.filter(is_new));
        }
    }
    boards
}

/// Texts without some of the lines (each half, each quarter, down to single ones).
pub(super) fn fewer_lines(text: &str) -> impl Iterator<Item = (Cut, String)> {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (count, ends) = (lines.len(), text.ends_with('\n'));
    cuts(count).map(move |cut| {
        let kept = lines.iter().enumerate().filter(|(at, _)| !cut.contains(at));
        let text = joined(kept.map(|(_, line)| line.clone()), ends);
        (Cut::Lines(cut, count), text)
    })
}

/// Texts without some of the columns of the board; last, without columns of all lines, for boards
/// whose lines have many widths.
pub(super) fn fewer_columns(text: &str) -> Vec<(Cut, String)> {
    let mut texts = Vec::new();
    for board in boards(text) {
        let all = cuts(board.width);
        texts.extend(all.map(|cut| {
            let text = board.without(&(0..0), &cut);
            (Cut::Lines(cut, board.width), text)
        }));
    }
    let lines: Vec<Vec<&str>> = text.lines().map(|line| columns_of(line, false)).collect();
    let width = lines.iter().map(Vec::len).max().unwrap_or(0);
    if lines.iter().any(|line| line.len() != width) {
        texts.extend(cuts(width).map(|cut| {
            let line = |line: &Vec<&str>| -> String {
                let kept = line.iter().enumerate().filter(|(at, _)| !cut.contains(at));
                kept.map(|(_, character)| *character).collect()
            };
            let text = joined(lines.iter().map(line), text.ends_with('\n'));
            (Cut::Lines(cut, width), text)
        }));
    }
    texts
}

/// Texts with a smaller square: without as many rows as columns.
pub(super) fn smaller_squares(text: &str) -> Vec<(Cut, String)> {
    let squares = boards(text).into_iter().filter(|board| board.height() == board.width);
    let all = squares.flat_map(|board| {
        let pairs = square_cuts(board.width);
        let cut = |(rows, columns): (Range<usize>, Range<usize>)| {
            let text = board.without(&rows, &columns);
            (Cut::Square(rows, columns, board.width), text)
        };
        pairs.into_iter().map(cut).collect::<Vec<_>>()
    });
    all.collect()
}

/// Largest side of a square for which all pairs of rows and columns are tried.
const ALL_PAIRS_SIDE: usize = 8;

/// Pairs of ranges of equal length to leave out, the largest first; on large squares, only the same
/// range for both, or outer ones.
pub(super) fn square_cuts(side: usize) -> Vec<(Range<usize>, Range<usize>)> {
    let lengths = (1..side).rev().filter(|&length| {
        side <= 2 * ALL_PAIRS_SIDE || length == 1 || {
            // Halves, quarters, and so on.
            iter::successors(Some(side / 2), |half| Some(half / 2).filter(|&half| half > 0))
                .any(|half| half == length)
        }
    });
    let pairs = lengths.flat_map(|length| {
        let starts = move || 0..=side - length;
        let is_outer = move |start: usize| start == 0 || start == side - length;
        starts().flat_map(move |row| {
            let columns = starts().filter(move |&column| {
                let are_outer = is_outer(row) && is_outer(column);
                side <= ALL_PAIRS_SIDE || row == column || are_outer
            });
            columns.map(move |column| (row..row + length, column..column + length))
        })
    });
    pairs.collect()
}

/// Joins lines; `ends` adds a line feed after the last one.
pub(super) fn joined(lines: impl Iterator<Item = String>, ends: bool) -> String {
    let text = lines.collect::<Vec<_>>().join("\n");
    if ends { text + "\n" } else { text }
}

/// Ranges of `0..count` to leave out, the largest first, but never all of it.
pub(super) fn cuts(count: usize) -> impl Iterator<Item = Range<usize>> {
    let lengths = iter::successors(Some(count / 2), |length| Some(length / 2));
    lengths.take_while(|&length| length > 0).flat_map(move |length| {
        (0..count).step_by(length).map(move |start| start..(start + length).min(count))
    })
}

/// The lines from which a move may count: those from the end are what letters go with, as in `e2`.
fn mirrored(cut: &Range<usize>, count: usize) -> Range<usize> {
    count - cut.end..count - cut.start
}

/// Texts of moves adapted to a cut: with one place of each move lowered if it is beyond the cut,
/// with every other one, and with all of them. So they follow if moves are a cell, several cells,
/// or columns of a single row, counted from 1 or from 0; or from the other end, beside letters. In
/// a smaller square rows and columns take turns.
pub(super) fn followed(moves: &[String], cut: &Cut) -> Vec<Vec<String>> {
    let most = moves.iter().map(|text| places(text).len()).max().unwrap_or(0);
    let has_letters =
        moves.iter().any(|text| places(text).iter().any(|place| place.letter.is_some()));
    let mut all = vec![moves.to_vec()];
    let mut add = |ranges: &dyn Fn(usize) -> Option<Range<usize>>, first: usize| {
        let moves = moves.iter().map(|text| lowered(text, ranges, first)).collect();
        if !all.contains(&moves) {
            all.push(moves);
        }
    };
    match cut {
        Cut::Lines(cut, count) => {
            for chosen in choices_of_places(most) {
                let range =
                    |cut: &Range<usize>, place| chosen.contains(&place).then(|| cut.clone());
                for first in [1, 0] {
                    add(&|place| range(cut, place), first);
                }
                if has_letters {
                    add(&|place| range(&mirrored(cut, *count), place), 1);
                }
            }
        }
        Cut::Square(rows, columns, side) => {
            let mut orders = vec![(rows.clone(), columns.clone()), (columns.clone(), rows.clone())];
            if has_letters {
                orders.insert(0, (columns.clone(), mirrored(rows, *side)));
            }
            for (even, odd) in orders {
                for first in [1, 0] {
                    let range = |place: usize| if place.is_multiple_of(2) { &even } else { &odd };
                    add(&|place| Some(range(place).clone()), first);
                }
            }
        }
    }
    all.split_off(1)
}

/// Places of a move that may be lowered together, by their order among its `count` places.
fn choices_of_places(count: usize) -> Vec<Vec<usize>> {
    let mut choices: Vec<Vec<usize>> = (0..count).map(|place| vec![place]).collect();
    if count > 2 {
        choices.extend([0, 1].map(|start| (start..count).step_by(2).collect()));
    }
    if count > 1 {
        choices.push((0..count).collect());
    }
    choices
}

/// The text of a move in which each place is lowered that is beyond its range. Numbers count from
/// `first`, letters from 1.
fn lowered(text: &str, ranges: &dyn Fn(usize) -> Option<Range<usize>>, first: usize) -> String {
    let mut text = text.to_owned();
    // From the last one, so that those before it stay where they are.
    for (index, place) in places(&text).into_iter().enumerate().rev() {
        let Some(cut) = ranges(index) else { continue };
        let first = if place.letter.is_some() { 1 } else { first };
        if place.value >= (cut.end + first) as u64 {
            let lower = place.replaced(&text, place.value - cut.len() as u64);
            text = lower.unwrap_or(text);
        }
    }
    text
}

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
    let runs = runs(text).filter(|run| text.as_bytes()[run.start].is_ascii_digit());
    runs.map(|run| (run.start, run.end, text[run].parse().unwrap_or(u64::MAX))).collect()
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

#[cfg(test)]
mod tests {
    use super::{
        Cut, choices_of_places, cuts, fewer_columns, followed, lowered, smaller_squares,
        square_cuts,
    };

    #[test]
    fn columns_of_characters_or_words_are_left_out_together() {
        let narrower: Vec<_> = fewer_columns("abcd\nefgh\n");
        assert_eq!(narrower[0], (Cut::Lines(0..2, 4), "cd\ngh\n".to_owned()));
        assert_eq!(narrower[1], (Cut::Lines(2..4, 4), "ab\nef\n".to_owned()));
        assert_eq!(narrower.len(), 2 + 4);
        assert_eq!(cuts(1).count(), 0, "never everything");
        let texts: Vec<_> = fewer_columns("2 16 .\n. 4 1024\nplayer to move next\n");
        let narrower = "16 .\n4 1024\nplayer to move next\n".to_owned();
        assert!(texts.contains(&(Cut::Lines(0..1, 3), narrower)), "{texts:?}");
    }

    #[test]
    fn lines_of_other_widths_keep_their_columns() {
        let texts = |text: &str| {
            let all = fewer_columns(text).into_iter();
            all.map(|(_, text)| text).collect::<Vec<_>>()
        };
        let narrower = texts("..XO\n.XO.\nX to move\n");
        assert_eq!(narrower[0], "XO\nO.\nX to move\n");
        // A caption as wide as the board.
        let captioned = texts(".........\n....XO...\nX to move\n");
        assert!(captioned.contains(&".....\nXO...\nX to move\n".into()));
        assert!(texts("two\n..X\n.X.\n").contains(&"two\n.X\nX.\n".into()));
        // Boards of many widths.
        assert!(texts("a\nbc\ndef\n").contains(&"\nc\nef\n".into()));
    }

    #[test]
    fn squares_lose_as_many_rows_as_columns() {
        let smaller = smaller_squares("abc\ndef\nghi\nX to move\n");
        assert_eq!(smaller[0], (Cut::Square(0..2, 0..2, 3), "i\nX to move\n".to_owned()));
        let corner = (Cut::Square(0..1, 2..3, 3), "de\ngh\nX to move\n".to_owned());
        assert!(smaller.contains(&corner), "{smaller:?}");
        assert!(smaller_squares("abc\ndef\n").is_empty());
        assert_eq!(square_cuts(8).len(), (2..=8).map(|n| n * n).sum::<usize>());
        assert!(square_cuts(40).len() < 500, "large squares have few candidates");
    }

    #[test]
    fn places_of_a_move_follow_a_cut_alone_or_together() {
        assert_eq!(choices_of_places(1), [[0]]);
        assert_eq!(choices_of_places(2), [&[0][..], &[1], &[0, 1]]);
        let pairs = choices_of_places(4).split_off(4);
        assert_eq!(pairs, [&[0, 2][..], &[1, 3], &[0, 1, 2, 3]]);
        // Without the columns 1 to 5 of a single row, and without the first two columns.
        assert_eq!(lowered("7 5", &|_| Some(0..5), 1), "2 5");
        assert_eq!(lowered("12-10", &|_| Some(0..5), 1), "7-5");
        assert_eq!(lowered("2 9 3 1", &|place| (place % 2 == 0).then_some(0..2), 0), "0 9 1 1");
    }

    #[test]
    fn letters_follow_a_cut_and_rows_may_count_from_the_end() {
        let follow = |text: &str, cut: &Cut| -> Vec<String> {
            followed(&[text.to_owned()], cut).into_iter().map(|mut moves| moves.remove(0)).collect()
        };
        // The first two of eight columns.
        assert!(follow("e2e4", &Cut::Lines(0..2, 8)).contains(&"c2c4".into()));
        // The last two of eight rows, which letters count from the end.
        let lower = follow("e7e8", &Cut::Lines(6..8, 8));
        assert!(lower.contains(&"e5e6".into()), "{lower:?}");
        // Row 1 and column 4 of a square: the cell moves along in both.
        let square = follow("3 5", &Cut::Square(0..1, 3..4, 6));
        assert_eq!(square[0], "2 4");
        let square = follow("f6", &Cut::Square(5..6, 0..1, 6));
        assert_eq!(square[0], "e5");
    }
}
