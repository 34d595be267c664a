//! The measurements of a rule set, and the kind of build that made them.

use serde::Serialize;
use twinboard_harness::bench::{Measured, Note};

use crate::output::tally::Tally;

/// Recorded in the results, since builds with and without debug assertions are not comparable.
pub(super) const DEBUG_ASSERTIONS: bool = cfg!(debug_assertions);

/// The measurements of a rule set.
#[derive(Serialize)]
pub(super) struct Measurements {
    pub(super) rule_set: &'static str,
    pub(super) seed: u64,
    pub(super) debug_assertions: bool,
    pub(super) interrupted: bool,
    pub(super) workloads: Vec<Measured>,
    pub(super) fuzz_body: Option<FuzzBody>,
    pub(super) notes: Vec<Note>,
    /// The probable reason if no round of a workload was completed.
    #[serde(skip)]
    pub(super) refusing: Option<&'static str>,
}

/// The results as JSON.
#[derive(Serialize)]
pub(super) struct AllMeasurements<'a> {
    pub(super) rule_sets: &'a [Measurements],
}

impl Measurements {
    /// The workloads that were measured, and those of which no round was completed.
    pub(super) fn tally(&self) -> Tally {
        let without = self.workloads.iter().filter(|measured| measured.rounds == 0).count() as u64;
        let mut reason = "no round was completed".to_owned();
        if let Some(refusing) = self.refusing {
            reason = format!("{reason}; {refusing}");
        }
        Tally::new("workload", "measured")
            .named(self.rule_set)
            .with(self.workloads.len() as u64 - without)
            .without(without, reason)
            .interrupted_if(self.interrupted)
    }
}

/// The speed of the fuzz target.
#[derive(Serialize)]
pub(super) struct FuzzBody {
    pub(super) executions: usize,
    pub(super) executions_per_second: f64,
}

/// States the kind of this build, and the other one.
pub(super) fn build() -> &'static str {
    if DEBUG_ASSERTIONS {
        "warning: this build has debug assertions, like all builds that should verify; a profile \
         without them measures the speed that users get (in a clone of Twinboard: \
         `cargo bench-twinboard`)\n\n"
    } else {
        "This build has no debug assertions; builds that should verify have them, and are slower.\n\n"
    }
}
