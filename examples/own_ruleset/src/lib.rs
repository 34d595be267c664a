//! Peg solitaire on a row: a third-party rule set with its two sides, checked by Twinboard.
//!
//! The rules are in `RULES.md`, in the folder above. The modules, in the order of writing:
//!
//! * [`vocabulary`]: rows and jumps, which both sides use, and their text;
//! * [`oracle`] and [`engine`]: the two sides, independent of each other;
//! * [`rules`], with `clauses`: everything about the game that the harness cannot know;
//! * [`planted`]: deliberate faults, which show that the checks can fail.

mod clauses;
pub mod engine;
pub mod oracle;
pub mod planted;
pub mod rules;
pub mod vocabulary;

use twinboard::Registration;
use twinboard::harness::Pairing;
use twinboard::vocabulary::FromFn;

/// The rule set, the engine and the oracle.
#[must_use]
pub fn pairing() -> Pairing<rules::PegRules, FromFn<engine::Bits>, FromFn<oracle::Naive>> {
    Pairing::new(rules::PegRules, engine::Bits::set_up, oracle::Naive::set_up)
}

/// The pairing with its corpus and planted faults, for the command.
#[must_use]
pub fn registration() -> Registration {
    Registration::new(pairing())
        .corpus_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus"))
        .faults(planted::CATALOGUE)
}
