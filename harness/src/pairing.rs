//! A rule set with its two sides.

use std::sync::Arc;

use board::{FromFn, Game, SetupOf, from_fn};

/// A rule set, an engine and an oracle for it.
///
/// ```text
/// Pairing::new(MyRules, MyEngine::set_up, MyOracle::set_up)
/// ```
#[derive(Debug)]
pub struct Pairing<R, E, O> {
    rules: R,
    engine: Arc<E>,
    oracle: Arc<O>,
}

impl<R: Clone, E, O> Clone for Pairing<R, E, O> {
    fn clone(&self) -> Self {
        self.with_rules(self.rules.clone())
    }
}

impl<R, E: Game, O: Game> Pairing<R, FromFn<E>, FromFn<O>> {
    /// Pairs two sides whose games need nothing but their set-up, by the functions that set them up.
    pub fn new(
        rules: R,
        engine: fn(&SetupOf<E::Vocabulary>) -> Option<E>,
        oracle: fn(&SetupOf<O::Vocabulary>) -> Option<O>,
    ) -> Self {
        Self::of(rules, from_fn(engine), from_fn(oracle))
    }
}

impl<R, E, O> Pairing<R, E, O> {
    /// Pairs any two implementations ([`board::Implementation`]).
    pub fn of(rules: R, engine: E, oracle: O) -> Self {
        Self { rules, engine: Arc::new(engine), oracle: Arc::new(oracle) }
    }

    /// The rule set.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The engine.
    pub fn engine(&self) -> &E {
        &self.engine
    }

    /// The oracle.
    pub fn oracle(&self) -> &O {
        &self.oracle
    }

    pub(crate) fn shared_engine(&self) -> &Arc<E> {
        &self.engine
    }

    pub(crate) fn shared_oracle(&self) -> &Arc<O> {
        &self.oracle
    }

    /// The same sides for another variant of the rules.
    pub(crate) fn with_rules(&self, rules: R) -> Self {
        Self { rules, engine: Arc::clone(&self.engine), oracle: Arc::clone(&self.oracle) }
    }
}
