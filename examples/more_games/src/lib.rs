//! Small games, each of another kind: rules in `RULES.md`, an oracle, an engine, and a rule set
//! without a shrinker or illegal moves of its own.

pub mod bids;
pub mod go;
pub mod othello;
pub mod pig;
pub mod text;
pub mod twenty48;
pub mod y;

use twinboard::Registration;

/// The games, in the order of `RULES.md`. A game is a module and a line here.
#[must_use]
pub fn registrations() -> Vec<Registration> {
    vec![
        othello::registration(),
        twenty48::registration(),
        pig::registration(),
        go::registration(),
        bids::registration(),
        y::registration(),
    ]
}
