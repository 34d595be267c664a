//! The two games of a case.

use crate::RuleSet;
use crate::pairing::GameOf;
use crate::self_checks::SelfChecks;

/// The games played in lockstep, with the self-checks of the engine.
pub(super) struct Sides<'a, R: RuleSet> {
    pub(super) engine: GameOf<R>,
    pub(super) oracle: GameOf<R>,
    pub(super) self_checks: SelfChecks<'a, R>,
}
