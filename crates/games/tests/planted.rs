//! Every planted fault, of an engine or of the solver, is noticed by a short campaign with a fixed
//! seed, and shrinks to a small case.
//!
//! This proves that the checks can fail. It needs a test binary of its own, because a fault is
//! active in the whole process.

use std::collections::BTreeSet;
use std::env;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use twinboard_engine::planted::Fault;
use twinboard_faults::{Place, Planted};
use twinboard_harness::campaign::{self, CampaignBudget, CampaignPlan, FoundDivergence};
use twinboard_harness::conclude::{Shrinking, conclude};
use twinboard_harness::shard::Shard;
use twinboard_harness::{Finding, Subject};
use twinboard_registration::Registration;

const SEED: u64 = 20_041_995;

/// Cases of a short campaign, far fewer than the default.
const CASES: u64 = 400;

/// The largest cells and moves of a shrunk case. A wrong answer of the solver takes numbers that
/// compete for cells, but not on the first board: a board of up to 6 × 6, and no move.
const fn most(place: Place) -> (usize, usize) {
    match place {
        Place::Engine => (12, 3),
        Place::Solver => (36, 0),
    }
}

/// Faults whose smallest case has more cells or moves, with the limits and the reason.
const LARGER: &[(&str, (usize, usize), &str)] = &[
    (
        "samegame-lane-carry",
        (32, 3),
        "row 16 must meet row 1 of the next column: 16 rows, 2 columns",
    ),
    ("samegame-forty-columns", (41, 3), "a column beyond the fortieth"),
    ("samegame-widest-panic", (64, 3), "64 columns"),
    ("samegame-refused", (64, 3), "64 columns"),
    ("samegame-batch-squares", (1024, 3), "a group of 256 cells, which a random game removes"),
    ("samegame-sample-many", (96, 3), "more than 40 cells that may begin a group"),
    (
        "paint-stale-alive",
        (81, 3),
        "the steps of numbers are kept on boards larger than 8 x 8 only",
    ),
    (
        "paint-pairs-once",
        (100, 9),
        "what is drawn is slightly uneven, which shows by chance on positions with many moves",
    ),
    ("paint-no-empty-column", (64, 3), "a row must have as many cells as in a word: 8 x 8"),
    ("paint-never-fresh", (81, 3), "what a number reaches must not fit into a word of 8 x 8"),
];

/// Faults that random cases meet too rarely for a short campaign, or after ten seconds or more,
/// each with the file of the corpus that shows it.
const RARE: &[(&str, &str)] = &[
    ("paint-solver-undo-forgets", "corpus/paint/edge/moves-that-kill-the-same-numbers.txt"),
    ("paint-solver-not-below", "corpus/paint/edge/invalid-two-numbers-as-in-the-statement.txt"),
    ("paint-solver-half-mirrored", "corpus/paint/edge/not-its-own-mirror-image.txt"),
    ("paint-solver-guess-kept", "corpus/paint/edge/a-guess-that-takes-long.txt"),
    ("paint-solver-maybe-seen", "corpus/paint/edge/two-numbers-die-by-one-way-of-two.txt"),
    ("paint-solver-mirrored-resumed", "corpus/paint/edge/mirror-images-in-a-search-resumed.txt"),
];

/// Faults whose cases take five seconds or more to shrink, each with the reason. Their sizes are
/// checked with the feature `long-tests`.
const SLOW: &[(&str, &str)] = &[
    ("samegame-sample-many", "each candidate is judged by drawing moves thousands of times"),
    ("paint-pairs-once", "each candidate is judged by drawing moves thousands of times"),
    ("paint-solver-share-lost", "each candidate is judged by playing its games to their ends"),
    ("paint-solver-way-lost", "each candidate is judged by playing its games to their ends"),
    ("paint-solver-ball-short", "each candidate is judged by playing its games to their ends"),
];

/// Holds the lock of the only active fault; none is active after it is dropped.
struct Active(#[expect(dead_code, reason = "held for its lock")] MutexGuard<'static, ()>);

impl Active {
    fn fault(fault: Option<&Planted>) -> Self {
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let lock = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        twinboard_faults::activate(fault);
        Self(lock)
    }
}

impl Drop for Active {
    fn drop(&mut self) {
        twinboard_faults::activate(None);
    }
}

/// The pairing whose engine or solver has the fault.
fn subject_with(fault: &Planted) -> Arc<dyn Subject> {
    let all = twinboard_games::registrations();
    let other = |registration: &Registration| {
        registration.with_other_engine(registration.other_engine_of_fault(fault.name)?)
    };
    match all.iter().find_map(other) {
        Some(registration) => Arc::clone(registration.subject()),
        None => subject(fault.rule_set),
    }
}

fn subject(rule_set: &str) -> Arc<dyn Subject> {
    let all = twinboard_games::all();
    all.into_iter().find(|subject| subject.name() == rule_set).expect("the rule set is built in")
}

/// Step limit after which a side counts as hung. A longer limit is safer on a busy machine, but a
/// fault that hangs costs it several times.
fn step_limit(fault: Option<&Planted>) -> Duration {
    if fault == Some(Fault::EndlessFill.entry()) {
        Duration::from_millis(200)
    } else {
        Duration::from_secs(2)
    }
}

fn find(subject: &Arc<dyn Subject>, cases: u64, step_limit: Duration) -> Option<FoundDivergence> {
    find_with(SEED, subject, cases, step_limit)
}

fn find_with(
    seed: u64,
    subject: &Arc<dyn Subject>,
    cases: u64,
    step_limit: Duration,
) -> Option<FoundDivergence> {
    let plan = CampaignPlan {
        seed,
        budget: CampaignBudget::Cases(cases),
        // Each CPU has another fault, and each hang leaves a thread that takes a CPU.
        threads: 1,
        step_limit,
        // Without the corpus, which was written with these faults in mind.
        corpus: Vec::new(),
        shard: Shard::WHOLE,
    };
    campaign::run(subject, &plan, &Arc::new(AtomicBool::new(false)), &mut |_| ()).found
}

/// Cells and moves of a case.
fn size(subject: &Arc<dyn Subject>, text: &str) -> (usize, usize) {
    let frames = subject.frames(text.as_bytes()).expect("a saved case can be read");
    let board = &frames[0].picture;
    (board.rows.len() * board.columns.len(), frames.len() - 1)
}

#[test]
fn without_a_fault_the_same_campaign_finds_nothing() {
    let _active = Active::fault(None);
    for subject in twinboard_games::all() {
        let found = find(&subject, CASES, step_limit(None));
        assert!(found.is_none(), "{}", found.map_or(String::new(), |f| format!("{:?}", f.text)));
    }
}

/// Variable by which a process of this test gets its fault.
const FAULT: &str = "TWINBOARD_TEST_FAULT";

/// A fault is active in a whole process, so each has a process of its own, one on each CPU.
#[test]
fn every_planted_fault_is_noticed_and_shrinks_to_a_small_case() {
    let all = twinboard_games::faults();
    if let Ok(name) = env::var(FAULT) {
        return notice(all.iter().find(|planted| planted.name == name).expect("it is planted"));
    }
    let next = Mutex::new(all.iter());
    let failures = Mutex::new(String::new());
    let notice_some = || {
        while let Some(planted) = { next.lock().unwrap().next() } {
            let mut test = Command::new(env::current_exe().expect("the test has a path"));
            let name = "every_planted_fault_is_noticed_and_shrinks_to_a_small_case";
            test.args(["--exact", name, "--nocapture"]).env(FAULT, planted.name);
            // The message suffices; the faults have no backtraces of interest.
            let done = test.env("RUST_BACKTRACE", "0").output().expect("it can be started");
            let printed = String::from_utf8_lossy(&done.stdout);
            print!("{printed}");
            // A process that was killed prints nothing, and one without the test succeeds.
            if !done.status.success() || !printed.contains("1 passed") {
                let message = String::from_utf8_lossy(&done.stderr);
                let failure = format!("{}: {}\n{message}", planted.name, done.status);
                *failures.lock().unwrap() += &failure;
            }
        }
    };
    thread::scope(|scope| {
        let count = thread::available_parallelism().map_or(1, usize::from);
        (0..count).for_each(|_| drop(scope.spawn(notice_some)));
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{failures}");
}

/// Notices and shrinks the fault.
fn notice(planted: &Planted) {
    let Planted { name, rule_set, place, .. } = *planted;
    let _active = Active::fault(Some(planted));
    let subject = subject_with(planted);
    let limit = step_limit(Some(planted));
    // A short campaign would take long, or not find it.
    if let Some((_, file)) = RARE.iter().find(|(rare, _)| *rare == name) {
        let case = twinboard_games::corpus(rule_set).find(|there| there.path == *file);
        let case = case.unwrap_or_else(|| panic!("{file} is not built in")).text;
        let case = str::from_utf8(case).expect("cases are text");
        let found = twinboard_harness::conclude::check(&subject, case, limit);
        assert!(found.is_some(), "{name} is not shown by {file}");
        return;
    }
    let started = Instant::now();
    let found = find(&subject, CASES, limit);
    let found = found.unwrap_or_else(|| panic!("{name} was not noticed in {CASES} cases"));
    let seconds = started.elapsed().as_secs_f64();
    let origin = format!("{:?}", found.origin);
    if cfg!(not(feature = "long-tests")) && SLOW.iter().any(|(slow, _)| *slow == name) {
        let finding = &found.divergence.finding;
        println!("{name:28} {seconds:6.2} s  {origin}  not shrunk: {finding}");
        return;
    }
    let report = conclude(&subject, found, &shrinking(limit));
    let in_all = started.elapsed().as_secs_f64();
    let text = report.text().expect("the case could be made");
    let (cells, moves) = size(&subject, text);
    let finding = &report.divergence.finding;
    println!(
        "{name:28} {seconds:6.2} s, {in_all:6.2} s with shrinking  {origin}  {cells} cells, {moves} moves: {finding}"
    );
    assert!(report.shrunk.is_some(), "{name} does not fail again:\n{text}");
    // A case that hangs is shrunk in child processes, which is tested where the command is.
    if matches!(finding, Finding::Hung { .. }) {
        return;
    }
    let is_within = |(cells_max, moves_max)| cells <= cells_max && moves <= moves_max;
    let is_small = is_within(most(place));
    match LARGER.iter().find(|(larger, ..)| *larger == name) {
        Some(_) if is_small => panic!("{name} shrinks well: the exception is obsolete"),
        Some((_, most, _)) if is_within(*most) => {}
        _ => assert!(is_small, "{name} shrinks to {cells} cells and {moves} moves:\n{text}"),
    }
}

/// `selftest` and `corpus stats` take the faults rule set by rule set.
#[test]
fn names_are_unique_and_grouped_by_rule_set() {
    let faults = twinboard_games::faults();
    let names: BTreeSet<_> = faults.iter().map(|planted| planted.name).collect();
    assert_eq!(names.len(), faults.len());
    let mut rule_sets: Vec<_> = faults.iter().map(|planted| planted.rule_set).collect();
    rule_sets.dedup();
    let all = twinboard_games::all();
    assert_eq!(rule_sets, all.iter().map(|subject| subject.name()).collect::<Vec<_>>());
}

#[test]
fn the_mistake_that_a_fault_imitates_is_described_in_a_sentence() {
    for Planted { imitates, .. } in twinboard_games::faults() {
        assert!(imitates.starts_with(char::is_uppercase) && imitates.ends_with('.'), "{imitates}");
        assert!(!imitates.contains("  "), "{imitates}");
    }
}

/// Faults that show with some colours or symbols only, so that campaigns often meet them in a
/// transformed game.
const OF_COLOURS: [Fault; 3] = [Fault::ColourZero, Fault::TopPlane, Fault::SymbolBit];

/// Campaigns with each of these faults.
const SEEDS: u64 = if cfg!(feature = "long-tests") { 10 } else { 4 };

#[test]
fn a_fault_of_colours_is_a_plain_difference_with_every_seed_and_shrinks_to_few_cases() {
    for fault in OF_COLOURS {
        let planted @ Planted { name, .. } = fault.entry();
        let _active = Active::fault(Some(planted));
        let (subject, limit) = (subject_with(planted), step_limit(Some(planted)));
        let mut cases = BTreeSet::new();
        for seed in 1..=SEEDS {
            let found = find_with(seed, &subject, CASES, limit);
            let report = conclude(&subject, found.expect("it is noticed"), &shrinking(limit));
            let finding = &report.divergence.finding;
            assert!(matches!(finding, Finding::Differs { .. }), "{name}, seed {seed}: {finding}");
            cases.extend(report.shrunk);
        }
        println!("{name}: {cases:?}");
        // No step of shrinking mirrors a board: two cells side by side or diagonal, in both orders
        // of the symbols.
        assert!(cases.len() <= 4, "{name}: {cases:#?}");
    }
}

fn shrinking(step_limit: Duration) -> Shrinking<'static> {
    static STOP: std::sync::OnceLock<Arc<AtomicBool>> = std::sync::OnceLock::new();
    Shrinking {
        step_limit,
        // More than any of them needs: the size of a case must not depend on the machine.
        time_limit: Duration::from_mins(2),
        stop: STOP.get_or_init(|| Arc::new(AtomicBool::new(false))),
        isolated: None,
    }
}
