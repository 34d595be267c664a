//! The engine: an implementation whose games are played in other processes.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use twinboard_vocabulary::{CodeLine, ExactText, Implementation, Plays, SetupOf, Vocabulary};

use crate::connect::{ConnectError, Connected};
use crate::game::RemoteGame;
use crate::hello::Hello;
use crate::shared::Shared;

/// An engine in another process. It keeps one process for each thread that plays.
///
/// `O` is the oracle of the rule set. It supplies the effects of moves and the reasons of refusals
/// that the engine does not offer (EP-19, EP-20): these are then equal on both sides, and so not
/// compared.
pub struct Engine<V: Vocabulary, O> {
    pub(crate) shared: Arc<Shared<V, O>>,
}

impl<V: Vocabulary, O> fmt::Debug for Engine<V, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("hello", &self.shared.hello).finish_non_exhaustive()
    }
}

impl<V: Vocabulary, O: Plays<V>> Engine<V, O> {
    /// The engine that plays in this process, and in others that it starts.
    ///
    /// # Errors
    ///
    /// If it plays another rule set than that of this name.
    pub fn new(
        connected: Connected,
        rule_set: &'static str,
        texts: &'static dyn ExactText<V>,
        oracle: Arc<O>,
    ) -> Result<Self, ConnectError> {
        Ok(Self { shared: Arc::new(Shared::new(connected, rule_set, texts, oracle)?) })
    }

    /// Checks the names of the declared limits (EP-13), with any set-up.
    ///
    /// # Errors
    ///
    /// If the set-up has no quantity of such a name.
    pub fn check_limits(&self, setup: &SetupOf<V>) -> Result<(), ConnectError> {
        let checked = self.shared.check_limits(setup);
        checked.map_err(|breach| ConnectError::Breach(Box::new(breach)))
    }

    /// The handshake.
    #[must_use]
    pub fn hello(&self) -> &Hello {
        &self.shared.hello
    }

    /// Time spent in the functions of the engine since its processes were started, over all of
    /// them; `None` if it does not offer this (EP-30), or a process does not answer.
    #[must_use]
    pub fn time(&self) -> Option<Duration> {
        self.shared.time()
    }

    /// Ends the processes that play no game. A later game starts another one.
    pub fn end_idle(&self) {
        self.shared.end_idle();
    }
}

impl<V: Vocabulary, O: Plays<V>> Implementation for Engine<V, O> {
    type Game = RemoteGame<V, O>;

    fn set_up(&self, setup: &SetupOf<V>) -> Option<RemoteGame<V, O>> {
        let shared = &self.shared;
        if !shared.is_within_limits(setup) {
            return None;
        }
        let filler = if shared.needs_oracle() { Some(shared.oracle.set_up(setup)?) } else { None };
        let process = shared.process().unwrap_or_else(|breach| breach.raise());
        let mut game = RemoteGame::new(Arc::clone(shared), process, filler);
        let begun = game.begin(&setup.to_string());
        game.checked(begun).then_some(game)
    }

    /// A set-up within the limits in place of one that is not.
    fn adapt(&self, setup: &SetupOf<V>) -> Option<SetupOf<V>> {
        let shared = &self.shared;
        if shared.is_within_limits(setup) {
            return None;
        }
        let limit_of = |name: &str| {
            let limit = shared.hello.limits.iter().find(|limit| limit.quantity == name);
            limit.map_or(0..=u64::MAX, |limit| limit.min..=limit.max)
        };
        let quantities = shared.texts.quantities(setup);
        let limits: Vec<_> = quantities.iter().map(|&(name, _)| limit_of(name)).collect();
        let other = shared.texts.within(setup, &limits)?;
        shared.is_within_limits(&other).then_some(other)
    }

    /// The places that EP-36 reports, over all processes of the engine.
    fn take_coverage(&self, visit: &mut dyn FnMut(u16, u8)) -> bool {
        self.shared.take_coverage(visit).unwrap_or_else(|breach| breach.raise())
    }

    /// The lines that EP-37 reports, over all processes of the engine.
    fn code(&self) -> Vec<CodeLine> {
        self.shared.code().unwrap_or_else(|breach| breach.raise())
    }

    /// True for every set-up within the limits, if the engine declares any.
    fn accepts(&self, setup: &SetupOf<V>) -> bool {
        if self.shared.hello.limits.is_empty() {
            self.set_up(setup).is_some()
        } else {
            self.shared.is_within_limits(setup)
        }
    }
}
