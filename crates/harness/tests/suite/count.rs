//! Counting without merging: figures, differences and their place, limits and interruption.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use twinboard_harness::perft::{Difference, PerftEnd, PerftPlan, PerftResult};
use twinboard_harness::{Finding, Pairing, Side, Subject};

use super::perft::{Uncopied, differs};
use crate::toy::{Engine, Fault, Heap, Oracle, Setup, subject};

/// Ten counters, up to three at a time.
const TEN: &str = "10 3 1\n0\n";
const PATIENCE: Duration = Duration::from_millis(250);

fn plan(depth: u32) -> PerftPlan {
    PerftPlan { positions_max: None, threads: 2, ..PerftPlan::new(depth) }
}

fn count(subject: &Arc<dyn Subject>, text: &str, plan: &PerftPlan) -> PerftResult {
    subject.perft(&subject.case(text).expect("a case"), plan, &mut |_| ())
}

/// The count; `None` if there is none.
fn nodes(result: &PerftResult) -> Option<u128> {
    result.rows.last().map(|row| row.nodes)
}

/// Number of sequences of moves, by definition.
fn ways(heap: u64, take_max: u64, moves: u32) -> u128 {
    if moves == 0 {
        return 1;
    }
    (1..=take_max.min(heap)).map(|take| ways(heap - take, take_max, moves - 1)).sum()
}

fn difference(subject: &Arc<dyn Subject>, plan: &PerftPlan) -> Difference {
    let result = count(subject, TEN, plan);
    assert_eq!((nodes(&result), result.branches.len()), (None, 0));
    differs(result.end)
}

/// The finding, its depth and its case.
fn found(fault: Fault) -> (String, u32, String) {
    let Difference { depth, case, divergence } = difference(&subject(fault), &plan(6));
    (divergence.finding.to_string(), depth, case.text().to_owned())
}

#[test]
fn counts_match_the_definition_by_first_move() {
    for depth in 0..12 {
        for threads in [1, 3] {
            let plan = PerftPlan { threads, ..plan(depth) };
            let result = count(&subject(Fault::None), TEN, &plan);
            assert_eq!((&result.end, nodes(&result)), (&PerftEnd::Done, Some(ways(10, 3, depth))));
            let expected: Vec<_> = (1..=3)
                .filter(|_| depth > 1)
                .map(|take| (format!("take {take}"), ways(10 - take, 3, depth - 1)))
                .collect();
            let branches = result.branches.into_iter().map(|branch| (branch.mv, branch.row.nodes));
            assert_eq!(branches.collect::<Vec<_>>(), expected, "{depth}");
        }
    }
}

#[test]
fn the_moves_at_depth_1_are_listed_if_they_are_asked_for() {
    let divided = count(&subject(Fault::None), TEN, &PerftPlan { divide: true, ..plan(1) });
    let branches = divided.branches.iter().map(|branch| (branch.mv.as_str(), branch.row.nodes));
    assert!(branches.eq([("take 1", 1), ("take 2", 1), ("take 3", 1)]));
    assert_eq!(nodes(&divided), Some(3));
    for fault in [Fault::CountsAllButOne, Fault::ListMisses] {
        let plan = PerftPlan { divide: true, ..plan(1) };
        let end = count(&subject(fault), "4 3 1\n0\n", &plan).end;
        assert!(matches!(end, PerftEnd::Differs(_)), "{end:?}");
    }
}

#[test]
fn the_count_starts_after_the_moves_of_the_case() {
    let moved = count(&subject(Fault::None), "12 3 1\n3 10 1 0\n", &plan(4));
    assert_eq!(nodes(&moved), Some(ways(10, 3, 4)));
    assert_eq!(moved.branches[1].case.text(), "12 3 1\n3 10 1 3 0\n");
}

#[test]
fn a_long_game_needs_no_stack() {
    let result = count(&subject(Fault::None), "100000 1 0\n0\n", &plan(99_999));
    assert_eq!((&result.end, nodes(&result)), (&PerftEnd::Done, Some(1)));
    let result = count(&subject(Fault::None), "3 1 0\n0\n", &plan(u32::MAX));
    assert_eq!((&result.end, nodes(&result)), (&PerftEnd::Done, Some(0)));
}

#[test]
fn one_side_counts_alone_and_its_work_is_reported() {
    let faulty = subject(Fault::ListMisses);
    let engine = count(&faulty, TEN, &PerftPlan { only: Some(Side::Engine), ..plan(6) });
    let oracle = count(&faulty, TEN, &PerftPlan { only: Some(Side::Oracle), ..plan(6) });
    assert_eq!((&engine.end, &oracle.end), (&PerftEnd::Done, &PerftEnd::Done));
    assert_eq!(nodes(&oracle), Some(ways(10, 3, 6)));
    assert!(nodes(&engine) < nodes(&oracle));
    assert_eq!((oracle.engine.moves, u128::from(oracle.oracle.moves)), (0, ways(10, 3, 6)));
}

#[test]
fn a_difference_is_followed_to_the_position_that_it_comes_from() {
    let legal = "engine and oracle differ in the legal moves";
    for fault in [Fault::ListMisses, Fault::ListRepeats] {
        let (finding, depth, text) = found(fault);
        assert_eq!(finding, legal);
        let case = text.lines().last().unwrap();
        let taken: u64 = case.split(' ').filter_map(|number| number.parse::<u64>().ok()).sum();
        // Moves are printed as one more than the counters they take.
        assert_eq!(taken - u64::from(depth), 6, "the heap of four: {text}");
    }
    let (finding, ..) = found(Fault::Position);
    assert_eq!(finding, "engine and oracle differ in the position");
    let (finding, depth, text) = found(Fault::SetUp);
    assert_eq!(
        (finding.as_str(), depth, text.as_str()),
        ("engine and oracle differ in the position", 0, TEN)
    );
    let (finding, ..) = found(Fault::Refuses);
    assert_eq!(finding, "engine and oracle differ in the result of the move");
}

#[test]
fn a_count_that_is_not_that_of_the_list_is_a_fault_of_its_side() {
    let (finding, depth, text) = found(Fault::CountsAllButOne);
    assert_eq!(
        finding,
        "the engine breaks an invariant: the count of legal moves matches the list"
    );
    assert_eq!((depth, text.lines().next()), (5, Some("10 3 1")));
    let faulty = Heap { fault: Fault::CountsAllButOne };
    let oracle = Pairing::new(faulty, Oracle::set_up, Engine::set_up).subject();
    let finding = difference(&oracle, &plan(6)).divergence.finding.to_string();
    assert!(finding.starts_with("the oracle breaks an invariant: the count of"), "{finding}");
}

#[test]
fn panics_and_hangs_are_reported_with_their_case() {
    for (fault, doing) in [
        (Fault::PanicsPlaying, "the engine panics while playing the move"),
        (Fault::PanicsCopying, "the engine panics while copying the game"),
    ] {
        assert_eq!(found(fault).0, doing);
    }
    let plan = PerftPlan { step_limit: PATIENCE, ..plan(6) };
    for fault in [Fault::HangsPlaying, Fault::HangsListing] {
        let Difference { case, divergence, .. } = difference(&subject(fault), &plan);
        assert!(matches!(divergence.finding, Finding::Hung { limit_ms: 250, .. }), "{case:?}");
    }
    let early = found(Fault::PanicsSettingUp);
    assert_eq!(early.0, "the engine panics while setting up the game");
}

#[test]
fn limits_and_stops_end_a_count() {
    let correct = subject(Fault::None);
    let stop = Arc::new(AtomicBool::new(true));
    let stopped = count(&correct, TEN, &PerftPlan { stop, ..plan(6) });
    assert_eq!((&stopped.end, nodes(&stopped)), (&PerftEnd::Stopped, None));
    let deadline = Some(std::time::Instant::now());
    let late = count(&correct, TEN, &PerftPlan { deadline, ..plan(6) });
    assert_eq!((&late.end, nodes(&late)), (&PerftEnd::Stopped, None));
    let crowded = "70000 70000 0\n0\n";
    assert_eq!(count(&correct, crowded, &plan(2)).end, PerftEnd::Full);
    assert_eq!(nodes(&count(&correct, crowded, &plan(1))), Some(70_000), "they are only counted");
    let unsupported = subject(Fault::Unsupported);
    assert_eq!(count(&unsupported, TEN, &plan(5)).end, PerftEnd::Unsupported(Side::Engine));
}

#[test]
fn games_that_cannot_be_copied_are_played_again() {
    let set_up = |setup: &Setup| Engine::set_up(setup).map(Uncopied);
    let uncopied = Pairing::new(Heap::CORRECT, set_up, Oracle::set_up).subject();
    assert_eq!(nodes(&count(&uncopied, TEN, &plan(8))), Some(ways(10, 3, 8)));
    assert_eq!(nodes(&count(&uncopied, "12 3 1\n2\n0\n", &plan(5))), Some(ways(11, 3, 5)));
}
