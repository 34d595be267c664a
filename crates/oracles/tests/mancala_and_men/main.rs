//! Games of seeds, mills, dice and hidden bids: their deep clauses.

#[path = "../support/mod.rs"]
mod support;

mod backgammon;
mod goofspiel;
mod kalah;
mod nine_mens_morris;
mod oware;

use twinboard_vocabulary::text_game::TextMove;
use twinboard_vocabulary::{Game, TryClone};

use support::{AnyTextGame, legal, set_up};

/// The game of a rule set from a set-up, whose position has the same text.
fn start(name: &str, setup: &str) -> AnyTextGame {
    let game = set_up(name, setup).unwrap_or_else(|| panic!("{name} refuses\n{setup}"));
    assert_eq!(game.position().as_str(), setup);
    game
}

fn moves(game: &AnyTextGame) -> Vec<String> {
    let mut moves: Vec<String> = legal(game).iter().map(|mv| mv.as_str().to_owned()).collect();
    moves.sort();
    moves
}

/// The game after these moves, which are separated by commas.
fn after(game: &AnyTextGame, moves: &str) -> AnyTextGame {
    let mut game = game.try_clone().expect("games in words can be copied");
    for mv in moves.split(", ") {
        let is_legal = legal(&game).iter().any(|legal| legal.as_str() == mv);
        assert!(is_legal, "{mv} in\n{}", game.position());
        assert!(game.play(&TextMove::from(mv)).is_ok(), "{mv}");
    }
    game
}

fn position(game: &AnyTextGame) -> String {
    game.position().as_str().to_owned()
}

fn outcome(game: &AnyTextGame) -> &'static str {
    game.outcome().as_str()
}
