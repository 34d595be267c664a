//! Scenes for tests of the invariants of each rule set.

use twinboard_harness::{Invariant, Observed, Step, View};
use twinboard_vocabulary::Vocabulary;
use twinboard_vocabulary::game::{EventOf, MoveOf, ResultOf, SetupOf};

/// A step with all that an invariant observes; each test changes one thing of it.
pub(crate) struct Scene<V: Vocabulary> {
    pub(crate) invariants: &'static [Invariant<V>],
    pub(crate) setup: SetupOf<V>,
    pub(crate) before: View<V>,
    pub(crate) mv: MoveOf<V>,
    pub(crate) result: ResultOf<V>,
    pub(crate) now: View<V>,
}

impl<V: Vocabulary> Scene<V> {
    pub(crate) fn event(&mut self) -> &mut EventOf<V> {
        self.result.as_mut().expect("the right step is accepted")
    }

    pub(crate) fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Names and messages of the broken invariants.
    pub(crate) fn broken(&self) -> Vec<(&'static str, String)> {
        let Self { invariants, setup, before, mv, result, now } = self;
        let step = Some(Step { before, mv, result });
        let observed = Observed { setup, step, now, observations: &[] };
        let results = invariants.iter().map(|it| (it.name, (it.check)(&observed)));
        results.filter_map(|(name, result)| Some((name, result.err()?))).collect()
    }

    /// Asserts that the invariant whose name contains `name` is broken, with a message that
    /// contains `reason`.
    #[track_caller]
    pub(crate) fn breaks(&self, name: &str, reason: &str) {
        let broken = self.broken();
        let is_it = |(invariant, message): &&(&str, String)| {
            invariant.contains(name) && message.contains(reason)
        };
        assert!(broken.iter().any(|it| is_it(&it)), "{name}, {reason}: {broken:?}");
    }
}
