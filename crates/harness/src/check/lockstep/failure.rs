//! The report of a failed check: the divergence, and the case that shows it.

use twinboard_vocabulary::{Rest, Vocabulary};

use super::state::Lockstep;
use crate::check::compare::broken_invariants;
use crate::model::case::Case;
use crate::model::divergence::{Divergence, Finding};
use crate::model::guard;
use crate::model::rules::CaseOf;
use crate::model::rules::{RuleSet, ViewOf};

impl<R: RuleSet> Lockstep<'_, R> {
    /// The case with every move that led to the divergence: it has an explicit robot move for each
    /// step that the robot played, and a move that was only tried becomes the last one.
    ///
    /// From then on the case fails by its own moves
    /// ([`Checks::own_moves`](crate::Checks::own_moves)) and can be shrunk like any other.
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
            engine.and_then(|engine| guard::catch(|| broken_invariants(self.rules, &engine)).ok());
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

/// The case cut off after `step` moves, with one explicit robot move for each step that the robot
/// played.
pub(crate) fn case_up_to<R: RuleSet>(rules: &R, mut case: CaseOf<R>, step: usize) -> CaseOf<R> {
    if let Some(robot) = rules.robot() {
        case.moves.resize(case.moves.len().max(step), robot);
    }
    case.moves.truncate(step);
    Case { rest: Rest::Stop, ..case }
}
