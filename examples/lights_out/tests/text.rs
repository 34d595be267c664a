//! Printed cases read back, and errors have the right places.

use lights_out::registration;

#[test]
fn readable_cases_survive_a_round_trip() {
    for text in ["", "#\n", "#.\n.#\n> 1 1\n\n\n#\n> 0 9\n", "#.\r\n> 1  002\r\n"] {
        assert_eq!(registration().subject().check_text(text.as_bytes()), Ok(()), "{text:?}");
    }
}

#[test]
fn errors_have_line_and_column() {
    let wide = ".........\n";
    let high = ".\n".repeat(9);
    for (text, expected) in [
        ("#.\n.o\n", "line 2, column 2: found `o`, expected `#` for a light that is on, or `.`"),
        (
            "#.\n#\n",
            "line 1, column 1: found `#.`, expected 1 to 8 rows, all of the same 1 to 8 cells",
        ),
        (wide, "line 1, column 1: found `.........`, expected 1 to 8 rows"),
        (&high, "line 1, column 1: found `.`, expected 1 to 8 rows"),
        ("> 1 1\n", "line 1, column 1: found `> 1 1`, expected a set-up before its moves"),
        ("#\n> 1\n", "line 2, column 3: found `1`, expected a row and a column"),
        ("#\n> 1 x\n", "line 2, column 3: found `1 x`, expected a whole number"),
        ("#\n> 1 -1\n", "line 2, column 3: found `1 -1`, expected a whole number"),
    ] {
        let error = registration().subject().read(text.as_bytes()).expect_err(text).to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}
