//! A row of lamps, checked by Twinboard: a naive oracle beside a fast engine.

pub mod engine;
pub mod game;
pub mod oracle;
pub mod rules;

use std::sync::Arc;

use kit::Registration;
use kit::harness::{Pairing, Subject};

/// The rule set with both sides and everything else that the command can use.
pub fn registration() -> Registration {
    Registration::new(Pairing::new(
        rules::Rules,
        engine::Bits::set_up,
        oracle::Naive::set_up,
    ))
    .corpus_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/my-game"))
    .faults(engine::planted::CATALOGUE)
}

/// Both sides, ready to be checked.
pub fn subject() -> Arc<dyn Subject> {
    Arc::clone(registration().subject())
}
