//! The engine: an implementation whose games are played in other processes.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use twinboard_vocabulary::{ExactText, Implementation, Plays, SetupOf, Vocabulary};

use crate::connect::{ConnectError, Connected};
use crate::game::RemoteGame;
use crate::hello::Hello;
use crate::shared::Shared;

/// An engine in another process. It keeps one process for each thread that plays.
///
/// `O` is the oracle of the rule set. It supplies what the engine does not offer: effects of moves,
/// reasons of refusals, legal moves, positions, outcomes (EP-12). These are then equal on both
/// sides, and so not compared.
pub struct Engine<V: Vocabulary, O> {
    pub(crate) shared: Arc<Shared<V, O>>,
}

impl<V: Vocabulary, O> fmt::Debug for Engine<V, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("hello", &self.shared.hello).finish_non_exhaustive()
    }
}

impl<V: Vocabulary, O: Plays<V>> Engine<V, O> {
    /// The engine that plays in this process, and in others that it starts. `starts` are the set-ups
    /// with which games of the rule set begin, if it names any.
    ///
    /// # Errors
    ///
    /// If it plays another rule set than that of this name.
    pub fn new(
        connected: Connected,
        rule_set: &'static str,
        texts: &'static dyn ExactText<V>,
        oracle: Arc<O>,
        starts: &[SetupOf<V>],
    ) -> Result<Self, ConnectError> {
        Ok(Self { shared: Arc::new(Shared::new(connected, rule_set, texts, oracle, starts)?) })
    }

    /// Checks the names of the declared limits (EP-13), with any set-up.
    ///
    /// # Errors
    ///
    /// If the set-up has no quantity of such a name.
    pub fn check_limits(&self, setup: &SetupOf<V>) -> Result<(), ConnectError> {
        let checked = self.shared.setups.check(setup);
        checked.map_err(|breach| ConnectError::Breach(Box::new(breach)))
    }

    /// The variants of the rule set that the engine does not name, and that only some set-ups do: it
    /// gets none of these set-ups (EP-13).
    #[must_use]
    pub fn variants_left_out(&self) -> &BTreeSet<String> {
        &self.shared.setups.left_out
    }

    /// The handshake.
    #[must_use]
    pub fn hello(&self) -> &Hello {
        &self.shared.hello
    }
}

impl<V: Vocabulary, O: Plays<V>> Implementation for Engine<V, O> {
    type Game = RemoteGame<V, O>;

    fn set_up(&self, setup: &SetupOf<V>) -> Option<RemoteGame<V, O>> {
        let shared = &self.shared;
        if !shared.setups.contain(setup) {
            return None;
        }
        let filler = if shared.needs_oracle() { Some(shared.oracle.set_up(setup)?) } else { None };
        let process = shared.process().unwrap_or_else(|breach| breach.raise());
        let mut game = RemoteGame::new(Arc::clone(shared), process, filler);
        let begun = game.begin(&setup.to_string());
        game.checked(begun).then_some(game)
    }

    /// A set-up within the limits in place of one that is not: a similar one if the rule set knows
    /// how, else a start.
    fn adapt(&self, setup: &SetupOf<V>) -> Option<SetupOf<V>> {
        let setups = &self.shared.setups;
        if setups.contain(setup) { None } else { setups.in_place_of(setup, &*self.shared.oracle) }
    }

    /// The places that EP-36 reports, over all processes of the engine.
    fn take_coverage(&self, visit: &mut dyn FnMut(u16, u8)) -> bool {
        self.shared.take_coverage(visit).unwrap_or_else(|breach| breach.raise())
    }

    /// True for every set-up within the limits, if the engine declares any.
    fn accepts(&self, setup: &SetupOf<V>) -> bool {
        if self.shared.setups.are_declared() {
            self.shared.setups.contain(setup)
        } else {
            self.set_up(setup).is_some()
        }
    }
}
