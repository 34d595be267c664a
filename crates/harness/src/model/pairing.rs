//! A rule set with its two sides. [`Subject`](crate::Subject) is its form without types.

use std::fmt;
use std::sync::Arc;

use twinboard_vocabulary::{AnyGame, AnyImplementation, Game, Plays, SetupOf, from_fn};

use crate::model::activity::{Activity, Side};
use crate::model::known::KnownDifference;
use crate::model::rules::{Assertions, RuleSet};
use crate::model::watched::WatchedSide;

/// Any implementation of the vocabulary of a rule set.
pub(crate) type SideOf<R> = AnyImplementation<<R as RuleSet>::Vocabulary>;

/// Any game of the vocabulary of a rule set.
pub(crate) type GameOf<R> = AnyGame<<R as RuleSet>::Vocabulary>;

/// Assertions that pairings and their workers share.
type SharedAssertions<R> = Arc<dyn Assertions<<R as RuleSet>::Vocabulary> + Send + Sync>;

/// A rule set, an engine and an oracle for it: everything that the harness needs.
///
/// A pairing is a [`Subject`](crate::Subject), so it can be checked, fuzzed, enumerated and so on.
/// Both sides are behind pointers ([`AnyImplementation`]): the harness is compiled once for a rule
/// set and not for each engine of it. Clones share the sides.
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
#[derive(Clone)]
pub struct Pairing<R: RuleSet> {
    rules: R,
    engine: SideOf<R>,
    oracle: SideOf<R>,
    assertions: Option<SharedAssertions<R>>,
    engine_name: Option<Arc<str>>,
    known: Arc<[KnownDifference]>,
    /// False if the engine is the oracle itself, for want of another.
    has_engine: bool,
    /// True if the engine took the place of that of the rule set ([`with_engine`](Self::with_engine)).
    is_replaced: bool,
}

impl<R: RuleSet> fmt::Debug for Pairing<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pairing").field(&self.rules.name()).finish()
    }
}

impl<R: RuleSet> Pairing<R> {
    /// Pairs two sides given by the functions that set up their games, which need nothing else.
    pub fn new<E, O>(
        rules: R,
        engine: fn(&SetupOf<R::Vocabulary>) -> Option<E>,
        oracle: fn(&SetupOf<R::Vocabulary>) -> Option<O>,
    ) -> Self
    where
        E: Game<Vocabulary = R::Vocabulary> + Send + 'static,
        O: Game<Vocabulary = R::Vocabulary> + Send + 'static,
    {
        Self::of(rules, from_fn(engine), from_fn(oracle))
    }

    /// Pairs any two implementations ([`twinboard_vocabulary::Implementation`]): values with state,
    /// for example a connection to another process.
    pub fn of(
        rules: R,
        engine: impl Plays<R::Vocabulary>,
        oracle: impl Plays<R::Vocabulary>,
    ) -> Self {
        let engine = AnyImplementation::new(Arc::new(engine));
        let oracle = AnyImplementation::new(Arc::new(oracle));
        Self::of_sides(rules, engine, oracle)
    }

    pub(crate) fn of_sides(rules: R, engine: SideOf<R>, oracle: SideOf<R>) -> Self {
        Self {
            rules,
            engine,
            oracle,
            assertions: None,
            engine_name: None,
            known: Arc::default(),
            has_engine: true,
            is_replaced: false,
        }
    }

    /// An oracle without an engine of this program: all engines of the rule set are programs of
    /// their own, or registered under other names. What compares both sides demands one of those
    /// ([`Subject::has_engine`](crate::Subject::has_engine)); everything else asks the oracle.
    ///
    /// ```
    /// use twinboard_harness::nim::{Heap, Nim};
    /// use twinboard_harness::{Pairing, Subject};
    ///
    /// let alone = Pairing::without_engine(Nim, Heap::set_up);
    /// assert!(!alone.has_engine() && Pairing::new(Nim, Heap::set_up, Heap::set_up).has_engine());
    /// ```
    pub fn without_engine<O>(rules: R, oracle: fn(&SetupOf<R::Vocabulary>) -> Option<O>) -> Self
    where
        O: Game<Vocabulary = R::Vocabulary> + Send + 'static,
    {
        Self::oracle_alone(rules, AnyImplementation::new(Arc::new(from_fn(oracle))))
    }

    pub(crate) fn oracle_alone(rules: R, oracle: SideOf<R>) -> Self {
        Self { has_engine: false, ..Self::of_sides(rules, oracle.clone(), oracle) }
    }

    /// Declares that both sides support every set-up: one that is refused is then a divergence,
    /// where it would be skipped ([`twinboard_vocabulary::Implementation::accepts`]).
    #[must_use]
    pub fn accepting_all(self) -> Self {
        let (engine, oracle) = (self.engine.accepting_all(), self.oracle.accepting_all());
        Self { engine, oracle, ..self }
    }

    /// Adds assertions about positions by a program that is neither side, such as a solver.
    #[must_use]
    pub fn with_assertions(
        self,
        assertions: impl Assertions<R::Vocabulary> + Send + Sync + 'static,
    ) -> Self {
        Self { assertions: Some(Arc::new(assertions)), ..self }
    }

    /// Adds a known difference of the engine, which is counted instead of reported.
    #[must_use]
    pub fn knowing(self, difference: KnownDifference) -> Self {
        let known = self.known.iter().cloned().chain([difference]).collect();
        Self { known, ..self }
    }

    /// This pairing with another engine; the oracle is shared. Known differences of the engine are
    /// not those of the other one.
    #[must_use]
    pub fn with_engine(&self, engine: Arc<impl Plays<R::Vocabulary>>) -> Self {
        let engine = AnyImplementation::new(engine);
        let known = Arc::default();
        let (has_engine, is_replaced) = (true, true);
        Self { engine, engine_name: None, known, has_engine, is_replaced, ..self.clone() }
    }

    /// This pairing with the engine of `other` in the place of the oracle.
    pub(crate) fn against(&self, other: &Self) -> Self {
        Self { oracle: other.engine.clone(), ..self.clone() }
    }

    /// This pairing with a name for its engine.
    pub(crate) fn with_engine_name(&self, name: &str) -> Self {
        Self { engine_name: Some(name.into()), ..self.clone() }
    }

    /// This pairing with these known differences and no others.
    pub(crate) fn with_known(&self, known: &[KnownDifference]) -> Self {
        Self { known: known.into(), ..self.clone() }
    }

    pub(crate) fn has_engine(&self) -> bool {
        self.has_engine
    }

    pub(crate) fn engine_name(&self) -> Option<&str> {
        self.engine_name.as_deref()
    }

    /// True if the engine is mostly a process of its own, whose answers take longer than the oracle's.
    pub(crate) fn is_replaced(&self) -> bool {
        self.is_replaced
    }

    pub(crate) fn known(&self) -> &[KnownDifference] {
        &self.known
    }

    /// The rule set.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The engine.
    pub fn engine(&self) -> &AnyImplementation<R::Vocabulary> {
        &self.engine
    }

    /// The oracle.
    pub fn oracle(&self) -> &AnyImplementation<R::Vocabulary> {
        &self.oracle
    }

    /// A side, whose calls are announced to the watchdog of `activity`.
    pub(crate) fn watched<'a>(
        &'a self,
        side: Side,
        activity: &'a Activity,
    ) -> WatchedSide<'a, R::Vocabulary> {
        WatchedSide::new(self.side(side), side, activity)
    }

    pub(crate) fn side(&self, side: Side) -> &SideOf<R> {
        match side {
            Side::Engine => &self.engine,
            Side::Oracle => &self.oracle,
        }
    }

    pub(crate) fn assertions(&self) -> Option<&dyn Assertions<R::Vocabulary>> {
        Some(self.assertions.as_deref()?)
    }
}
