//! Campaigns: results do not depend on the number of threads, findings are kept, and hangs end.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use twinboard_harness::campaign::{
    self, CampaignBudget, CampaignPlan, CampaignResult, CorpusCase, FoundDivergence, Origin,
    Visitor,
};
use twinboard_harness::shard::Shard;
use twinboard_harness::triage::{Shrinking, play, replay, triage};
use twinboard_harness::{
    Action, Activity, AnyCase, Checked, Checks, Divergence, Finding, Pairing, Side, Stats, Subject,
    Verdict, assert_agree, assert_agree_on, assert_case, guard,
};
use twinboard_vocabulary::{Implementation, SystemFailure, from_fn};

use crate::perft::PATIENCE;
use crate::toy::{self, Fault, Heap, Oracle, Setup, subject};

/// For engines that hang for ever or not at all.
const SHORT: Duration = Duration::from_millis(60);

fn plan(cases: u64, threads: usize) -> CampaignPlan {
    let text = "9 3 1\n2 3 4 0\n".to_owned();
    CampaignPlan {
        threads,
        corpus: vec![CorpusCase { name: "nine".into(), text }],
        ..CampaignPlan::new(5, CampaignBudget::Cases(cases))
    }
}

/// A plan with a short step limit, for sides that hang.
fn impatient(cases: u64, threads: usize) -> CampaignPlan {
    CampaignPlan { step_limit: PATIENCE, ..plan(cases, threads) }
}

fn run(subject: &Arc<dyn Subject>, plan: &CampaignPlan) -> CampaignResult {
    campaign::run(subject, plan, &Arc::default(), &mut |_| ())
}

fn found(subject: &Arc<dyn Subject>, plan: &CampaignPlan) -> FoundDivergence {
    run(subject, plan).found.expect("the fault is found")
}

#[test]
fn the_corpus_is_played_from_its_shortest_case_to_its_longest() {
    let case = |name: &str, text: &str| CorpusCase { name: name.into(), text: text.into() };
    let corpus = vec![case("long", "9 3 1\n2 3 4 4 0\n"), case("short", "9 3 1\n2 3 4 0\n")];
    // Both cases reach three counters.
    let found = found(&subject(Fault::Representation), &CampaignPlan { corpus, ..plan(0, 1) });
    assert_eq!(found.origin, Origin::Corpus { name: "short".into() });
}

/// The cases of a campaign, each played by itself, with the statistics up to it.
fn by_definition(subject: &Arc<dyn Subject>, plan: &CampaignPlan) -> Vec<(FoundBy, Stats)> {
    let CampaignBudget::Cases(cases) = plan.budget else { panic!("{:?}", plan.budget) };
    let activity = Activity::default();
    let read = |case: &CorpusCase| subject.case(&case.text).unwrap();
    let corpus: Vec<_> = plan.corpus.iter().map(read).collect();
    let kept = plan.corpus.iter().map(|case| {
        let origin = Origin::Corpus { name: case.name.clone() };
        (origin, subject.check(&read(case), Checks::replay(), &activity))
    });
    let drawn = (0..cases).map(|index| {
        let origin = Origin::Drawn { seed: plan.seed, index };
        (origin, subject.check_drawn(plan.seed, index, &corpus, &activity))
    });
    let with_stats = kept.chain(drawn).map(|(origin, Checked { verdict, case, stats })| {
        let found = match verdict {
            Verdict::Diverged(divergence) => {
                Some(FoundDivergence { origin, case, divergence: *divergence })
            }
            _ => None,
        };
        (found, stats)
    });
    with_stats.collect()
}

type FoundBy = Option<FoundDivergence>;

#[test]
fn a_campaign_is_its_cases_in_order_each_once() {
    // All cases agree, some are skipped, few fail, many fail.
    for (fault, failing) in [
        (Fault::None, 0..=0),
        (Fault::Unsupported, 0..=0),
        (Fault::RefusesLate, 1..=9),
        (Fault::Event, 20..=200),
    ] {
        let subject = subject(fault);
        let plan = plan(200, 1);
        let cases = by_definition(&subject, &plan);
        assert_eq!(cases.len(), 201, "the case of the corpus and 200 random ones");
        let failed = cases.iter().filter(|(found, _)| found.is_some()).count();
        assert!(failing.contains(&failed), "{fault:?}: {failed} cases fail");
        for (threads, count) in [(1, 1), (4, 1), (2, 3), (3, 7)] {
            for number in 1..=count {
                let shard = Shard::new(number, count).unwrap();
                let plan = CampaignPlan { threads, shard, ..plan.clone() };
                let own = || cases.iter().skip(number as usize - 1).step_by(count as usize);
                let mut sum = Stats::default();
                let first = own().find_map(|(found, stats)| {
                    sum.add(stats);
                    found.clone()
                });
                let result = run(&subject, &plan);
                assert_eq!((result.found, result.stats), (first, sum), "{fault:?}, shard {shard}");
                let mut all = Vec::new();
                let mut visit = |found| {
                    all.push(found);
                    ControlFlow::Continue(())
                };
                let visitor = Visitor::new(&mut visit);
                let result = campaign::collect(&subject, &plan, &Arc::default(), visitor);
                let mut sum = Stats::default();
                own().for_each(|(_, stats)| sum.add(stats));
                let failing: Vec<_> = own().filter_map(|(found, _)| found.clone()).collect();
                assert_eq!((all, result.stats), (failing, sum), "{fault:?}, shard {shard}");
            }
        }
    }
}

/// An engine that notes the numbers and plays nothing, so that cases take little time.
#[derive(Clone, Default)]
struct Noting(Arc<Mutex<Vec<u64>>>);

impl Implementation for Noting {
    type Game = Oracle;

    fn set_up(&self, setup: &Setup) -> Option<Oracle> {
        self.0.lock().unwrap().push(setup.label);
        None
    }

    fn accepts(&self, _: &Setup) -> bool {
        false
    }
}

#[test]
fn all_cases_of_a_campaign_are_different() {
    // More than 16 bits can number.
    const CASES: u64 = (1 << 16) + 2_000;
    let (noting, numbers) = (Noting::default(), Heap { fault: Fault::Numbers });
    let subject = Pairing::of(numbers, noting.clone(), from_fn(Oracle::set_up)).subject();
    let drawn = |threads, shard| {
        let plan = CampaignPlan { corpus: Vec::new(), shard, ..plan(CASES, threads) };
        let result = run(&subject, &plan);
        let drawn = std::mem::take(&mut *noting.0.lock().unwrap());
        assert_eq!((result.stats.skipped, result.found), (drawn.len() as u64, None));
        drawn
    };
    let all: BTreeSet<u64> = drawn(2, Shard::WHOLE).into_iter().collect();
    assert_eq!(all.len() as u64, CASES, "distinct cases of {CASES}");
    let shards = (1..=3).flat_map(|number| drawn(1, Shard::new(number, 3).unwrap()));
    let shards: Vec<u64> = shards.collect();
    assert_eq!(shards.len() as u64, CASES, "cases of all shards");
    assert!(shards.into_iter().collect::<BTreeSet<_>>() == all, "other cases than in one run");
    // Every bit of a number counts.
    let numbers = (0..64).map(|bit| CASES | 1 << bit).chain([CASES]).collect::<BTreeSet<u64>>();
    for &index in &numbers {
        subject.check_drawn(5, index, &[], &Activity::default());
    }
    let far: BTreeSet<u64> = noting.0.lock().unwrap().drain(..).collect();
    assert_eq!((far.len(), far.is_disjoint(&all)), (numbers.len(), true));
}

#[test]
fn a_hang_is_reported_and_the_other_cases_are_played() {
    for threads in [1, 2] {
        let hanging = subject(Fault::HangsPlaying);
        let found = found(&hanging, &impatient(300, threads));
        let Finding::Hung { stage, limit_ms } = found.divergence.finding else {
            panic!("{:?}", found.divergence.finding)
        };
        assert_eq!((stage.side, stage.action), (Some(Side::Engine), Action::Play));
        // The limit is 250, and a case that waits is retried with twice as much.
        assert_eq!(limit_ms, 500);
        let case = found.case.expect("a case was being played");
        let played = play(&hanging, &case, Duration::from_millis(100));
        assert!(played.divergence().is_some(), "{case:?}");
        assert!(found.divergence.before.is_some(), "the oracle shows the board before the hang");
    }
}

#[test]
fn a_hang_that_does_not_recur_on_retry_is_not_reported() {
    let slow = subject(Fault::HangsOnce);
    // The retry takes as long as the step limit and has twice as much time. The difference is the
    // reserve for a busy machine.
    let plan = CampaignPlan { step_limit: toy::SECOND_TIME, ..plan(300, 1) };
    let (result, correct) = (run(&slow, &plan), run(&subject(Fault::None), &plan));
    assert!(toy::has_hung(), "there was a case to retry");
    assert!(result.found.is_none(), "{:?}", result.found);
    assert_eq!(result.stats, correct.stats, "the retried case counts like any other");
}

#[test]
fn a_hang_is_the_finding_if_it_comes_first_or_at_the_end_of_the_time() {
    let hanging = subject(Fault::HangsListing);
    let plan = |threads| CampaignPlan { step_limit: SHORT, ..plan(200, threads) };
    assert_eq!(found(&hanging, &plan(1)).origin, found(&hanging, &plan(3)).origin);
    // The time of a campaign may end while a worker hangs.
    let budget = CampaignBudget::Time(Duration::from_millis(500));
    let step_limit = Duration::from_millis(700);
    let hanging = subject(Fault::HangsPlaying);
    let found = found(&hanging, &CampaignPlan { budget, step_limit, ..self::plan(0, 1) });
    assert!(matches!(found.divergence.finding, Finding::Hung { .. }), "{found:?}");
}

#[test]
fn a_campaign_ends_at_its_time_limit_or_when_stopped() {
    let correct = subject(Fault::None);
    let started = Instant::now();
    let timed =
        CampaignPlan { budget: CampaignBudget::Time(Duration::from_millis(200)), ..plan(0, 2) };
    let result = run(&correct, &timed);
    assert!(result.stats.cases > 1 && !result.interrupted);
    assert!(started.elapsed() < Duration::from_secs(20));

    let stop = Arc::new(AtomicBool::new(false));
    let mut calls = 0;
    let endless = plan(u64::MAX / 2, 2);
    let result = campaign::run(&correct, &endless, &stop, &mut |progress| {
        calls += 1;
        stop.store(calls > 3 && progress.stats.cases > 0, Relaxed);
    });
    assert!(result.interrupted && result.stats.cases > 0);
}

#[test]
fn a_slow_engine_delays_the_end_of_a_campaign_for_its_first_case_alone() {
    // A case sets several games up, so it takes longer than the second that is left for it.
    let started = Instant::now();
    let budget = CampaignBudget::Time(Duration::from_millis(50));
    for (millis, cases) in [(50, 1), (3_000, 0)] {
        let slow = subject(Fault::Slow(millis));
        let result = run(&slow, &CampaignPlan { budget, ..plan(0, 1) });
        assert_eq!((result.stats.cases, result.found, result.interrupted), (cases, None, false));
    }
    let slow = subject(Fault::Slow(600));
    let stop = Arc::new(AtomicBool::new(false));
    let result = campaign::run(&slow, &plan(100, 1), &stop, &mut |_| stop.store(true, Relaxed));
    assert_eq!((result.stats.cases, result.found, result.interrupted), (0, None, true));
    assert!(started.elapsed() < Duration::from_secs(40), "{:?}", started.elapsed());
}

#[test]
fn a_finding_is_shrunk_to_a_canonical_case_or_kept_when_stopped() {
    let faulty = subject(Fault::Position);
    let found = found(&faulty, &plan(5000, 2));
    let report = triage(&faulty, found.clone(), &shrinking(None));
    // Two of four counters are taken; no smaller case shows the fault.
    assert_eq!(report.shrunk.as_deref(), Some("4 2 0\n3 0\n"));
    assert_eq!(report.divergence.step, 1);
    let stop = Arc::new(AtomicBool::new(true));
    let report = triage(&faulty, found.clone(), &Shrinking { stop: &stop, ..shrinking(None) });
    assert_eq!(report.shrunk.as_deref(), text(&found));
}

fn fuzzed(case: AnyCase, divergence: Divergence) -> FoundDivergence {
    FoundDivergence { origin: Origin::Fuzzed, case: Some(case), divergence }
}

/// The finding in a case, and the case with the moves that were only tried.
fn failure(subject: &Arc<dyn Subject>, text: &str) -> (Divergence, AnyCase) {
    replay(subject, &subject.case(text).unwrap(), PATIENCE).failure().expect("a fault")
}

fn fails_alone(fault: Fault, limit: Duration) -> impl Fn(&str) -> bool {
    move |text| {
        let subject = subject(fault);
        play(&subject, &subject.case(text).unwrap(), limit).divergence().is_some()
    }
}

/// In smaller cases another invariant is broken.
#[test]
fn shrinking_does_not_pass_to_another_broken_invariant() {
    let faulty = subject(Fault::CopyForgetsAndRepresentation);
    let (divergence, played) = failure(&faulty, "42 3 1\n3 0\n");
    let report = triage(&faulty, fuzzed(played, divergence.clone()), &shrinking(None));
    assert_eq!(report.shrunk.as_deref(), Some("40 1 0\n0\n"));
    assert_eq!(report.divergence.finding.to_string(), divergence.finding.to_string());
    let (other, _) = failure(&faulty, "4 3 0\n3 0\n");
    assert_ne!(other.finding.to_string(), divergence.finding.to_string());
}

#[test]
fn a_move_that_was_only_tried_becomes_a_move_of_the_case() {
    let faulty = subject(Fault::AcceptsBeyond);
    // The engine accepts too many counters from heaps of more than 5000. The case has no such move.
    let case = faulty.case("20000 10000 1\n2 2 0\n").unwrap();
    let (divergence, played) =
        play(&faulty, &case, PATIENCE).failure().expect("an illegal move is tried");
    assert!(divergence.finding.is_tried(), "{}", divergence.finding);
    let moves = played.text().strip_prefix("20000 10000 1\n").expect("the heap stays the same");
    assert_ne!(moves, "2 2 0\n");
    // For smaller heaps the random moves would be different.
    let smallest = format!("5001 1 0\n{moves}");
    let report = triage(&faulty, fuzzed(played, divergence), &shrinking(None));
    assert_eq!(report.shrunk, Some(smallest));
    assert!(!report.divergence.finding.is_tried(), "{}", report.divergence.finding);
    // Without shrinking it is one, too.
    let replayed = replay(&faulty, &case, PATIENCE).divergence().expect("it is tried again");
    assert!(!replayed.finding.is_tried(), "{}", replayed.finding);
}

#[test]
fn a_case_that_hangs_is_shrunk_in_isolation_only() {
    let hanging = subject(Fault::HangsPlaying);
    let found = found(&hanging, &impatient(300, 2));
    let unshrunk = triage(&hanging, found.clone(), &shrinking(None)).shrunk;
    assert_eq!(unshrunk.as_deref(), text(&found), "the case is not shrunk without isolation");
    let isolated = fails_alone(Fault::HangsPlaying, SHORT);
    let report = triage(&hanging, found, &shrinking(Some(&isolated)));
    // At four counters the harness itself tries moves on copies; the one that hangs is in the case.
    assert_eq!(report.shrunk.as_deref(), Some("4 2 0\n3 0\n"));
    assert_eq!((report.divergence.step, report.divergence.mv.as_deref()), (1, Some("take 2")));
    assert!(matches!(report.divergence.finding, Finding::Hung { .. }));
}

#[test]
fn shrinking_continues_in_isolation_after_a_hang() {
    // The engine refuses a late move, and hangs in some of the simpler cases.
    let faulty = subject(Fault::HangsWhenShrunk);
    let found = found(&faulty, &impatient(5000, 2));
    assert!(matches!(found.divergence.finding, Finding::Differs { .. }));
    let isolated = fails_alone(Fault::HangsWhenShrunk, PATIENCE);
    let report = triage(&faulty, found, &shrinking(Some(&isolated)));
    let shrunk = report.shrunk.expect("the shrunk case fails");
    assert!(shrunk.starts_with("1 ") || shrunk.starts_with("2 "), "{shrunk}");
}

#[test]
fn shrinking_ends_at_its_time_limit_and_the_report_says_so() {
    let faulty = subject(Fault::Position);
    let found = found(&faulty, &plan(5000, 2));
    let hasty = Shrinking { time_limit: Duration::ZERO, ..shrinking(None) };
    let mut report = triage(&faulty, found.clone(), &hasty);
    assert_eq!((report.shrunk.as_deref(), report.cut_short), (text(&found), true));
    report.saved = Some("case.txt".into());
    let printed = report.to_string();
    assert!(printed.contains("; not shrunk\n"), "{printed}");
    assert!(printed.ends_with("\nshrink it further      twinboard shrink case.txt\n"), "{printed}");
    report.shrunk = Some("1 1 0\n".into());
    assert!(report.to_string().contains(" bytes to 6; it might shrink further\n"), "{report}");

    let report = triage(&faulty, found, &shrinking(None));
    assert!(!report.cut_short && !report.to_string().contains("further"), "{report}");
}

#[test]
fn a_finding_that_does_not_recur_is_reported_as_such_unless_stopped() {
    let correct = subject(Fault::None);
    let text = "4 2 0\n3 0\n".to_owned();
    let found = |finding| FoundDivergence {
        origin: Origin::Fuzzed,
        case: correct.case(&text),
        divergence: Divergence::of(finding),
    };
    let asserted = || Finding::FailedAssertion { assertion: "this".into(), detail: "that".into() };
    let report = triage(&correct, found(asserted()), &shrinking(None));
    assert_eq!((report.case.as_ref(), report.shrunk), (Some(&text), None));
    let stop = Arc::new(AtomicBool::new(true));
    let stopped = Shrinking { stop: &stop, ..shrinking(None) };
    let report = triage(&correct, found(asserted()), &stopped);
    assert_eq!((report.case.as_ref(), report.shrunk.as_ref()), (Some(&text), Some(&text)));
    // A case that killed a process is not replayed in this one.
    let killed = Finding::Killed { status: String::new() };
    let report = triage(&correct, found(killed.clone()), &shrinking(None));
    assert_eq!(report.shrunk.as_ref(), Some(&text));
    // A finding is not lost if the system has no more processes to shrink it in.
    let lacking = |_: &str| -> bool {
        std::panic::resume_unwind(Box::new(SystemFailure("no process".into())))
    };
    let report = triage(&correct, found(killed), &shrinking(Some(&lacking)));
    assert_eq!((report.case.as_ref(), report.shrunk), (Some(&text), None));
    assert_eq!(report.note.as_deref(), Some("it was not replayed and shrunk: no process"));
}

fn text(found: &FoundDivergence) -> Option<&str> {
    found.case.as_ref().map(AnyCase::text)
}

fn shrinking(isolated: Option<&dyn Fn(&str) -> bool>) -> Shrinking<'_> {
    static NEVER: std::sync::OnceLock<Arc<AtomicBool>> = std::sync::OnceLock::new();
    Shrinking {
        step_limit: Duration::from_millis(500),
        isolated,
        ..Shrinking::new(NEVER.get_or_init(|| Arc::new(AtomicBool::new(false))))
    }
}

fn panic_message<T: std::fmt::Debug>(asserted: impl FnOnce() -> T) -> String {
    let message = guard::catch(asserted).expect_err("the assertion fails");
    message.rsplit_once(" at ").expect("the message ends with its place").0.to_owned()
}

#[test]
fn a_campaign_can_be_a_test() {
    let correct = subject(Fault::None);
    assert_eq!(assert_agree(&correct, 1, 50).cases, 50);
    let panicked =
        |faulty: Arc<dyn Subject>, cases| panic_message(|| assert_agree(&faulty, 1, cases));
    let report = panicked(subject(Fault::Position), 500);
    assert!(report.starts_with("DIVERGENCE heap: engine and oracle differ"), "{report}");
    assert!(report.contains("\nthe case\n  4 2 0\n  3 0\n"), "{report}");
    let nothing = panicked(subject(Fault::Position), 0);
    assert_eq!(nothing, "not one of 0 cases was played");
}

#[test]
fn cases_can_be_a_test() {
    const TEXT: &str = "9 3 1\n2 3 4 0\n4 2 0\n3 0\n";
    const ANSWER: &str = "1: 3 going on\n2: 2 going on\n";
    let correct = subject(Fault::None);
    assert_agree_on(&correct, TEXT);
    assert_case(&correct, TEXT, ANSWER);
    let other = panic_message(|| assert_case(&correct, TEXT, "1: 3 going on\n"));
    assert!(other.contains("the oracle answers otherwise"), "{other}");

    // The second case has four counters.
    let faulty = subject(Fault::Position);
    for report in [
        panic_message(|| assert_agree_on(&faulty, TEXT)),
        panic_message(|| assert_case(&faulty, TEXT, ANSWER)),
    ] {
        assert!(report.starts_with("DIVERGENCE heap: engine and oracle differ"), "{report}");
        assert!(report.ends_with("\n4 2 0\n3 0\n"), "{report}");
    }
    let nothing = panic_message(|| assert_agree_on(&correct, ""));
    assert_eq!(nothing, "nothing was compared: there is no case");
    let unreadable = panic_message(|| assert_agree_on(&correct, "9 x"));
    assert!(unreadable.starts_with("line 1, column 3: found `x`"), "{unreadable}");
}
