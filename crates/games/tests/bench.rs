//! Contenders of a benchmark do equal work: the same games, the same answers.

use std::collections::BTreeSet;

use twinboard_games::samegame::bench::judge_input;
use twinboard_harness::Side;
use twinboard_harness::bench::{Contender, Done, Role, Workload};
use twinboard_vocabulary::Limits;

/// Pieces of work per contender for the means. The first contender of a workload is fast and does
/// five times as many, for a smaller error.
const PIECES: u64 = 20;

fn workloads() -> Vec<Workload> {
    let all = twinboard_games::registrations();
    all.iter().flat_map(|registration| registration.suite().workloads).collect()
}

/// Totals of a contender for some seeds, one per piece.
fn pieces(contender: &Contender, count: u64) -> Vec<Done> {
    (0..count).map(|seed| contender.prepare(seed)()).collect()
}

/// The mean over all wholes of what `of` counts in a piece, and its standard error.
fn mean(pieces: &[Done], of: impl Fn(&Done) -> u64) -> (f64, f64) {
    let means: Vec<f64> = pieces.iter().map(|done| of(done) as f64 / done.wholes as f64).collect();
    let count = means.len() as f64;
    let mean = means.iter().sum::<f64>() / count;
    let variance = means.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}

/// Asserts that two means differ by no more than chance explains: five standard errors.
#[track_caller]
fn assert_alike(what: &str, (one, one_error): (f64, f64), (other, other_error): (f64, f64)) {
    let error = one_error.hypot(other_error);
    assert!((one - other).abs() <= 5.0 * error, "{what}: {one} and {other}, error {error}");
}

#[test]
fn every_rule_set_has_workloads_with_unique_names() {
    let workloads = workloads();
    let names: BTreeSet<_> = workloads.iter().map(|workload| workload.name).collect();
    assert_eq!(names.len(), workloads.len());
    for Workload { name, contenders, .. } in &workloads {
        let is_kebab_case = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        assert!(is_kebab_case, "{name}");
        let names: BTreeSet<_> = contenders.iter().map(|contender| contender.name).collect();
        assert_eq!(names.len(), contenders.len(), "contenders of {name}");
    }
}

#[test]
fn equal_seeds_give_equal_work_and_others_give_other_work() {
    for workload in workloads() {
        // Without a choice, the others are compared with the first one for the same seeds.
        let count = if has_checksum(&workload) { 1 } else { workload.contenders.len() };
        for contender in &workload.contenders[..count] {
            let what = format!("{} of {}", contender.name, workload.name);
            assert_eq!(contender.prepare(1)(), contender.prepare(1)(), "{what}");
            if contender.role != Role::Part {
                assert_ne!(contender.prepare(1)(), contender.prepare(2)(), "{what}");
            }
        }
    }
}

/// The contenders of a workload that are compared: the first one, and the others.
fn rivals(workload: &Workload) -> (&Contender, Vec<&Contender>) {
    let mut rivals = workload.contenders.iter().filter(|contender| contender.role != Role::Part);
    (rivals.next().expect("a workload has a contender"), rivals.collect())
}

fn has_checksum(workload: &Workload) -> bool {
    workload.contenders[0].prepare(1)().checksum != 0
}

#[test]
fn contenders_without_a_choice_do_identical_work() {
    let workloads = workloads().into_iter().filter(has_checksum);
    let mut names = Vec::new();
    for workload in workloads {
        let (first, others) = rivals(&workload);
        let of_first = pieces(first, 2);
        for other in others {
            assert_eq!(pieces(other, 2), of_first, "{}: {}", workload.name, other.name);
        }
        names.push(workload.name);
    }
    for name in ["moves-15x15x5", "robot-games-30x30x26-outside"] {
        assert!(names.contains(&name), "{names:?}");
    }
}

#[test]
fn contenders_that_choose_play_equal_games_on_average() {
    // With one unit per whole, the numbers cannot differ by chance.
    let is_left_to_chance = |workload: &Workload| workload.unit != workload.whole;
    let workloads = workloads().into_iter().filter(is_left_to_chance);
    for workload in workloads.filter(|workload| !has_checksum(workload)) {
        let (first, others) = rivals(&workload);
        let of_first = pieces(first, 5 * PIECES);
        for other in others {
            let what = format!("{}: {} and {}", workload.name, first.name, other.name);
            let of_other = pieces(other, PIECES);
            let units = |done: &Done| done.units;
            assert_alike(&what, mean(&of_first, units), mean(&of_other, units));
            for sum in 0..workload.sums.len() {
                let sums = |done: &Done| done.sums[sum];
                assert_alike(&what, mean(&of_first, sums), mean(&of_other, sums));
            }
        }
    }
}

#[test]
fn random_games_have_the_published_mean_length() {
    let workloads = workloads();
    let searched = workloads.iter().find(|workload| workload.name == "random-games-15x15x5");
    let engine = &searched.expect("it is built in").contenders[0];
    let pieces = pieces(engine, 30 * PIECES);
    // Published means of some thousand games, with their errors.
    assert_alike("moves", mean(&pieces, |done| done.units), (64.6, 0.1));
    assert_alike("cells left", mean(&pieces, |done| done.sums[0]), (31.8, 0.2));
}

#[test]
fn all_contenders_give_the_judge_the_same_answers() {
    let workloads = workloads();
    let judge = workloads.iter().find(|workload| workload.name == "judge").expect("it is built in");
    let answering = judge.contenders.iter().filter(|contender| contender.role != Role::Part);
    let answers: BTreeSet<Vec<u64>> = answering
        .map(|contender| pieces(contender, 5).iter().map(|done| done.sums[0]).collect())
        .collect();
    assert_eq!(answers.len(), 1, "{answers:?}");
}

#[test]
fn the_engine_answers_a_whole_file_of_the_judge_as_the_oracle_does() {
    let all = twinboard_games::all();
    let subject = all.iter().find(|subject| subject.name() == "samegame").expect("it is built in");
    let input = judge_input(1, 500);
    let [engine, oracle] = [Side::Engine, Side::Oracle].map(|side| {
        let mut answers = Vec::new();
        let played = subject.play(side, Box::new(&input[..]), Limits::Judge, &mut answers);
        assert!(played.is_ok(), "the {side} stopped: {played:?}");
        answers
    });
    assert_eq!(engine.split(|&byte| byte == b'G').count(), 501, "an answer for each grid");
    assert!(engine == oracle);
}
