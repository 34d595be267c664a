//! Cases in which the sides differed once, each with its story. `twinboard to-test` prints the form.

/// The first campaign ever found it: the engine folded each plane of bits with a factor, and a word
/// of ones folds to ones whatever the factor is, so two boards of one colour each had one key.
#[test]
fn boards_of_one_colour_have_different_keys() {
    let row = "1 1 1 1 1 1 1 1 1 1 1 1\n";
    let printed = "    1 1 1 1 1 1 1 1 1 1 1 1\n";
    twinboard_games::assert_case(
        "samegame",
        &format!("16 12\n{}0 0\n0 0\n", row.repeat(16)),
        &format!("Grid 1.\n{}", printed.repeat(16)),
    );
}
