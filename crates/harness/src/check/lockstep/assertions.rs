//! Assertions about the positions of a case.

use super::path::GamePath;
use super::state::Lockstep;
use crate::model::activity::Action;
use crate::model::divergence::Finding;
use crate::model::random::SplitMix;
use crate::model::rules::{FailedAssertion, RuleSet};

impl<R: RuleSet> Lockstep<'_, R> {
    /// Checks the assertions about the first position that is small enough, then those about the
    /// whole game. All later positions are in the game tree of the first, so they add nothing.
    pub(super) fn check_assertions(&mut self) -> Result<(), Finding> {
        let path = self.path.take().filter(|path| !path.steps.is_empty());
        let Some((path, assertions)) = path.zip(self.pairing.assertions()) else { return Ok(()) };
        for (step, (_, view)) in path.steps.iter().enumerate() {
            self.activity.begin(step, None, Action::Check);
            match assertions.check(&view.position) {
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
        match assertions.check_game(&positions, &mut || random.next_u64()) {
            Ok(count) => self.stats.assertions += count,
            Err((step, failed)) => return Err(self.failed_assertion(step, path, failed)),
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
