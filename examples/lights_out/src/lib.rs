//! Lights Out on boards of up to 8 × 8 cells, checked by Twinboard. The rules are in `RULES.md`.

pub mod engine;
pub mod game;
pub mod oracle;
pub mod rules;

use twinboard::Registration;
use twinboard::harness::Pairing;

/// Everything that Twinboard needs: rule set, engine, oracle, corpus and planted faults.
pub fn registration() -> Registration {
    Registration::new(Pairing::new(game::LightsOut, engine::Bits::set_up, oracle::Naive::set_up))
        .corpus_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus"))
        .faults(engine::planted::CATALOGUE)
}
