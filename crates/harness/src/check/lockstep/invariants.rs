//! Invariants of the state on which both sides agree.

use super::state::{Answers, Lockstep};
use crate::check::compare::broken_invariants;
use crate::model::activity::Side;
use crate::model::divergence::Finding;
use crate::model::rules::{Observed, RuleSet, Step};

impl<R: RuleSet> Lockstep<'_, R> {
    /// Checks the invariants, which need no second implementation. Both sides agree by now, so the
    /// oracle's answers are enough, unless the results differ where the rule set permits it
    /// ([`RuleSet::same_event`]): then the engine's are checked too.
    pub(super) fn check_invariants(&self) -> Result<(), Finding> {
        let broken_by = |answers| {
            self.observed(answers)
                .map_or(Vec::new(), |observed| broken_invariants(self.rules, &observed))
        };
        let is_same_result = self.engine.result == self.oracle.result;
        let by_oracle = broken_by(&self.oracle);
        let by_engine = if is_same_result { Vec::new() } else { broken_by(&self.engine) };
        // A side is named only if it breaks the invariant alone. If both do, the invariant itself
        // may be wrong.
        let first = by_oracle.first().map(|first| (Side::Oracle, first));
        let Some((side, (invariant, detail))) =
            first.or_else(|| by_engine.first().map(|first| (Side::Engine, first)))
        else {
            return Ok(());
        };
        let is_by_both = is_same_result
            || side == Side::Oracle && by_engine.iter().any(|(name, _)| name == invariant);
        let side = (!is_by_both).then_some(side);
        Err(Finding::Broken { side, invariant: invariant.clone(), detail: detail.clone() })
    }

    /// The current step with the answers of one side, from which invariants are checked and the
    /// clauses of the rules counted ([`Clause`](crate::Clause)); `None` before the side has been
    /// observed.
    pub(super) fn observed<'s>(
        &'s self,
        answers: &'s Answers<R::Vocabulary>,
    ) -> Option<Observed<'s, R::Vocabulary>> {
        let step = match (&self.before, &self.mv, &answers.result) {
            (Some(before), Some(mv), Some(result)) => Some(Step { before, mv, result }),
            _ => None,
        };
        let (now, observations) = (answers.view.as_ref()?, answers.observations.as_slice());
        Some(Observed { setup: &self.setup, step, now, observations })
    }
}
