//! Exhaustive enumeration: figures, detection of every fault, interruption and checkpoints.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use twinboard_harness::exhaust::{
    Bounds, ExhaustEnd, ExhaustPlan, ExhaustResult, Figures, FinishedShape, Shape, ShardResult,
    UnfinishedShape, merge,
};
use twinboard_harness::shard::Shard;
use twinboard_harness::triage;
use twinboard_harness::{Finding, Side, Subject};

use super::perft::{PATIENCE, hash, spread};
use crate::toy::{Fault, subject};

/// Heaps of one to ten counters, of which one or two are taken.
fn plan(threads: usize) -> ExhaustPlan {
    let step_limit = Duration::from_mins(1);
    ExhaustPlan { threads, step_limit, ..ExhaustPlan::new(Bounds::new([(1, 10)], 1)) }
}

fn correct() -> Arc<dyn Subject> {
    subject(Fault::None)
}

fn exhaust(subject: &Arc<dyn Subject>, plan: &ExhaustPlan) -> ExhaustResult {
    subject.exhaust(plan, &mut |_| ())
}

/// EX-4 and EX-5 for a heap: every smaller heap can be reached from the set-up.
fn by_definition(heap: u64) -> Figures {
    // The toy makes no assertions about larger heaps.
    let claims = u64::from(heap < 7);
    let mut figures = Figures { setups: 1, positions: heap, claims, ..Figures::default() };
    for heap in 0..=heap {
        let takes = 1..=heap.min(2);
        figures.moves += heap.min(2);
        // Refused are 0 and 3, and numbers larger than the heap.
        figures.refused += 2 + (2 - heap.min(2));
        let print = takes.fold(hash(heap), |sum, take| sum.wrapping_add(hash(heap - take)));
        figures.digest = figures.digest.wrapping_add(spread(print));
    }
    figures
}

#[test]
fn figures_match_the_definition_for_any_number_of_threads() {
    for threads in [1, 2, 7] {
        let ExhaustResult { finished, begun, end, .. } = exhaust(&correct(), &plan(threads));
        assert_eq!((end, begun), (ExhaustEnd::Done, None));
        let expected = (1..=10).map(|columns| FinishedShape {
            shape: Shape { rows: 1, columns },
            figures: by_definition(columns.into()),
        });
        assert_eq!(finished, expected.collect::<Vec<_>>());
    }
}

#[test]
fn without_illegal_moves_only_the_refusals_differ() {
    let legal_only = exhaust(&correct(), &ExhaustPlan { all_moves: false, ..plan(2) });
    let expected = exhaust(&correct(), &plan(2))
        .finished
        .into_iter()
        .map(|one| FinishedShape { figures: Figures { refused: 0, ..one.figures }, ..one });
    assert_eq!(legal_only.finished, expected.collect::<Vec<_>>());
}

fn shards(count: u32) -> impl Iterator<Item = Shard> {
    (1..=count).map(move |number| Shard::new(number, count).unwrap())
}

/// The results of all shards, named `a`, `b` and so on.
fn by_shards(plan: &ExhaustPlan, count: u32) -> Vec<ShardResult> {
    let name = |shard: Shard| char::from(b'`' + shard.number() as u8).to_string();
    let played = shards(count).map(|shard| {
        let result = exhaust(&correct(), &ExhaustPlan { shard, ..plan.clone() });
        assert_eq!((result.end, result.begun), (ExhaustEnd::Done, None));
        ShardResult { name: name(shard), shard, finished: result.finished }
    });
    played.collect()
}

#[test]
fn shards_add_up_to_the_whole_and_each_plays_a_part_of_it() {
    let whole = exhaust(&correct(), &plan(2)).finished;
    for count in [1, 2, 3, 7] {
        let mut parts = by_shards(&plan(2), count);
        parts.reverse();
        assert_eq!(merge(&parts), Ok(whole.clone()), "{count} shards");
        let moves = |finished: &[FinishedShape]| finished.iter().map(|one| one.figures.moves).sum();
        let all: u64 = moves(&whole);
        let most = parts.iter().map(|part| moves(&part.finished)).max();
        assert!(count == 1 || most < Some(all), "a shard plays all {all} moves");
    }
}

#[test]
fn a_run_is_merged_only_from_each_of_its_shards_once() {
    let parts = by_shards(&plan(1), 3);
    let refused = |parts: &[ShardResult]| merge(parts).unwrap_err();
    assert_eq!(refused(&[]), "there are no shards");
    assert_eq!(refused(&parts[..2]), "shard 3 of 3 is missing");
    assert_eq!(refused(&parts[1..2]), "shards 1, 3 of 3 are missing");
    let repeated = [&parts[..], &parts[1..2]].concat();
    assert_eq!(refused(&repeated), "shard 2 of 3 is repeated: b and b");
    let halves = by_shards(&plan(1), 2);
    let mixed = [halves[0].clone(), parts[1].clone(), parts[2].clone()];
    assert_eq!(refused(&mixed), "a is shard 1 of 2, but b is shard 2 of 3");
    let mut shorter = parts;
    shorter[2].finished.pop();
    assert_eq!(refused(&shorter), "a and c have finished different boards");
}

/// The finding, the columns of the board and the case; equal for any number of threads, and failing
/// in lockstep too.
fn found(fault: Fault) -> (String, u8, String) {
    let [one, other] = [1, 3].map(|threads| match exhaust(&subject(fault), &plan(threads)).end {
        ExhaustEnd::Differs(shape, difference) => (shape, difference),
        end => panic!("the fault was not noticed: {end:?}"),
    });
    assert_eq!(one, other);
    let (shape, difference) = one;
    let step_limit = Duration::from_mins(1);
    let in_lockstep = triage::replay(&subject(fault), &difference.case, step_limit).failure();
    assert!(in_lockstep.is_some(), "{:?} agrees in lockstep", difference.case);
    let text = difference.case.text().to_owned();
    (difference.divergence.finding.to_string(), shape.columns, text)
}

#[test]
fn every_fault_is_found_on_the_smallest_board_that_shows_it_by_a_shard_too() {
    // The first case in depth-first order, the smallest moves first. `promises.rs` has all faults.
    for (fault, heap, case) in [
        (Fault::SetUp, 6, "6 2 0\n0\n"),
        (Fault::Position, 4, "4 2 0\n3 0\n"),
        (Fault::Outcome, 1, "1 2 0\n0\n"),
        (Fault::ListMisses, 4, "4 2 0\n0\n"),
        (Fault::Accepts, 4, "4 2 0\n4 0\n"),
        (Fault::RefusalReason, 1, "1 2 0\n2 1 0\n"),
        (Fault::CopyForgets, 4, "4 2 0\n2 0\n"),
        (Fault::KeyOfRefusals, 1, "1 2 0\n2 1 0\n"),
        // Taking one twice reaches two counters earlier, without the fault.
        (Fault::RepresentationOfHistory, 4, "4 2 0\n3 0\n"),
        (Fault::KeyOfHistory, 5, "5 2 0\n0\n"),
    ] {
        let (finding, columns, text) = found(fault);
        assert_eq!((columns, text.as_str()), (heap, case), "{finding}");
        for count in [2, 7] {
            let ends = shards(count)
                .map(|shard| exhaust(&subject(fault), &ExhaustPlan { shard, ..plan(1) }).end);
            let smallest = ends.filter_map(|end| match end {
                ExhaustEnd::Differs(shape, _) => Some(shape.columns),
                _ => None,
            });
            assert_eq!(smallest.min(), Some(columns), "{finding}, {count} shards");
        }
    }
}

#[test]
fn a_hanging_side_is_abandoned_and_its_case_reported() {
    let plan = ExhaustPlan { step_limit: PATIENCE, ..plan(2) };
    let result = exhaust(&subject(Fault::HangsPlaying), &plan);
    let ExhaustEnd::Differs(shape, difference) = result.end else {
        panic!("the hang was not noticed: {:?}", result.end)
    };
    assert_eq!((shape.columns, difference.case.text()), (4, "4 2 0\n2 0\n"));
    let Finding::Hung { stage, .. } = difference.divergence.finding else {
        panic!("{:?}", difference.divergence)
    };
    assert_eq!((stage.step, stage.side), (1, Some(Side::Engine)));
    assert_eq!(result.finished.len(), 3);
}

#[test]
fn finished_shapes_are_kept_and_not_repeated() {
    let all = exhaust(&correct(), &plan(2)).finished;
    // Recognizable figures, as if another program had counted them.
    let known = FinishedShape { figures: Figures { setups: 77, ..all[3].figures }, ..all[3] };
    let again = exhaust(&correct(), &ExhaustPlan { finished: vec![known], ..plan(2) }).finished;
    assert_eq!(again[3], known);
    assert_eq!((&again[..3], &again[4..]), (&all[..3], &all[4..]));
    let stop = Arc::new(AtomicBool::new(false));
    let plan = ExhaustPlan { stop: Arc::clone(&stop), ..plan(2) };
    let result = correct().exhaust(&plan, &mut |progress| {
        stop.store(progress.finished.len() == 4, Relaxed);
    });
    assert_eq!(result.end, ExhaustEnd::Stopped);
    assert_eq!(result.finished, all[..4]);
}

#[test]
fn unsupported_set_ups_are_only_counted() {
    let result = exhaust(&subject(Fault::Unsupported), &plan(2));
    assert_eq!(result.end, ExhaustEnd::Done);
    let all = exhaust(&correct(), &plan(1)).finished;
    assert_eq!(result.finished[..5], all[..5]);
    for one in &result.finished[5..] {
        assert_eq!(one.figures, Figures { skipped: 1, ..Figures::default() });
    }
}

#[test]
fn nothing_is_played_beyond_the_limit_of_set_ups() {
    let enough = exhaust(&correct(), &ExhaustPlan { setups_max: 10, ..plan(1) });
    assert_eq!((enough.end, enough.finished.len()), (ExhaustEnd::Done, 10));
    let too_much = exhaust(&correct(), &ExhaustPlan { setups_max: 9, ..plan(1) });
    let last = Shape { rows: 1, columns: 10 };
    assert_eq!((too_much.end, too_much.finished.len()), (ExhaustEnd::TooMany(last), 0));
}

/// Heaps of three counters with `heaps` labels, each of which takes `millis` milliseconds. The two
/// smaller shapes are finished.
fn slow(heaps: u8, millis: u64) -> (Arc<dyn Subject>, ExhaustPlan) {
    let three = FinishedShape {
        shape: Shape { rows: 1, columns: 1 },
        figures: Figures { setups: heaps.into(), ..Figures::default() },
    };
    let two = FinishedShape { shape: Shape { rows: 1, columns: 2 }, ..three };
    let bounds = Bounds::new([(1, 3)], heaps);
    (subject(Fault::Slow(millis)), ExhaustPlan { finished: vec![three, two], bounds, ..plan(2) })
}

#[test]
fn a_run_continues_from_a_checkpoint_read_from_text() {
    let (subject, plan) = slow(70, 3);
    let plan = ExhaustPlan { keep_every: Some(Duration::ZERO), ..plan };
    let mut kept = Vec::new();
    let whole = subject.exhaust(&plan, &mut |progress| {
        // The first two shapes are finished.
        let behind = progress.work.0.checked_sub(210).expect("210 cells were done before");
        assert!(behind.is_multiple_of(3) && progress.work.1 == 420, "{:?}", progress.work);
        if let Some(begun) = progress.begun {
            assert!(behind <= 3 * begun.next, "{behind} of {}", begun.next);
            kept.push((serde_json::to_string(begun).unwrap(), begun.clone(), behind));
        }
    });
    assert_eq!((whole.end, whole.finished.len()), (ExhaustEnd::Done, 3));
    assert_eq!(whole.finished[2].figures.setups, 70);
    let late = kept.iter().find(|(_, begun, _)| begun.next > 20);
    let (text, begun, _) = late.expect("there are checkpoints in the middle");
    assert!(begun.next < 70 && begun.so_far.figures.setups == begun.next, "{begun:?}");
    assert!(kept.iter().any(|&(.., behind)| behind > 0), "{kept:?}");
    assert_eq!(serde_json::from_str::<UnfinishedShape>(text).unwrap(), *begun);

    let mut first = None;
    let plan = ExhaustPlan { begun: Some(begun.clone()), keep_every: None, ..plan };
    let rest = subject.exhaust(&plan, &mut |progress| {
        first.get_or_insert(progress.work.0 - 210);
    });
    assert_eq!((rest.end, rest.finished), (ExhaustEnd::Done, whole.finished));
    assert!(first.unwrap() >= 3 * begun.next, "{first:?}");
}

#[test]
fn an_idle_worker_is_not_mistaken_for_a_hang() {
    // Eight heaps for one worker, a single one for the other.
    let (subject, plan) = slow(9, 50);
    let result = exhaust(&subject, &ExhaustPlan { step_limit: PATIENCE, ..plan });
    assert_eq!((result.end, result.finished.len()), (ExhaustEnd::Done, 3));
}
