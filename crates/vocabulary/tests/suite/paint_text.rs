//! The text of paint: the tables of the rules, errors with their places, samples to the byte.

use std::io::{self, Read};

use twinboard_vocabulary::paint::text::{AnswerError, Reader, answer, board, print, read_answer};
use twinboard_vocabulary::paint::{Board, Cell, Move, Paint, Pick, Square};
use twinboard_vocabulary::{Item, Limits, Rest};

fn read(text: impl AsRef<[u8]>, limits: Limits) -> (Vec<Item<Paint>>, Option<String>) {
    read_from(text.as_ref(), limits)
}

fn read_from(input: impl Read, limits: Limits) -> (Vec<Item<Paint>>, Option<String>) {
    super::read(Reader::new(input, limits))
}

/// Reads a board file with both limits and returns the board in the format of PT-27.
#[track_caller]
fn board_of(text: impl AsRef<[u8]>) -> String {
    let text = text.as_ref();
    let shown = String::from_utf8_lossy(text);
    let (items, error) = read(text, Limits::Judge);
    assert_eq!(error, None, "{shown:?}");
    assert_eq!((items.clone(), None), read(text, Limits::Case), "{shown:?}");
    let [Item::Setup(setup), Item::Answer(Rest::Stop)] = &items[..] else { panic!("{items:?}") };
    board(setup)
}

/// Reads a malformed board file with both limits and returns the common error; no item is read.
#[track_caller]
fn error_of(text: impl AsRef<[u8]>) -> String {
    let text = text.as_ref();
    let shown = String::from_utf8_lossy(text);
    let (items, error) = read(text, Limits::Judge);
    assert_eq!((&items[..], &error), (&[][..], &read(text, Limits::Case).1), "{shown:?}");
    error.unwrap_or_else(|| panic!("{shown:?} has no error"))
}

#[track_caller]
fn moves_of(text: &str) -> Vec<Move> {
    let (items, error) = read(text, Limits::Case);
    assert_eq!(error, None, "{text:?}");
    assert!(matches!(items[..], [Item::Setup(_), .., Item::Answer(Rest::Stop)]), "{items:?}");
    let moves = items.into_iter();
    moves.filter_map(|item| if let Item::Move(mv) = item { Some(mv) } else { None }).collect()
}

fn picks<const N: usize>(cells: [(u64, u64); N]) -> Move {
    Move::new(cells)
}

/// The third board of the sample in the problem statement, which mixes spaced and packed rows.
const MIXED: &str = "5\n#####\n# # 3 B #\n#####\n2 1 # B B\n##BBB\n";

#[test]
fn boards_of_both_kinds_of_rows_are_read_and_blanks_around_cells_ignored() {
    let spaced = "5\n# # # # #\n# # 3 B #\n# # # # #\n2 1 # B B\n# # B B B\n";
    assert_eq!(board_of(MIXED), spaced);
    assert_eq!(board_of(spaced), spaced);
    assert_eq!(board_of("5\n#####\n##31#\n#####\n21#5#\n#####"), {
        "5\n# # # # #\n# # 3 1 #\n# # # # #\n2 1 # 5 #\n# # # # #\n"
    });
    let plain = "2\n# 12\nB 0\n";
    for text in [
        "2\n# 12\nB 0",
        "\u{FEFF}2\n# 12\nB0\n",
        "\n \t\n  2 \r\n\r\n\x0C#\t12\r\n\n\nB0\r\n\n  \n",
        "0002\n# 012\nB 000\n",
    ] {
        assert_eq!(board_of(text), plain, "{text:?}");
    }
    let long = format!("2\n# {}12\n{} #\n", "0".repeat(1000), "0".repeat(100_000));
    assert_eq!(board_of(long), "2\n# 12\n0 #\n", "any number of leading zeros is ignored");
}

#[test]
fn the_cyrillic_letter_is_read_as_the_latin_one_and_never_written() {
    let latin = "2\nB 1\n# B\n";
    for text in ["2\nВ1\n#В", "2\nВ 1\n# В", "2\nB1\n# В"] {
        assert_eq!(board_of(text), latin);
    }
    assert_eq!(board_of("1\nВ"), "1\nB\n");
    assert_eq!(error_of("2\nВВВ\n##"), {
        "line 2, column 3: found `В`, expected the end of the line: row 0 has its 2 cells"
    });
}

#[test]
fn rows_read_as_in_the_table_of_the_rules() {
    let rest = "\n#####\n#####\n#####\n#####\n";
    let packed = |column: u8| format!("the cell in row 0, column {column}: #, B or a digit");
    let spaced =
        |column: u8| format!("the cell in row 0, column {column}: #, B or a number, 0 to 20");
    let full = "the end of the line: row 0 has its 5 cells";
    assert!(board_of(format!("5\n##31#{rest}")).starts_with("5\n# # 3 1 #\n"));
    assert!(board_of(format!("5\n# # 3 12 #{rest}")).starts_with("5\n# # 3 12 #\n"));
    for (row, place, expected) in [
        ("##В?#", "column 4: found `?`", packed(3)),
        ("##31##", "column 6: found `#`", full.into()),
        ("##3", "column 4: the line ends", packed(3)),
        ("## 31#", "column 1: found `##`", spaced(0)),
        ("# # 21 # #", "column 5: found `21`", spaced(2)),
    ] {
        let message = format!("line 2, {place}, expected {expected}");
        assert_eq!(error_of(format!("5\n{row}{rest}")), message, "{row}");
    }
}

#[test]
fn in_a_board_file_nothing_follows_the_last_row() {
    let expected = "expected the end of the input: the board is complete";
    for (text, found) in [
        ("1\n7\n0", "line 3, column 1: found `0`"),
        ("1\n7\n\n  x y", "line 4, column 3: found `x`"),
        ("2\n##\n# #\n##", "line 4, column 1: found `##`"),
    ] {
        let (items, error) = read(text, Limits::Judge);
        assert_eq!((items, error), (vec![], Some(format!("{found}, {expected}"))), "{text:?}");
    }
}

#[test]
fn the_moves_of_a_case_file_are_answers_one_after_the_other() {
    assert_eq!(moves_of("1\n7"), []);
    assert_eq!(moves_of("1\n7\n0"), [picks([])]);
    assert_eq!(moves_of("1\n7\n1\n0 0\n0 2 0 0\n\n5 05 000"), {
        [picks([(0, 0)]), picks([]), picks([(0, 0), (5, 5)]), picks([])]
    });
    let beyond = "1 99999999999999999999 18446744073709551615";
    assert_eq!(moves_of(&format!("1\n7\n{beyond}")), [picks([(u64::MAX, u64::MAX)])]);
    // A repeated cell, and more cells than the board has.
    assert_eq!(moves_of("1\n7\n3 0 0 0 0 1 1"), [picks([(0, 0), (0, 0), (1, 1)])]);
}

#[test]
fn errors_of_case_files_follow_the_complete_moves() {
    let count = "expected the number of cells of a move, or the end of the input";
    let row = "expected the row of a cell to paint, a number from 0";
    let column = "expected the column of a cell to paint, a number from 0";
    for (moves, complete, found, expected) in [
        ("x", 0, "line 3, column 1: found `x`", count),
        ("-1", 0, "line 3, column 1: found `-1`", count),
        ("1 0 0 1.5", 1, "line 3, column 7: found `1.5`", count),
        ("0 0\nend", 2, "line 4, column 1: found `end`", count),
        ("1", 0, "line 3, column 2: the input ends", row),
        ("1 0\n\n", 0, "line 3, column 4: the input ends", column),
        ("1 (0,0)", 0, "line 3, column 3: found `(0,0)`", row),
        ("1 0 B", 0, "line 3, column 5: found `B`", column),
        ("0 2 0 0", 1, "line 3, column 8: the input ends", row),
        ("99999999999999999999 0 0", 0, "line 3, column 25: the input ends", row),
    ] {
        let (items, error) = read(format!("1\n7\n{moves}"), Limits::Case);
        assert_eq!(items.len(), 1 + complete, "{moves:?}: {items:?}");
        assert_eq!(error, Some(format!("{found}, {expected}")), "{moves:?}");
    }
    let surplus = "line 2, column 3: found `1`, expected the end of the line: row 0 has its 1 cell";
    assert_eq!(error_of("1\n7 1 0 0"), surplus, "the first answer begins on a new line");
}

#[test]
fn an_answer_is_a_number_of_cells_and_their_rows_and_columns() {
    for (text, expected) in [
        ("0", picks([])),
        ("\u{FEFF} 000 \r\n", picks([])),
        ("2\n0 1\n1 1\n", picks([(0, 1), (1, 1)])),
        ("2 0\n1 1\t1", picks([(0, 1), (1, 1)])),
        ("1 30 99999999999999999999", picks([(30, u64::MAX)])),
    ] {
        assert_eq!(read_answer(text.as_bytes()).unwrap(), expected, "{text:?}");
    }
}

#[test]
fn a_malformed_answer_is_unreadable() {
    let count = "expected an answer: the number of cells, then row and column of each";
    let row = "expected the row of a cell to paint, a number from 0";
    let column = "expected the column of a cell to paint, a number from 0";
    let end = "expected the end of the answer: all its cells have been named";
    for (text, found, expected) in [
        ("", "line 1, column 1: the input ends", count),
        (" \n\n", "line 1, column 1: the input ends", count),
        ("none", "line 1, column 1: found `none`", count),
        ("-1", "line 1, column 1: found `-1`", count),
        ("+1 0 0", "line 1, column 1: found `+1`", count),
        ("1,0,0", "line 1, column 1: found `1,0,0`", count),
        ("1", "line 1, column 2: the input ends", row),
        ("1\n", "line 1, column 2: the input ends", row),
        ("1\n3", "line 2, column 2: the input ends", column),
        ("2\n0 0\n1 a", "line 3, column 3: found `a`", column),
        ("99999999999999999999\n0 0\n", "line 2, column 4: the input ends", row),
        ("0 0", "line 1, column 3: found `0`", end),
        ("1\n0 0\n1", "line 3, column 1: found `1`", end),
        ("1\n0 0 x", "line 2, column 5: found `x`", end),
    ] {
        let error = read_answer(text.as_bytes()).unwrap_err();
        assert!(matches!(error, AnswerError::Unreadable(_)), "{text:?}: {error}");
        let expected = format!("unreadable (PT-30): {found}, {expected}");
        assert_eq!(error.to_string(), expected, "{text:?}");
    }
}

/// A stream that fails after its first bytes.
struct Broken(&'static [u8]);

impl Read for Broken {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            return Err(io::Error::other("it is broken"));
        }
        self.0.read(buffer)
    }
}

#[test]
fn a_failed_read_is_not_an_error_of_the_answer() {
    let error = read_answer(Broken(b"2\n0 0\n1")).unwrap_err();
    assert!(matches!(error, AnswerError::Io(_)), "{error}");
    assert_eq!(error.to_string(), "cannot read the answer: it is broken");
}

#[test]
fn endless_input_is_refused_as_soon_as_it_is_wrong() {
    let packed = read_from((&b"2\n##"[..]).chain(io::repeat(b'#')), Limits::Case);
    let full = "line 2, column 3: found `#`, expected the end of the line: row 0 has its 2 cells";
    assert_eq!(packed.1.as_deref(), Some(full));
    let spaced = read_from((&b"2\n# #"[..]).chain(io::repeat(b'#')), Limits::Case);
    assert!(spaced.1.unwrap().starts_with("line 2, column 3: found `#######"));
    let full = read_from((&b"2\n# # "[..]).chain(io::repeat(b'\xD0')), Limits::Case);
    assert!(full.1.unwrap().starts_with("line 2, column 5: found "));
    let behind = read_from((&b"2\n##\n##\n"[..]).chain(io::repeat(b'x')), Limits::Judge);
    assert!(behind.1.unwrap().starts_with("line 4, column 1: found `xxx"));
    let answer = read_answer((&b"1 0 0 "[..]).chain(io::repeat(b'x'))).unwrap_err();
    assert!(answer.to_string().contains("line 1, column 7: found `xxx"));
}

#[test]
fn boards_answers_and_cases_are_written_to_the_byte() {
    let mut setup = Board::from_fn(3, |_| Square::Empty);
    setup.set(Cell::new(0, 1), Square::Number(12));
    setup.set(Cell::new(2, 2), Square::Painted);
    let text = "3\n# 12 #\n# # #\n# # B\n";
    assert_eq!(board(&setup), text);
    let mv = picks([(0, 1), (3, u64::MAX)]);
    assert_eq!(answer(&mv), "2\n0 1\n3 18446744073709551615\n");
    assert_eq!(answer(&picks([])), "0\n");
    let case = format!("{text}0\n2\n0 1\n3 18446744073709551615\n");
    assert_eq!(print(&setup, &[picks([]), mv]), case);
    assert_eq!(Pick::from(Cell::new(3, 4)), Pick { row: 3, column: 4 });
}
