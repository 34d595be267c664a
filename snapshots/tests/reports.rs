//! Reports of divergences, provoked by planted faults: for people and as JSON, one of each kind.
//!
//! The active fault is global to a process; so these tests are a separate process and run one at a
//! time.

use std::fs;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use insta::{Settings, assert_snapshot};
use twinboard_engine::planted::Fault;
use twinboard_faults::{Planted, activate};
use twinboard_harness::Subject;
use twinboard_harness::campaign::{self, CampaignBudget, CampaignPlan, FoundDivergence, Origin};
use twinboard_harness::random::digest;
use twinboard_harness::report::{Report, plain};
use twinboard_harness::triage::{self, Shrinking};
use twinboard_snapshots::{page, settings};

/// Seed of every campaign.
const SEED: u64 = 1;
/// Number of cases of a campaign: enough to show each fault, and quickly played without one.
const CASES: u64 = 200;
/// Step limit that no step reaches, even on a slow machine.
const PATIENCE: Duration = Duration::from_mins(1);
/// Step limit for a side that hangs.
const IMPATIENCE: Duration = Duration::from_millis(250);
/// Length limit, in bytes, of a case in JSON; a longer one is replaced by its length.
const JSON_CASE: usize = 100;

/// Locks out the other tests, each of which activates a fault, and activates this one.
fn turn_with(fault: &Planted) -> MutexGuard<'static, ()> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    activate(Some(fault));
    turn
}

fn subject(rule_set: &str) -> Arc<dyn Subject> {
    let all = twinboard_cli::subjects();
    let subject = all.into_iter().find(|subject| subject.name() == rule_set);
    subject.expect("the fault is in the engine of a rule set")
}

/// The finding of a campaign that depends on the seed only.
fn campaign(subject: &Arc<dyn Subject>) -> Option<FoundDivergence> {
    // Without the corpus, so that new cases do not change the reports.
    let plan = CampaignPlan::new(SEED, CampaignBudget::Cases(CASES));
    campaign::run(subject, &plan, &Arc::default(), &mut |_| ()).found
}

/// The report that `twinboard verify` prints of this finding.
fn conclude(subject: &Arc<dyn Subject>, found: FoundDivergence, step_limit: Duration) -> Report {
    let stop = Arc::new(AtomicBool::new(false));
    let shrinking = Shrinking { step_limit, time_limit: PATIENCE, ..Shrinking::new(&stop) };
    let mut report = triage::triage(subject, found, &shrinking);
    let text = report.text().expect("the finding has a case");
    let file = format!("twinboard-out/{}-{:016x}.txt", report.rule_set, digest(text.as_bytes()));
    report.saved = Some(file);
    report
}

/// Asserts the snapshots of a report: the text for people, and JSON.
fn assert_report(planted: &Planted, report: Report) {
    let name = planted.name.strip_prefix(planted.rule_set).and_then(|name| name.strip_prefix('-'));
    let name = name.expect("the name of a fault begins with its rule set");
    let for_people = without_line_numbers(&plain(&report.render()));
    let shorten = |case: String| {
        if case.len() > JSON_CASE { format!("({} bytes)", case.len()) } else { case }
    };
    let shown = Report { case: report.case.map(shorten), ..report };
    let json = serde_json::to_string_pretty(&shown).expect("a report is plain data");
    let description = format!("Planted against {}: {}", planted.clause, planted.imitates);
    settings(&format!("reports/{}", planted.rule_set), &description).bind(|| {
        assert_snapshot!(name, page(for_people));
        assert_snapshot!(format!("{name}-json"), page(without_line_numbers(&json)));
    });
}

/// The text without the line numbers of panics, which change with every edit of the file.
fn without_line_numbers(text: &str) -> String {
    let mut parts = text.split(".rs:");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + ".rs:(line)" + part.trim_start_matches(|c: char| c.is_ascii_digit())
    })
}

#[test]
fn each_kind_of_finding_is_reported() {
    for fault in [
        // Wrong positions, outcomes and refusals stand next to the right ones; moves are named.
        Fault::LowestRun,
        Fault::StuckRows,
        Fault::RefusalOrder,
        Fault::ListedTwice,
        // A copy and a hash break an invariant. A panic has its message and place.
        Fault::CopyShort,
        Fault::HashPlane,
        Fault::WidestPanic,
    ] {
        let planted = fault.entry();
        let subject = subject(planted.rule_set);
        let _turn = turn_with(planted);
        let found = campaign(&subject);
        let found = found.unwrap_or_else(|| panic!("{} was not found", planted.name));
        let report = conclude(&subject, found, PATIENCE);
        assert!(report.shrunk.is_some(), "{} was not found again", planted.name);
        assert_report(planted, report);
    }
}

#[test]
fn a_side_that_hangs_is_abandoned() {
    // No campaign: shrinking would wait for the step limit at each candidate.
    let file = "cases/samegame/region-in-two-words.txt";
    let text = fs::read_to_string(file).expect("the case exists");
    let planted = Fault::EndlessFill.entry();
    let subject = subject(planted.rule_set);
    let _turn = turn_with(planted);
    let case = subject.case(&text).expect("a case");
    let divergence = triage::play(&subject, &case, IMPATIENCE).divergence();
    let divergence = divergence.unwrap_or_else(|| panic!("{} was not found", planted.name));
    let origin = Origin::Corpus { name: file.to_owned() };
    let found = FoundDivergence { origin, case: Some(case), divergence };
    let report = conclude(&subject, found, IMPATIENCE);
    let mut settings = Settings::clone_current();
    settings.set_input_file(fs::canonicalize(file).expect("the case exists"));
    settings.bind(|| assert_report(planted, report));
}
