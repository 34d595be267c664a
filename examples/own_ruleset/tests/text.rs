//! What is printed reads back, and what is wrong is answered with its place.

use board::{InputError, Limits};
use harness::Side;
use own_ruleset::subject;

#[test]
fn whatever_can_be_read_is_printed_as_text_that_reads_the_same() {
    for text in ["", "o\n0\n", "oo.\n1 right\n0\n\n \n..\n7 left\n0\n", "oo.\r\n\t001 right\r\n0"] {
        assert_eq!(subject().check_text(text.as_bytes()), Ok(()), "{text:?}");
        assert!(subject().split(text.as_bytes()).is_ok(), "{text:?}");
    }
    // A number that no machine has room for is a hole that there is not, like any other.
    let giant = subject().split(b"oo.\n99999999999999999999 left\n0\n").expect("it can be read");
    assert_eq!(giant, ["oo.\n18446744073709551615 left\n0\n"]);
}

#[test]
fn faults_are_answered_with_line_and_column() {
    let long = format!("{}\n0\n", "o".repeat(65));
    for (text, expected) in [
        ("oxo\n0\n", "line 1, column 1: found `oxo`, expected a row of 1 to 64 holes"),
        (&long, "line 1, column 1: found `oooooooooooooooooooooooo…`, expected a row"),
        ("oo. o\n", "line 1, column 5: found `o`, expected the end of the line"),
        ("oo.\n", "line 1, column 4: the input ends, expected the number of a hole"),
        ("oo.\n1 up\n", "line 2, column 3: found `up`, expected `left` or `right`"),
        ("oo.\n1\nleft\n", "line 2, column 2: the line ends, expected `left` or `right`"),
        ("oo.\nleft\n", "line 2, column 1: found `left`, expected the number of a hole"),
        ("oo.\n1 right 2\n", "line 2, column 9: found `2`, expected the end of the line"),
    ] {
        let error = subject().split(text.as_bytes()).expect_err(text);
        assert!(matches!(error, InputError::Text(_)), "{error}");
        assert!(error.to_string().starts_with(expected), "{error}");
    }
}

#[test]
fn both_sides_print_the_row_that_is_left_and_how_it_ended() {
    let input = "oo.o\n1 right\n4 left\n0\nooo\n0\n";
    for side in [Side::Engine, Side::Oracle] {
        let mut printed = Vec::new();
        let played = subject().play(side, Box::new(input.as_bytes()), Limits::Judge, &mut printed);
        assert!(played.is_ok(), "{played:?}");
        let expected = "Row 1: .o.. won (PG-8)\nRow 2: ooo stuck (PG-9)\n";
        assert_eq!(String::from_utf8_lossy(&printed), expected, "{side}");
    }
}
