//! How often each score was reached, and what that says of its mean.

use serde::Serialize;

/// Twice the loss of log-likelihood at the ends of an interval: the 95 % quantile of χ² with one degree
/// of freedom, which is 1.959964² .
const QUANTILE: f64 = 3.841_458_820_694_124;

/// What an interval leaves out at each of its ends.
const TAIL: f64 = 0.025;

/// So many halvings of an interval of length 1 or 2 leave nothing that matters.
const HALVINGS: u32 = 64;

/// Counts of the scores 0, 1/n, 2/n, … 1.
///
/// With five of them it is the pentanomial of pairs of games: 0, ½, 1, 1½ and 2 points of 2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Scores {
    counts: Vec<u64>,
}

impl Scores {
    /// The counts of scores from 0 to 1 in equal steps, at least those two.
    #[must_use]
    pub fn new(counts: &[u64]) -> Self {
        assert!(counts.len() >= 2, "0 and 1 are scores");
        Self { counts: counts.to_vec() }
    }

    /// No pair of games yet.
    #[must_use]
    pub fn no_pairs() -> Self {
        Self::new(&[0; 5])
    }

    /// One more score, counted in steps.
    pub fn add(&mut self, steps: usize) {
        self.counts[steps] += 1;
    }

    /// How often each score was reached, from 0 to 1.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// How many samples there are.
    #[must_use]
    pub fn samples(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The mean score; `None` without a sample.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 = self.points().map(|(score, count)| score * count).sum();
        (self.samples() > 0).then(|| sum / self.samples() as f64)
    }

    /// Whether all samples have the same score.
    fn are_alike(&self) -> bool {
        self.counts.iter().filter(|&&count| count > 0).count() == 1
    }

    /// The same as the opponent sees it.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self { counts: self.counts.iter().rev().copied().collect() }
    }

    /// The scores that were reached, and how often.
    fn points(&self) -> impl Iterator<Item = (f64, f64)> {
        let top = (self.counts.len() - 1) as f64;
        let points = self.counts.iter().enumerate().filter(|&(_, &count)| count > 0);
        points.map(move |(steps, &count)| (steps as f64 / top, count as f64))
    }

    /// The profile log-likelihood of a mean between 0 and 1, both excluded: the highest log-likelihood of
    /// these samples under a distribution on the scores with that mean, less that of their own mean. So
    /// it is 0 there and negative elsewhere.
    ///
    /// The maximum over the weights pᵢ of Σ nᵢ ln pᵢ with Σ pᵢ = 1 and Σ pᵢ aᵢ = s has the dual
    /// −max Σ nᵢ ln(1 + x (aᵢ − s)) over all x for which no score that is possible, observed or not, makes
    /// the bracket negative: −1/(1 − s) ≤ x ≤ 1/s. It is concave in x, and its derivative is the
    /// secular equation of Van den Bergh.
    #[must_use]
    pub fn log_likelihood(&self, mean: f64) -> f64 {
        assert!(0.0 < mean && mean < 1.0, "a mean of {mean}");
        let Some(own) = self.mean() else { return 0.0 };
        // Of the two sides one is worked out, so that they mirror each other exactly.
        if own < mean {
            return self.mirrored().log_likelihood_below(1.0 - mean);
        }
        self.log_likelihood_below(mean)
    }

    /// The same for a mean that is not above that of the samples, where 0 ≤ x ≤ 1/s.
    fn log_likelihood_below(&self, mean: f64) -> f64 {
        let points: Vec<_> = self.points().map(|(score, count)| (score - mean, count)).collect();
        let slope = |x: f64| points.iter().map(|(a, count)| count * a / (1.0 + x * a)).sum::<f64>();
        let mut best = (0.0, 1.0 / mean);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(best.0, best.1);
            // A score of 0 that was observed makes it fall without bound at the upper end.
            best = if slope(middle) > 0.0 { (middle, best.1) } else { (best.0, middle) };
        }
        let gain: f64 = points.iter().map(|(a, count)| count * (best.0 * a).ln_1p()).sum();
        -gain.max(0.0)
    }

    /// The 95 % confidence interval of the mean; `None` without a sample. See the
    /// [module](crate::statistics) for its ends.
    #[must_use]
    pub fn interval(&self) -> Option<[f64; 2]> {
        self.mean()?;
        Some([self.lower_end(), 1.0 - self.mirrored().lower_end()])
    }

    fn lower_end(&self) -> f64 {
        let loss = if self.are_alike() { -TAIL.ln() } else { QUANTILE / 2.0 };
        let mut end = (0.0, self.mean().unwrap_or(0.0));
        // At 0 nothing is below, and it is left at that.
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
