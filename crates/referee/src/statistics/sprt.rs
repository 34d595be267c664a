//! The sequential probability ratio test.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::score_of;
use super::scores::Scores;

/// Minimum number of pairs for a decision. If the hypotheses are far apart, the likelihood alone
/// would decide after two or three boards, too few to assume independent samples.
pub const PAIRS_MIN: u64 = 10;

/// Largest Elo difference of a hypothesis.
const ELO_MAX: f64 = 1000.0;

/// Sequential test of two hypotheses about the Elo difference between two players: `elo0` under H0,
/// `elo1` under H1.
///
/// After each pair of games the generalised log-likelihood ratio (LLR) is computed: the profile
/// log-likelihood of the expected score for `elo1` minus that for `elo0`
/// ([`Scores::log_likelihood`]). At ln((1 − β)/α) or above, H1 is accepted; at ln(β/(1 − α)) or
/// below, H0.
///
/// A single pair changes the ratio by at most ln(s1/s0) upwards or ln((1 − s0)/(1 − s1)) downwards,
/// with the expected scores s0 and s1 of the two hypotheses: the profile log-likelihood has the
/// slope n·x in s, and |x| is at most 1/s or 1/(1 − s). So for any results a test of 0 against 5
/// Elo with α = β = 0.05 takes at least 204 pairs, and one with hypotheses further apart at least
/// [`PAIRS_MIN`].
///
/// ```
/// use twinboard_referee::statistics::{Decision, Scores, Sprt};
///
/// let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 }.checked()?;
/// // Pairs of games with 0, ½, 1, 1½ and 2 points.
/// assert_eq!(sprt.decision(&Scores::new(&[0, 2, 10, 2, 0])), None);
/// assert_eq!(sprt.decision(&Scores::new(&[0, 10, 50, 60, 20])), Some(Decision::H1));
/// # Ok::<(), twinboard_referee::statistics::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// Elo difference under H0.
    pub elo0: f64,
    /// Elo difference under H1; must be above `elo0`.
    pub elo1: f64,
    /// Probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// Probability of accepting H0 if H1 is true.
    pub beta: f64,
}

/// Error in the parameters of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtError {
    /// An Elo difference is beyond ±1000.
    Elo,
    /// `elo0` is not below `elo1`.
    Order,
    /// An error probability is not between 0 and 0.5.
    Error,
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Elo => write!(f, "Elo differences must be between -{ELO_MAX} and {ELO_MAX}"),
            Self::Order => f.write_str("the first Elo difference must be below the second"),
            Self::Error => f.write_str("error probabilities must be above 0 and below 0.5"),
        }
    }
}

impl std::error::Error for SprtError {}

/// Accepted hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Decision {
    /// The difference is `elo0` rather than `elo1`.
    H0,
    /// The difference is `elo1` rather than `elo0`.
    H1,
}

impl Sprt {
    /// Returns the test if its parameters are valid.
    ///
    /// # Errors
    ///
    /// If an Elo difference is beyond ±1000, the differences are in the wrong order, or an error
    /// probability is not between 0 and 0.5.
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

    /// Log-likelihood ratios at which H0 and H1 are accepted.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The number of pairs of games that a decision takes at least, whatever their results: each pair
    /// changes the ratio by a bounded amount.
    ///
    /// ```
    /// use twinboard_referee::statistics::Sprt;
    ///
    /// let sprt = |elo1| Sprt { elo0: 0.0, elo1, alpha: 0.05, beta: 0.05 };
    /// assert_eq!([5.0, 50.0, 500.0].map(|elo1| sprt(elo1).pairs_min()), [204, 20, 10]);
    /// ```
    #[must_use]
    pub fn pairs_min(&self) -> u64 {
        let ([low, high], [s0, s1]) = (self.bounds(), [self.elo0, self.elo1].map(score_of));
        let up = high / (s1 / s0).ln();
        let down = -low / ((1.0 - s0) / (1.0 - s1)).ln();
        (up.min(down).ceil() as u64).max(PAIRS_MIN)
    }

    /// Log-likelihood ratio of H1 against H0.
    #[must_use]
    pub fn ratio(&self, scores: &Scores) -> f64 {
        let [of_h0, of_h1] = [self.elo0, self.elo1].map(|elo| scores.log_likelihood(score_of(elo)));
        of_h1 - of_h0
    }

    /// Decision of the test for these scores; `None` if more pairs are needed.
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
