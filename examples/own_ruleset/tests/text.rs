//! Printed cases read back, and errors have the right places.

use std::sync::Arc;

use own_ruleset::pairing;
use twinboard::harness::{Side, Subject};
use twinboard::vocabulary::{InputError, Limits};

fn subject() -> Arc<dyn Subject> {
    pairing().subject()
}

#[test]
fn readable_cases_survive_a_round_trip() {
    for text in ["", "o\n", "oo.\n> 1 right\n\n \n..\n> 7 left\n", "oo.\r\n>\t001 right\r\n"] {
        assert_eq!(subject().check_text(text.as_bytes()), Ok(()), "{text:?}");
        assert!(subject().split(text.as_bytes()).is_ok(), "{text:?}");
    }
}

#[test]
fn errors_have_line_and_column() {
    let long = format!("o\n\n{}\n", "o".repeat(65));
    for (text, expected) in [
        ("oxo\n", "line 1, column 1: found `oxo`, expected a row of 1 to 64 holes"),
        (&long, "line 3, column 1: found `ooooo"),
        ("oo.\n1 left\n", "line 1, column 1: found `oo.`, expected a row"),
        ("> 1 left\n", "line 1, column 1: found `> 1 left`, expected a set-up before its moves"),
        ("oo.\n> 1 up\n", "line 2, column 3: found `1 up`, expected `left` or `right` behind"),
        ("oo.\n> 1\n", "line 2, column 3: found `1`, expected a hole and a direction"),
        ("oo.\n> x left\n", "line 2, column 3: found `x left`, expected a whole number"),
        ("oo.\n> 1 right 2\n", "line 2, column 3: found `1 right 2`, expected `left` or `right`"),
    ] {
        let error = subject().split(text.as_bytes()).expect_err(text);
        assert!(matches!(error, InputError::Text(_)), "{error}");
        assert!(error.to_string().starts_with(expected), "{error}");
    }
}

#[test]
fn both_sides_print_the_last_row_and_the_outcome() {
    let input = "oo.o\n> 1 right\n> 4 left\n\nooo\n";
    for side in [Side::Engine, Side::Oracle] {
        let mut printed = Vec::new();
        let played = subject().play(side, Box::new(input.as_bytes()), Limits::Judge, &mut printed);
        assert!(played.is_ok(), "{played:?}");
        let expected = ". o . .\nwon (PG-8)\no o o\nstuck (PG-9)\n";
        assert_eq!(String::from_utf8_lossy(&printed), expected, "{side}");
    }
}
