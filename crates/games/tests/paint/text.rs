//! Cases as text: printed cases read back, in every style of writing.

use std::fmt::Write;

use twinboard_games::paint::PaintRules;
use twinboard_harness::{Case, RuleSet};
use twinboard_vocabulary::Limits;
use twinboard_vocabulary::paint::{Board, Square, text};

use super::holds;
use super::support::paint::PaintCase;

#[test]
fn printed_cases_read_back_as_the_same_case() {
    holds(file!(), |case, _| {
        let printed = PaintRules.text().print(case);
        reads_as(case, &printed, "as it was printed")?;
        // PT-23 and TX-1: blank lines and extra blanks mean nothing.
        reads_as(case, &printed.replace('\n', "\n\n \t\n"), "with blank lines")?;
        reads_as(case, &printed.replace(' ', " \t  "), "with more blanks")?;
        let windows = format!("\u{FEFF}{}", printed.replace('\n', "\r\n"));
        reads_as(case, &windows, "with a mark and CRLF")?;
        reads_as(case, printed.trim_end(), "without a line feed at its end")?;
        // PT-25.
        reads_as(case, &printed.replace('B', "\u{412}"), "with the Cyrillic letter")
    });
}

#[test]
fn rows_may_be_packed_and_answers_may_be_on_one_line() {
    holds(file!(), |case, _| {
        let answers: String = case.moves.iter().map(text::answer).collect();
        let board = text::board(&case.setup);
        let one_line = answers.replace('\n', " ");
        reads_as(case, &format!("{board}{one_line}"), "with all answers on one line")?;
        let number_a_line = answers.replace(' ', "\n");
        reads_as(case, &format!("{board}{number_a_line}"), "with each number on a line")?;
        for (how, is_packed) in [
            ("packed", (|_| true) as fn(usize) -> bool),
            ("with every second row packed", |row| row % 2 == 1),
        ] {
            let packed = packed(&case.setup, is_packed);
            reads_as(case, &format!("{packed}{answers}"), how)?;
            reads_as(case, &format!("{packed}{one_line}"), &format!("{how}, answers on a line"))?;
        }
        Ok(())
    });
}

#[test]
fn boards_and_answers_read_back_by_themselves() {
    holds(file!(), |case, _| {
        let board = text::board(&case.setup);
        let alone = Case::new(case.setup.clone(), Vec::new());
        reads_as(&alone, &board, "without a move")?;
        let mut judge = PaintRules.text().reader(Box::new(board.as_bytes()), Limits::Judge);
        let item = judge.next_item().map_err(|error| error.to_string())?;
        if item != Some(twinboard_vocabulary::Item::Setup(case.setup.clone())) {
            return Err(format!("the judge's reader takes the board for {item:?}"));
        }
        for mv in &case.moves {
            let answer = text::answer(mv);
            match text::read_answer(answer.as_bytes()) {
                Ok(read) if read == *mv => {}
                other => return Err(format!("the answer for {mv} reads as {other:?}")),
            }
            // PT-30: the whole answer, and nothing after it.
            let surplus = format!("{answer}0\n");
            let lacking = answer.trim_end().rsplit_once([' ', '\n']).map(|(lacking, _)| lacking);
            for text in [Some(&*surplus), lacking].into_iter().flatten() {
                if let Ok(read) = text::read_answer(text.as_bytes()) {
                    return Err(format!("{text:?} is no answer, and reads as {read}"));
                }
            }
        }
        Ok(())
    });
}

/// PT-24: a row of digits may be packed, unless the board has a single cell.
fn packed(board: &Board, is_packed: impl Fn(usize) -> bool) -> String {
    let side = usize::from(board.side());
    let mut text = format!("{side}\n");
    for (row, squares) in board.squares().chunks(side).enumerate() {
        let is_digit = |square: &Square| !matches!(square, Square::Number(10..));
        let can_be = side > 1 && squares.iter().all(is_digit);
        for square in squares {
            let separator = if can_be && is_packed(row) { "" } else { " " };
            let _ = write!(text, "{separator}{square}");
        }
        text.push('\n');
    }
    text
}

fn reads_as(case: &PaintCase, text: &str, how: &str) -> Result<(), String> {
    match PaintRules.text().read_all(text.as_bytes()) {
        Ok(cases) if cases == [case.clone()] => Ok(()),
        Ok(cases) => Err(format!("Written {how}, it reads as {cases:?}.")),
        Err(error) => Err(format!("Written {how}, it cannot be read: {error}.")),
    }
}
