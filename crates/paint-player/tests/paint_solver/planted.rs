//! Every planted fault of the solver is noticed by a short campaign with a fixed seed, and shrinks
//! to a small case.

use twinboard_faults::Planted;
use twinboard_registration::Registration;

use super::checks;
use super::support::planted::Catalogue;

/// The reason why a case takes long to shrink.
const PLAYED_TO_THEIR_ENDS: &str = "each candidate is judged by playing its games to their ends";

/// A wrong answer of the solver takes numbers that compete for cells, but not on the first board: a
/// shrunk case is a board of up to 6 × 6, and no move.
const OF_THE_SOLVER: Catalogue = Catalogue {
    registrations: || vec![Registration::new(checks::pairing())],
    faults,
    size_max: (36, 0),
    larger: &[],
    rare: &[
        ("paint-solver-undo-forgets", "corpus/paint/edge/moves-that-kill-the-same-numbers.txt"),
        ("paint-solver-not-below", "corpus/paint/edge/invalid-two-numbers-as-in-the-statement.txt"),
        ("paint-solver-half-mirrored", "corpus/paint/edge/not-its-own-mirror-image.txt"),
        ("paint-solver-guess-kept", "corpus/paint/edge/a-guess-that-takes-long.txt"),
        ("paint-solver-maybe-seen", "corpus/paint/edge/two-numbers-die-by-one-way-of-two.txt"),
    ],
    slow: &[
        ("paint-solver-way-lost", PLAYED_TO_THEIR_ENDS),
        ("paint-solver-ball-short", PLAYED_TO_THEIR_ENDS),
        ("paint-solver-stopped-walk", PLAYED_TO_THEIR_ENDS),
        ("paint-solver-danger-short", PLAYED_TO_THEIR_ENDS),
        ("paint-solver-safe-uncounted", PLAYED_TO_THEIR_ENDS),
        ("paint-solver-third", PLAYED_TO_THEIR_ENDS),
        ("paint-solver-any-single", PLAYED_TO_THEIR_ENDS),
        ("paint-solver-at-least", PLAYED_TO_THEIR_ENDS),
        ("paint-solver-own-corner", PLAYED_TO_THEIR_ENDS),
        ("paint-solver-safe-unseen", PLAYED_TO_THEIR_ENDS),
        ("paint-solver-most-moves", PLAYED_TO_THEIR_ENDS),
    ],
    hanging: &[],
};

fn faults() -> Vec<&'static Planted> {
    twinboard_solver::planted::CATALOGUE.iter().collect()
}

#[test]
fn without_a_fault_the_same_campaign_finds_nothing() {
    OF_THE_SOLVER.finds_nothing_without();
}

#[test]
fn every_planted_fault_is_noticed_and_shrinks_to_a_small_case() {
    assert!(!faults().is_empty());
    OF_THE_SOLVER.notice_all("planted::every_planted_fault_is_noticed_and_shrinks_to_a_small_case");
}
