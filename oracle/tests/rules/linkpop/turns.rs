//! Movement of blocks after a pop (LP-15 to LP-19).

use twinboard_vocabulary::Game as _;
use twinboard_vocabulary::linkpop::{Board, Margin, SIDE_MAX};

use super::{Place, assert_shows, cell, content, legal_pops, pop, robot, set_up, start, turns};

/// Pops two cells and returns the cells that blocks left, turn by turn.
fn turns_after(rows: &[&str], first: Place, second: Place, after: &[&str]) -> Vec<Vec<Place>> {
    let mut game = start(Margin::Inside, rows);
    let popped = pop(&mut game, first, second).expect("the pop is allowed");
    assert_shows(&game, after);
    turns(&popped)
}

#[test]
fn a_chain_closes_up_at_once_to_the_left_and_block_by_block_to_the_right() {
    let moved = turns_after(
        &["AR BR XS XS CL DL"],
        (0, 2),
        (0, 3),
        &[".. AR BR CL DL .."], // after turn 1: AR .. BR CL DL ..
    );
    assert_eq!(moved, [vec![(0, 1), (0, 4), (0, 5)], vec![(0, 0)]]);
}

#[test]
fn a_chain_closes_up_at_once_upwards_and_block_by_block_downwards() {
    let rows = ["AD", "BD", "XS", "XS", "CU", "DU"];
    let moved = turns_after(&rows, (2, 0), (3, 0), &["..", "AD", "BD", "CU", "DU", ".."]);
    assert_eq!(moved, [vec![(1, 0), (4, 0), (5, 0)], vec![(0, 0)]]);
}

#[test]
fn a_block_that_moved_down_is_not_checked_again_in_that_turn() {
    let moved =
        turns_after(&["AD CS", "XS ES", "XS BL"], (1, 0), (2, 0), &[".. CS", "AD ES", "BL .."]);
    assert_eq!(moved, [[(0, 0), (2, 1)]]);
}

#[test]
fn a_block_that_moved_right_is_not_checked_again_in_that_turn() {
    // Checked twice, A would take the corner before D is checked.
    let moved = turns_after(&["AR XS XS", "BS CS DU"], (0, 1), (0, 2), &[".. AR DU", "BS CS .."]);
    assert_eq!(moved, [[(0, 0), (1, 2)]]);
}

#[test]
fn a_block_moves_one_cell_a_turn() {
    let moved = turns_after(&["AR XS .. XS"], (0, 1), (0, 3), &[".. .. .. AR"]);
    assert_eq!(moved, [[(0, 0)], [(0, 1)], [(0, 2)]]);
}

#[test]
fn of_two_blocks_that_can_move_to_a_cell_the_first_in_row_major_order_does() {
    let rows = ["AS XS BS", "CR XS DL"];
    let moved = turns_after(&rows, (0, 1), (1, 1), &["AS .. BS", ".. CR DL"]);
    assert_eq!(moved, [[(1, 0)]]);
    let rows = ["AD BS", "XS XS", "CU DS"];
    let moved = turns_after(&rows, (1, 0), (1, 1), &[".. BS", "AD ..", "CU DS"]);
    assert_eq!(moved, [[(0, 0)]]);
}

#[test]
fn a_cell_must_be_empty_at_the_moment_of_the_check() {
    // D still blocks R when R is checked, though D leaves in the same turn.
    let moved =
        turns_after(&["AR BD", "CS XS", "DS XS"], (1, 1), (2, 1), &[".. AR", "CS ..", "DS BD"]);
    assert_eq!(moved, [vec![(0, 1)], vec![(0, 0), (1, 1)]]);
    // The first L has already moved when the second is checked.
    let moved = turns_after(&["XS AL BL", "XS CS DS"], (0, 0), (1, 0), &["AL BL ..", ".. CS DS"]);
    assert_eq!(moved, [[(0, 1), (0, 2)]]);
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

#[test]
fn the_order_of_the_two_cells_does_not_matter() {
    let rows = ["AD AU CL", "HS GU HL", "CS FD GS"];
    let mut games = [(); 2].map(|()| start(Margin::Inside, &rows));
    let popped = pop(&mut games[0], (0, 0), (0, 1));
    assert!(popped.is_ok());
    assert_eq!(pop(&mut games[1], (0, 1), (0, 0)), popped);
    assert_shows(&games[0], &["CL GU ..", "HS HL ..", "CS FD GS"]);
    assert_shows(&games[1], &["CL GU ..", "HS HL ..", "CS FD GS"]);
}

#[test]
fn blocks_cross_the_largest_board_in_31_turns() {
    let last = SIDE_MAX - 1;
    let board = Board::from_fn(SIDE_MAX, SIDE_MAX, |at| match (at.row, at.column) {
        (0, 0) => content("AD"),
        (0, 1) => content("BR"),
        (31, 30) => content("CU"),
        (31, 31) => content("DL"),
        (15 | 16, 16) => content("XS"),
        _ => None,
    });
    let mut game = set_up(Margin::Inside, board);
    let popped = pop(&mut game, (15, 16), (16, 16)).unwrap();
    assert_eq!(popped.turns.len(), 31);
    // In the last turn A and D can move to the same corner, and A is checked first.
    let after = game.position();
    let ends = [((last, 0), "AD"), ((0, last), "BR"), ((0, last - 1), "CU"), ((last, 1), "DL")];
    for (place, token) in ends {
        assert_eq!(after.get(cell(place)), content(token), "{place:?}");
    }
    assert_eq!(after.blocks().count(), 4);
}
