//! Paint as a game of two that is played: contest, built-in players and analyst for the referee, by
//! the solver; and the checks of the solver, which are the assertions of the rule set.
//!
//! The rule set itself is [`twinboard_games::paint`], which knows no solver. This crate registers
//! it with everything that rests on one ([`registration`]).
//!
//! ```
//! use twinboard_referee::{Contest, GameState, Judgement};
//! use twinboard_paint_player::contest;
//!
//! // Two 1s, too far apart to touch: each player paints one.
//! let mut play = contest().start(b"2\n1 #\n# 1\n")?;
//! assert_eq!(play.answer(b"1 0 0"), Ok(Judgement::Played));
//! assert_eq!(play.answer(b"1 1 1"), Ok(Judgement::Played));
//! assert_eq!(play.state(), Ok(GameState::Drawn));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "contest")]
mod adviser;
#[cfg(feature = "contest")]
mod analyst;
pub mod checks;
#[cfg(feature = "contest")]
mod contest;
#[cfg(feature = "contest")]
mod players;

use std::sync::Arc;

use twinboard_games::paint::PaintRules;
use twinboard_harness::{Pairing, Subject};
use twinboard_registration::Registration;

#[cfg(feature = "contest")]
pub use contest::contest;

/// The rule set with engine and oracle, and the answers of the solver as assertions.
#[must_use]
pub fn pairing() -> Pairing<PaintRules> {
    twinboard_games::paint::pairing().with_assertions(checks::Answers)
}

/// The pairing as a [`Subject`], ready to be checked.
#[must_use]
pub fn subject() -> Arc<dyn Subject> {
    twinboard_games::paint::subject_of(pairing())
}

/// The record of paint, with its contest.
#[must_use]
pub fn registration() -> Registration {
    let registration = twinboard_games::paint::registration_of(pairing());
    #[cfg(feature = "contest")]
    let registration = registration.contest(contest::contest());
    registration
}
