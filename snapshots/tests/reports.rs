//! Reports of divergences, made with planted faults: for people and as JSON, one of each kind.
//!
//! A fault is planted in the whole process; so these tests have a process of their own, and take
//! turns in it.

use std::fs;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::planted::Fault;
use faults::{Planted, activate};
use harness::Subject;
use harness::campaign::{self, Budget, Found, Origin, Plan};
use harness::conclude::{self, Shrinking};
use harness::random::digest;
use harness::report::Report;
use insta::{Settings, assert_snapshot};
use twinboard_snapshots::{page, plain, settings};

/// What every campaign here follows from.
const SEED: u64 = 1;
/// So many cases show each of the faults, and an engine without a fault soon has played them.
const CASES: u64 = 500;
/// No step takes so long, on whatever machine.
const PATIENCE: Duration = Duration::from_mins(1);
/// For a side that does not come back.
const IMPATIENCE: Duration = Duration::from_secs(1);
/// A case that is longer is not shown as one string of JSON.
const JSON_CASE: usize = 100;

/// A turn in which a fault is planted, or none. It is taken out at the end of the turn.
struct Turn {
    _one_at_a_time: MutexGuard<'static, ()>,
}

impl Turn {
    fn with(fault: Option<&Planted>) -> Self {
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        activate(fault);
        Self { _one_at_a_time: turn }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        activate(None);
    }
}

fn subject(rule_set: &str) -> Arc<dyn Subject> {
    let all = games::all();
    let subject = all.into_iter().find(|subject| subject.name() == rule_set);
    subject.expect("the fault is in the engine of a rule set")
}

/// What a campaign finds that follows from the seed alone.
fn campaign(subject: &Arc<dyn Subject>) -> Option<Found> {
    let plan = Plan {
        seed: SEED,
        budget: Budget::Cases(CASES),
        threads: 1,
        step_limit: PATIENCE,
        // Nothing here changes when a case is added to the corpus.
        corpus: Vec::new(),
    };
    campaign::run(subject, &plan, &Arc::default(), &mut |_| ()).found
}

/// The report that `twinboard verify` would print of it.
fn conclude(subject: &Arc<dyn Subject>, found: Found, step_limit: Duration) -> Report {
    let stop = Arc::new(AtomicBool::new(false));
    let shrinking = Shrinking { step_limit, time_limit: PATIENCE, stop: &stop, isolated: None };
    let mut report = conclude::conclude(subject, found, &shrinking);
    let text = report.text().expect("the case could be made");
    let file = format!("twinboard-out/{}-{:016x}.txt", report.rule_set, digest(text.as_bytes()));
    report.saved = Some(file);
    report
}

/// The snapshots of a report: one for people, one for machines.
fn assert_report(planted: &Planted, report: Report) {
    let name = planted.name.strip_prefix(planted.rule_set).and_then(|name| name.strip_prefix('-'));
    let name = name.expect("the name of a fault begins with its rule set");
    let for_people = without_line_numbers(&plain(&report.render()));
    let shown = Report { case: report.case.map(shortened), ..report };
    let json = serde_json::to_string_pretty(&shown).expect("a report is plain data");
    let description = format!("Planted against {}: {}", planted.clause, planted.imitates);
    settings(&format!("reports/{}", planted.rule_set), &description).bind(|| {
        assert_snapshot!(name, page(for_people));
        assert_snapshot!(format!("{name}-json"), page(without_line_numbers(&json)));
    });
}

fn shortened(case: String) -> String {
    if case.len() > JSON_CASE { format!("({} bytes)", case.len()) } else { case }
}

/// A panic names its place; what is above it in the same file is no concern of a report.
fn without_line_numbers(text: &str) -> String {
    let mut parts = text.split(".rs:");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + ".rs:(line)" + part.trim_start_matches(|c: char| c.is_ascii_digit())
    })
}

/// Plants the fault, and takes the snapshots of the report of what a campaign finds.
fn reported(fault: Fault) {
    let planted = fault.entry();
    let subject = subject(planted.rule_set);
    let _turn = Turn::with(Some(planted));
    let found = campaign(&subject);
    let found = found.unwrap_or_else(|| panic!("{} has to be found", planted.name));
    let report = conclude(&subject, found, PATIENCE);
    assert!(report.shrunk.is_some(), "{} has to be found again", planted.name);
    assert_report(planted, report);
}

#[test]
fn without_a_fault_nothing_is_found() {
    let _turn = Turn::with(None);
    for subject in games::all() {
        assert_eq!(campaign(&subject), None);
    }
}

#[test]
fn a_wrong_position_is_shown_beside_the_right_one() {
    reported(Fault::LowestRun);
}

#[test]
fn a_wrong_outcome_is_shown_beside_the_right_one() {
    reported(Fault::StuckRows);
}

#[test]
fn wrong_legal_moves_are_named() {
    reported(Fault::ListedTwice);
}

#[test]
fn a_wrong_refusal_is_shown_beside_the_right_one() {
    reported(Fault::RefusalOrder);
}

#[test]
fn a_copy_that_is_not_kept_is_a_broken_promise() {
    reported(Fault::CopyShort);
}

#[test]
fn a_hash_that_misses_something_is_a_broken_promise() {
    reported(Fault::HashPlane);
}

#[test]
fn a_panic_is_reported_with_its_message_and_place() {
    reported(Fault::WidestPanic);
}

#[test]
fn a_side_that_does_not_come_back_is_given_up() {
    // Not found by a campaign: that would wait for it again and again to make the case smaller.
    let file = "cases/samegame/region-in-two-words.txt";
    let text = fs::read_to_string(file).expect("the case is there");
    let planted = Fault::EndlessFill.entry();
    let subject = subject(planted.rule_set);
    let _turn = Turn::with(Some(planted));
    let divergence = conclude::check(&subject, &text, IMPATIENCE);
    let divergence = divergence.unwrap_or_else(|| panic!("{} has to be found", planted.name));
    let origin = Origin::Corpus { name: file.to_owned() };
    let found = Found { origin, text: Some(text), divergence };
    let report = conclude(&subject, found, IMPATIENCE);
    let mut settings = Settings::clone_current();
    settings.set_input_file(fs::canonicalize(file).expect("the case is there"));
    settings.bind(|| assert_report(planted, report));
}
