//! Published engines, each against the oracle of its game that is in the box of Twinboard.

pub mod board;
mod chess;
pub mod draughts;
pub mod go;
pub mod othello;
pub mod shogi;
pub mod table;

use twinboard::{Registration, TextRules};

/// All games, each with its engines.
#[must_use]
pub fn registrations() -> Vec<Registration> {
    let mut all =
        vec![chess::chess(), go::go(), go::go_superko(), othello::othello(), shogi::shogi()];
    all.extend(draughts::draughts());
    all
}

/// The rule set of the box with this name.
fn rules(name: &str) -> TextRules {
    use twinboard::harness::RuleSet;

    let found = twinboard_oracles::all().into_iter().find(|rules| rules.name() == name);
    found.expect("a rule set of the box")
}
