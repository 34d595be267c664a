//! Small games, each of another kind: rules in `RULES.md`, an oracle, an engine, and a rule set
//! without a shrinker or illegal moves of its own.

pub mod othello;
pub mod twenty48;

use twinboard::Registration;

/// The games, in the order of `RULES.md`. A game is a module and a line here.
#[must_use]
pub fn registrations() -> Vec<Registration> {
    vec![othello::registration(), twenty48::registration()]
}
