//! The proptest strategy for cases: generation and shrinking.

use std::collections::BTreeSet;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestError, TestRunner};
use twinboard_harness::Case;
use twinboard_harness::shrink::candidates;
use twinboard_harness::strategy::Cases;
use twinboard_vocabulary::{FromFn, from_fn};

use crate::toy::{Heap, Oracle, Take};

fn cases() -> Cases<Heap, FromFn<Oracle>> {
    Cases::new(Heap::CORRECT, from_fn(Oracle::set_up))
}

#[test]
fn cases_are_drawn_like_those_of_a_campaign() {
    let mut runner = TestRunner::deterministic();
    let mut drawn = || cases().new_tree(&mut runner).expect("a case is drawn").current();
    let all: Vec<Case<Heap>> = (0..100).map(|_| drawn()).collect();
    let heaps: BTreeSet<u64> = all.iter().map(|case| case.setup.counters).collect();
    assert!(heaps.len() > 15 && heaps.iter().all(|heap| (4..=30).contains(heap)), "{heaps:?}");
    let played = all.iter().filter(|case| case.moves.len() > 2).count();
    assert!(played > 60, "{played} of 100");
    assert_eq!(format!("{:?}", cases()), "Cases");
}

#[test]
fn the_value_tree_tries_the_candidates_of_the_shrinker_in_order() {
    let mut runner = TestRunner::deterministic();
    let mut trees = std::iter::repeat_with(|| cases().new_tree(&mut runner).unwrap());
    // Refused moves would be left out first.
    let is_legal = |case: &Case<Heap>| {
        let all: u64 = case.moves.iter().map(|take| take.0).sum();
        let are_right = case.moves.iter().all(|take| (1..=case.setup.take_max).contains(&take.0));
        are_right && all <= case.setup.counters
    };
    let is_it = |case: &Case<Heap>| (4..12).contains(&case.moves.len()) && is_legal(case);
    let mut tree = trees.find(|tree| is_it(&tree.current())).unwrap();
    let first = tree.current();
    let all: Vec<_> = candidates(&Heap::CORRECT, Vec::new(), &first).collect();
    assert!(!tree.complicate(), "nothing has been tried");
    assert_eq!(tree.current(), first);
    assert!(tree.simplify());
    assert_eq!(tree.current(), all[0]);
    assert!(tree.complicate(), "the first candidate does not fail");
    assert_eq!(tree.current(), all[1]);
    assert!(tree.complicate());
    assert_eq!(tree.current(), all[2]);
    assert!(tree.simplify(), "the third candidate fails");
    assert_ne!(tree.current(), all[2]);
    while tree.complicate() {}
    assert_eq!(tree.current(), all[2], "nothing simpler fails");
    assert!(!tree.complicate());
}

#[test]
fn proptest_finds_a_minimal_case() {
    // A few of the longest cases need more steps than the default.
    let max_shrink_iters = 100_000;
    let config = Config { failure_persistence: None, max_shrink_iters, ..Config::default() };
    let failed = TestRunner::new(config).run(&cases(), |case| {
        proptest::prop_assert!(!case.moves.contains(&Take(3)));
        Ok(())
    });
    let Err(TestError::Fail(_, simplest)) = failed else { panic!("{failed:?}") };
    assert_eq!(simplest.moves, [Take(3)]);
    assert_eq!((simplest.setup.counters, simplest.setup.label), (0, 0));
}
