//! The two games of a case.

use twinboard_vocabulary::Implementation;

use crate::RuleSet;
use crate::self_checks::SelfChecks;

/// The games played in lockstep, with the self-checks of the engine.
pub(super) struct Sides<'a, R: RuleSet, E: Implementation, O: Implementation> {
    pub(super) engine: E::Game,
    pub(super) oracle: O::Game,
    pub(super) self_checks: SelfChecks<'a, R, E>,
}
