//! The end of a game and its outcome (PT-8, PT-18, PT-20 to PT-22).

use twinboard_vocabulary::Game as _;
use twinboard_vocabulary::paint::{Outcome, Player};

use super::{play, start};

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
