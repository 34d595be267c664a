//! The end of a game and its outcome (PT-8, PT-18, PT-20 to PT-22).

use twinboard_vocabulary::Game as _;
use twinboard_vocabulary::paint::{Board, Outcome, Player, Refusal, SIDE_MAX, Square, Value};

use super::{assert_refuses, cells, legal_moves, play, set_up, start};

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
fn a_board_without_numbers_is_a_draw_from_the_start() {
    for rows in [&["#"][..], &["B"], &["# #", "# #"], &["B #", "# B"], &["B B", "B B"]] {
        let game = start(rows);
        assert_eq!(game.outcome(), Outcome::Drawn, "{rows:?}");
        assert_eq!(legal_moves(&game), []);
        assert_eq!(game.value(), Some(Value::Draw));
        assert_refuses(&game, &[], Refusal::GameOver);
        assert_refuses(&game, &[(0, 0)], Refusal::GameOver);
    }
}

#[test]
fn a_board_whose_numbers_have_no_valid_move_is_lost_from_the_start() {
    for rows in [
        &["0"][..],
        &["2"],
        &["20"],
        // Every 1 touches paint.
        &["B 1", "1 B"],
        // All neighbours of the 2 touch paint or hold numbers.
        &["2 # B", "# B B", "B B B"],
        &["2 3 #", "0 B #", "# # #"],
        // Too few cells can be reached.
        &["5 #", "# #"],
        &["# 4 0", "# 0 #", "0 # #"],
    ] {
        let game = start(rows);
        assert_eq!(game.outcome(), Outcome::Lost(Player::First), "{rows:?}");
        assert_eq!(legal_moves(&game), []);
        assert_eq!(game.value(), Some(Value::Loss));
        for picks in [&[][..], &[(0, 0)], &[(9, 9)]] {
            assert_refuses(&game, picks, Refusal::GameOver);
        }
    }
}

#[test]
fn a_board_with_a_zero_is_never_drawn() {
    let mut game = start(&["1 # 0", "# # #", "1 # 1"]);
    for (place, lost) in [((0, 0), None), ((2, 2), None), ((2, 0), Some(Player::Second))] {
        play(&mut game, &[place]).unwrap();
        assert_eq!(game.outcome(), lost.map_or(Outcome::Playing, Outcome::Lost));
    }
}

#[test]
fn a_number_that_only_touches_paint_at_a_corner_can_still_be_painted() {
    let game = start(&["B # #", "# 2 #", "# # B"]);
    // All four neighbours of the 2 touch paint, but the 2 itself does not.
    assert_eq!(game.outcome(), Outcome::Lost(Player::First));
    let game = start(&["B # #", "# 1 #", "# # B"]);
    assert_eq!(legal_moves(&game), [cells(&[(1, 1)])]);
}

#[test]
fn a_move_cannot_pass_a_number_or_a_cell_that_touches_paint() {
    let corner = start(&["3 0 #", "# # 0", "0 # #"]);
    assert_eq!(legal_moves(&corner), [cells(&[(0, 0), (1, 0), (1, 1)])]);
    let squeezed = start(&["3 # #", "# 0 #", "# # B"]);
    let expected = [[(0, 0), (0, 1), (0, 2)], [(0, 0), (0, 1), (1, 0)], [(0, 0), (1, 0), (2, 0)]];
    assert_eq!(legal_moves(&squeezed), expected.map(|places| cells(&places)));
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
