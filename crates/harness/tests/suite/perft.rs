//! Perft, and counting without merging: figures, detection and location of differences, limits and
//! interruption.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use twinboard_harness::perft::{DepthCounts, Difference, PerftEnd, PerftPlan, PerftResult};
use twinboard_harness::{Finding, Pairing, Side, Subject};
use twinboard_vocabulary::{Game, ResultOf, TryClone};

use crate::toy::{self, Engine, Fault, Heap, Oracle, ROBOT, Setup, Take, subject};

/// Ten counters, up to three at a time.
const TEN: &str = "10 3 1\n0\n";
/// Step limit for faults that hang; long enough that a busy machine does not exceed it.
pub(super) const PATIENCE: Duration = Duration::from_millis(250);

fn plan(depth: u32) -> PerftPlan {
    PerftPlan { positions_max: Some(1000), threads: 2, ..PerftPlan::new(depth) }
}

/// A plan that merges nothing.
fn counting(depth: u32) -> PerftPlan {
    PerftPlan { positions_max: None, ..plan(depth) }
}

fn perft(subject: &Arc<dyn Subject>, text: &str, plan: &PerftPlan) -> PerftResult {
    subject.perft(&subject.case(text).expect("a case"), plan, &mut |_| ())
}

fn agreed(text: &str, plan: &PerftPlan) -> PerftResult {
    let result = perft(&subject(Fault::None), text, plan);
    assert_eq!(result.end, PerftEnd::Done);
    result
}

pub(super) fn differs(end: PerftEnd) -> Difference {
    match end {
        PerftEnd::Differs(difference) => *difference,
        end => panic!("the fault was not noticed: {end:?}"),
    }
}

fn difference(fault: Fault) -> Difference {
    differs(perft(&subject(fault), TEN, &plan(6)).end)
}

/// The difference at which a count ends, without a figure.
fn miscounted(subject: &Arc<dyn Subject>, plan: &PerftPlan) -> Difference {
    let result = perft(subject, TEN, plan);
    assert_eq!((nodes(&result), result.branches.len()), (None, 0));
    differs(result.end)
}

/// The finding, its depth and its case.
fn parts(difference: Difference) -> (String, u32, String) {
    let Difference { depth, case, divergence } = difference;
    (divergence.finding.to_string(), depth, case.text().to_owned())
}

fn found(fault: Fault) -> (String, u32, String) {
    parts(difference(fault))
}

fn found_counting(fault: Fault) -> (String, u32, String) {
    parts(miscounted(&subject(fault), &counting(6)))
}

/// The number of sequences at the last depth; `None` if there is none.
fn nodes(result: &PerftResult) -> Option<u128> {
    result.rows.last().map(|row| row.nodes)
}

/// Number of move sequences to each heap, by definition.
fn ways(heap: u64, take_max: u64, moves: u32) -> BTreeMap<u64, u128> {
    let mut ways = BTreeMap::from([(heap, 1)]);
    for _ in 0..moves {
        let mut next = BTreeMap::new();
        for (heap, count) in ways {
            for take in 1..=take_max.min(heap) {
                *next.entry(heap - take).or_default() += count;
            }
        }
        ways = next;
    }
    ways
}

/// The number of sequences from heaps of which up to three are taken.
fn sequences(heap: u64, moves: u32) -> u128 {
    ways(heap, 3, moves).values().sum()
}

/// Second implementation of PF-4, with that of [`spread`].
pub(super) fn hash(heap: u64) -> u64 {
    spread(format!("{heap}\n").bytes().fold(14_695_981_039_346_656_037, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211)
    }))
}

pub(super) fn spread(mut hash: u64) -> u64 {
    hash = (hash ^ (hash >> 30)).wrapping_mul(13_787_848_793_156_543_929);
    hash = (hash ^ (hash >> 27)).wrapping_mul(10_723_151_780_598_845_931);
    hash ^ (hash >> 31)
}

/// Second implementation of PF-5.
fn digest(heaps: impl Iterator<Item = u64>) -> u64 {
    heaps.map(hash).fold(0, u64::wrapping_add)
}

#[test]
fn figures_match_the_definition() {
    let rows = agreed(TEN, &plan(10)).rows;
    assert_eq!(rows.len(), 11);
    for (depth, row) in (0..).zip(rows) {
        let ways = ways(10, 3, depth);
        let (nodes, positions) = (ways.values().sum(), ways.len() as u64);
        assert_eq!(row, DepthCounts { depth, nodes, positions, digest: digest(ways.into_keys()) });
    }
}

#[test]
fn the_walk_starts_after_the_moves_of_the_case_and_ends_with_all_games() {
    let rows = agreed("3 1 0\n0\n", &plan(1000)).rows;
    let last = rows.last().unwrap();
    assert_eq!(*last, DepthCounts { depth: 4, nodes: 0, positions: 0, digest: 0 });
    assert_eq!(rows.len(), 5);
    // Take 9 and take 0 are refused.
    let moved = agreed("12 3 1\n3 10 1 0\n", &plan(4));
    assert_eq!(moved.rows, agreed(TEN, &plan(4)).rows);
    assert_ne!(moved.rows, agreed("12 3 1\n0\n", &plan(4)).rows);
}

#[test]
fn counts_saturate() {
    let plan = PerftPlan { positions_max: Some(50_000), ..plan(300) };
    let result = agreed("300 3 0\n0\n", &plan);
    assert_eq!(result.rows[80].nodes, 3_u128.pow(80));
    // The numbers overflow from depth 81 on, and fit again near the ends of the games.
    let too_large = |row: &&DepthCounts| row.nodes == u128::MAX;
    let (first, last) = (81, result.rows.iter().rposition(|row| too_large(&row)).unwrap());
    assert!(result.rows[first..=last].iter().all(|row| too_large(&row)), "{first} to {last}");
    assert_eq!(last, 272);
}

#[test]
fn the_figures_of_a_first_move_are_those_of_a_walk_from_it() {
    let divided = agreed(TEN, &PerftPlan { divide: true, ..plan(4) });
    let titles: Vec<_> = divided.branches.iter().map(|branch| branch.title.as_str()).collect();
    assert_eq!(titles, ["take 1", "take 2", "take 3"]);
    for (heap, branch) in [9, 8, 7].into_iter().zip(&divided.branches) {
        let below = agreed(&format!("{heap} 3 1\n0\n"), &plan(3)).rows[3];
        assert_eq!(branch.row, DepthCounts { depth: 4, ..below });
    }
    let nodes: u128 = divided.branches.iter().map(|branch| branch.row.nodes).sum();
    assert_eq!(nodes, divided.rows[4].nodes);
    assert_eq!(agreed(TEN, &PerftPlan { divide: true, ..plan(0) }).branches, []);
    assert_eq!(agreed(TEN, &plan(4)).branches, [], "without `divide`");
    let faulty = perft(&subject(Fault::SetUp), TEN, &PerftPlan { divide: true, ..plan(4) });
    assert_eq!(faulty.branches, []);
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let faulty = subject(Fault::Position);
    let correct = subject(Fault::None);
    let text = "60 20 1\n0\n";
    let [alone, together] = [1, 4].map(|threads| {
        let plan = PerftPlan { threads, divide: true, ..plan(5) };
        let correct = perft(&correct, text, &plan);
        assert_eq!(correct.end, PerftEnd::Done);
        let faulty = perft(&faulty, text, &plan);
        (correct.rows, correct.branches, correct.engine.moves, faulty.rows, faulty.end)
    });
    assert_eq!(alone, together);
    assert!(matches!(alone.4, PerftEnd::Differs(_)), "{:?}", alone.4);
}

#[test]
fn equal_counts_do_not_hide_positions_that_differ() {
    let position = "engine and oracle differ in the position".to_owned();
    let less = found(Fault::LeavesOneLess);
    assert_eq!(less, (position, 1, "10 3 1\n4 0\n".into()));
    let faulty = perft(&subject(Fault::LeavesOneLess), TEN, &plan(1));
    assert_eq!(faulty.rows.len(), 1, "a depth with a difference is not finished");
}

#[test]
fn swapped_positions_are_found_although_the_sets_are_equal() {
    let Difference { depth, case, divergence } = difference(Fault::Swaps);
    assert_eq!((depth, case.text()), (1, "10 3 1\n2 0\n"));
    let boards = [divergence.before, divergence.engine, divergence.oracle];
    let counters = boards.map(|board| board.unwrap().rows[0].1[0].text.clone());
    assert_eq!(counters, ["10", "8", "9"]);
    assert_eq!((divergence.step, divergence.mv.as_deref()), (1, Some("take 1")));
    // Both boards are shown even if only the legal moves differ.
    let divergence = difference(Fault::ListMisses).divergence;
    let boards = [divergence.engine, divergence.oracle];
    let counters = boards.map(|board| board.unwrap().rows[0].1[0].text.clone());
    assert_eq!(counters, ["4", "4"]);
}

#[test]
fn the_first_difference_at_the_first_depth_is_reported() {
    // The heap of four is reached first by taking 3 and 3.
    for (fault, aspect, depth, case) in [
        (Fault::ListMisses, "legal moves", 2, "10 3 1\n4 4 0\n"),
        (Fault::ListRepeats, "legal moves", 2, "10 3 1\n4 4 0\n"),
        (Fault::ListReplaces, "legal moves", 2, "10 3 1\n4 4 0\n"),
        (Fault::AnotherName, "legal moves", 2, "10 3 1\n4 4 0\n"),
        (Fault::Refuses, "result of the move", 3, "10 3 1\n4 4 3 0\n"),
        (Fault::Position, "position", 3, "10 3 1\n4 4 3 0\n"),
        (Fault::SetUp, "position", 0, TEN),
    ] {
        let finding = format!("engine and oracle differ in the {aspect}");
        assert_eq!(found(fault), (finding, depth, case.to_owned()), "{fault:?}");
    }
}

#[test]
fn a_listed_move_that_both_sides_refuse_is_a_fault_of_both() {
    let refusing = Heap { fault: Fault::Refuses };
    let both: Arc<dyn Subject> = Pairing::new(refusing, Engine::set_up, Engine::set_up).subject();
    // The heap of four is not the first one of its depth.
    let difference = differs(perft(&both, "13 3 1\n0\n", &plan(6)).end);
    let finding = difference.divergence.finding.to_string();
    assert_eq!(finding, "both sides break a law of every game: every listed move is accepted");
    assert_eq!(difference.case.text(), "13 3 1\n4 4 4 3 0\n");
    // Another start, with more heaps per depth.
    let difference = differs(perft(&both, "60 20 1\n0\n", &plan(6)).end);
    assert_eq!(difference.divergence.finding.to_string(), finding);
    assert!(difference.case.text().ends_with(" 3 0\n"), "{:?}", difference.case);
}

#[test]
fn a_difference_that_does_not_recur_is_reported_as_such() {
    let finding = difference(Fault::OnlyOnce).divergence.finding.to_string();
    assert!(finding.ends_with("the same moves give the same answers"), "{finding}");
}

#[test]
fn a_panic_after_moves_of_the_case_is_reported_with_its_step() {
    let text = format!("13 3 1\n4 {ROBOT}\n");
    // The first move belongs to the case; the robot does not play. The last fault panics while the
    // difference is located.
    for (fault, doing, depth, case, step, mv) in [
        (Fault::PanicsPlaying, "playing the move", 3, "13 3 1\n4 4 4 2 0\n", 4, "take 1"),
        (Fault::PanicsCopying, "copying the game", 2, "13 3 1\n4 4 4 0\n", 3, "take 3"),
        (Fault::PanicsShowing, "showing the position", 2, "13 3 1\n4 4 4 0\n", 3, "take 3"),
        (Fault::ListMissesThenPanics, "computing the outcome", 2, "13 3 1\n4 4 4 0\n", 3, "take 3"),
    ] {
        let difference = differs(perft(&subject(fault), &text, &plan(6)).end);
        let divergence = difference.divergence.clone();
        let finding = format!("the engine panics while {doing}");
        assert_eq!(parts(difference), (finding, depth, case.to_owned()));
        assert_eq!((divergence.step, divergence.mv.as_deref()), (step, Some(mv)), "{fault:?}");
    }
    // A panic before the walk begins.
    let early = perft(&subject(Fault::PanicsPlaying), "13 3 1\n4 4 4 2 0\n", &plan(1));
    let Difference { depth, divergence, .. } = differs(early.end);
    assert_eq!((depth, divergence.step, divergence.mv.as_deref()), (0, 4, Some("take 1")));
}

#[test]
fn a_panic_while_locating_a_difference_is_reported_with_step_and_side() {
    fn panics(subject: &Arc<dyn Subject>) -> (String, u32, usize) {
        let Difference { depth, divergence, .. } = differs(perft(subject, TEN, &plan(6)).end);
        (divergence.finding.to_string(), depth, divergence.step)
    }
    let faulty = Heap { fault: Fault::PositionThenPanics };
    let engine = panics(&toy::pairing(faulty).subject());
    assert_eq!(engine, ("the engine panics while playing the move".into(), 3, 3));
    let oracle = panics(&Pairing::new(faulty, Oracle::set_up, Engine::set_up).subject());
    assert_eq!(oracle, ("the oracle panics while playing the move".into(), 3, 3));
}

#[test]
fn a_hanging_side_is_abandoned_and_its_case_reported() {
    // Several ways lead to the heap, and with one thread the first of them hangs.
    let plan = PerftPlan { step_limit: PATIENCE, threads: 1, ..plan(6) };
    for (fault, doing, case) in [
        (Fault::HangsPlaying, "playing the move", "10 3 1\n4 4 2 0\n"),
        (Fault::HangsListing, "listing the legal moves", "10 3 1\n4 4 3 0\n"),
    ] {
        let difference = differs(perft(&subject(fault), TEN, &plan).end);
        let finding = &difference.divergence.finding;
        assert!(matches!(finding, Finding::Hung { limit_ms: 250, .. }), "{finding:?}");
        let expected = format!("the engine hangs while {doing}");
        assert_eq!(parts(difference), (expected, 3, case.to_owned()));
    }
}

#[test]
fn kept_positions_and_followed_moves_are_limited() {
    // There are 1 + 3 + 5 positions down to depth 2.
    for (positions_max, rows) in [(1, 1), (3, 1), (4, 2), (8, 2), (9, 3)] {
        let plan = PerftPlan { positions_max: Some(positions_max), ..plan(10) };
        let result = perft(&subject(Fault::None), TEN, &plan);
        assert_eq!((result.end, result.rows.len()), (PerftEnd::Full, rows), "{positions_max}");
    }
    let crowded = agreed("4000 4000 0\n0\n", &PerftPlan { positions_max: Some(4001), ..plan(1) });
    assert_eq!(crowded.rows[1].positions, 4000);
    let correct = subject(Fault::None);
    assert_eq!(perft(&correct, "5000 5000 0\n0\n", &plan(1)).end, PerftEnd::Full);
}

#[test]
fn a_stopped_walk_keeps_its_finished_depths_and_an_unsupported_one_has_none() {
    let stop = Arc::new(AtomicBool::new(true));
    let correct = subject(Fault::None);
    let result = perft(&correct, TEN, &PerftPlan { stop: Arc::clone(&stop), ..plan(5) });
    assert_eq!((result.end, result.rows.len()), (PerftEnd::Stopped, 1));
    stop.store(false, Relaxed);
    assert_eq!(perft(&correct, TEN, &PerftPlan { stop, ..plan(5) }).rows.len(), 6);
    let unsupported = subject(Fault::Unsupported);
    for plan in [plan(5), counting(5)] {
        assert_eq!(perft(&unsupported, TEN, &plan).end, PerftEnd::Unsupported(Side::Engine));
    }
}

/// A game that cannot be copied.
pub(super) struct Uncopied(pub(super) Engine);

impl TryClone for Uncopied {
    fn try_clone(&self) -> Option<Self> {
        None
    }
}

impl Game for Uncopied {
    type Vocabulary = Heap;

    shown_by!(0);

    fn play(&mut self, mv: &Take) -> ResultOf<Heap> {
        self.0.play(mv)
    }
}

#[test]
fn games_that_cannot_be_copied_are_played_again() {
    let uncopied = |fault| -> Arc<dyn Subject> {
        let set_up = |setup: &Setup| Engine::set_up(setup).map(Uncopied);
        Pairing::new(Heap { fault }, set_up, Oracle::set_up).subject()
    };
    let played_before = "12 3 1\n2\n0\n";
    for text in [TEN, played_before] {
        let result = perft(&uncopied(Fault::None), text, &plan(5));
        assert_eq!((&result.end, &result.rows), (&PerftEnd::Done, &agreed(text, &plan(5)).rows));
        for (text, heap) in [(TEN, 10), (played_before, 11)] {
            let counted = perft(&uncopied(Fault::None), text, &counting(8));
            assert_eq!(nodes(&counted), Some(sequences(heap, 8)));
        }
    }
    for fault in [Fault::ListMisses, Fault::PanicsPlaying, Fault::HangsPlaying] {
        let plan = PerftPlan { step_limit: PATIENCE, ..plan(6) };
        let case = |subject| differs(perft(&subject, TEN, &plan).end).case;
        assert_eq!(case(uncopied(fault)), case(subject(fault)), "{fault:?}");
    }
}

#[test]
fn counts_match_the_definition_by_first_move() {
    for (depth, threads) in (0..12).flat_map(|depth| [(depth, 1), (depth, 3)]) {
        let result = agreed(TEN, &PerftPlan { threads, ..counting(depth) });
        assert_eq!(nodes(&result), Some(sequences(10, depth)));
        let branches = result.branches.into_iter().map(|branch| (branch.mv, branch.row.nodes));
        let expected = (1..=3)
            .filter(|_| depth > 1)
            .map(|take| (format!("take {take}"), sequences(10 - take, depth - 1)));
        assert!(branches.eq(expected), "{depth}");
    }
}

#[test]
fn the_moves_at_depth_1_are_listed_if_they_are_asked_for() {
    let plan = PerftPlan { divide: true, ..counting(1) };
    let divided = agreed(TEN, &plan);
    let branches = divided.branches.iter().map(|branch| (branch.mv.as_str(), branch.row.nodes));
    assert!(branches.eq([("take 1", 1), ("take 2", 1), ("take 3", 1)]));
    assert_eq!(nodes(&divided), Some(3));
    for fault in [Fault::CountsAllButOne, Fault::ListMisses] {
        differs(perft(&subject(fault), "4 3 1\n0\n", &plan).end);
    }
}

#[test]
fn a_count_starts_after_the_moves_of_the_case_and_needs_no_stack() {
    let moved = agreed("12 3 1\n3 10 1 0\n", &counting(4));
    assert_eq!(nodes(&moved), Some(sequences(10, 4)));
    assert_eq!(moved.branches[1].case.text(), "12 3 1\n3 10 1 3 0\n");
    assert_eq!(nodes(&agreed("100000 1 0\n0\n", &counting(99_999))), Some(1));
    assert_eq!(nodes(&agreed("3 1 0\n0\n", &counting(u32::MAX))), Some(0));
}

#[test]
fn one_side_counts_alone_and_its_work_is_reported() {
    let faulty = subject(Fault::ListMisses);
    let [engine, oracle] = [Side::Engine, Side::Oracle].map(|side| {
        let result = perft(&faulty, TEN, &PerftPlan { only: Some(side), ..counting(6) });
        assert_eq!(result.end, PerftEnd::Done);
        result
    });
    assert_eq!(nodes(&oracle), Some(sequences(10, 6)));
    assert!(nodes(&engine) < nodes(&oracle));
    assert_eq!((oracle.engine.moves, Some(oracle.oracle.moves.into())), (0, nodes(&oracle)));
}

#[test]
fn a_difference_of_counts_is_followed_to_the_position_that_it_comes_from() {
    let differ = |aspect: &str| format!("engine and oracle differ in the {aspect}");
    for fault in [Fault::ListMisses, Fault::ListRepeats] {
        let (finding, depth, text) = found_counting(fault);
        assert_eq!(finding, differ("legal moves"));
        let case = text.lines().last().unwrap();
        let taken: u64 = case.split(' ').filter_map(|number| number.parse::<u64>().ok()).sum();
        // Moves are printed as one more than the counters they take.
        assert_eq!(taken - u64::from(depth), 6, "the heap of four: {text}");
    }
    assert_eq!(found_counting(Fault::Position).0, differ("position"));
    assert_eq!(found_counting(Fault::SetUp), (differ("position"), 0, TEN.to_owned()));
    assert_eq!(found_counting(Fault::Refuses).0, differ("result of the move"));
}

#[test]
fn a_count_that_is_not_that_of_the_list_is_a_fault_of_its_side() {
    let (finding, depth, text) = found_counting(Fault::CountsAllButOne);
    let broken = "the engine breaks an invariant: the count of legal moves matches the list";
    assert_eq!((&*finding, depth, text.lines().next()), (broken, 5, Some("10 3 1")));
    let faulty = Heap { fault: Fault::CountsAllButOne };
    let oracle = Pairing::new(faulty, Oracle::set_up, Engine::set_up).subject();
    let finding = parts(miscounted(&oracle, &counting(6))).0;
    assert!(finding.starts_with("the oracle breaks an invariant: the count of"), "{finding}");
}

#[test]
fn panics_and_hangs_of_counts_are_reported_with_their_case() {
    for (fault, doing) in [
        (Fault::PanicsPlaying, "playing the move"),
        (Fault::PanicsCopying, "copying the game"),
        (Fault::PanicsSettingUp, "setting up the game"),
    ] {
        assert_eq!(found_counting(fault).0, format!("the engine panics while {doing}"));
    }
    let plan = PerftPlan { step_limit: PATIENCE, ..counting(6) };
    for fault in [Fault::HangsPlaying, Fault::HangsListing] {
        let Difference { case, divergence, .. } = miscounted(&subject(fault), &plan);
        assert!(matches!(divergence.finding, Finding::Hung { limit_ms: 250, .. }), "{case:?}");
    }
}

#[test]
fn limits_and_stops_end_a_count() {
    let correct = subject(Fault::None);
    let stop = Arc::new(AtomicBool::new(true));
    let stopped = PerftPlan { stop, ..counting(6) };
    for plan in [stopped, PerftPlan { deadline: Some(Instant::now()), ..counting(6) }] {
        let ended = perft(&correct, TEN, &plan);
        assert_eq!((&ended.end, nodes(&ended)), (&PerftEnd::Stopped, None));
    }
    let crowded = "70000 70000 0\n0\n";
    assert_eq!(perft(&correct, crowded, &counting(2)).end, PerftEnd::Full);
    assert_eq!(nodes(&perft(&correct, crowded, &counting(1))), Some(70_000), "only counted");
}
