//! Assertions about the positions of a case.

use twinboard_vocabulary::MoveOf;

use super::state::Lockstep;
use crate::check::checks::Checks;
use crate::model::activity::Action;
use crate::model::divergence::Finding;
use crate::model::guard;
use crate::model::random::{SplitMix, mix};
use crate::model::rules::{FailedAssertion, RuleSet, View, ViewOf};

/// The positions of a game on which both sides agreed, for assertions.
pub(super) struct GamePath<R: RuleSet> {
    /// Each position, and the move that led to it.
    steps: Vec<(Option<MoveOf<R::Vocabulary>>, ViewOf<R>)>,
    /// True if the assertions about the whole game are checked, too.
    checks_game: bool,
    /// Seed of their random choices, which are the same with any checks.
    game_seed: u64,
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

/// Checks assertions. A panic is a failed assertion like any other: the program that makes them may
/// panic, and its answers, or those of a side, may be such that their check does.
pub(crate) fn unless_it_panics(
    check: impl FnOnce() -> Result<u64, FailedAssertion>,
) -> Result<u64, FailedAssertion> {
    guard::catch(check).unwrap_or_else(|panic| {
        let assertion = "it is made and checked without a panic".to_owned();
        Err(FailedAssertion { assertion, detail: format!("the check panics: {panic}") })
    })
}

impl<R: RuleSet> Lockstep<'_, R> {
    /// Checks the assertions about the first position that is small enough, then those about the
    /// whole game. All later positions are in the game tree of the first, so they add nothing.
    pub(super) fn check_assertions(&mut self) -> Result<(), Finding> {
        let path = self.path.take().filter(|path| !path.steps.is_empty());
        let Some((path, assertions)) = path.zip(self.pairing.assertions()) else { return Ok(()) };
        for (step, (_, view)) in path.steps.iter().enumerate() {
            self.activity.begin(step, None, Action::Check);
            match unless_it_panics(|| assertions.check(&view.position)) {
                Ok(0) => {}
                Ok(count) => {
                    self.stats.assertions += count;
                    break;
                }
                Err(failed) => return Err(self.failed_assertion(step, path, failed)),
            }
        }
        if !path.checks_game {
            return Ok(());
        }
        self.activity.begin(path.steps.len() - 1, None, Action::Check);
        let positions: Vec<_> = path.steps.iter().map(|(_, view)| &view.position).collect();
        let mut random = SplitMix::new(path.game_seed);
        // A panic is about the whole game, so its last position has to do.
        let mut at = path.steps.len() - 1;
        let checked = unless_it_panics(|| {
            let checked = assertions.check_game(&positions, &mut || random.next_u64());
            checked.map_err(|(step, failed)| {
                at = step;
                failed
            })
        });
        match checked {
            Ok(count) => self.stats.assertions += count,
            Err(failed) => return Err(self.failed_assertion(at, path, failed)),
        }
        Ok(())
    }

    /// The finding for a wrong assertion, reported at its position and not at the end of the case.
    fn failed_assertion(
        &mut self,
        step: usize,
        mut path: GamePath<R>,
        failed: FailedAssertion,
    ) -> Finding {
        let (mv, view) = path.steps.swap_remove(step);
        (self.step, self.mv, self.before, self.oracle.view) = (step, mv, None, Some(view));
        let FailedAssertion { assertion, detail } = failed;
        Finding::FailedAssertion { assertion, detail }
    }
}
