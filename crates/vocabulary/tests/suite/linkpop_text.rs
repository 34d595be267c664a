//! The text of Link and Pop: sizes, rows, scripts and margins, and the places of errors.

use twinboard_vocabulary::linkpop::text::Reader;
use twinboard_vocabulary::linkpop::{LinkPop, Margin, Step};
use twinboard_vocabulary::{CaseReader, Item, Limits, Rest};

fn read(text: &str, limits: Limits) -> (Vec<Item<LinkPop>>, Option<String>) {
    super::read(Reader::new(text.as_bytes(), limits, Margin::Inside))
}

/// Expects an error at `place` and returns the number of complete cases before it.
#[track_caller]
fn error(text: &str, limits: Limits, place: &str) -> usize {
    let (items, error) = read(text, limits);
    let error = error.unwrap_or_else(|| panic!("{text:?} reads as {items:?}"));
    assert!(error.starts_with(&format!("line {place}: ")), "{text:?}: {error}");
    items.iter().filter(|item| matches!(item, Item::Answer(_))).count()
}

fn count(text: &str, limits: Limits) -> usize {
    let (items, error) = read(text, limits);
    assert_eq!(error, None, "{text:?}");
    items.iter().filter(|item| matches!(item, Item::Answer(_))).count()
}

#[test]
fn size_lines_read_as_in_the_table_of_the_rules() {
    use Limits::{Case, Judge};
    for limits in [Judge, Case] {
        assert_eq!(count("", limits), 0);
        assert_eq!(count("\n 0 0 \n\n", limits), 0);
        error("0 5", limits, "1, column 1");
        error("0 x", limits, "1, column 3");
        error("0", limits, "1, column 2");
        error("0\n0", limits, "1, column 2");
        error("33 abc", limits, "1, column 4");
        error("33 5 7", limits, "1, column 1");
        error("3 3 7", limits, "1, column 5");
        error("1 99999999999999999999", limits, "1, column 3");
    }
    assert_eq!(count("0 0 x", Judge), 0);
    error("0 0 x", Case, "1, column 5");
    error("31 0", Judge, "1, column 1");
    error("31 0", Case, "1, column 4");
    assert_eq!(count("0 0\nwhatever", Judge), 0);
}

#[test]
fn rows_are_read_by_lines() {
    assert_eq!(count("2 2\n\n AD\tBS \r\n\n\nZL AR\n0 0\n", Limits::Judge), 1);
    assert_eq!(count("1 1\nAD\n1 1\nBS", Limits::Judge), 2, "the zeros may be missing");
    error("2 2\nAD BS ZL AR\n", Limits::Judge, "2, column 7");
    error("2 2\nAD\nBS\n", Limits::Judge, "2, column 3");
    error("2 2\nAD BS\n\n", Limits::Judge, "2, column 6");
    assert_eq!(error("1 1\nAD\n1 1\nAd\n", Limits::Judge, "4, column 1"), 1);
    for wrong in ["A", "ADD", "aD", "AX", "1D", "É", "..", ".", "...", ".D", "A."] {
        error(&format!("1 2\nAD {wrong}\n0 0\n"), Limits::Judge, "2, column 4");
        if wrong != ".." {
            error(&format!("1 2\nAD {wrong}\n0 0\n"), Limits::Case, "2, column 4");
        }
    }
    assert_eq!(count("1 2\nAD ..\n0 0\n", Limits::Case), 1);
}

#[test]
fn a_script_belongs_to_one_board_and_an_error_says_so() {
    let board = "1 2\nAD AD\n";
    let rest = |text: &str| read(text, Limits::Case).0.pop();
    assert_eq!(rest(board), Some(Item::Answer(Rest::Repeat(Step::Robot))));
    assert_eq!(rest(&format!("{board}0 0\n")), Some(Item::Answer(Rest::Repeat(Step::Robot))));
    let margin = format!("{board}0 0\nmargin outside\n");
    assert_eq!(rest(&margin), Some(Item::Answer(Rest::Repeat(Step::Robot))), "LP-32");
    assert_eq!(rest(&format!("{margin}robot")), Some(Item::Answer(Rest::Stop)));
    assert_eq!(error("0 0\nrobot", Limits::Case, "2, column 1"), 0);
    assert_eq!(error(&format!("{board}{board}0 0\nrobot"), Limits::Case, "6, column 1"), 2);
    assert_eq!(error(&format!("{board}0 0\nrobots"), Limits::Case, "4, column 1"), 0);
    for (line, place) in [
        ("Robot", "4, column 1"),
        ("robot 1", "4, column 7"),
        ("pop 0 0 0", "4, column 10"),
        ("pop 0 0 0\n1", "4, column 10"),
        ("pop 0 0 0 -1", "4, column 11"),
        ("pop 0 0 0 1 2", "4, column 13"),
        ("margin", "4, column 7"),
        ("margin in", "4, column 8"),
        ("margin inside outside", "4, column 15"),
        ("robot\nmargin inside", "5, column 1"),
        ("margin inside\nmargin inside", "5, column 1"),
    ] {
        assert_eq!(error(&format!("{board}0 0\n{line}\n"), Limits::Case, place), 0);
    }
    let message = |boards: &str| {
        let (_, error) = read(&format!("{boards}0 0\nrobot\n"), Limits::Case);
        error.expect("such a file has no script")
    };
    let board = "1 2\nAS AS\n";
    assert!(message("").contains("a file with no board has no script"), "{}", message(""));
    let several = message(&board.repeat(2));
    assert!(several.contains("a file with several boards has no script"), "{several}");
    assert_eq!(count(&format!("{board}0 0\nrobot\n"), Limits::Case), 1);
}

#[test]
fn a_case_without_a_margin_gets_the_default_regardless_of_its_end() {
    let board = "1 1\nAD\n";
    for (end, margin) in [
        ("", Margin::Outside),
        ("0 0\n", Margin::Outside),
        ("0 0\nrobot\n", Margin::Outside),
        ("1 1\nBS\n0 0\n", Margin::Outside),
        ("0 0\nmargin outside\n", Margin::Outside),
        ("0 0\nmargin inside\n", Margin::Inside),
        ("0 0\nmargin inside\nrobot\n", Margin::Inside),
    ] {
        let text = format!("{board}{end}");
        let mut reader = Reader::new(text.as_bytes(), Limits::Case, Margin::Outside);
        let mut margins = Vec::new();
        while let Some(item) = reader.next_item().expect("the text is valid") {
            if let Item::Setup(setup) = item {
                margins.push(setup.margin);
            }
        }
        assert!(!margins.is_empty() && margins.iter().all(|&m| m == margin), "{text}");
    }
}
