//! A campaign as a test of one's own.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use crate::campaign::{self, Budget, Plan};
use crate::conclude::{Shrinking, conclude};
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
        panic!("{}", anstream::adapter::strip_str(&conclude(subject, found, &shrinking).render()));
    }
    assert!(outcome.stats.cases > 0, "not one of {cases} cases was played");
    outcome.stats
}
