//! The divergence of a case that hangs.

use std::time::Duration;

use crate::check::lockstep::picture_after;
use crate::model::activity::{Side, Stage};
use crate::model::divergence::{Divergence, Finding};
use crate::model::pairing::Pairing;
use crate::model::rules::{CaseOf, RuleSet};

/// The divergence for a case that made no progress at `stage` for this time. If the engine hung, the
/// oracle replays the case for the board before the step.
pub(crate) fn divergence_of_hang<R: RuleSet>(
    pairing: &Pairing<R>,
    case: &CaseOf<R>,
    stage: Stage,
    after: Duration,
) -> Divergence {
    let (step, limit_ms) = (stage.step as usize, after.as_millis() as u64);
    let made = step.checked_sub(1);
    let mv = made.and_then(|made| Some(case.moves.get(made)?.to_string()));
    // After a hang of the oracle there is no side to replay the case.
    let made = made.filter(|_| stage.side == Some(Side::Engine));
    let before = made.and_then(|made| picture_after(pairing, case, made));
    Divergence { step, mv, before, ..Divergence::of(Finding::Hung { stage, limit_ms }) }
}
