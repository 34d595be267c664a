//! Lockstep, with known differences.

use crate::check::checks::Checks;
use crate::check::lockstep::{self, Verdict};
use crate::model::activity::Activity;
use crate::model::any_case::AnyCase;
use crate::model::move_policy::MovePolicy;
use crate::model::pairing::Pairing;
use crate::model::rules::{CaseOf, RuleSet};
use crate::model::stats::Stats;

/// Result of playing one case in lockstep.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Agreement, divergence, or the side that does not support the set-up.
    pub verdict: Verdict,
    /// The case as played; `None` unless it diverged.
    pub case: Option<AnyCase>,
    /// Counters of this case.
    pub stats: Stats,
}

impl<R: RuleSet> Pairing<R> {
    /// Plays a case in lockstep.
    pub(super) fn run(
        &self,
        case: CaseOf<R>,
        policy: Option<&mut MovePolicy>,
        checks: Checks,
        activity: &Activity,
    ) -> Checked {
        self.run_behind(case, policy, checks, activity).0
    }

    /// The same, and the case as it was played if its divergence is behind a known difference.
    pub(super) fn run_behind(
        &self,
        case: CaseOf<R>,
        policy: Option<&mut MovePolicy>,
        checks: Checks,
        activity: &Activity,
    ) -> (Checked, Option<CaseOf<R>>) {
        let mut stats = Stats::default();
        let (verdict, case) = lockstep::run(self, case, policy, checks, activity, &mut stats);
        let Verdict::Diverged(divergence) = verdict else {
            return (Checked { verdict, case: None, stats }, None);
        };
        let (index, divergence, behind) = if let Some(index) = self.covering(&divergence) {
            (index, divergence, None)
        } else if let Some((index, known)) = self.known_before(&divergence, &case, activity) {
            (index, known, Some(case))
        } else {
            let case = Some(AnyCase::new(self.rules(), case));
            return (Checked { verdict: Verdict::Diverged(divergence), case, stats }, None);
        };
        stats.known = vec![0; self.known().len()];
        stats.known[index] = 1;
        let verdict = Verdict::Known(index, divergence);
        (Checked { verdict, case: None, stats }, behind)
    }
}
