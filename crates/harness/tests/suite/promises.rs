//! Promises of all drivers together, counted over every fault of the toy game: which drivers report
//! it, that its case survives shrinking, and that a refused move is compared like any other.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use twinboard_harness::campaign::{self, CampaignBudget, CampaignPlan, CorpusCase};
use twinboard_harness::campaign::{FoundDivergence, Origin};
use twinboard_harness::exhaust::{Bounds, ExhaustEnd, ExhaustPlan};
use twinboard_harness::fuzz::{Shrinks, Tried, try_case};
use twinboard_harness::perft::{PerftEnd, PerftPlan};
use twinboard_harness::triage::{self, Shrinking, triage};
use twinboard_harness::{Activity, AnyCase, Checks, Divergence, Finding, Subject, Verdict};

use crate::changing::inputs;
use crate::toy::{FOUND_BY, Fault, subject};

const LIMIT: Duration = Duration::from_mins(10);

/// A heap with moves of every kind, one whose moves can be taken back, and one with more moves than
/// are listed.
const CORPUS: [&str; 3] = ["10 3 1\n1 5 4 4 3 2 0\n", "10 3 80\n4 4 0\n", "5010 4500 1\n6 1 0\n"];

fn corpus() -> Vec<String> {
    CORPUS.map(str::to_owned).to_vec()
}

/// A failure and its case, if the rule set could make one.
type Found = (Divergence, Option<AnyCase>);

fn by_campaign(subject: &Arc<dyn Subject>) -> Option<Found> {
    let corpus = corpus().into_iter().map(|text| CorpusCase { name: String::new(), text });
    let plan = CampaignPlan {
        step_limit: LIMIT,
        corpus: corpus.collect(),
        ..CampaignPlan::new(1, CampaignBudget::Cases(300))
    };
    let found = campaign::run(subject, &plan, &Arc::default(), &mut |_| ()).found?;
    Some((found.divergence, found.case))
}

/// Plays what libFuzzer would, and the corpus, with these checks.
fn by_fuzzing(subject: &Arc<dyn Subject>, checks: Checks, count: usize) -> Option<Found> {
    let made = inputs(subject.as_ref(), &corpus(), 1, count);
    let inputs = CORPUS.iter().map(|text| text.as_bytes().to_vec()).chain(made);
    inputs.into_iter().find_map(|input| {
        match try_case(subject, &input, checks, Shrinks::Elsewhere) {
            Tried::Diverged(report) => Some((report.divergence, subject.case(&report.case?))),
            _ => None,
        }
    })
}

fn by_exhaustion(subject: &Arc<dyn Subject>) -> Option<Found> {
    let plan = ExhaustPlan { step_limit: LIMIT, ..ExhaustPlan::new(Bounds::new([(1, 8)], 4)) };
    match subject.exhaust(&plan, &mut |_| ()).end {
        ExhaustEnd::Differs(_, difference) => Some((difference.divergence, Some(difference.case))),
        _ => None,
    }
}

fn of_perft(end: PerftEnd) -> Option<Found> {
    match end {
        PerftEnd::Differs(difference) => Some((difference.divergence, Some(difference.case))),
        _ => None,
    }
}

const START: &str = "10 3 2\n0\n";

fn by_perft(subject: &Arc<dyn Subject>) -> Option<Found> {
    let plan = PerftPlan { step_limit: LIMIT, ..PerftPlan::new(8) };
    of_perft(subject.perft(&subject.case(START)?, &plan, &mut |_| ()).end)
}

fn by_counting(subject: &Arc<dyn Subject>) -> Option<Found> {
    let plan = PerftPlan { positions_max: None, step_limit: LIMIT, ..PerftPlan::new(6) };
    of_perft(subject.perft(&subject.case(START)?, &plan, &mut |_| ()).end)
}

type Driver = fn(&Arc<dyn Subject>) -> Option<Found>;

/// The drivers by the letters of the table: a campaign, inputs that a fuzzer keeps and its others,
/// replays, exhaustive play, perft, and perft that counts.
const DRIVERS: [(char, Driver); 7] = [
    ('v', by_campaign),
    ('k', |subject| by_fuzzing(subject, Checks::fuzz_kept(), 100)),
    ('f', |subject| by_fuzzing(subject, Checks::fuzz(), 100)),
    ('r', |subject| by_fuzzing(subject, Checks::replay(), 30)),
    ('x', by_exhaustion),
    ('p', by_perft),
    ('c', by_counting),
];

/// What shrinking must keep: the kind of the finding, and the name of an invariant or observation.
fn kind(finding: &Finding) -> String {
    let headline = finding.to_string();
    match headline.split_once(" an invariant: ") {
        Some((_, name)) => name.to_owned(),
        None if headline.contains(" differ in the ") => "a difference".to_owned(),
        None => headline,
    }
}

/// The letters of the drivers that report a fault, the number of findings that were shrunk, one of
/// each kind, and those that were lost.
struct Played {
    by: String,
    shrunk: usize,
    lost: Vec<String>,
}

fn play(fault: Fault) -> Played {
    let subject = subject(fault);
    let (mut by, mut kinds, mut lost) = (String::new(), Vec::new(), Vec::new());
    for (letter, driver) in DRIVERS {
        let Some((divergence, case)) = driver(&subject) else { continue };
        by.push(letter);
        let kind = kind(&divergence.finding);
        let Some(case) = case.filter(|_| !kinds.contains(&kind)) else { continue };
        let found = FoundDivergence { origin: Origin::Fuzzed, case: Some(case), divergence };
        let (stop, step_limit, time_limit) = (&Arc::default(), LIMIT, LIMIT);
        let shrinking = Shrinking { step_limit, time_limit, ..Shrinking::new(stop) };
        let report = triage(&subject, found, &shrinking);
        let shown = self::kind(&report.divergence.finding);
        let again = report
            .shrunk
            .as_deref()
            .and_then(|text| triage::play(&subject, &subject.case(text)?, LIMIT).divergence());
        // Lockstep makes more checks than a walk, so it may name the fault otherwise.
        let is_walk = "xpc".contains(letter);
        if shown != kind && !is_walk || again.is_none() {
            lost.push(format!("{letter}: {kind}; shrunk to {:?}: {shown}", report.shrunk));
        }
        kinds.push(kind);
    }
    Played { by, shrunk: kinds.len(), lost }
}

#[test]
fn each_fault_is_reported_by_its_drivers_and_survives_shrinking() {
    // Side by side, because drivers mostly wait for their workers.
    let next = AtomicUsize::new(0);
    let results = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(&(fault, _)) = FOUND_BY.get(next.fetch_add(1, Relaxed)) {
                    let played = play(fault);
                    results.lock().unwrap().insert(format!("{fault:?}"), played);
                }
            });
        }
    });
    let results = results.into_inner().unwrap();
    let (mut wrong, mut lost, mut shrunk) = (Vec::new(), Vec::new(), 0);
    for &(fault, expected) in FOUND_BY {
        let played = &results[&format!("{fault:?}")];
        shrunk += played.shrunk;
        lost.extend(played.lost.iter().map(|lost| format!("{fault:?} {lost}")));
        let by = &played.by;
        if by != expected {
            wrong.push(format!("{fault:?} is reported by {by:?}, not {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!((results.len(), shrunk), (100, 110), "faults, and findings that were shrunk");
    // The copies of a walk, and a law about enumerations, are in no case.
    let only = ["CopyForgetsLater p: ", "Law(CanonicalKey) x: "];
    let is_expected =
        lost.len() == only.len() && lost.iter().zip(only).all(|(it, only)| it.starts_with(only));
    assert!(is_expected, "{}", lost.join("\n"));
}

#[test]
fn a_refused_move_is_compared_by_all_checks() {
    let all: [(&str, Checks); 11] = [
        ("campaign", Checks::campaign()),
        ("fuzz", Checks::fuzz()),
        ("fuzz_kept", Checks::fuzz_kept()),
        ("fuzz_assertions", Checks::fuzz_assertions()),
        ("replay", Checks::replay()),
        ("replay_assertions", Checks::replay_assertions()),
        ("own_game", Checks::own_game()),
        ("own_moves", Checks::own_moves()),
        ("answers", Checks::answers()),
        ("assertions", Checks::assertions()),
        ("last_steps", Checks::last_steps()),
    ];
    let declared = include_str!("../../src/check/checks.rs").lines();
    let declared = declared
        .filter_map(|line| line.trim().strip_prefix("pub fn ")?.strip_suffix("() -> Self {"));
    let names = all.map(|(name, _)| name);
    assert!(declared.eq(names), "all public constructors, in the order of the source");
    let faults = [
        Fault::RefusalReason,
        Fault::RefusedButChanged,
        Fault::OutcomeAfterRefusal,
        Fault::ObservesRefusals,
    ];
    for fault in faults {
        let subject = subject(fault);
        for (name, checks) in all {
            // The refused move is the last one, so no later step shows its effect.
            let is_found = |counters: &u64| {
                let case = subject.case(&format!("{counters} 3 1\n2 1 0\n")).unwrap();
                let checked = subject.check(&case, checks, &Activity::default());
                let Verdict::Diverged(found) = checked.verdict else { return false };
                found.step == 2
            };
            let found = (20..70).filter(is_found).count();
            assert_eq!(found, 50, "{fault:?} in 50 cases with the checks of `{name}`");
        }
    }
}

/// Assertions take long, so few cases have them, but each driver must make its share.
#[test]
fn each_driver_checks_its_share_of_assertions() {
    let subject = subject(Fault::None);
    let asserted = |checks| {
        let count = |label| {
            let case = subject.case(&format!("6 3 {label}\n0\n")).unwrap();
            subject.check(&case, checks, &Activity::default()).stats.assertions
        };
        (100..1_124).map(count).sum::<u64>()
    };
    for (name, checks, one_of) in [
        ("campaign", Checks::campaign(), 16),
        ("fuzz", Checks::fuzz(), 128),
        ("fuzz_kept", Checks::fuzz_kept(), 4),
    ] {
        let (found, share) = (asserted(checks), 1_024 / one_of);
        assert!((share / 2..share * 2).contains(&found), "{name}: {found}, about {share} expected");
    }
    let all = [Checks::replay(), Checks::fuzz_assertions(), Checks::assertions()];
    assert_eq!(all.map(asserted), [1_024; 3]);
}
