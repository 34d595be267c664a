//! Noticing planted faults: each in a process of its own, by a short campaign with a fixed seed,
//! with a small case in the end.

use std::env;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use twinboard_faults::Planted;
use twinboard_harness::campaign::{self, CampaignBudget, CampaignPlan, FoundDivergence};
use twinboard_harness::triage::{Shrinking, triage};
use twinboard_harness::{Finding, Subject};
use twinboard_registration::Registration;

const SEED: u64 = 20_041_995;

/// Cases of a short campaign, far fewer than the default.
pub(crate) const CASES: u64 = 400;

/// The faults of a test, and what is known about them.
pub(crate) struct Catalogue {
    /// The rule sets that the faults are in.
    pub(crate) registrations: fn() -> Vec<Registration>,
    pub(crate) faults: fn() -> Vec<&'static Planted>,
    /// The largest cells and moves of a shrunk case.
    pub(crate) size_max: (usize, usize),
    /// Faults whose smallest case has more cells or moves, with the limits and the reason.
    pub(crate) larger: &'static [(&'static str, (usize, usize), &'static str)],
    /// Faults that random cases meet too rarely for a short campaign, or after ten seconds or more,
    /// each with the file of the corpus that shows it.
    pub(crate) rare: &'static [(&'static str, &'static str)],
    /// Faults whose cases take more than a second to shrink, each with the reason. Their sizes are
    /// checked with the feature `long-tests`.
    pub(crate) slow: &'static [(&'static str, &'static str)],
    /// Faults that hang for the whole step limit, which is short for them.
    pub(crate) hanging: &'static [&'static str],
}

/// Holds the lock of the only active fault; none is active after it is dropped.
pub(crate) struct Active(
    #[expect(dead_code, reason = "held for its lock")] MutexGuard<'static, ()>,
);

impl Active {
    pub(crate) fn fault(fault: Option<&Planted>) -> Self {
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

impl Catalogue {
    fn subjects(&self) -> impl Iterator<Item = Arc<dyn Subject>> {
        (self.registrations)().into_iter().map(|it| Arc::clone(it.subject()))
    }

    /// The pairing whose engine or solver has the fault.
    pub(crate) fn subject_with(&self, fault: &Planted) -> Arc<dyn Subject> {
        let all = (self.registrations)();
        let other = |registration: &Registration| {
            registration.with_other_engine(registration.other_engine_of_fault(fault.name)?)
        };
        if let Some(registration) = all.iter().find_map(other) {
            return Arc::clone(registration.subject());
        }
        let mut subjects = self.subjects();
        subjects.find(|it| it.name() == fault.rule_set).expect("the rule set is registered")
    }

    /// Step limit after which a side counts as hung. A longer limit is safer on a busy machine, but
    /// a fault that hangs costs it several times.
    pub(crate) fn step_limit(&self, fault: Option<&Planted>) -> Duration {
        if fault.is_some_and(|fault| self.hanging.contains(&fault.name)) {
            Duration::from_millis(200)
        } else {
            Duration::from_secs(2)
        }
    }

    pub(crate) fn finds_nothing_without(&self) {
        let _active = Active::fault(None);
        for subject in self.subjects() {
            let found = find(&subject, CASES, self.step_limit(None)).map(|found| found.case);
            assert!(found.is_none(), "{found:?}");
        }
    }

    /// A fault is active in a whole process, so each has a process of its own, one on each CPU.
    /// `test` is the name of the test that calls this.
    pub(crate) fn notice_all(&self, test: &str) {
        let all = (self.faults)();
        if let Ok(name) = env::var(FAULT) {
            return self
                .notice(all.iter().find(|planted| planted.name == name).expect("it is planted"));
        }
        let next = Mutex::new(all.iter());
        let failures = Mutex::new(String::new());
        let notice_some = || {
            while let Some(planted) = { next.lock().unwrap().next() } {
                let mut process = Command::new(env::current_exe().expect("the test has a path"));
                process.args(["--exact", test, "--nocapture"]).env(FAULT, planted.name);
                // The message suffices; the faults have no backtraces of interest.
                let done = process.env("RUST_BACKTRACE", "0").output().expect("it can be started");
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

    fn notice(&self, planted: &Planted) {
        let Planted { name, rule_set, .. } = *planted;
        let _active = Active::fault(Some(planted));
        let subject = self.subject_with(planted);
        let limit = self.step_limit(Some(planted));
        // A short campaign would take long, or not find it.
        if let Some((_, file)) = self.rare.iter().find(|(rare, _)| *rare == name) {
            let case = twinboard_games::corpus(rule_set).find(|there| there.path == *file);
            let case = case.unwrap_or_else(|| panic!("{file} is not built in")).text;
            let case = str::from_utf8(case).expect("cases are text");
            let case = subject.case(case).expect("a case");
            let found = twinboard_harness::triage::play(&subject, &case, limit).divergence();
            assert!(found.is_some(), "{name} is not shown by {file}");
            return;
        }
        let started = Instant::now();
        let found = find(&subject, CASES, limit);
        let found = found.unwrap_or_else(|| panic!("{name} was not noticed in {CASES} cases"));
        let seconds = started.elapsed().as_secs_f64();
        let origin = format!("{:?}", found.origin);
        if cfg!(not(feature = "long-tests")) && self.slow.iter().any(|(slow, _)| *slow == name) {
            let finding = &found.divergence.finding;
            println!("{name:28} {seconds:6.2} s  {origin}  not shrunk: {finding}");
            return;
        }
        let report = triage(&subject, found, &shrinking(limit));
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
        let is_small = is_within(self.size_max);
        match self.larger.iter().find(|(larger, ..)| *larger == name) {
            Some(_) if is_small => panic!("{name} shrinks well: the exception is obsolete"),
            Some((_, size_max, _)) if is_within(*size_max) => {}
            _ => assert!(is_small, "{name} shrinks to {cells} cells and {moves} moves:\n{text}"),
        }
    }
}

/// Variable by which a process of this test gets its fault.
const FAULT: &str = "TWINBOARD_TEST_FAULT";

fn find(subject: &Arc<dyn Subject>, cases: u64, step_limit: Duration) -> Option<FoundDivergence> {
    find_with(SEED, subject, cases, step_limit)
}

pub(crate) fn find_with(
    seed: u64,
    subject: &Arc<dyn Subject>,
    cases: u64,
    step_limit: Duration,
) -> Option<FoundDivergence> {
    // On one thread, because each CPU has another fault, and each hang leaves a thread that takes a
    // CPU; and without the corpus, which was written with these faults in mind.
    let plan = CampaignPlan { step_limit, ..CampaignPlan::new(seed, CampaignBudget::Cases(cases)) };
    campaign::run(subject, &plan, &Arc::new(AtomicBool::new(false)), &mut |_| ()).found
}

/// Cells and moves of a case.
fn size(subject: &Arc<dyn Subject>, text: &str) -> (usize, usize) {
    let frames = subject.frames(&subject.case(text).expect("a saved case can be read"));
    let board = &frames[0].picture;
    (board.rows.len() * board.columns.len(), frames.len() - 1)
}

pub(crate) fn shrinking(step_limit: Duration) -> Shrinking<'static> {
    static STOP: std::sync::OnceLock<Arc<AtomicBool>> = std::sync::OnceLock::new();
    Shrinking {
        step_limit,
        time_limit: Duration::from_mins(2),
        ..Shrinking::new(STOP.get_or_init(|| Arc::new(AtomicBool::new(false))))
    }
}
