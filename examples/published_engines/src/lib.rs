//! Published engines of four kinds of games, each against an oracle that is written from the rules.

pub mod board;
pub mod draughts;
pub mod go;
pub mod othello;
pub mod shogi;
pub mod table;

use twinboard::Registration;

/// All games, each with its engines.
#[must_use]
pub fn registrations() -> Vec<Registration> {
    let mut all = vec![go::go(), go::go_superko(), othello::othello(), shogi::shogi()];
    all.extend(draughts::draughts());
    all
}
