//! The end of a game and its outcome (PT-8, PT-18, PT-20 to PT-22).

use twinboard_vocabulary::Game as _;
use twinboard_vocabulary::paint::{Board, Outcome, Player, SIDE_MAX, Square};

use super::{play, set_up, start};

#[test]
fn the_small_boards_of_the_rules_end_as_written_there() {
    let mut one = start(&["1"]);
    assert_eq!(one.outcome(), Outcome::Playing);
    play(&mut one, &[(0, 0)]).unwrap();
    assert_eq!(one.outcome(), Outcome::Drawn);

    assert_eq!(start(&["0"]).outcome(), Outcome::Lost(Player::First));

    for order in [[(0, 0), (1, 1)], [(1, 1), (0, 0)]] {
        let mut corners = start(&["1 #", "# 1"]);
        for place in order {
            assert_eq!(corners.outcome(), Outcome::Playing);
            play(&mut corners, &[place]).unwrap();
        }
        assert_eq!(corners.outcome(), Outcome::Drawn);
    }

    for place in [(0, 0), (0, 1)] {
        let mut neighbours = start(&["1 1", "# #"]);
        play(&mut neighbours, &[place]).unwrap();
        assert_eq!(neighbours.outcome(), Outcome::Lost(Player::Second));
    }
}

#[test]
fn on_the_largest_board_of_ones_every_second_cell_is_painted_at_most() {
    let board = Board::from_fn(SIDE_MAX, |_| Square::Number(1));
    let mut game = set_up(&board);
    for row in 0..SIDE_MAX {
        for column in (row % 2..SIDE_MAX).step_by(2) {
            assert_eq!(game.outcome(), Outcome::Playing);
            play(&mut game, &[(row, column)]).unwrap();
        }
    }
    // 450 moves have been made, an even number.
    assert_eq!(game.outcome(), Outcome::Lost(Player::First));
}
