//! A running sequential test.

use std::collections::BTreeMap;

use super::scores::Scores;
use super::sprt::{Decision, Sprt};
use crate::record::Record;
use crate::settings::Settings;

/// A running test that takes the pairs of games in the order of their numbers and stops at its
/// decision.
///
/// Games may end in any order. A pair counts as soon as both of its games and all earlier pairs
/// have ended, so the decision does not depend on the number of concurrent games.
#[derive(Clone, Debug)]
pub struct Sequential {
    sprt: Sprt,
    /// Player whose scores are tested.
    player: String,
    /// Half points of finished games that do not count yet, by the number of the game.
    waiting: BTreeMap<usize, usize>,
    scores: Scores,
    decision: Option<Decision>,
}

impl Sequential {
    /// Test of these settings with the games that have ended; `None` if the settings have none. The
    /// scores are those of the first player.
    #[must_use]
    pub fn of<'a>(
        settings: &Settings,
        records: impl IntoIterator<Item = &'a Record>,
    ) -> Option<Self> {
        let mut test = Self::new(settings.sprt?, &settings.players.first()?.name);
        records.into_iter().for_each(|record| test.add(record));
        Some(test)
    }

    /// Test before the first game.
    pub(super) fn new(sprt: Sprt, player: &str) -> Self {
        let (player, scores) = (player.to_owned(), Scores::no_pairs());
        Self { sprt, player, waiting: BTreeMap::new(), scores, decision: None }
    }

    /// Adds a finished game.
    pub fn add(&mut self, record: &Record) {
        if let Some(halves) = record.half_points_of(&self.player) {
            self.count(record.game, halves);
        }
    }

    /// Adds a finished game by its number and its half points. Games 2k and 2k + 1 are a pair.
    pub(super) fn count(&mut self, game: usize, halves: usize) {
        self.waiting.insert(game, halves);
        while self.decision.is_none() {
            let first = 2 * self.scores.samples() as usize;
            let both = [first, first + 1].map(|game| self.waiting.get(&game).copied());
            let [Some(one), Some(other)] = both else { return };
            self.scores.add(one + other);
            self.decision = self.sprt.decision(&self.scores);
        }
    }

    /// Parameters of the test.
    #[must_use]
    pub fn sprt(&self) -> Sprt {
        self.sprt
    }

    /// Scores of the pairs that count; pairs after the decision do not.
    #[must_use]
    pub fn scores(&self) -> &Scores {
        &self.scores
    }

    /// Log-likelihood ratio of the pairs that count.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        self.sprt.ratio(&self.scores)
    }

    /// The decision; `None` while the test is running.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        self.decision
    }
}
