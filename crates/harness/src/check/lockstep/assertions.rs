//! Assertions about the positions of a case.

use super::path::GamePath;
use super::state::Lockstep;
use crate::model::activity::Action;
use crate::model::divergence::Finding;
use crate::model::guard;
use crate::model::random::SplitMix;
use crate::model::rules::{FailedAssertion, RuleSet};

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
