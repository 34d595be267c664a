//! Set-ups in the form of chess positions, `4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1`: ranks between
//! slashes, with the lengths of runs of empty cells, and further fields after a space.

use std::fmt::Write;
use std::iter;

use arbitrary::{Result, Unstructured};
use twinboard_vocabulary::text_game::{BoardText, repeat_or_remove};

use super::cuts::{Cut, cuts, numbers, square_cuts};

/// A text in the form of FEN up to the end of its board, and the words behind it.
pub(crate) fn board_and_words(text: &str) -> Option<(&str, Vec<&str>)> {
    let Fen { after, .. } = Fen::find(text)?;
    let board = &text[..text.len() - after.len()];
    Some((board, after.split_whitespace().collect()))
}

/// True if two positions in the form of FEN differ in nothing but counters, whole numbers behind the
/// ranks such as those of moves: hash keys leave them out, since search has to find a position again.
pub(crate) fn differ_in_counters(one: &str, other: &str) -> bool {
    let (Some((board, words)), Some((other_board, other_words))) =
        (board_and_words(one), board_and_words(other))
    else {
        return false;
    };
    let is_counter = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    board == other_board
        && words.len() == other_words.len()
        && words
            .iter()
            .zip(&other_words)
            .all(|(one, other)| one == other || is_counter(one) && is_counter(other))
}

/// A text with a field of ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fen<'a> {
    before: &'a str,
    /// The cells of each rank, all ranks of the same width; a piece may have several characters.
    /// `None` is an empty cell.
    ranks: Vec<Vec<Option<&'a str>>>,
    after: &'a str,
}

impl<'a> Fen<'a> {
    /// The first word of the text whose ranks between slashes all have the same width.
    pub(super) fn find(text: &'a str) -> Option<Self> {
        let start = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
        text.split_whitespace().filter(|word| word.contains('/')).find_map(|word| {
            let ranks: Vec<_> = word.split('/').map(cells).collect::<Option<_>>()?;
            let width = ranks[0].len();
            let is_board = width > 0 && ranks.iter().all(|rank| rank.len() == width);
            let (start, end) = (start(word), start(word) + word.len());
            is_board.then(|| Self { before: &text[..start], ranks, after: &text[end..] })
        })
    }

    fn print(&self) -> String {
        self.print_with(&self.ranks, self.after)
    }

    /// The text with other ranks and further fields; empty cells become runs again.
    fn print_with(&self, ranks: &[Vec<Option<&str>>], after: &str) -> String {
        let mut text = self.before.to_owned();
        for (index, rank) in ranks.iter().enumerate() {
            if index > 0 {
                text.push('/');
            }
            let mut run = 0;
            for cell in rank.iter().map(Some).chain([None]) {
                let piece = match cell {
                    Some(None) => {
                        run += 1;
                        continue;
                    }
                    Some(Some(piece)) => piece,
                    None => "",
                };
                if run > 0 {
                    let _ = write!(text, "{run}");
                    run = 0;
                }
                text.push_str(piece);
            }
        }
        text + after
    }

    /// Smaller boards, without ranks, files or as many of both: for games whose boards have many
    /// sizes.
    pub(super) fn smaller(&self) -> Vec<(Cut, String)> {
        let (height, width) = (self.ranks.len(), self.ranks[0].len());
        let without = |rows: &dyn Fn(&usize) -> bool, columns: &dyn Fn(&usize) -> bool| {
            let rank = |rank: &Vec<Option<&'a str>>| {
                let kept = rank.iter().enumerate().filter(|(at, _)| !columns(at));
                kept.map(|(_, cell)| *cell).collect::<Vec<_>>()
            };
            let kept = self.ranks.iter().enumerate().filter(|(at, _)| !rows(at));
            self.print_with(&kept.map(|(_, it)| rank(it)).collect::<Vec<_>>(), self.after)
        };
        let mut texts = Vec::new();
        if height == width {
            texts.extend(square_cuts(width).into_iter().map(|(rows, columns)| {
                let text = without(&|at| rows.contains(at), &|at| columns.contains(at));
                (Cut::Square(rows, columns, width), text)
            }));
        }
        texts.extend(cuts(height).map(|cut| {
            let text = without(&|at| cut.contains(at), &|_| false);
            (Cut::Lines(cut, height), text)
        }));
        texts.extend(cuts(width).map(|cut| {
            let text = without(&|_| false, &|at| cut.contains(at));
            (Cut::Lines(cut, width), text)
        }));
        texts
    }

    /// The text with one cell emptied, one piece moved or copied to another cell, or the other
    /// player to move.
    pub(super) fn changed(&self, u: &mut Unstructured<'_>) -> Result<String> {
        let (height, width) = (self.ranks.len(), self.ranks[0].len());
        let mut ranks = self.ranks.clone();
        let change = u.int_in_range(0..=3_u8)?;
        let (own, other) = if self.after.starts_with(" w") { (" w", " b") } else { (" b", " w") };
        if change == 3
            && let Some(rest) = self.after.strip_prefix(own)
        {
            return Ok(self.print_with(&ranks, &format!("{other}{rest}")));
        }
        let cells = || (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let pieces = cells().filter(|&(row, column)| ranks[row][column].is_some());
        let pieces: Vec<(usize, usize)> = pieces.collect();
        if !pieces.is_empty() {
            let (row, column) = *u.choose(&pieces)?;
            let piece = ranks[row][column];
            if change != 2 {
                ranks[row][column] = None;
            }
            if change != 0 {
                ranks[u.choose_index(height)?][u.choose_index(width)?] = piece;
            }
        }
        Ok(self.print_with(&ranks, self.after))
    }

    /// Fewer pieces, the most at once first; plainer fields; then lower pieces.
    pub(super) fn simpler(&self) -> Vec<String> {
        let all = self.ranks.iter().enumerate();
        let pieces: Vec<(usize, usize, &str)> = all
            .flat_map(|(row, rank)| {
                let cells = rank.iter().enumerate();
                cells.filter_map(move |(column, cell)| cell.map(|piece| (row, column, piece)))
            })
            .collect();
        let with = |cells: &[(usize, usize, &str)], piece: Option<&'a str>| {
            let mut ranks = self.ranks.clone();
            for &(row, column, _) in cells {
                ranks[row][column] = piece;
            }
            self.print_with(&ranks, self.after)
        };
        let lengths = iter::successors(Some(pieces.len()), |length| Some(length / 2));
        let mut texts: Vec<String> = lengths
            .take_while(|&length| length > 0)
            .flat_map(|length| pieces.chunks(length))
            .map(|some| with(some, None))
            .collect();
        // Pieces of two ranks or of two kinds may have to go together, such as both rooks.
        for row in 0..self.ranks.len() {
            let rank: Vec<_> = pieces.iter().filter(|piece| piece.0 == row).copied().collect();
            texts.push(with(&rank, None));
        }
        let mut kinds: Vec<&'a str> =
            self.ranks.iter().flatten().filter_map(|cell| *cell).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in &kinds {
            let of_kind: Vec<_> = pieces.iter().filter(|piece| piece.2 == *kind).copied().collect();
            texts.push(with(&of_kind, None));
        }
        texts.extend(self.plainer_fields());
        for piece in &pieces {
            let lower = kinds.iter().filter(|kind| **kind < piece.2);
            texts.extend(lower.map(|kind| with(&[*piece], Some(kind))));
        }
        let own = self.print();
        texts.retain(|text| *text != own);
        texts
    }

    /// The text with the other player to move, if the first of the further fields names `w` or `b`.
    pub(super) fn with_other_player(&self) -> Option<String> {
        let after = self.after.trim_start();
        let field = after.split_whitespace().next()?;
        let other = match field {
            "w" => "b",
            "b" => "w",
            _ => return None,
        };
        Some(self.print_with(&self.ranks, &format!(" {other}{}", &after[field.len()..])))
    }

    /// Texts with one of the further fields replaced by `-`, without one of its characters, or with
    /// a lower number.
    pub(super) fn plainer_fields(&self) -> Vec<String> {
        let mut texts = Vec::new();
        let start = |word: &str| word.as_ptr() as usize - self.after.as_ptr() as usize;
        for word in self.after.split_whitespace() {
            let (start, end) = (start(word), start(word) + word.len());
            let mut others = Vec::new();
            if let Ok(number) = word.parse::<u64>() {
                let lower = [0, 1, number / 2].into_iter().filter(|&lower| lower < number);
                others.extend(lower.map(|lower| lower.to_string()));
                others.dedup();
            } else {
                others.push("-".to_owned());
                let single = word.char_indices().filter(|_| word.chars().count() > 1);
                others.extend(single.map(|(at, character)| {
                    format!("{}{}", &word[..at], &word[at + character.len_utf8()..])
                }));
            }
            texts.extend(others.iter().map(|other| {
                let after = format!("{}{other}{}", &self.after[..start], &self.after[end..]);
                self.print_with(&self.ranks, &after)
            }));
        }
        texts
    }
}

/// Longest rank that is taken for one: a number in some other text could be larger.
const WIDTH_MAX: usize = 64;

/// The cells of a rank; `None` if it is none. A piece is a letter, which may have a sign before it
/// (`+P`) and a tilde after it (`Q~`).
fn cells(rank: &str) -> Option<Vec<Option<&str>>> {
    let mut cells = Vec::new();
    let mut at = 0;
    while at < rank.len() {
        let rest = &rank[at..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            let run: usize = rest[..digits].parse().ok()?;
            cells.extend(iter::repeat_n(None, Some(run).filter(|run| *run <= WIDTH_MAX)?));
            at += digits;
            continue;
        }
        let sign = usize::from(rest.starts_with('+'));
        rest[sign..].chars().next().filter(char::is_ascii_alphabetic)?;
        let tilde = usize::from(rest[sign + 1..].starts_with('~'));
        cells.push(Some(&rest[..sign + 1 + tilde]));
        at += sign + 1 + tilde;
    }
    Some(cells).filter(|cells| cells.len() <= WIDTH_MAX)
}

/// Rows or columns that come, at most.
const MORE_MAX: usize = 12;
/// Rows or columns that go, at most: tiny boards have short games.
const FEWER_MAX: usize = 3;
/// Numbers up to a power of two with this exponent.
const BITS_MAX: u32 = 9;

/// The text with rows and columns of its board repeated or left out. `None` if there is none.
pub(crate) fn resized(text: &str, u: &mut Unstructured<'_>) -> Result<Option<String>> {
    let Some(mut board) = BoardText::read(text) else { return Ok(None) };
    let [of_rows, of_columns] =
        *u.choose(&[[true, true], [true, true], [true, false], [false, true]])?;
    let grows = u.ratio(2, 3_u8)?;
    for _ in 0..u.int_in_range(1..=if grows { MORE_MAX } else { FEWER_MAX })? {
        if of_rows {
            repeat_or_remove(&mut board.rows, u.int_in_range(0..=usize::MAX)?, grows);
        }
        if of_columns {
            let place = u.int_in_range(0..=usize::MAX)?;
            for row in &mut board.rows {
                repeat_or_remove(row, place, grows);
            }
        }
    }
    Ok(Some(board.to_string()))
}

/// The text with one of its numbers changed to a power of two, or one more or less; `None` if there
/// is no number.
pub(super) fn with_number_at_an_end(
    text: &str,
    u: &mut Unstructured<'_>,
) -> Result<Option<String>> {
    let numbers = numbers(text);
    if numbers.is_empty() {
        return Ok(None);
    }
    let (start, end, _) = numbers[u.choose_index(numbers.len())?];
    let number = (1_u64 << u.int_in_range(0..=BITS_MAX)?) + u.int_in_range(0..=2)? - 1;
    Ok(Some(format!("{}{number}{}", &text[..start], &text[end..])))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use arbitrary::Unstructured;

    use super::{Cut, Fen, resized, with_number_at_an_end};
    use crate::model::random::case_bytes;

    #[test]
    fn counters_are_the_numbers_behind_the_board() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let later = start.replace(" 0 1", " 12 31");
        assert!(
            super::differ_in_counters(start, &later) && super::differ_in_counters(start, start)
        );
        for other in [start.replace(" w ", " b "), start.replace("/8/8/", "/7p/8/"), "8/8 w".into()]
        {
            assert!(!super::differ_in_counters(start, &other), "{other}");
        }
        assert!(!super::differ_in_counters("x 4 4 store 0", "x 4 3 store 1"), "a board of numbers");
    }

    const CASTLING: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ e3 12 1";

    #[test]
    fn ranks_are_found_and_runs_become_normal() {
        for text in [CASTLING, "lnsg5/1+P7/9 b 2P 1", "a line\n10/P9/10 w\n", "Q~1/2"] {
            assert_eq!(Fen::find(text).expect(text).print(), text);
        }
        for text in ["4k3/7/8 w", "1/2", "and/or/8", "..X\nX to move", "", "99999999999999999999/1"]
        {
            assert_eq!(Fen::find(text), None, "{text}");
        }
    }

    #[test]
    fn pieces_become_empty_cells_of_normal_runs_and_ranks_and_files_are_lost() {
        let simpler = Fen::find(CASTLING).unwrap().simpler();
        assert_eq!(simpler[0], "8/8/8/8/8/8/8/8 w KQ e3 12 1", "all pieces at once");
        for text in [
            "8/8/8/8/8/8/8/R3K2R w KQ e3 12 1",
            "4k3/8/8/8/8/8/8/4K2R w KQ e3 12 1",
            "4k3/8/8/8/8/8/8/8 w KQ e3 12 1",
            "4k3/8/8/8/8/8/8/4K3 w KQ e3 12 1",
            "4k3/8/8/8/8/8/8/R3K2K w KQ e3 12 1",
        ] {
            assert!(simpler.contains(&text.to_owned()), "{text} is not in {simpler:#?}");
        }
        assert!(!simpler.contains(&CASTLING.to_owned()));
        let smaller = Fen::find("x2/1o1/3 x").unwrap().smaller();
        assert_eq!(smaller[0], (Cut::Square(0..2, 0..2, 3), "1 x".to_owned()));
        let corner = (Cut::Square(2..3, 0..1, 3), "2/o1 x".to_owned());
        assert!(smaller.contains(&corner), "{smaller:?}");
        assert!(smaller.contains(&(Cut::Lines(0..1, 3), "1o1/3 x".to_owned())), "{smaller:?}");
    }

    #[test]
    fn further_fields_become_plainer_and_the_other_player_is_to_move() {
        let plainer = Fen::find(CASTLING).unwrap().plainer_fields();
        let fields = plainer.iter().map(|text| text.split_once(' ').unwrap().1);
        let expected = "- KQ e3 12 1, w - e3 12 1, w Q e3 12 1, w K e3 12 1, w KQ - 12 1, \
                        w KQ 3 12 1, w KQ e 12 1, w KQ e3 0 1, w KQ e3 1 1, w KQ e3 6 1, \
                        w KQ e3 12 0";
        assert_eq!(fields.collect::<Vec<_>>().join(", "), expected);
        let other = |text| Fen::find(text).unwrap().with_other_player();
        assert_eq!(other("k2/3 b - 1\ndraws=none").as_deref(), Some("k2/3 w - 1\ndraws=none"));
        assert_eq!(other("k2/3\nw"), Some("k2/3 b".to_owned()));
        assert_eq!([other("k2/3"), other("k2/3 white")], [None, None]);
    }

    #[test]
    fn mutations_keep_the_form() {
        let bytes = crate::model::random::case_bytes(1, 0);
        let mut u = Unstructured::new(&bytes);
        let fen = Fen::find("k2/3/R1K w Q -").unwrap();
        let all: BTreeSet<String> = (0..400).map(|_| fen.changed(&mut u).unwrap()).collect();
        for text in ["k2/3/2K w Q -", "k2/1R1/2K w Q -", "k2/1R1/R1K w Q -", "k2/3/R1K b Q -"] {
            assert!(all.contains(text), "{text} is not in {all:?}");
        }
        assert!(all.iter().all(|text| Fen::find(text).is_some()), "{all:?}");
        assert!(Fen::find("3/3").unwrap().changed(&mut u).is_ok(), "no piece");
    }

    fn drawn(draw: impl Fn(&mut Unstructured<'_>) -> Option<String>) -> BTreeSet<String> {
        (0..400).filter_map(|index| draw(&mut Unstructured::new(&case_bytes(1, index)))).collect()
    }

    #[test]
    fn boards_and_numbers_become_larger_and_smaller() {
        let all = drawn(|u| resized("ab\ncd\nx to move", u).unwrap());
        let has = |size: (usize, usize)| {
            all.iter().any(|text| {
                let lines: Vec<&str> = text.lines().collect();
                (lines.len() - 1, lines[0].len()) == size && lines.last() == Some(&"x to move")
            })
        };
        for size in [(1, 1), (3, 3), (8, 8), (14, 14), (2, 5), (9, 2), (1, 2)] {
            assert!(has(size), "{size:?}");
        }
        let words = drawn(|u| resized("x 4 4 store 0\no 4 4 store 0\nx to move", u).unwrap());
        assert!(words.contains("x 4 4 4 store 0\no 4 4 4 store 0\nx to move"), "{words:?}");
        assert_eq!(resized("8/8 w - -", &mut Unstructured::new(&[])).unwrap(), None);
        let all = drawn(|u| with_number_at_an_end("house 4", u).unwrap());
        for number in [0, 1, 2, 63, 64, 65, 127, 128, 129, 513] {
            assert!(all.contains(&format!("house {number}")), "{number}");
        }
    }
}
