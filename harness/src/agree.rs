//! Campaigns and cases as tests of one's own.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use board::Limits;

use crate::activity::Side;
use crate::campaign::{self, Budget, Plan};
use crate::conclude::{self, Shrinking, conclude};
use crate::report;
use crate::stats::Stats;
use crate::subject::Subject;

/// When a step counts as not coming back, also on a busy machine.
const STEP_LIMIT: Duration = Duration::from_secs(5);
/// When to be content with what shrinking has reached.
const SHRINKING: Duration = Duration::from_secs(20);

/// Plays so many cases, which follow from `seed`, on both sides, and gives what they went through.
///
/// A case that does not come back is reported as it was drawn: to shrink it takes a process that
/// can be ended, as the command has.
///
/// # Panics
///
/// With the report of the first divergence, its case shrunk; or if not a single case was played.
#[track_caller]
pub fn assert_agree(subject: &Arc<dyn Subject>, seed: u64, cases: u64) -> Stats {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let (budget, corpus) = (Budget::Cases(cases), Vec::new());
    let plan = Plan { seed, budget, threads, step_limit: STEP_LIMIT, corpus };
    let stop = Arc::new(AtomicBool::new(false));
    let outcome = campaign::run(subject, &plan, &stop, &mut |_| ());
    if let Some(found) = outcome.found {
        let shrinking = Shrinking {
            step_limit: STEP_LIMIT,
            time_limit: SHRINKING,
            stop: &stop,
            isolated: None,
        };
        panic!("{}", conclude(subject, found, &shrinking));
    }
    assert!(outcome.stats.cases > 0, "not one of {cases} cases was played");
    outcome.stats
}

/// Plays every case of a text on both sides: a file of a corpus, say.
///
/// # Panics
///
/// With the report of the first divergence; or if the text cannot be read.
#[track_caller]
pub fn assert_agree_on(subject: &Arc<dyn Subject>, text: &str) {
    let cases = subject.split(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    for case in cases {
        if let Some((divergence, case)) = conclude::find(subject, &case, STEP_LIMIT) {
            let headline = report::headline(subject.name(), &divergence.finding);
            let report = format!("{headline}\n{}", report::render_divergence(&divergence));
            panic!("{}\n{case}", anstream::adapter::strip_str(&report));
        }
    }
}

/// Plays every case of a text on both sides, and holds what each of them prints for it to `answer`:
/// the form in which `twinboard to-test` keeps a case for good.
///
/// # Panics
///
/// With the report of the first divergence, or with both answers if they are not as expected; or
/// if the text cannot be read.
#[track_caller]
pub fn assert_case(subject: &Arc<dyn Subject>, text: &str, answer: &str) {
    assert_agree_on(subject, text);
    for side in [Side::Oracle, Side::Engine] {
        let mut printed = Vec::new();
        let played = subject.play(side, Box::new(text.as_bytes()), Limits::Case, &mut printed);
        assert!(played.is_ok(), "the {side} stopped: {played:?}");
        assert_eq!(String::from_utf8_lossy(&printed), answer, "the {side} answers otherwise");
    }
}
