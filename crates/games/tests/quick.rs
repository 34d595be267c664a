//! Fast tests that notice most mistakes within seconds: a short campaign and a small exhaustive run
//! for each rule set. With the corpus they are run for each mutant of an engine or an oracle
//! (`.cargo/mutants.toml`); other tests check everything more closely.

use std::sync::Arc;
use std::time::Duration;

use twinboard_harness::exhaust::{Bounds, ExhaustEnd, ExhaustPlan};
use twinboard_harness::{Subject, assert_agree};

/// Generated cases per rule set.
const CASES: u64 = 600;

fn subject(name: &str) -> Arc<dyn Subject> {
    let all = twinboard_games::all();
    all.into_iter().find(|subject| subject.name() == name).expect("the rule set is built in")
}

fn agrees(name: &str, all: &[(Bounds, bool)]) {
    let subject = subject(name);
    for (bounds, all_moves) in all {
        let step_limit = Duration::from_secs(5);
        let plan = ExhaustPlan {
            threads: 2,
            all_moves: *all_moves,
            step_limit,
            ..ExhaustPlan::new(bounds.clone())
        };
        let result = subject.exhaust(&plan, &mut |_| ());
        assert_eq!(result.end, ExhaustEnd::Done);
    }
    assert_agree(&subject, 2, CASES);
}

#[test]
fn samegame_agrees() {
    agrees("samegame", &[(Bounds::new([(3, 3)], 3), true)]);
}

#[test]
fn linkpop_agrees() {
    agrees(
        "linkpop",
        &[(Bounds::new([(1, 3), (3, 1)], 2), true), (Bounds::new([(2, 2)], 1), false)],
    );
}

#[test]
fn paint_agrees() {
    agrees("paint", &[(Bounds::new([(2, 2)], 4), true), (Bounds::new([(3, 3)], 1), false)]);
}
