//! The two games of a case.

use crate::RuleSet;
use crate::self_checks::SelfChecks;
use crate::watched::{WatchedGame, WatchedSide};

/// The games played in lockstep, with the self-checks of the engine.
pub(super) struct Sides<'a, R: RuleSet> {
    pub(super) engine: WatchedGame<'a, R::Vocabulary>,
    pub(super) oracle: WatchedGame<'a, R::Vocabulary>,
    pub(super) oracle_side: WatchedSide<'a, R::Vocabulary>,
    pub(super) self_checks: SelfChecks<'a, R>,
}
