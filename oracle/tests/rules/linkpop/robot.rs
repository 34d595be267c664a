//! When the robot is refused, and the end of a game (LP-22). Its choice (LP-20) is compared in
//! `crates/games/tests/linkpop`.

use twinboard_vocabulary::Game as _;
use twinboard_vocabulary::linkpop::{Margin, Outcome, Refusal, Step};

use super::{assert_refuses_step, start};

#[test]
fn the_robot_is_refused_when_no_pair_can_be_popped_and_nothing_moves() {
    for margin in Margin::ALL {
        // B would be free to move, but there is no pop.
        let game = start(margin, &["AS .. BL"]);
        assert_eq!(game.outcome(), Outcome::Stuck);
        assert_refuses_step(&game, Step::Robot, Refusal::NothingToPop);
        let game = start(margin, &[".. .."]);
        assert_eq!(game.outcome(), Outcome::Cleared);
        assert_refuses_step(&game, Step::Robot, Refusal::NothingToPop);
    }
}
