//! Campaigns: the same result whatever the threads, everything found is kept, nothing waits for
//! ever.

#[path = "suite/toy/mod.rs"]
mod toy;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use toy::{Engine, Heap, Right, Wrong};
use twinboard_harness::campaign::{self, Budget, CorpusCase, Found, Origin, Outcome, Plan};
use twinboard_harness::conclude::{Shrinking, check, conclude, find, shrink};
use twinboard_harness::{
    Action, Divergence, Finding, Pairing, Side, Subject, assert_agree, assert_agree_on,
    assert_case, guard,
};

/// When a case counts as not coming back: long enough for a busy machine to give it a turn.
const PATIENCE: Duration = Duration::from_millis(250);

fn subject(wrong: Wrong) -> Arc<dyn Subject> {
    Arc::new(Pairing::new(Heap { wrong }, Engine::set_up, Right::set_up))
}

fn plan(cases: u64, threads: usize) -> Plan {
    let text = "9 3 1\n2 3 4 0\n".to_owned();
    Plan {
        seed: 5,
        budget: Budget::Cases(cases),
        threads,
        step_limit: Duration::from_mins(1),
        corpus: vec![CorpusCase { name: "nine".into(), text }],
    }
}

/// The same for sides that do not come back.
fn impatient(cases: u64, threads: usize) -> Plan {
    Plan { step_limit: Duration::from_millis(500), ..plan(cases, threads) }
}

fn run(subject: &Arc<dyn Subject>, plan: &Plan) -> Outcome {
    campaign::run(subject, plan, &Arc::new(AtomicBool::new(false)), &mut |_| ())
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let right = subject(Wrong::Nowhere);
    let alone = run(&right, &plan(1000, 1));
    assert_eq!(alone.stats.cases, 1001, "the corpus and what was asked for");
    assert!(alone.stats.fresh > 600 && alone.stats.fresh < 800, "{}", alone.stats.fresh);
    assert!(alone.found.is_none() && !alone.interrupted);
    let together = run(&right, &plan(1000, 4));
    assert_eq!(alone.stats, together.stats);

    let wrong = subject(Wrong::RefusesLate);
    let (alone, together) = (run(&wrong, &plan(5000, 1)), run(&wrong, &plan(5000, 4)));
    let found = alone.found.expect("the fault is found");
    assert!(matches!(found.origin, Origin::Drawn { seed: 5, .. }), "{:?}", found.origin);
    assert_eq!(Some(found), together.found);
    assert_eq!(alone.stats, together.stats);
}

#[test]
fn the_corpus_is_played_first_and_named() {
    let found = run(&subject(Wrong::Representation), &plan(0, 2)).found;
    let found = found.expect("the case of the corpus comes to three counters");
    assert_eq!(found.origin, Origin::Corpus { name: "nine".into() });
}

#[test]
fn what_is_drawn_follows_from_seed_and_number() {
    let wrong = subject(Wrong::RefusesLate);
    let found = run(&wrong, &plan(5000, 2)).found.expect("the fault is found");
    let Origin::Drawn { seed, index } = found.origin else { panic!("it was drawn") };
    let corpus: Vec<String> = plan(0, 1).corpus.into_iter().map(|case| case.text).collect();
    let again = wrong.check_drawn(seed, index, &corpus, &twinboard_harness::Activity::default());
    assert_eq!(again.text, found.text);
}

#[test]
fn a_side_that_does_not_come_back_is_a_finding_and_the_rest_is_played() {
    for threads in [1, 2] {
        let hanging = subject(Wrong::HangsPlaying);
        let outcome = run(&hanging, &impatient(300, threads));
        let found = outcome.found.expect("the loop is found");
        let Finding::Hung { stage, limit_ms } = found.divergence.finding else {
            panic!("{:?}", found.divergence.finding)
        };
        assert_eq!((stage.side, stage.action), (Some(Side::Engine), Action::Play));
        assert_eq!(limit_ms, 500);
        let text = found.text.expect("the case was being played");
        assert!(check(&hanging, &text, Duration::from_millis(100)).is_some(), "{text}");
        assert!(found.divergence.before.is_some(), "the oracle tells what stood there");
    }
}

#[test]
fn a_case_that_stood_still_and_comes_back_when_it_is_played_again_is_no_finding() {
    let slow = subject(Wrong::HangsOnce);
    // When it is played again it takes as long as the limit, and is given twice as much. The difference is
    // what a busy machine may take.
    let plan = Plan { step_limit: toy::SECOND_TIME, ..plan(300, 1) };
    let (outcome, right) = (run(&slow, &plan), run(&subject(Wrong::Nowhere), &plan));
    assert!(toy::has_hung(), "there was something to play again");
    assert!(outcome.found.is_none(), "{:?}", outcome.found);
    assert_eq!(outcome.stats, right.stats, "it is counted like any other");
}

#[test]
fn of_several_findings_the_first_is_reported_also_when_it_hangs() {
    let hanging = subject(Wrong::HangsListing);
    let first = run(&hanging, &impatient(200, 1)).found.expect("found").origin;
    let second = run(&hanging, &impatient(200, 3)).found.expect("found").origin;
    assert_eq!(first, second);
}

#[test]
fn a_campaign_ends_with_its_time_or_when_it_is_stopped() {
    let right = subject(Wrong::Nowhere);
    let started = Instant::now();
    let timed = Plan { budget: Budget::Time(Duration::from_millis(200)), ..plan(0, 2) };
    let outcome = run(&right, &timed);
    assert!(outcome.stats.cases > 1 && !outcome.interrupted);
    assert!(started.elapsed() < Duration::from_secs(20));

    let stop = Arc::new(AtomicBool::new(false));
    let mut calls = 0;
    let endless = plan(u64::MAX / 2, 2);
    let outcome = campaign::run(&right, &endless, &stop, &mut |progress| {
        calls += 1;
        stop.store(calls > 3 && progress.stats.cases > 0, Relaxed);
    });
    assert!(outcome.interrupted && outcome.stats.cases > 0);
}

#[test]
fn a_campaign_ends_soon_once_an_end_is_wanted() {
    // Each case takes three milliseconds at least.
    let slow = subject(Wrong::Slow(3));
    let stop = Arc::new(AtomicBool::new(false));
    let outcome = campaign::run(&slow, &plan(1_000, 1), &stop, &mut |progress| {
        assert!(progress.elapsed >= Duration::from_millis(20), "{:?}", progress.elapsed);
        stop.store(true, Relaxed);
    });
    assert!(outcome.interrupted && outcome.found.is_none());
    assert!((1..100).contains(&outcome.stats.cases), "{} cases", outcome.stats.cases);
    let timed = Plan { budget: Budget::Time(Duration::from_millis(30)), ..plan(0, 1) };
    let outcome = run(&slow, &timed);
    assert!((1..100).contains(&outcome.stats.cases), "{} cases", outcome.stats.cases);
}

#[test]
fn progress_is_told_now_and_then_and_not_after_every_case() {
    // There is nothing to be played, so that a case is done in no time.
    let nothing = CorpusCase { name: "nothing".into(), text: "0 1 0\n0\n".into() };
    let plan = Plan { corpus: vec![nothing; 6_000], ..plan(0, 1) };
    let mut told = Vec::new();
    let stop = Arc::new(AtomicBool::new(false));
    let outcome = campaign::run(&subject(Wrong::Nowhere), &plan, &stop, &mut |progress| {
        told.push(progress.elapsed);
    });
    assert_eq!(outcome.stats.cases, 6_000);
    // Again after twenty milliseconds.
    assert!(told.is_sorted(), "{told:?}");
    let near = told.windows(3).filter(|told| told[2] < told[0] + Duration::from_millis(20));
    assert_eq!(near.count(), 0, "{told:?}");
}

#[test]
fn what_is_found_is_shrunk_to_a_canonical_case() {
    let wrong = subject(Wrong::Position);
    let found = run(&wrong, &plan(5000, 2)).found.expect("the fault is found");
    let report = conclude(&wrong, found, &shrinking(None));
    // Four counters, of which two are taken: nothing less shows the fault.
    assert_eq!(report.shrunk.as_deref(), Some("4 2 0\n3 0\n"));
    assert_eq!(report.divergence.step, 1);
}

#[test]
fn a_move_that_was_only_tried_is_one_of_the_case_when_it_is_played_again() {
    let wrong = subject(Wrong::AcceptsBeyond);
    // It accepts moves beyond what may be taken from heaps higher than 5000. The case has none.
    let text = "20000 10000 1\n2 2 0\n";
    let (divergence, played) = find(&wrong, text, PATIENCE).expect("some move is tried");
    assert!(divergence.finding.is_tried(), "{}", divergence.finding);
    let moves = played.strip_prefix("20000 10000 1\n").expect("it is the same heap");
    assert_ne!(moves, "2 2 0\n");
    // Of smaller heaps chance would try other moves.
    let (shrunk, divergence) = shrink(&wrong, &played, divergence, &shrinking(None));
    assert_eq!(shrunk, format!("5001 1 0\n{moves}"));
    assert!(!divergence.finding.is_tried(), "{}", divergence.finding);
}

#[test]
fn a_case_that_does_not_come_back_is_shrunk_where_it_can_be_ended() {
    let hanging = subject(Wrong::HangsPlaying);
    let found = run(&hanging, &impatient(300, 2)).found.expect("the loop is found");
    let original = found.text.clone();
    let unshrunk = conclude(&hanging, found.clone(), &shrinking(None));
    assert_eq!(unshrunk.shrunk, original, "without isolation it stays as it is");
    let isolated = |text: &str| check(&subject(Wrong::HangsPlaying), text, PATIENCE).is_some();
    let report = conclude(&hanging, found, &shrinking(Some(&isolated)));
    // Nothing need be played: at four counters the harness itself tries moves on copies.
    assert_eq!(report.shrunk.as_deref(), Some("4 2 0\n0\n"));
    assert!(matches!(report.divergence.finding, Finding::Hung { .. }));
}

#[test]
fn shrinking_that_runs_into_a_loop_goes_on_in_isolation() {
    // It is refused late, and some of the simpler cases do not come back.
    let wrong = subject(Wrong::HangsWhenShrunk);
    let found = run(&wrong, &impatient(5000, 2)).found.expect("the fault is found");
    assert!(matches!(found.divergence.finding, Finding::Differs { .. }));
    let isolated = |text: &str| {
        let wrong = subject(Wrong::HangsWhenShrunk);
        check(&wrong, text, PATIENCE).is_some()
    };
    let report = conclude(&wrong, found, &shrinking(Some(&isolated)));
    let shrunk = report.shrunk.expect("it still fails");
    assert!(shrunk.starts_with("1 ") || shrunk.starts_with("2 "), "{shrunk}");
}

#[test]
fn shrinking_can_be_stopped_and_keeps_what_it_has() {
    let wrong = subject(Wrong::Position);
    let found = run(&wrong, &plan(5000, 2)).found.expect("the fault is found");
    let stop = Arc::new(AtomicBool::new(true));
    let report = conclude(&wrong, found.clone(), &Shrinking { stop: &stop, ..shrinking(None) });
    assert_eq!(report.shrunk, found.text);
}

#[test]
fn what_does_not_come_again_is_told_as_that_unless_nobody_waits_for_it() {
    let right = subject(Wrong::Nowhere);
    let text = "4 2 0\n3 0\n".to_owned();
    let found = |finding| Found {
        origin: Origin::Fuzzed,
        text: Some(text.clone()),
        divergence: Divergence::of(finding),
    };
    let claimed = || Finding::Claimed { claim: "this".into(), detail: "that".into() };
    let report = conclude(&right, found(claimed()), &shrinking(None));
    assert_eq!((report.case.as_ref(), report.shrunk), (Some(&text), None));
    let stop = Arc::new(AtomicBool::new(true));
    let stopped = Shrinking { stop: &stop, ..shrinking(None) };
    let report = conclude(&right, found(claimed()), &stopped);
    assert_eq!((report.case.as_ref(), report.shrunk.as_ref()), (Some(&text), Some(&text)));
    // Nobody tries that twice.
    let killed = Finding::Killed { status: String::new() };
    let report = conclude(&right, found(killed), &shrinking(None));
    assert_eq!(report.shrunk.as_ref(), Some(&text));
}

fn shrinking(isolated: Option<&dyn Fn(&str) -> bool>) -> Shrinking<'_> {
    static NEVER: std::sync::OnceLock<Arc<AtomicBool>> = std::sync::OnceLock::new();
    Shrinking {
        step_limit: Duration::from_millis(500),
        time_limit: Duration::from_mins(1),
        stop: NEVER.get_or_init(|| Arc::new(AtomicBool::new(false))),
        isolated,
    }
}

/// What the panic says that comes of it.
fn complaint<T: std::fmt::Debug>(asserted: impl FnOnce() -> T) -> String {
    let message = guard::catch(asserted).expect_err("it fails");
    message.rsplit_once(" at ").expect("the place is named").0.to_owned()
}

#[test]
fn a_campaign_can_be_a_test() {
    let right = subject(Wrong::Nowhere);
    assert_eq!(assert_agree(&right, 1, 50).cases, 50);
    let panicked = |wrong: Arc<dyn Subject>, cases| complaint(|| assert_agree(&wrong, 1, cases));
    let report = panicked(subject(Wrong::Position), 500);
    assert!(report.starts_with("DIVERGENCE heap: engine and oracle differ"), "{report}");
    assert!(report.contains("\nthe case\n  4 2 0\n  3 0\n"), "{report}");
    let nothing = panicked(subject(Wrong::Position), 0);
    assert_eq!(nothing, "not one of 0 cases was played");
}

#[test]
fn cases_can_be_a_test() {
    const TEXT: &str = "9 3 1\n2 3 4 0\n4 2 0\n3 0\n";
    const ANSWER: &str = "1: 3 going on\n2: 2 going on\n";
    let right = subject(Wrong::Nowhere);
    assert_agree_on(&right, TEXT);
    assert_case(&right, TEXT, ANSWER);
    let other = complaint(|| assert_case(&right, TEXT, "1: 3 going on\n"));
    assert!(other.contains("the oracle answers otherwise"), "{other}");

    // The second case comes to four counters.
    let wrong = subject(Wrong::Position);
    for report in [
        complaint(|| assert_agree_on(&wrong, TEXT)),
        complaint(|| assert_case(&wrong, TEXT, ANSWER)),
    ] {
        assert!(report.starts_with("DIVERGENCE heap: engine and oracle differ"), "{report}");
        assert!(report.ends_with("\n4 2 0\n3 0\n"), "{report}");
    }
    let unreadable = complaint(|| assert_agree_on(&right, "9 x"));
    assert!(unreadable.starts_with("line 1, column 3: found `x`"), "{unreadable}");
}
