//! Peg solitaire on a row: a rule set of one's own, with its two sides, checked by Twinboard.
//!
//! The rules are in `RULES.md`, in the folder above. In the order in which one writes them:
//!
//! * [`vocabulary`]: rows and jumps, which both sides use, and their text;
//! * [`oracle`] and [`engine`]: the two sides, which know nothing of each other;
//! * [`rules`], with `clauses`: what the harness cannot know of the game;
//! * [`planted`]: slips that show that the checks can fail.

mod clauses;
pub mod engine;
pub mod oracle;
pub mod planted;
pub mod rules;
pub mod vocabulary;

use kit::Registration;
use kit::board::FromFn;
use kit::harness::Pairing;

/// The engine beside the oracle.
#[must_use]
pub fn pairing() -> Pairing<rules::PegRules, FromFn<engine::Bits>, FromFn<oracle::Naive>> {
    Pairing::new(rules::PegRules, engine::Bits::set_up, oracle::Naive::set_up)
}

/// The rule set with everything that the command can use of it.
#[must_use]
pub fn registration() -> Registration {
    Registration::new(pairing())
        .corpus_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus"))
        .faults(planted::CATALOGUE)
}
