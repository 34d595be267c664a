//! Values of positions under perfect play of both players.

use twinboard_oracle::paint::VALUE_MOVES_MAX;
use twinboard_vocabulary::Game as _;
use twinboard_vocabulary::paint::{Board, Cell, Player, SIDE_MAX, Square, Value};

use super::{play, set_up, start};

#[track_caller]
fn assert_is_worth(rows: &[&str], value: Value) {
    assert_eq!(start(rows).value(), Some(value), "{rows:?}");
}

#[test]
fn the_small_boards_of_the_rules_have_the_values_given_there() {
    assert_is_worth(&["1"], Value::Draw);
    assert_is_worth(&["0"], Value::Loss);
    assert_is_worth(&["1 #", "# 1"], Value::Draw);
    assert_is_worth(&["1 1", "# #"], Value::Win);
}

#[test]
fn values_equal_those_worked_out_by_hand() {
    // A single number can be painted: then none is left, or the other player cannot move.
    assert_is_worth(&["# #", "2 #"], Value::Draw);
    assert_is_worth(&["1 0", "# #"], Value::Win);
    // After either number is painted, the other one cannot be.
    assert_is_worth(&["2 #", "# 1"], Value::Win);
    // Two pairs of neighbours: one of each is painted, then the first player has no move.
    assert_is_worth(&["1 1 #", "# # #", "# 1 1"], Value::Loss);
    // The middle one ends the game; an end leaves the other end to the opponent.
    assert_is_worth(&["1 1 1", "# # #", "# # #"], Value::Win);
    // Three cells from the opposite corner can keep away from the 1, so both numbers get painted.
    // Four cells can reach a neighbour of the 1.
    assert_is_worth(&["3 # #", "# # #", "# # 1"], Value::Draw);
    assert_is_worth(&["4 # #", "# # #", "# # 1"], Value::Win);
    // Two moves in either order; then the 0 is left and the first player has no move.
    assert_is_worth(&["2 # 0", "# # #", "# # 1"], Value::Loss);
    // The 4 can reach a neighbour of the 1, so there is no second move.
    assert_is_worth(&["4 # 0", "# # #", "# # 1"], Value::Win);
}

#[test]
fn values_during_a_game_are_those_to_the_player_to_move() {
    let mut game = start(&["1 1 #", "# # #", "# 1 1"]);
    assert_eq!(game.value(), Some(Value::Loss));
    play(&mut game, &[(0, 0)]).unwrap();
    assert_eq!(game.position().to_move, Player::Second);
    assert_eq!(game.value(), Some(Value::Win));
    play(&mut game, &[(2, 2)]).unwrap();
    assert_eq!(game.value(), Some(Value::Loss));
}

#[test]
fn a_board_that_needs_more_moves_than_the_limit_is_not_valued() {
    // Two first moves, and one after each of them, but to different positions: four.
    let game = start(&["1 #", "# 1"]);
    assert_eq!(game.value_within(4), Some(Value::Draw));
    assert_eq!(game.value_within(3), None);
    assert_eq!(start(&["0"]).value_within(0), Some(Value::Loss), "no move needs to be played");
    let large = Board::from_fn(SIDE_MAX, |Cell { row, column }| match (row + 2 * column) % 5 {
        0 => Square::Number(15),
        _ => Square::Empty,
    });
    assert_eq!(set_up(&large).value_within(VALUE_MOVES_MAX / 100), None);
}
