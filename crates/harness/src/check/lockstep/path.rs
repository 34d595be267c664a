//! The positions of a case, kept for assertions.

use twinboard_vocabulary::MoveOf;

use crate::check::checks::Checks;
use crate::model::random::mix;
use crate::model::rules::{RuleSet, View, ViewOf};

/// The positions of a game on which both sides agreed, for assertions.
pub(super) struct GamePath<R: RuleSet> {
    /// Each position, and the move that led to it.
    pub(super) steps: Vec<(Option<MoveOf<R::Vocabulary>>, ViewOf<R>)>,
    /// True if the assertions about the whole game are checked, too.
    pub(super) checks_game: bool,
    /// Seed of their random choices, which are the same with any checks.
    pub(super) game_seed: u64,
}

impl<R: RuleSet> GamePath<R> {
    /// The empty path of a case whose set-up has this digest; `None` if the case is played without
    /// assertions.
    pub(super) fn of(checks: Checks, digest: u64) -> Option<Self> {
        let one_of = |cases: u64| cases != 0 && digest.is_multiple_of(cases);
        one_of(checks.cases_per_assertions).then(|| Self {
            steps: Vec::new(),
            checks_game: one_of(checks.cases_per_game_assertions),
            game_seed: mix(digest),
        })
    }

    /// Appends a position and the move that led to it.
    pub(super) fn push(&mut self, mv: Option<MoveOf<R::Vocabulary>>, view: &ViewOf<R>) {
        // Elsewhere `legal: None` means too many to list; here the list is dropped, because
        // assertions do not need it and it would take most of the memory.
        let view = View { position: view.position.clone(), outcome: view.outcome, legal: None };
        self.steps.push((mv, view));
    }
}
