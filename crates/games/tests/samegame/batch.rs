//! The engine that plays many boards at once, in lockstep with the oracle at every level of
//! instructions.

use twinboard_engine::samegame::batch::{BatchGame, Level};
use twinboard_games::samegame::{self, SameGameRules};
use twinboard_harness::Pairing;
use twinboard_vocabulary::samegame::Grid;

use super::Oracle;
use super::support::lockstep;

const LEVELS: [(Level, fn(&Grid) -> Option<BatchGame>); 3] = [
    (Level::Portable, |grid| BatchGame::at(Level::Portable, grid)),
    (Level::Avx2, |grid| BatchGame::at(Level::Avx2, grid)),
    (Level::Avx512, |grid| BatchGame::at(Level::Avx512, grid)),
];

#[test]
fn a_board_of_a_batch_and_the_oracle_agree_move_by_move() {
    for (level, set_up) in LEVELS {
        if level.is_available() {
            let pairing = Pairing::new(SameGameRules, set_up, Oracle::set_up);
            let subject = samegame::subject_of(pairing);
            lockstep::play(&subject, 100, 2_000);
        } else {
            println!("not tested on this CPU: {level}");
        }
    }
}
