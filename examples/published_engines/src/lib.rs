//! Published engines, each against the oracle of its game in the box of Twinboard. An adapter asks its
//! library alone; what the library cannot say is left out, or counted by the adapter.

mod chess;
mod draughts;
mod go;
mod known;
mod othello;
mod oware;
mod shogi;

use twinboard::harness::RuleSet;
use twinboard::{Registration, TextRules};

/// All games, each with its engines and their known differences.
#[must_use]
pub fn registrations() -> Vec<Registration> {
    let rules = twinboard_oracles::all();
    let add_engines = |rules: &TextRules| {
        let game = Registration::text(rules);
        let game = match rules.name() {
            "chess" => chess::add_engines(game, rules),
            "draughts-turkish" => draughts::add_engines(game, rules),
            "go" => go::add_engines(game, rules),
            "othello" => othello::add_engines(game, rules),
            "oware" => oware::add_engines(game, rules),
            "shogi" => shogi::add_engines(game, rules),
            _ => game,
        };
        game.map_engines(&|engine| engine.with_known(&known::of(engine.engine_name())))
    };
    rules.iter().map(add_engines).collect()
}

/// The outcome if this side has won.
fn wins(side: &str) -> Option<String> {
    Some(format!("{side} wins"))
}

/// The answer of [`TextGame::play`](twinboard::TextGame::play) for a library that gives no reasons.
fn played(is_played: bool) -> Result<(), String> {
    if is_played { Ok(()) } else { Err("illegal".to_owned()) }
}
