//! What a case shows: what must hold of a step, and what is told of one in which something is wrong.

use board::{Rest, Vocabulary};

use super::{Lockstep, Shown};
use crate::activity::Side;
use crate::checks::general_invariants;
use crate::divergence::{Divergence, Finding};
use crate::guard;
use crate::rules::ViewOf;
use crate::rules::{Observed, RuleSet, Step};
use crate::{Case, CaseOf};

impl<R: RuleSet> Lockstep<'_, R> {
    /// What must hold without a second implementation. Both sides agree by now, so it is checked
    /// on the oracle's words, and on the engine's too where these may differ.
    pub(super) fn check_what_holds(&self) -> Result<(), Finding> {
        let of =
            |shown| self.observed(shown).map_or(Vec::new(), |seen| self.broken_invariants(&seen));
        let same_words = self.engine.result == self.oracle.result;
        let by_oracle = of(&self.oracle);
        let by_engine = if same_words { Vec::new() } else { of(&self.engine) };
        // Who breaks it alone, if not both do: then the invariant may be what is wrong.
        let first = by_oracle.first().map(|first| (Side::Oracle, first));
        let Some((side, (invariant, detail))) =
            first.or_else(|| by_engine.first().map(|first| (Side::Engine, first)))
        else {
            return Ok(());
        };
        let is_by_both = same_words
            || side == Side::Oracle && by_engine.iter().any(|(name, _)| name == invariant);
        let side = (!is_by_both).then_some(side);
        Err(Finding::Broken { side, invariant: invariant.clone(), detail: detail.clone() })
    }

    pub(super) fn observed<'s>(
        &'s self,
        shown: &'s Shown<R::Vocabulary>,
    ) -> Option<Observed<'s, R::Vocabulary>> {
        let step = match (&self.before, &self.mv, &shown.result) {
            (Some(before), Some(mv), Some(result)) => Some(Step { before, mv, result }),
            _ => None,
        };
        Some(Observed { setup: &self.setup, step, now: shown.view.as_ref()? })
    }

    fn broken_invariants(&self, observed: &Observed<'_, R::Vocabulary>) -> Vec<(String, String)> {
        let own = self.rules.invariants().iter();
        let own = own.map(|invariant| (invariant.name, (invariant.check)(observed)));
        let all = general_invariants(observed).into_iter().chain(own);
        all.filter_map(|(name, result)| Some((name.to_owned(), result.err()?))).collect()
    }

    /// The case with every move that led to the divergence: those of the robot and the one that was
    /// only tried are written out.
    pub(super) fn up_to_the_divergence(&mut self, mut case: CaseOf<R>) -> CaseOf<R> {
        if self.rules.robot().is_some() && self.step > case.moves.len() {
            case = case_up_to(self.rules, case, self.step);
        }
        if let Some(tried) = self.tried.take() {
            // Made a move of the case, it can be shrunk like any other.
            case.moves.truncate(self.step);
            case.moves.push(tried);
            case.rest = Rest::Stop;
        }
        case
    }

    pub(super) fn divergence(&self, finding: Finding) -> Divergence {
        let picture = |view: &Option<ViewOf<R>>| {
            view.as_ref().map(|view| R::Vocabulary::picture(&view.position))
        };
        // The engine's board alone may already be impossible: that says more than a comparison.
        let differs = matches!(finding, Finding::Differs { .. });
        let alone = self.observed(&self.engine).filter(|_| differs);
        let broken = alone.and_then(|seen| guard::catch(|| self.broken_invariants(&seen)).ok());
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

/// The case with its first `step` moves only; those that the robot has chosen are written out.
pub(super) fn case_up_to<R: RuleSet>(rules: &R, mut case: CaseOf<R>, step: usize) -> CaseOf<R> {
    if let Some(robot) = rules.robot() {
        case.moves.resize(case.moves.len().max(step), robot);
    }
    case.moves.truncate(step);
    Case { rest: Rest::Stop, ..case }
}
