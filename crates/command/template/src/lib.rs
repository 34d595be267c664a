//! A row of lamps with a fast engine and a naive oracle, checked by Twinboard.

pub mod engine;
pub mod game;
pub mod oracle;
pub mod rules;

use std::sync::Arc;

use twinboard::Registration;
use twinboard::harness::{Pairing, Subject};

/// The rule set with both sides, its corpus and its planted faults, for the command.
pub fn registration() -> Registration {
    Registration::new(Pairing::new(
        rules::Rules,
        engine::Bits::set_up,
        oracle::Naive::set_up,
    ))
    .corpus_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/my-game"))
    .faults(engine::planted::CATALOGUE)
}

/// The rule set with both sides, for tests and fuzz targets.
pub fn subject() -> Arc<dyn Subject> {
    Arc::clone(registration().subject())
}
