//! Steps with the comparison only (`crates/harness/src/check/lockstep/steps.rs`).

use twinboard_vocabulary::Game;

use super::state::{Lockstep, Sides};
use crate::check::compare::{REPRESENTATION, broken, compare_results, compare_views};
use crate::model::activity::Side;
use crate::model::divergence::Finding;
use crate::model::rules::{RuleSet, View, ViewOf};
use crate::model::watched::WatchedGame;

impl<R: RuleSet> Lockstep<'_, R> {
    /// True if the current step has only the checks of [`compare_step`](Self::compare_step).
    pub(super) fn is_lean_step(&self) -> bool {
        self.full_steps.as_ref().is_some_and(|full| !full.contains(self.step))
    }

    /// Compares results, positions, outcomes and observations.
    pub(super) fn compare_step(&mut self, sides: &Sides<'_, R>) -> Result<(), Finding> {
        if let (Some(engine), Some(oracle)) = (&self.engine.result, &self.oracle.result) {
            compare_results(self.rules, engine, oracle)?;
        }
        let (Some(engine), Some(oracle)) = (&self.engine.view, &self.oracle.view) else {
            unreachable!("the sides have been observed");
        };
        compare_views(engine, oracle, 0)?;
        self.compare_observations(sides)?;
        // Fuzzing leaves this out, because it has many cases to try; a filter must not miss it.
        if !self.checks.validates {
            return Ok(());
        }
        let broken_by = |side| move |detail| broken(side, REPRESENTATION, detail);
        sides.oracle.validate().map_err(broken_by(Side::Oracle))?;
        sides.engine.validate().map_err(broken_by(Side::Engine))
    }

    /// The state of a side without its legal moves.
    #[expect(clippy::unused_self, reason = "as `observe`, which may take its place")]
    pub(super) fn shown(&self, game: &WatchedGame<'_, R::Vocabulary>) -> ViewOf<R> {
        View { position: game.position(), outcome: game.outcome(), legal: None }
    }
}
