//! The state of a case in play.

use std::sync::Mutex;

use twinboard_vocabulary::{LegalMoveOf, MoveOf, Picture, SetupOf};

use super::assertions::GamePath;
use crate::check::answers::Answers;
use crate::check::checks::Checks;
use crate::check::laws::Contradiction;
use crate::check::self_checks::{SelfChecks, Suspect};
use crate::model::activity::{Activity, Side};
use crate::model::case::Case;
use crate::model::divergence::Blame;
use crate::model::pairing::Pairing;
use crate::model::proposals::{MoveTexts, Recent};
use crate::model::random::SplitMix;
use crate::model::rules::{RuleSet, ViewOf};
use crate::model::stats::Stats;
use crate::model::swarm::Kinds;
use crate::model::watched::{Trial, Tried, WatchedGame, WatchedSide};

/// The games played in lockstep, with the self-checks of the engine.
pub(super) struct Sides<'a, R: RuleSet> {
    pub(super) engine: WatchedGame<'a, R::Vocabulary>,
    pub(super) oracle: WatchedGame<'a, R::Vocabulary>,
    pub(super) oracle_side: WatchedSide<'a, R::Vocabulary>,
    pub(super) self_checks: SelfChecks<'a, R>,
}

impl<'a, R: RuleSet> Sides<'a, R> {
    /// The game of one side.
    pub(super) fn of(&self, side: Side) -> &WatchedGame<'a, R::Vocabulary> {
        match side {
            Side::Engine => &self.engine,
            Side::Oracle => &self.oracle,
        }
    }
}

/// State of a case in play. The games are not part of it (see [`Sides`]): a panic drops them, and
/// the report is made from this state.
pub(super) struct Lockstep<'a, R: RuleSet> {
    pub(super) pairing: &'a Pairing<R>,
    pub(super) rules: &'a R,
    pub(super) setup: SetupOf<R::Vocabulary>,
    pub(super) setup_digest: u64,
    pub(super) checks: Checks,
    /// Number of moves of the case itself.
    pub(super) own_moves: usize,
    /// The case with the moves added so far; [`Activity`] prints it after a hang.
    pub(super) played: &'a Mutex<Case<R::Vocabulary>>,
    pub(super) activity: &'a Activity,
    /// Seeded with the digest of the set-up: replaying a case repeats its random choices with any
    /// checks but those that take fewer samples, such as [`Checks::own_moves`], which takes none of
    /// moves too many to list, and [`Checks::comparison`], which takes none.
    pub(super) random: SplitMix,
    /// Current step, from 1; 0 is the set-up.
    pub(super) step: usize,
    /// Move of the current step; `None` in step 0.
    pub(super) mv: Option<MoveOf<R::Vocabulary>>,
    /// Move being tried on copies. If the sides differ there, it stays here and becomes the last move
    /// of the failing case. If both agree on its result, it is cleared, even if a law of the rule set
    /// turns out to be wrong.
    pub(super) trial: Option<MoveOf<R::Vocabulary>>,
    /// Step at which a transformed game was not the image of the game, and the symmetry. There is
    /// at most one: the first suspect ends all transformed games.
    pub(super) suspect: Option<(usize, Suspect<R>)>,
    /// The case that leads to a position of this one, from which the oracle goes on differently.
    pub(super) other_way: Option<Case<R::Vocabulary>>,
    /// State on which both sides agreed before this step.
    pub(super) before: Option<ViewOf<R>>,
    /// The legal moves of the engine then, from which the policy of the case chooses, if the step
    /// before had few checks.
    pub(super) listed_before: Option<Vec<LegalMoveOf<R::Vocabulary>>>,
    /// The same after this step.
    pub(super) listed: Option<Vec<LegalMoveOf<R::Vocabulary>>>,
    /// True if a policy chooses the moves behind those of the case.
    pub(super) has_policy: bool,
    /// The texts of its legal moves.
    pub(super) texts_before: MoveTexts,
    /// The texts of the legal moves after this step.
    pub(super) texts: MoveTexts,
    /// Moves that a copy was playing when its side panicked.
    pub(super) tried: Option<Tried<R::Vocabulary>>,
    /// The board before the last of them.
    pub(super) shown_before: Option<Picture>,
    /// The board that contradicts that of the engine.
    pub(super) beside: Option<Contradiction>,
    /// The legal moves of the positions before [`before`](Self::before).
    pub(super) recent: Recent<R::Vocabulary>,
    /// The accepted moves so far, by their kinds.
    pub(super) kinds: Kinds,
    /// The game so far, if assertions are checked after the last step.
    pub(super) path: Option<GamePath<R>>,
    /// Answers of the engine in the current step, as far as it has been asked.
    pub(super) engine: Answers<R::Vocabulary>,
    pub(super) oracle: Answers<R::Vocabulary>,
    /// What each side breaks by itself, if they differ.
    pub(super) blame: Blame,
    pub(super) stats: Stats,
    /// Moves that a copy of a side's game is playing.
    pub(super) copies: &'a Trial<R::Vocabulary>,
    /// The side that does not support the set-up.
    pub(super) skipped: Option<Side>,
}
