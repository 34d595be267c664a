//! A proptest strategy: cases drawn like those of a campaign, shrunk by the shared shrinker.
//!
//! The value tree walks the candidates of `crates/harness/src/model/shrink.rs`, as the command and
//! libFuzzer's minimizer do, so that all of them end with equally simple cases.

use std::fmt;
use std::sync::Arc;

use proptest::prelude::Rng;
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use twinboard_vocabulary::{AnyImplementation, Implementation, Plays};

use crate::model::case::Case;
use crate::model::move_policy::{MovePolicy, extend};
use crate::model::random::draw_from_case;
use crate::model::rules::{CaseOf, RuleSet};
use crate::model::shrink;

/// A strategy for cases of a rule set. Their moves are chosen outside of lockstep, among those that
/// one side lists, because proptest needs the whole case first.
///
/// ```
/// use proptest::strategy::{Strategy, ValueTree};
/// use proptest::test_runner::TestRunner;
/// use twinboard_harness::nim::{Heap, Nim};
/// use twinboard_harness::strategy::Cases;
///
/// let cases = Cases::new(Nim, twinboard_vocabulary::from_fn(Heap::set_up));
/// let tree = cases.new_tree(&mut TestRunner::deterministic()).unwrap();
/// assert!(tree.current().setup <= 20);
/// ```
pub struct Cases<R, I> {
    rules: R,
    side: Arc<I>,
}

impl<R, I> Cases<R, I> {
    /// Cases of `rules`, with legal moves of `side`, which also plays failing cases to the later
    /// starts that shrinking tries ([`RuleSet::setup_of_position`]).
    pub fn new(rules: R, side: I) -> Self {
        Self { rules, side: Arc::new(side) }
    }
}

impl<R, I> fmt::Debug for Cases<R, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cases")
    }
}

impl<R: RuleSet, I: Plays<R::Vocabulary>> Strategy for Cases<R, I> {
    type Tree = CaseTree<R>;
    type Value = CaseOf<R>;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let drawn = draw_from_case(runner.rng().next_u64(), 0, |u| {
            let mut case = Case::new(self.rules.generate_setup(u)?, Vec::new());
            extend(&self.rules, &*self.side, &mut case, &mut MovePolicy::new(u)?);
            Ok(case)
        });
        let (best, _) = drawn.map_err(|error| error.to_string())?;
        let side = AnyImplementation::new(Arc::clone(&self.side));
        Ok(CaseTree { rules: self.rules.clone(), side, best, starts: None, tried: 0, trial: None })
    }
}

/// A failing case and its candidates, in the order of the shared shrinker.
pub struct CaseTree<R: RuleSet> {
    rules: R,
    side: AnyImplementation<R::Vocabulary>,
    /// The simplest case known to fail.
    best: CaseOf<R>,
    /// Later starts of `best`, once they have been asked for.
    starts: Option<Vec<CaseOf<R>>>,
    /// Number of candidates of `best` that were tried and do not fail.
    tried: usize,
    /// The candidate being tried; `None` before the first and after the last.
    trial: Option<CaseOf<R>>,
}

impl<R: RuleSet> CaseTree<R> {
    /// Moves to the next candidate; false if there is none.
    fn next_trial(&mut self) -> bool {
        let Self { rules, side, best, starts, .. } = self;
        let set_up = |setup: &_| side.set_up(setup);
        let starts = starts.get_or_insert_with(|| shrink::later_starts_on(rules, set_up, best));
        self.trial = match starts.get(self.tried) {
            Some(start) => Some(start.clone()),
            None => shrink::candidates(rules, Vec::new(), best).nth(self.tried - starts.len()),
        };
        self.trial.is_some()
    }
}

impl<R: RuleSet> ValueTree for CaseTree<R> {
    type Value = CaseOf<R>;

    fn current(&self) -> CaseOf<R> {
        self.trial.as_ref().unwrap_or(&self.best).clone()
    }

    /// The current case fails: it becomes the best one, and its first candidate is tried.
    fn simplify(&mut self) -> bool {
        if let Some(trial) = self.trial.take() {
            (self.best, self.starts) = (trial, None);
            self.tried = 0;
        }
        self.next_trial()
    }

    /// The current case does not fail: the next candidate is tried.
    fn complicate(&mut self) -> bool {
        if self.trial.is_none() {
            return false;
        }
        self.tried += 1;
        self.next_trial()
    }
}
