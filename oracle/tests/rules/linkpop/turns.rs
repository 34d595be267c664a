//! Movement of blocks after a pop (LP-15 to LP-19).

use twinboard_vocabulary::linkpop::Margin;

use super::{Place, assert_shows, legal_pops, pop, robot, start, turns};

/// Pops two cells, and compares the cells that blocks left, turn by turn, and the board after them.
#[track_caller]
fn assert_turns(
    rows: &[&str],
    (first, second): (Place, Place),
    moved: &[&[Place]],
    after: &[&str],
) {
    let mut game = start(Margin::Inside, rows);
    let popped = pop(&mut game, first, second).expect("the pop is allowed");
    assert_eq!(turns(&popped), moved, "{rows:?}");
    assert_shows(&game, after);
}

#[test]
fn a_chain_closes_up_at_once_against_the_order_of_checks_and_else_block_by_block() {
    // After turn 1: AR .. BR CL DL ..
    let moved: [&[Place]; 2] = [&[(0, 1), (0, 4), (0, 5)], &[(0, 0)]];
    assert_turns(&["AR BR XS XS CL DL"], ((0, 2), (0, 3)), &moved, &[".. AR BR CL DL .."]);
    let rows = ["AD", "BD", "XS", "XS", "CU", "DU"];
    let moved: [&[Place]; 2] = [&[(1, 0), (4, 0), (5, 0)], &[(0, 0)]];
    assert_turns(&rows, ((2, 0), (3, 0)), &moved, &["..", "AD", "BD", "CU", "DU", ".."]);
}

#[test]
fn a_block_moves_one_cell_a_turn_and_is_not_checked_again_in_it() {
    let moved: [&[Place]; 3] = [&[(0, 0)], &[(0, 1)], &[(0, 2)]];
    assert_turns(&["AR XS .. XS"], ((0, 1), (0, 3)), &moved, &[".. .. .. AR"]);
    let rows = ["AD CS", "XS ES", "XS BL"];
    assert_turns(&rows, ((1, 0), (2, 0)), &[&[(0, 0), (2, 1)]], &[".. CS", "AD ES", "BL .."]);
    // Checked twice, A would take the corner before D is checked.
    let rows = ["AR XS XS", "BS CS DU"];
    assert_turns(&rows, ((0, 1), (0, 2)), &[&[(0, 0), (1, 2)]], &[".. AR DU", "BS CS .."]);
}

#[test]
fn cells_are_checked_in_row_major_order_and_must_be_empty_at_that_moment() {
    let rows = ["AS XS BS", "CR XS DL"];
    assert_turns(&rows, ((0, 1), (1, 1)), &[&[(1, 0)]], &["AS .. BS", ".. CR DL"]);
    let rows = ["AD BS", "XS XS", "CU DS"];
    assert_turns(&rows, ((1, 0), (1, 1)), &[&[(0, 0)]], &[".. BS", "AD ..", "CU DS"]);
    // D still blocks R when R is checked, though D leaves in the same turn.
    let (rows, moved): (_, [&[Place]; 2]) =
        (["AR BD", "CS XS", "DS XS"], [&[(0, 1)], &[(0, 0), (1, 1)]]);
    assert_turns(&rows, ((1, 1), (2, 1)), &moved, &[".. AR", "CS ..", "DS BD"]);
    // The first L has already moved when the second is checked.
    let rows = ["XS AL BL", "XS CS DS"];
    assert_turns(&rows, ((0, 0), (1, 0)), &[&[(0, 1), (0, 2)]], &["AL BL ..", ".. CS DS"]);
}

#[test]
fn a_still_block_stays_and_no_block_leaves_the_board() {
    for margin in Margin::ALL {
        for block in ["BS", "BU", "BL"] {
            let mut game = start(margin, &[&format!("{block} XS XS")]);
            assert_eq!(turns(&robot(&mut game).unwrap()), [[]; 0]);
            assert_shows(&game, &[&format!("{block} .. ..")]);
        }
        let mut game = start(margin, &["XS BR", "XS BD"]);
        assert_eq!(turns(&robot(&mut game).unwrap()), [[]; 0]);
        assert_shows(&game, &[".. BR", ".. BD"]);
    }
}

#[test]
fn nothing_moves_before_the_first_pop_and_free_blocks_move_after_it() {
    let rows = ["AD .. XS", ".. BR XS", "CU .. .."];
    let mut game = start(Margin::Inside, &rows);
    assert_shows(&game, &rows);
    legal_pops(&game);
    assert_shows(&game, &rows);
    let popped = pop(&mut game, (1, 2), (0, 2)).unwrap();
    assert_eq!(turns(&popped), [[(0, 0), (1, 1)]]);
    assert_shows(&game, &[".. .. ..", "AD .. BR", "CU .. .."]);
}
