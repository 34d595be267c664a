//! Every planted fault of an engine is noticed by a short campaign with a fixed seed, and shrinks
//! to a small case.
//!
//! This proves that the checks can fail. It needs a test binary of its own, because a fault is
//! active in the whole process.

#[path = "support/planted.rs"]
mod support;

use std::collections::BTreeSet;

use support::{Active, CASES, Catalogue, find_with, shrinking};
use twinboard_engine::planted::Fault;
use twinboard_faults::Planted;
use twinboard_harness::Finding;
use twinboard_harness::triage::triage;

/// A shrunk case has at most 12 cells and 3 moves.
const OF_ENGINES: Catalogue = Catalogue {
    registrations: twinboard_games::registrations,
    faults: twinboard_games::faults,
    size_max: (12, 3),
    larger: &[
        ("samegame-lane-carry", (32, 3), "row 16 must meet row 1 of the next column: 16 x 2 cells"),
        ("samegame-forty-columns", (41, 3), "a column beyond the fortieth"),
        ("samegame-widest-panic", (64, 3), "64 columns"),
        ("samegame-refused", (64, 3), "64 columns"),
        ("samegame-batch-squares", (1024, 3), "a group of 256 cells, which a random game removes"),
        ("samegame-sample-many", (96, 3), "more than 40 cells that may begin a group"),
        (
            "paint-stale-alive",
            (81, 3),
            "steps of numbers are kept on boards larger than 8 x 8 only",
        ),
        ("paint-pairs-once", (100, 9), "uneven draws show by chance, on positions with many moves"),
        ("paint-no-empty-column", (64, 3), "a row must have as many cells as in a word: 8 x 8"),
        ("paint-never-fresh", (81, 3), "what a number reaches must not fit into a word of 8 x 8"),
    ],
    rare: &[],
    slow: &[
        ("samegame-sample-many", "each candidate is judged by drawing moves thousands of times"),
        ("paint-pairs-once", "each candidate is judged by drawing moves thousands of times"),
    ],
    hanging: &["samegame-endless-fill"],
};

#[test]
fn without_a_fault_the_same_campaign_finds_nothing() {
    OF_ENGINES.finds_nothing_without();
}

#[test]
fn every_planted_fault_is_noticed_and_shrinks_to_a_small_case() {
    OF_ENGINES.notice_all("every_planted_fault_is_noticed_and_shrinks_to_a_small_case");
}

/// Faults that show with some colours or symbols only, so that campaigns often meet them in a
/// transformed game.
const OF_COLOURS: [Fault; 3] = [Fault::ColourZero, Fault::TopPlane, Fault::SymbolBit];

/// Campaigns with each of these faults.
const SEEDS: u64 = if cfg!(feature = "long-tests") { 10 } else { 4 };

#[test]
fn a_fault_of_colours_is_a_plain_difference_with_every_seed_and_shrinks_to_few_cases() {
    for fault in OF_COLOURS {
        let planted @ Planted { name, .. } = fault.entry();
        let _active = Active::fault(Some(planted));
        let (subject, limit) =
            (OF_ENGINES.subject_with(planted), OF_ENGINES.step_limit(Some(planted)));
        let mut cases = BTreeSet::new();
        for seed in 1..=SEEDS {
            let found = find_with(seed, &subject, CASES, limit);
            let report = triage(&subject, found.expect("it is noticed"), &shrinking(limit));
            let finding = &report.divergence.finding;
            assert!(matches!(finding, Finding::Differs { .. }), "{name}, seed {seed}: {finding}");
            cases.extend(report.shrunk);
        }
        println!("{name}: {cases:?}");
        // No step of shrinking mirrors a board: two cells side by side or diagonal, in both orders
        // of the symbols.
        assert!(cases.len() <= 4, "{name}: {cases:#?}");
    }
}
