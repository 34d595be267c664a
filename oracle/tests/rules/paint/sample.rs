//! The game of the statement's sample, move by move.

use twinboard_vocabulary::Game as _;
use twinboard_vocabulary::paint::{Cell, Outcome, Player, Refusal, Value};

use super::{assert_refuses, assert_shows, legal_moves, play, start};

#[test]
fn the_sample_game_goes_as_the_rules_show() {
    let mut game = start(&["# # # # #", "# # 3 1 #", "# # # # #", "2 1 # 5 #", "# # # # #"]);
    assert_eq!(game.outcome(), Outcome::Playing);

    // As the statement's first player writes it.
    let five = play(&mut game, &[(3, 3), (3, 4), (4, 2), (4, 3), (4, 4)]).unwrap();
    assert_eq!((five.number, five.at), (5, Cell::new(3, 3)));
    let after = ["# # # # #", "# # 3 1 #", "# # # # #", "2 1 # B B", "# # B B B"];
    assert_shows(&game, &after, Player::Second);
    assert_eq!(game.outcome(), Outcome::Playing);

    let one = play(&mut game, &[(1, 3)]).unwrap();
    assert_eq!((one.number, one.at), (1, Cell::new(1, 3)));
    let after = ["# # # # #", "# # 3 B #", "# # # # #", "2 1 # B B", "# # B B B"];
    assert_shows(&game, &after, Player::First);
    assert_eq!(game.outcome(), Outcome::Playing);
    assert_refuses(&game, &[(1, 2), (0, 2), (0, 1)], Refusal::TouchesPaint);

    let two = play(&mut game, &[(3, 0), (4, 0)]).unwrap();
    assert_eq!((two.number, two.at), (2, Cell::new(3, 0)));
    let after = ["# # # # #", "# # 3 B #", "# # # # #", "B 1 # B B", "B # B B B"];
    assert_shows(&game, &after, Player::Second);

    assert_eq!(legal_moves(&game), []);
    assert_eq!(game.outcome(), Outcome::Lost(Player::Second));
    assert_eq!(game.value(), Some(Value::Loss));
    assert_refuses(&game, &[], Refusal::GameOver);
    assert_refuses(&game, &[(3, 1)], Refusal::GameOver);
}
