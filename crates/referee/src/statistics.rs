//! Statistics of playing strength: Elo difference, likelihood of superiority, and a sequential
//! test.
//!
//! A game counts 1 for a win, ½ for a draw and 0 for a loss here, whether by rule or by fault.
//! These are not the 3, 1.5 and 0 points of a contest (PT-34), which decide the places
//! ([`StandingsRow`](crate::StandingsRow)).
//!
//! # Pairs
//!
//! Every board is played twice with the seats swapped. The two games of a pair are not independent:
//! many boards are won for one of the seats from the start. So the pair is the sample, with one of
//! five scores (0, ½, 1, 1½, 2 points of 2): the *pentanomial* model. Boards that favour a seat
//! then lower the variance, as they should, where a model of single games would overstate it.
//!
//! # Likelihood and one-sided results
//!
//! Everything here is derived from one function, the profile log-likelihood of a mean score s
//! ([`Scores::log_likelihood`]): the highest probability of the observed pairs under any
//! distribution over the possible scores with mean s. It is the nonparametric likelihood of Owen
//! (*Empirical Likelihood Ratio Confidence Intervals for a Single Functional*, Biometrika 75,
//! 1988), except that scores that were not observed may have weight, too.
//!
//! That exception matters when all results are equal. A formula with an estimated variance in its
//! denominator reports ±0 Elo after three equal pairs, and a test based on it decides at once.
//! Fishtest adds a thousandth of a pair for each score that was not observed (`regularize` in its
//! [`LLRcalc.py`](https://github.com/official-stockfish/fishtest/blob/master/server/fishtest/stats/LLRcalc.py)).
//! The function here is the limit of that for a vanishing prior, computed without one. It is finite
//! for all counts, since a mean s < 1 leaves at most weight s to the best score.
//!
//! * The [confidence interval](Scores::interval) of the mean is the set of means for which twice
//!   the loss of log-likelihood is within the 95 % quantile of χ² with one degree of freedom (Wilks
//!   1938). That limit does not hold if all samples are equal; then the interval is the exact one
//!   of Clopper and Pearson (*The Use of Confidence or Fiducial Limits*, Biometrika 26, 1934), from
//!   the probability that all n samples are equal. A mean of 1 has no upper bound in Elo; it is
//!   printed as “at least”.
//! * The likelihood of superiority is Φ of the signed root of the likelihood ratio against equal
//!   strength.
//! * The [test](Sprt) is the sequential probability ratio test of Wald (*Sequential Tests of
//!   Statistical Hypotheses*, Annals of Mathematical Statistics 16, 1945), generalised as M. Van
//!   den Bergh does for Fishtest: Proposition 1.1 of
//!   [`support_MLE_multinomial.pdf`](https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf),
//!   without the approximations of *A Practical Introduction to the GSPRT*
//!   ([`GSPRT_approximation.pdf`](https://www.cantate.be/Fishtest/GSPRT_approximation.pdf)), which
//!   divide by the variance. Differences are logistic Elo, not normalized Elo.
//!
//! # Ratings in a tournament
//!
//! In a round robin all players meet the same opponents on the same boards. So the order by score
//! is that of the maximum-likelihood ratings of Zermelo, Bradley and Terry, without a model of how
//! strengths combine. A [`Rating`] is the Elo difference to a single opponent against whom the same
//! score would be expected. Its sample is the board, with the sum of a player's results on it
//! against all opponents: results on one board are not independent, because all opponents meet the
//! same advantage of a seat, and the set of opponents is fixed, not random.

use std::f64::consts::SQRT_2;

use serde::Serialize;

mod results;
mod scores;
mod sequential;
pub(crate) mod sprt;
#[cfg(test)]
mod tests;

pub use results::{Meeting, Rating, meetings, ratings};
pub use scores::Scores;
pub use sequential::Sequential;
pub use sprt::{Decision, PAIRS_MIN, Sprt, SprtError};

/// Expected score of a player who is stronger by `elo`: 1 / (1 + 10^(−elo/400)).
///
/// ```
/// use twinboard_referee::statistics::{elo_of, score_of};
///
/// assert_eq!(score_of(0.0), 0.5);
/// assert!((score_of(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// assert_eq!(elo_of(1.0), None);
/// ```
#[must_use]
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Elo difference for an expected score, the inverse of [`score_of`]; `None` for 0 and 1, where it
/// is infinite.
#[must_use]
pub fn elo_of(score: f64) -> Option<f64> {
    (0.0 < score && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// Estimated Elo difference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// Maximum-likelihood estimate; `None` if all games were won or all were lost.
    pub difference: Option<f64>,
    /// Lower end of the 95 % confidence interval; `None` if unbounded.
    pub low: Option<f64>,
    /// Upper end of the 95 % confidence interval; `None` if unbounded.
    pub high: Option<f64>,
    /// Likelihood of superiority (LOS), that the difference is above 0: from 0 to 1.
    pub superiority: f64,
}

impl Elo {
    /// Estimate from these scores; `None` without samples.
    ///
    /// ```
    /// use twinboard_referee::statistics::{Elo, Scores};
    ///
    /// // Pairs of games with 0, ½, 1, 1½ and 2 points.
    /// let elo = Elo::of(&Scores::new(&[3, 9, 20, 14, 6])).unwrap();
    /// assert_eq!(elo.difference.map(f64::round), Some(37.0));
    /// assert_eq!((elo.low.map(f64::round), elo.high.map(f64::round)), (Some(-14.0), Some(88.0)));
    /// ```
    #[must_use]
    pub fn of(scores: &Scores) -> Option<Self> {
        let (mean, [low, high]) = (scores.mean()?, scores.interval()?);
        let deviation = (-2.0 * scores.log_likelihood(0.5)).sqrt();
        let superiority = normal(if mean < 0.5 { -deviation } else { deviation });
        Some(Self { difference: elo_of(mean), low: elo_of(low), high: elo_of(high), superiority })
    }
}

/// Φ, the distribution function of the standard normal distribution.
fn normal(deviation: f64) -> f64 {
    0.5 * libm::erfc(-deviation / SQRT_2)
}
