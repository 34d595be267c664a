//! Conversion between scores and Elo differences, on the logistic scale.

use std::f64::consts::SQRT_2;

use serde::Serialize;

use super::scores::Scores;

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
