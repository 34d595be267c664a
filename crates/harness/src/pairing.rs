//! A rule set with its two sides, statically typed. [`Subject`](crate::Subject) is its dynamic
//! form.

use std::sync::Arc;

use twinboard_vocabulary::{AnyImplementation, FromFn, Game, Plays, SetupOf, from_fn};

use crate::RuleSet;

/// A rule set, an engine and an oracle for it: everything that the harness needs.
///
/// A pairing is a [`Subject`](crate::Subject), so it can be checked, fuzzed, enumerated and so on.
/// Clones share the two sides.
///
/// ```
/// use twinboard_harness::nim::{Heap, Nim};
/// use twinboard_harness::{Pairing, Subject};
///
/// // An engine that accepts up to 100 stones, and an oracle without a limit.
/// fn engine(stones: &u8) -> Option<Heap> {
///     if *stones <= 100 { Heap::set_up(stones) } else { None }
/// }
///
/// let pairing = Pairing::new(Nim, engine, Heap::set_up);
/// assert_eq!(pairing.name(), "nim");
/// ```
#[derive(Debug)]
pub struct Pairing<R, E, O> {
    rules: R,
    engine: Arc<E>,
    oracle: Arc<O>,
}

/// A pairing of any two implementations; see [`Pairing::erased`].
pub type ErasedPairing<R> = Pairing<
    R,
    AnyImplementation<<R as RuleSet>::Vocabulary>,
    AnyImplementation<<R as RuleSet>::Vocabulary>,
>;

impl<R: Clone, E, O> Clone for Pairing<R, E, O> {
    fn clone(&self) -> Self {
        self.with_rules(self.rules.clone())
    }
}

impl<R, E: Game, O: Game> Pairing<R, FromFn<E>, FromFn<O>> {
    /// Pairs two sides given by the functions that set up their games, which need nothing else.
    pub fn new(
        rules: R,
        engine: fn(&SetupOf<E::Vocabulary>) -> Option<E>,
        oracle: fn(&SetupOf<O::Vocabulary>) -> Option<O>,
    ) -> Self {
        Self::of(rules, from_fn(engine), from_fn(oracle))
    }

    /// Declares that both sides support every set-up: one that is refused is then a divergence,
    /// where it would be skipped ([`FromFn::accepting`]).
    #[must_use]
    pub fn accepting_all(self) -> Self {
        let Self { rules, engine, oracle } = self;
        Self::of(rules, engine.accepting(|_| true), oracle.accepting(|_| true))
    }
}

impl<R, E, O> Pairing<R, E, O> {
    /// Pairs any two implementations ([`twinboard_vocabulary::Implementation`]): values with state, for example a
    /// connection to another process.
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

    /// The oracle, which several pairings may share.
    pub fn shared_oracle(&self) -> &Arc<O> {
        &self.oracle
    }

    /// This pairing with another engine; the oracle is shared.
    pub fn with_engine<F>(&self, engine: F) -> Pairing<R, F, O>
    where
        R: Clone,
    {
        let oracle = Arc::clone(&self.oracle);
        Pairing { rules: self.rules.clone(), engine: Arc::new(engine), oracle }
    }

    /// This pairing with both sides behind pointers ([`AnyImplementation`]): generic code is then
    /// compiled once for the rule set, whatever plays it.
    #[must_use]
    pub fn erased(self) -> ErasedPairing<R>
    where
        R: RuleSet,
        E: Plays<R::Vocabulary>,
        O: Plays<R::Vocabulary>,
    {
        Pairing::of(
            self.rules,
            AnyImplementation::new(self.engine),
            AnyImplementation::new(self.oracle),
        )
    }

    /// This pairing with another variant of the rules; both sides are shared.
    pub(crate) fn with_rules(&self, rules: R) -> Self {
        Self { rules, engine: Arc::clone(&self.engine), oracle: Arc::clone(&self.oracle) }
    }
}
