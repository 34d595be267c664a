//! Implementations behind a pointer, so that generic code is compiled once for each vocabulary and
//! not for each implementation.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{
    Game, Implementation, LegalMoveOf, MoveOf, OutcomeOf, Plays, PositionOf, RefusalOf, ResultOf,
    SetupOf, TryClone, Vocabulary,
};

/// Any implementation of a vocabulary. Clones share it.
///
/// A call costs some nanoseconds more than one that the compiler knows, which is little beside the
/// work of most of them. What is gained is time of compilation: a harness instantiates thousands of
/// functions for each pair of types.
///
/// ```
/// # use std::ops::ControlFlow;
/// # use twinboard_vocabulary::{Game, Vocabulary};
/// use std::sync::Arc;
/// use twinboard_vocabulary::{AnyImplementation, Implementation, from_fn};
/// # #[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// # struct Countdown;
/// # impl Vocabulary for Countdown {
/// #     const NAME: &'static str = "countdown";
/// #     type Setup = u8;
/// #     type Move = u8;
/// #     type LegalMove = u8;
/// #     type Event = u8;
/// #     type Refusal = &'static str;
/// #     type Position = u8;
/// #     type Outcome = bool;
/// #     fn is_over(over: bool) -> bool { over }
/// # }
/// # #[derive(Clone)]
/// # struct Counter(u8);
/// # impl Counter { fn set_up(start: &u8) -> Option<Self> { Some(Self(*start)) } }
/// # impl Game for Counter {
/// #     type Vocabulary = Countdown;
/// #     fn visit_legal_moves(
/// #         &self,
/// #         _: &mut dyn FnMut(&u8) -> ControlFlow<()>,
/// #     ) -> ControlFlow<()> {
/// #         ControlFlow::Continue(())
/// #     }
/// #     fn play(&mut self, _: &u8) -> Result<u8, &'static str> { Err("it counts by itself") }
/// #     fn position(&self) -> u8 { self.0 }
/// #     fn outcome(&self) -> bool { self.0 == 0 }
/// # }
///
/// let counters = AnyImplementation::new(Arc::new(from_fn(Counter::set_up)));
/// assert_eq!(counters.set_up(&3).unwrap().position(), 3);
/// ```
pub struct AnyImplementation<V: Vocabulary> {
    side: Arc<dyn SetsUp<V>>,
    /// True if it declares to accept every set-up, whatever `side` declares.
    accepts_all: bool,
}

/// Any game of a vocabulary; see [`AnyImplementation`].
pub struct AnyGame<V: Vocabulary>(Box<dyn Boxed<V>>);

impl<V: Vocabulary> AnyImplementation<V> {
    /// The same implementation without its type.
    pub fn new(implementation: Arc<impl Plays<V>>) -> Self {
        Self { side: implementation, accepts_all: false }
    }

    /// Declares that it supports every set-up ([`Implementation::accepts`]).
    #[must_use]
    pub fn accepting_all(self) -> Self {
        Self { accepts_all: true, ..self }
    }
}

impl<V: Vocabulary> Clone for AnyImplementation<V> {
    fn clone(&self) -> Self {
        Self { side: Arc::clone(&self.side), ..*self }
    }
}

impl<V: Vocabulary> fmt::Debug for AnyImplementation<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyImplementation").field(&V::NAME).finish()
    }
}

impl<V: Vocabulary> fmt::Debug for AnyGame<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyGame").field(&Game::position(self)).finish()
    }
}

/// [`Implementation`] without its associated type.
trait SetsUp<V: Vocabulary>: Send + Sync {
    fn set_up(&self, setup: &SetupOf<V>) -> Option<AnyGame<V>>;
    fn accepts(&self, setup: &SetupOf<V>) -> bool;
    fn adapt(&self, setup: &SetupOf<V>) -> Option<SetupOf<V>>;
    fn take_coverage(&self, visit: &mut dyn FnMut(u16, u8)) -> bool;
}

impl<V: Vocabulary, I: Plays<V>> SetsUp<V> for I {
    fn set_up(&self, setup: &SetupOf<V>) -> Option<AnyGame<V>> {
        Some(AnyGame(Box::new(Implementation::set_up(self, setup)?)))
    }

    fn accepts(&self, setup: &SetupOf<V>) -> bool {
        Implementation::accepts(self, setup)
    }

    fn adapt(&self, setup: &SetupOf<V>) -> Option<SetupOf<V>> {
        Implementation::adapt(self, setup)
    }

    fn take_coverage(&self, visit: &mut dyn FnMut(u16, u8)) -> bool {
        Implementation::take_coverage(self, visit)
    }
}

impl<V: Vocabulary> Implementation for AnyImplementation<V> {
    type Game = AnyGame<V>;

    fn set_up(&self, setup: &SetupOf<V>) -> Option<AnyGame<V>> {
        self.side.set_up(setup)
    }

    fn accepts(&self, setup: &SetupOf<V>) -> bool {
        self.accepts_all || self.side.accepts(setup)
    }

    fn adapt(&self, setup: &SetupOf<V>) -> Option<SetupOf<V>> {
        self.side.adapt(setup)
    }

    fn take_coverage(&self, visit: &mut dyn FnMut(u16, u8)) -> bool {
        self.side.take_coverage(visit)
    }
}

/// Function that is called with each legal move.
type Visit<'a, V> = &'a mut dyn FnMut(&LegalMoveOf<V>) -> ControlFlow<()>;

/// A game whose copies are behind a pointer, too.
trait Boxed<V: Vocabulary>: Game<Vocabulary = V> + Send {
    fn try_clone_boxed(&self) -> Option<AnyGame<V>>;
}

impl<V: Vocabulary, G: Game<Vocabulary = V> + Send + 'static> Boxed<V> for G {
    fn try_clone_boxed(&self) -> Option<AnyGame<V>> {
        Some(AnyGame(Box::new(self.try_clone()?)))
    }
}

impl<V: Vocabulary> TryClone for AnyGame<V> {
    fn try_clone(&self) -> Option<Self> {
        self.0.try_clone_boxed()
    }
}

#[deny(clippy::missing_trait_methods)]
impl<V: Vocabulary> Game for AnyGame<V> {
    type Vocabulary = V;

    fn visit_legal_moves(&self, visit: Visit<'_, V>) -> ControlFlow<()> {
        self.0.visit_legal_moves(visit)
    }

    fn count_kind(&self, like: &LegalMoveOf<V>, limit: u64) -> Option<u64> {
        self.0.count_kind(like, limit)
    }

    fn can_count_kinds(&self) -> bool {
        self.0.can_count_kinds()
    }

    fn count_legal_moves(&self) -> Option<u64> {
        self.0.count_legal_moves()
    }

    fn prefetch(&mut self, mv: &MoveOf<V>) {
        self.0.prefetch(mv);
    }

    fn flush(&self) {
        self.0.flush();
    }

    fn play(&mut self, mv: &MoveOf<V>) -> ResultOf<V> {
        self.0.play(mv)
    }

    fn advance(&mut self, mv: &MoveOf<V>) -> Result<(), RefusalOf<V>> {
        self.0.advance(mv)
    }

    fn position(&self) -> PositionOf<V> {
        self.0.position()
    }

    fn outcome(&self) -> OutcomeOf<V> {
        self.0.outcome()
    }

    fn key(&self) -> Option<u64> {
        self.0.key()
    }

    fn sample_legal_move(&self, random: &mut dyn FnMut() -> u64) -> Option<LegalMoveOf<V>> {
        self.0.sample_legal_move(random)
    }

    fn sampling_bias(&self) -> Option<u32> {
        self.0.sampling_bias()
    }

    fn undo_moves(&mut self, moves: &[MoveOf<V>]) -> bool {
        self.0.undo_moves(moves)
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        self.0.observe()
    }

    fn is_legal(&self, mv: &MoveOf<V>) -> Option<bool> {
        self.0.is_legal(mv)
    }

    fn validate(&self) -> Result<(), String> {
        self.0.validate()
    }
}
