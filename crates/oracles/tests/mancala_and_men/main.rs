//! Games of seeds, mills, dice and hidden bids: their deep clauses.

#[path = "../support/mod.rs"]
mod support;

mod backgammon;
mod goofspiel;
mod kalah;
mod nine_mens_morris;
mod oware;

use twinboard_vocabulary::Game;

use support::{AnyTextGame, after, moves, outcome, start};

fn position(game: &AnyTextGame) -> String {
    game.position().as_str().to_owned()
}
