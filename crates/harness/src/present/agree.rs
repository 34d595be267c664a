//! Assertions for `#[test]` functions: campaigns and single cases that fail with a full report.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use twinboard_vocabulary::Limits;

use crate::drive::campaign::{self, CampaignBudget, CampaignPlan};
use crate::drive::subject::Subject;
use crate::model::activity::Side;
use crate::model::stats::Stats;
use crate::present::report;
use crate::present::triage::{self, Replayed, Shrinking, triage};

/// Time limit of a single step, after which it counts as hung. Long enough for a busy machine.
const STEP_LIMIT: Duration = Duration::from_secs(5);
/// Time limit of shrinking; then the smallest case so far is reported.
const SHRINKING_LIMIT: Duration = Duration::from_secs(20);

/// Runs a campaign of `cases` generated cases on all processors and returns its coverage. Cases
/// follow from `seed`, so a failing test fails again.
///
/// A case that hangs is reported as it was drawn: shrinking it takes child processes that can be
/// killed, as the command has.
///
/// ```
/// use std::sync::Arc;
/// use twinboard_harness::nim::{Heap, Nim};
/// use twinboard_harness::{Pairing, Subject, assert_agree};
///
/// let subject: Arc<dyn Subject> = Pairing::new(Nim, Heap::set_up, Heap::set_up).subject();
/// let stats = assert_agree(&subject, 1, 200);
/// assert_eq!(stats.cases, 200);
/// assert!(stats.deep > 20, "cases with three accepted moves or more are common");
/// ```
///
/// # Panics
///
/// Panics with the report of the first divergence, its case shrunk; or if every case was skipped
/// because a side does not support its set-up.
#[track_caller]
pub fn assert_agree(subject: &Arc<dyn Subject>, seed: u64, cases: u64) -> Stats {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let plan = CampaignPlan {
        threads,
        step_limit: STEP_LIMIT,
        ..CampaignPlan::new(seed, CampaignBudget::Cases(cases))
    };
    let stop = Arc::new(AtomicBool::new(false));
    let result = campaign::run(subject, &plan, &stop, &mut |_| ());
    if let Some(found) = result.found {
        let shrinking = Shrinking {
            step_limit: STEP_LIMIT,
            time_limit: SHRINKING_LIMIT,
            ..Shrinking::new(&stop)
        };
        panic!("{}", triage(subject, found, &shrinking));
    }
    let why = result.stats.undrawn.map_or_else(String::new, |undrawn| format!(": {undrawn}"));
    assert!(result.stats.cases > 0, "not one of {cases} cases was played{why}");
    result.stats
}

/// Plays every case of a case file on both sides, such as a file of a corpus.
///
/// ```should_panic
/// # use std::sync::Arc;
/// # use twinboard_harness::nim::{Heap, Nim};
/// # use twinboard_harness::{Pairing, Subject, assert_agree_on};
/// // This engine lets a player take four stones.
/// let subject: Arc<dyn Subject> = Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up).subject();
/// assert_agree_on(&subject, "3\n> 3\n");  // passes: there are no four stones
/// assert_agree_on(&subject, "7\n> 4\n");  // panics with the report
/// ```
///
/// # Panics
///
/// Panics with the report of the first divergence; or if nothing was compared, because the text has
/// no case or a side supports the set-up of none; or if the text breaks the format of case files.
#[track_caller]
pub fn assert_agree_on(subject: &Arc<dyn Subject>, text: &str) {
    let cases = subject.read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let (mut is_compared, mut why) = (false, "there is no case".to_owned());
    for case in cases {
        match triage::replay(subject, &case, STEP_LIMIT) {
            Replayed::Diverged(divergence, case) => {
                let headline = report::title(subject.name(), &divergence);
                let report = format!("{headline}\n{}", report::render_divergence(&divergence));
                panic!("{}\n{}", report::plain(&report), case.text());
            }
            Replayed::Skipped(side) => why = format!("the {side} does not support the set-up"),
            Replayed::Agreed | Replayed::Known(..) => is_compared = true,
        }
    }
    assert!(is_compared, "nothing was compared: {why}");
}

/// Plays every case of a case file on both sides and compares the answers that each side prints
/// with `answer`. `twinboard to-test` writes regression tests of this form.
///
/// ```
/// # use std::sync::Arc;
/// # use twinboard_harness::nim::{Heap, Nim};
/// # use twinboard_harness::{Pairing, Subject, assert_case};
/// # let subject: Arc<dyn Subject> = Pairing::new(Nim, Heap::set_up, Heap::set_up).subject();
/// // Seven stones, two moves; then the position and whether the game is over.
/// assert_case(&subject, "7\n> 3\n> 2\n", "2\nfalse\n");
/// ```
///
/// # Panics
///
/// Panics with the report of the first divergence, or with both answers if one is not as expected;
/// or if the text breaks the format of case files.
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
