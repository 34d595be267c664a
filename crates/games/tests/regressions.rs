//! Cases in which the sides differed once, each with its story. `twinboard to-test` prints this
//! form.

/// Found by the first campaign: the engine folded each plane of bits with a factor, and a word of
/// ones folds to ones with any factor, so all boards of one colour had the same key.
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
