//! The games of a case.

use board::Implementation;

use crate::RuleSet;
use crate::self_checks::SelfChecks;

/// The games that are played beside each other.
pub(super) struct Sides<'a, R: RuleSet, E: Implementation, O: Implementation> {
    pub(super) engine: E::Game,
    pub(super) oracle: O::Game,
    pub(super) self_checks: SelfChecks<'a, R, E>,
}
