//! The text of SameGame: samples to the byte, the end of the input, errors.

use twinboard_vocabulary::samegame::text::{Reader, answer};
use twinboard_vocabulary::samegame::{Cell, Grid, Outcome, Position, SameGame, Selection};
use twinboard_vocabulary::{Item, Limits, Rest, Vocabulary};

fn read(text: &str, limits: Limits) -> (Vec<Item<SameGame>>, Option<String>) {
    super::read(Reader::new(text.as_bytes(), limits))
}

fn select(row: u64, column: u64) -> Item<SameGame> {
    Item::Move(Selection::new(row, column).expect("not the pair 0 0"))
}

#[test]
fn only_the_pair_0_0_ends_the_selections_and_large_numbers_saturate() {
    let (items, error) = read("1 2\n3 3\n0 5 5 0\n00 0\n0 0", Limits::Judge);
    assert_eq!(error, None);
    let grid = Grid::new(1, 2, vec![3, 3]).unwrap();
    assert_eq!(items, [Item::Setup(grid), select(0, 5), select(5, 0), Item::Answer(Rest::Stop)]);
    let (items, error) = read("1 1 0 99999999999999999999 1 0 0", Limits::Judge);
    assert_eq!(error, None);
    assert_eq!(items[1], select(u64::MAX, 1));
}

#[test]
fn a_zero_where_m_or_n_is_expected_ends_the_input() {
    for text in ["", " \n", "0", "0 99", "0 abc", "11 0", "11 0 abc", "3 0", "\u{FEFF}0 x"] {
        assert_eq!(read(text, Limits::Judge), (vec![], None), "{text:?}");
    }
}

#[test]
fn a_size_of_very_many_digits_is_named_where_it_stands() {
    for text in ["9".repeat(300_000), format!("\n {} ", "9".repeat(300_000))] {
        let error = read(&text, Limits::Judge).1.unwrap();
        let place = if text.starts_with('9') { "line 1, column 1" } else { "line 2, column 2" };
        let found = format!("{place}: found `9999");
        assert!(error.starts_with(&found) && error.contains("the number of rows"), "{error}");
    }
}

#[test]
fn case_files_may_be_larger_than_the_judge_allows() {
    let of = |rows: usize, columns| format!("{rows} {columns} {}0 0", "5 ".repeat(rows * columns));
    assert_eq!(read(&of(16, 64), Limits::Case).1, None);
    for (text, limits, expected) in [
        (of(16, 64), Limits::Judge, "found `16`, expected the number of rows, 1 to 10"),
        (of(16, 65), Limits::Case, "found `65`, expected the number of columns, 1 to 64"),
        (of(17, 64), Limits::Case, "found `17`, expected the number of rows, 1 to 16"),
    ] {
        let error = read(&text, limits).1.unwrap();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn answers_and_positions_are_written_with_their_rows_from_the_top() {
    // Sample grid 2 had five rows; these three remain.
    let left = |cell: Cell| match (cell.row(), cell.column()) {
        (2, 1) | (1, 1 | 3) => Some(1),
        (2, 3) | (1, 2) => Some(2),
        _ => None,
    };
    let position = Position::from_fn(3, 5, left);
    let expected = "\nGrid 2.\n\n    1   2\n    1 2 1\n";
    assert_eq!(answer(2, &position, Outcome::Stuck), expected);
    let empty = Position::EMPTY;
    let position = Position::from_bytes(2, 3, vec![0, 1, 9, empty, empty, empty]);
    let text = SameGame::text(&position);
    assert_eq!(text, "1 . .\n0 9 .\n");
    assert_eq!(text, SameGame::picture(&position).text(), "the text of the picture");
}
