//! Differential fuzzing and verification of board games: the one dependency of a rule set.
//!
//! A rule set describes a game to the harness, an engine and an oracle play it, and a
//! [`Registration`] hands the three to the checks. The crates behind this one are its modules:
//!
//! * [`vocabulary`]: the traits of both sides, text and errors,
//! * [`harness`]: lockstep, campaigns, shrinking, reports,
//! * [`faults`]: planted faults, to see that the checks detect them,
//! * `referee`: games of two players, matches and tournaments; with the feature `contests`.
//!
//! ```
//! use twinboard::Registration;
//! use twinboard::harness::{Pairing, assert_agree};
//! use twinboard::harness::nim::{Heap, Nim};
//!
//! // Nim with one heap, played by the same implementation on both sides.
//! let registration = Registration::new(Pairing::new(Nim, Heap::set_up, Heap::set_up));
//! assert_agree(registration.subject(), 1, 100); // 100 cases that follow from seed 1
//! ```
//!
//! With the feature `cli`, `Twinboard::new().rule_set(registration).run()` is the whole command
//! for your game: `verify`, `fuzz`, `exhaust`, `perft` and the others. Without the default features
//! nothing is compiled that starts programs or referees games: a fuzz target and a library that is
//! only tested need neither.

pub use twinboard_harness::TextRules;
pub use twinboard_registration::{Corpus, CorpusFile, Registration};
pub use twinboard_vocabulary::text_game::TextGame;
pub use {
    twinboard_faults as faults, twinboard_harness as harness, twinboard_vocabulary as vocabulary,
};

#[cfg(feature = "cli")]
pub use twinboard_command::Twinboard;
#[cfg(feature = "contests")]
pub use {
    twinboard_referee as referee,
    twinboard_registration::{ContestOf, contest},
};
