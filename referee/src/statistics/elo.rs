//! Scores as differences of Elo, on the logistic scale.

use std::f64::consts::SQRT_2;

use serde::Serialize;

use super::Scores;

/// The score that is expected of somebody who is so much stronger: 1 / (1 + 10^(−Elo/400)).
#[must_use]
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// How much stronger somebody is of whom this score is expected; `None` for 0 and 1, where it is
/// without bound.
#[must_use]
pub fn elo_of(score: f64) -> Option<f64> {
    (0.0 < score && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// A difference of Elo, estimated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The most likely one; `None` if everything was won or everything lost.
    pub difference: Option<f64>,
    /// The lower end of its 95 % confidence interval; `None` if there is no bound.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// How likely it is to be above 0 (the likelihood of superiority, LOS), from 0 to 1.
    pub superiority: f64,
}

impl Elo {
    /// What these scores say; `None` if there are none.
    #[must_use]
    pub fn of(scores: &Scores) -> Option<Self> {
        let (mean, [low, high]) = (scores.mean()?, scores.interval()?);
        let deviation = (-2.0 * scores.log_likelihood(0.5)).sqrt();
        let superiority = normal(if mean < 0.5 { -deviation } else { deviation });
        Some(Self { difference: elo_of(mean), low: elo_of(low), high: elo_of(high), superiority })
    }
}

/// The distribution function of the standard normal distribution, Φ.
fn normal(deviation: f64) -> f64 {
    0.5 * libm::erfc(-deviation / SQRT_2)
}
