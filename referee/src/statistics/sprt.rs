//! The sequential probability ratio test.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Scores, score_of};
use crate::{Record, Settings};

/// Fewer pairs decide nothing. Where the two hypotheses are far apart, two or three boards would be enough
/// for the likelihood; that they are independent samples is not to be believed of so few.
pub const PAIRS_MIN: u64 = 10;

/// No difference beyond this can be asked about, in Elo.
const ELO_MAX: f64 = 1000.0;

/// A test of two hypotheses about the difference of Elo between two players: H0 says that it is `elo0`,
/// H1 that it is `elo1`.
///
/// After each pair of games the generalised log-likelihood ratio (LLR) is looked at: the profile
/// log-likelihood of the score that `elo1` gives, less that of `elo0`
/// ([`Scores::log_likelihood`]). At ln((1 − β)/α) or above H1 is accepted, at ln(β/(1 − α)) or below H0.
///
/// One pair cannot change the ratio by more than ln(s1/s0) upwards or ln((1 − s0)/(1 − s1)) downwards, with
/// the scores s0 and s1 of the two hypotheses: the profile log-likelihood has the slope n·x in s, and
/// |x| is at most 1/s or 1/(1 − s). So whatever the results are, a test of 0 against 5 Elo with α = β = 0.05
/// takes at least 204 pairs, and one whose hypotheses are further apart [`PAIRS_MIN`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference of H0.
    pub elo0: f64,
    /// The difference of H1, which is greater.
    pub elo1: f64,
    /// How often H1 may be accepted though H0 is true.
    pub alpha: f64,
    /// How often H0 may be accepted though H1 is true.
    pub beta: f64,
}

/// Why there is no such test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtError {
    /// A difference of Elo is beyond 1000.
    Elo,
    /// The first difference is not below the second.
    Order,
    /// A probability of error is not between 0 and 0.5.
    Error,
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Elo => write!(f, "differences between -{ELO_MAX} and {ELO_MAX} Elo are expected"),
            Self::Order => f.write_str("the first difference of Elo has to be below the second"),
            Self::Error => f.write_str("a probability of error is above 0 and below 0.5"),
        }
    }
}

impl std::error::Error for SprtError {}

/// Which hypothesis is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Decision {
    /// The difference is `elo0` rather than `elo1`.
    H0,
    /// The difference is `elo1` rather than `elo0`.
    H1,
}

impl Sprt {
    /// This test, if it is one.
    ///
    /// # Errors
    ///
    /// Hypotheses that are too far out or in the wrong order, and probabilities that are none.
    pub fn checked(self) -> Result<Self, SprtError> {
        let Self { elo0, elo1, alpha, beta } = self;
        let is_elo = |elo: f64| (-ELO_MAX..=ELO_MAX).contains(&elo);
        let is_error = |error: f64| 0.0 < error && error < 0.5;
        match () {
            () if !is_elo(elo0) || !is_elo(elo1) => Err(SprtError::Elo),
            () if elo0 >= elo1 => Err(SprtError::Order),
            () if !is_error(alpha) || !is_error(beta) => Err(SprtError::Error),
            () => Ok(self),
        }
    }

    /// The log-likelihood ratios at which H0 and H1 are accepted.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The log-likelihood ratio of H1 against H0.
    #[must_use]
    pub fn ratio(&self, scores: &Scores) -> f64 {
        let [of_h0, of_h1] = [self.elo0, self.elo1].map(|elo| scores.log_likelihood(score_of(elo)));
        of_h1 - of_h0
    }

    /// What these scores decide, if they do.
    #[must_use]
    pub fn decision(&self, scores: &Scores) -> Option<Decision> {
        let (ratio, [low, high]) = (self.ratio(scores), self.bounds());
        match () {
            () if scores.samples() < PAIRS_MIN => None,
            () if ratio <= low => Some(Decision::H0),
            () if ratio >= high => Some(Decision::H1),
            () => None,
        }
    }
}

/// A test that goes through the pairs of games in their order and ends with its decision.
///
/// Games may end in any order. One counts as soon as those of all earlier pairs and its own pair have
/// ended, so the decision does not depend on how many are played at a time.
#[derive(Clone, Debug)]
pub struct Sequential {
    sprt: Sprt,
    /// Whom the test is about.
    player: String,
    /// What the games gave that do not count yet, in half points.
    waiting: BTreeMap<usize, usize>,
    scores: Scores,
    decision: Option<Decision>,
}

impl Sequential {
    /// The test of these settings, if they have one, with the games that have ended. It is about the
    /// first player.
    #[must_use]
    pub fn of<'a>(
        settings: &Settings,
        records: impl IntoIterator<Item = &'a Record>,
    ) -> Option<Self> {
        let mut test = Self::new(settings.sprt?, &settings.players.first()?.name);
        records.into_iter().for_each(|record| test.add(record));
        Some(test)
    }

    /// The test before the first game.
    pub(super) fn new(sprt: Sprt, player: &str) -> Self {
        let (player, scores) = (player.to_owned(), Scores::no_pairs());
        Self { sprt, player, waiting: BTreeMap::new(), scores, decision: None }
    }

    /// A game has ended.
    pub fn add(&mut self, record: &Record) {
        if let Some(halves) = record.half_points_of(&self.player) {
            self.count(record.game, halves);
        }
    }

    /// The same by its number, of which 2k and 2k + 1 are a pair, and the half points that it gave.
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

    /// What it tests.
    #[must_use]
    pub fn sprt(&self) -> Sprt {
        self.sprt
    }

    /// The pairs that count. Those after the decision do not.
    #[must_use]
    pub fn scores(&self) -> &Scores {
        &self.scores
    }

    /// The log-likelihood ratio of these pairs.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        self.sprt.ratio(&self.scores)
    }

    /// The decision, once there is one.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        self.decision
    }
}
