//! The last part of a step: invariants of the agreed state, and the divergence and the failing case
//! if a check failed.

use board::{Rest, Vocabulary};

use super::{Answers, Lockstep};
use crate::activity::Side;
use crate::checks::general_invariants;
use crate::divergence::{Divergence, Finding};
use crate::guard;
use crate::rules::ViewOf;
use crate::rules::{Observed, RuleSet, Step};
use crate::{Case, CaseOf};

impl<R: RuleSet> Lockstep<'_, R> {
    /// Checks the invariants, which need no second implementation. Both sides agree by now, so the
    /// oracle's answers are enough, unless their results differ in a part that may
    /// ([`RuleSet::same_event`]): then the engine's are checked too.
    pub(super) fn check_invariants(&self) -> Result<(), Finding> {
        let broken_by = |answers| {
            self.observed(answers).map_or(Vec::new(), |observed| self.broken_invariants(&observed))
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

    /// The current step as clauses and invariants see it; `None` before the side has been observed.
    pub(super) fn observed<'s>(
        &'s self,
        answers: &'s Answers<R::Vocabulary>,
    ) -> Option<Observed<'s, R::Vocabulary>> {
        let step = match (&self.before, &self.mv, &answers.result) {
            (Some(before), Some(mv), Some(result)) => Some(Step { before, mv, result }),
            _ => None,
        };
        Some(Observed { setup: &self.setup, step, now: answers.view.as_ref()? })
    }

    /// Name and detail of each broken invariant, the general ones first.
    fn broken_invariants(&self, observed: &Observed<'_, R::Vocabulary>) -> Vec<(String, String)> {
        let own = self.rules.invariants().iter();
        let own = own.map(|invariant| (invariant.name, (invariant.check)(observed)));
        let all = general_invariants(observed).into_iter().chain(own);
        all.filter_map(|(name, result)| Some((name.to_owned(), result.err()?))).collect()
    }

    /// The case with every move that led to the divergence: moves of the robot are written out, and
    /// a move that was only tried becomes the last one.
    ///
    /// From then on the case fails by its own moves ([`Effort::OwnMoves`](super::Effort::OwnMoves))
    /// and can be shrunk like any other.
    pub(super) fn failing_case(&mut self, mut case: CaseOf<R>) -> CaseOf<R> {
        if self.rules.robot().is_some() && self.step > case.moves.len() {
            case = case_up_to(self.rules, case, self.step);
        }
        if let Some(trial) = self.trial.take() {
            case.moves.truncate(self.step);
            case.moves.push(trial);
            case.rest = Rest::Stop;
        }
        case
    }

    /// The finding with the pictures of the step at which it was made.
    pub(super) fn divergence(&self, finding: Finding) -> Divergence {
        let picture = |view: &Option<ViewOf<R>>| {
            view.as_ref().map(|view| R::Vocabulary::picture(&view.position))
        };
        // If the engine's board breaks an invariant by itself, that says more than a comparison.
        let differs = matches!(finding, Finding::Differs { .. });
        let engine = self.observed(&self.engine).filter(|_| differs);
        let broken =
            engine.and_then(|engine| guard::catch(|| self.broken_invariants(&engine)).ok());
        let broken = broken.unwrap_or_default().into_iter();
        Divergence {
            finding,
            step: self.step,
            mv: self.mv.as_ref().map(ToString::to_string),
            before: picture(&self.before),
            engine: picture(&self.engine.view),
            oracle: picture(&self.oracle.view),
            engine_breaks: broken.map(|(name, detail)| format!("{name}: {detail}")).collect(),
            transformed: None,
        }
    }
}

/// The case cut off after `step` moves; moves of the robot are written out.
pub(super) fn case_up_to<R: RuleSet>(rules: &R, mut case: CaseOf<R>, step: usize) -> CaseOf<R> {
    if let Some(robot) = rules.robot() {
        case.moves.resize(case.moves.len().max(step), robot);
    }
    case.moves.truncate(step);
    Case { rest: Rest::Stop, ..case }
}
