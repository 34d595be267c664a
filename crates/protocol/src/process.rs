//! A process of an engine with everything known about it, shared by its games.

use std::sync::Arc;

use twinboard_vocabulary::{LegalMoveOf, PositionOf, Vocabulary};

use crate::ahead::{BESIDE_MAX, Expectations};
use crate::connection::Connection;
use crate::recent::Recent;

/// A process that plays games of one vocabulary.
pub(crate) struct Process<V: Vocabulary> {
    pub(crate) connection: Connection,
    /// Number of games begun so far, which is the number of the last one (EP-14).
    pub(crate) games: u64,
    /// Number of games in progress.
    pub(crate) in_progress: usize,
    pub(crate) expectations: Expectations,
    /// True once a set-up was not supported: then questions are not sent with a set-up, as they
    /// might be about a game that does not exist.
    pub(crate) has_refused_setup: bool,
    pub(crate) positions: Recent<PositionOf<V>>,
    pub(crate) lists: Recent<Arc<[LegalMoveOf<V>]>>,
}

impl<V: Vocabulary> Process<V> {
    pub(crate) fn new(connection: Connection) -> Self {
        Self {
            connection,
            games: 0,
            in_progress: 0,
            expectations: Expectations::default(),
            has_refused_setup: false,
            positions: Recent::default(),
            lists: Recent::default(),
        }
    }

    /// Forgets what it has learnt from the games so far.
    pub(crate) fn forget_games(&mut self) {
        self.expectations = Expectations::default();
        self.has_refused_setup = false;
        self.positions = Recent::default();
        self.lists = Recent::default();
    }

    /// Number of games in progress, as expectations tell them apart.
    pub(crate) fn beside(&self) -> usize {
        self.in_progress.min(BESIDE_MAX)
    }

    /// The number of a new game.
    pub(crate) fn new_game(&mut self) -> u64 {
        self.games += 1;
        self.games
    }
}
