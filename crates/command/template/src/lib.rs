//! A row of lamps with a fast engine and a naive oracle, checked by Twinboard.

pub mod engine;
pub mod game;

use std::sync::Arc;

use twinboard::harness::{Clause, Subject};
use twinboard::{Registration, TextRules};

/// The rule set with both sides, its corpus and its planted faults, for the command.
pub fn registration() -> Registration {
    let starts = &["#", "#..#", "##.#.##....."];
    let rules = TextRules::new::<game::Naive>("my-game", starts).clauses(&[
        Clause {
            id: "R-2",
            name: "a press",
            reached: |seen| seen.event().is_some(),
        },
        Clause {
            id: "R-3",
            name: "refused: no such lamp",
            reached: |seen| {
                seen.refusal()
                    .is_some_and(|reason| reason.as_str().contains("R-3"))
            },
        },
        Clause {
            id: "R-4",
            name: "won",
            reached: |seen| seen.now.outcome.as_str() == "won",
        },
    ]);
    Registration::text(&rules.engine::<engine::Bits>())
        .corpus_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/my-game"))
        .faults(engine::planted::CATALOGUE)
}

/// The rule set with both sides, for tests and fuzz targets.
pub fn subject() -> Arc<dyn Subject> {
    Arc::clone(registration().subject())
}
