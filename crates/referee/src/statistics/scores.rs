//! Counts of scores, and the likelihood and the confidence interval of their mean.

use serde::{Serialize, Serializer};

/// Twice the loss of log-likelihood at the ends of an interval: the 95 % quantile of χ² with one
/// degree of freedom, 1.959964².
const QUANTILE: f64 = 3.841_458_820_694_124;

/// Probability outside an interval at each of its ends.
const TAIL: f64 = 0.025;

/// Number of bisection steps: reduces an interval of length 1 or 2 to the precision of `f64`.
const HALVINGS: u32 = 64;

/// Counts of the scores 0, 1/n, 2/n, … 1.
///
/// Five counts make the pentanomial of pairs of games: 0, ½, 1, 1½ and 2 points of 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scores {
    counts: Vec<u64>,
}

/// Samples with the same score, in JSON.
#[derive(Serialize)]
struct ScoreCount {
    /// From 0 to 1.
    score: f64,
    count: u64,
}

impl Serialize for Scores {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let steps = (self.counts.len() - 1) as f64;
        let counts = self.counts.iter().enumerate();
        serializer.collect_seq(
            counts.map(|(step, &count)| ScoreCount { score: step as f64 / steps, count }),
        )
    }
}

impl Scores {
    /// Scores with these counts, from 0 to 1 in equal steps.
    ///
    /// # Panics
    ///
    /// If there are fewer than two counts.
    #[must_use]
    pub fn new(counts: &[u64]) -> Self {
        assert!(counts.len() >= 2, "counts of the scores 0 and 1 are required");
        Self { counts: counts.to_vec() }
    }

    /// Scores of pairs of games, all counts 0.
    #[must_use]
    pub fn no_pairs() -> Self {
        Self::new(&[0; 5])
    }

    /// Adds one sample; `steps` is the index of its score.
    pub fn add(&mut self, steps: usize) {
        self.counts[steps] += 1;
    }

    /// Number of samples for each score, from 0 to 1.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Number of samples.
    #[must_use]
    pub fn samples(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Mean score; `None` without samples.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 = self.points().map(|(score, count)| score * count).sum();
        (self.samples() > 0).then(|| sum / self.samples() as f64)
    }

    /// True if all samples have the same score.
    fn are_alike(&self) -> bool {
        self.counts.iter().filter(|&&count| count > 0).count() == 1
    }

    /// Scores of the opponent.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self { counts: self.counts.iter().rev().copied().collect() }
    }

    /// Observed scores with their counts.
    fn points(&self) -> impl Iterator<Item = (f64, f64)> {
        let top = (self.counts.len() - 1) as f64;
        let points = self.counts.iter().enumerate().filter(|&(_, &count)| count > 0);
        points.map(move |(steps, &count)| (steps as f64 / top, count as f64))
    }

    /// Profile log-likelihood of a mean between 0 and 1, both excluded: the highest log-likelihood
    /// of these samples under a distribution on the scores with that mean, minus that of their own
    /// mean. So it is 0 at their own mean and negative elsewhere.
    ///
    /// The maximum over the weights pᵢ of Σ nᵢ ln pᵢ with Σ pᵢ = 1 and Σ pᵢ aᵢ = s has the dual
    /// −max Σ nᵢ ln(1 + x (aᵢ − s)) over all x for which no possible score, observed or not, makes
    /// the bracket negative: −1/(1 − s) ≤ x ≤ 1/s. The sum is concave in x, and its derivative
    /// gives the secular equation of Van den Bergh.
    ///
    /// # Panics
    ///
    /// If `mean` is not between 0 and 1.
    #[must_use]
    pub fn log_likelihood(&self, mean: f64) -> f64 {
        assert!(0.0 < mean && mean < 1.0, "the mean {mean} is not between 0 and 1");
        let Some(own) = self.mean() else { return 0.0 };
        // Only one of the two cases is computed, so that they mirror each other exactly.
        if own < mean {
            return self.mirrored().log_likelihood_below(1.0 - mean);
        }
        self.log_likelihood_below(mean)
    }

    /// [`log_likelihood`](Self::log_likelihood) of a mean not above that of the samples, where
    /// 0 ≤ x ≤ 1/s.
    fn log_likelihood_below(&self, mean: f64) -> f64 {
        let points: Vec<_> = self.points().map(|(score, count)| (score - mean, count)).collect();
        let slope = |x: f64| points.iter().map(|(a, count)| count * a / (1.0 + x * a)).sum::<f64>();
        let mut best = (0.0, 1.0 / mean);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(best.0, best.1);
            // An observed score of 0 makes the slope −∞ at the upper end.
            best = if slope(middle) > 0.0 { (middle, best.1) } else { (best.0, middle) };
        }
        let gain: f64 = points.iter().map(|(a, count)| count * (best.0 * a).ln_1p()).sum();
        -gain.max(0.0)
    }

    /// 95 % confidence interval of the mean; `None` without samples. The
    /// [module](crate::statistics) describes the method.
    #[must_use]
    pub fn interval(&self) -> Option<[f64; 2]> {
        self.mean()?;
        Some([self.lower_end(), 1.0 - self.mirrored().lower_end()])
    }

    fn lower_end(&self) -> f64 {
        let loss = if self.are_alike() { -TAIL.ln() } else { QUANTILE / 2.0 };
        let mut end = (0.0, self.mean().unwrap_or(0.0));
        // A mean of 0 has no lower end but itself; the likelihood is not defined there.
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(end.0, end.1);
            if middle <= 0.0 {
                break;
            }
            let is_out = self.log_likelihood_below(middle) < -loss;
            end = if is_out { (middle, end.1) } else { (end.0, middle) };
        }
        end.1
    }
}
