//! Figures of a campaign over time.

use std::time::Duration;

/// Maximum number of points; a curve on a screen needs no more.
const POINTS_MAX: usize = 240;

/// Shortest time between two points.
const INTERVAL: Duration = Duration::from_millis(100);

/// Several figures at growing times. When there are too many points, every other one is dropped and
/// the interval doubled.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct History<const FIGURES: usize> {
    interval: Duration,
    points: Vec<(Duration, [u64; FIGURES])>,
}

impl<const FIGURES: usize> Default for History<FIGURES> {
    fn default() -> Self {
        Self { interval: INTERVAL, points: Vec::new() }
    }
}

impl<const FIGURES: usize> History<FIGURES> {
    /// Adds the figures at a time, unless the last point is too close.
    pub(crate) fn add(&mut self, time: Duration, figures: impl FnOnce() -> [u64; FIGURES]) {
        let is_due = |(last, _): &(Duration, _)| time >= *last + self.interval;
        if !self.points.last().is_none_or(is_due) {
            return;
        }
        self.points.push((time, figures()));
        if self.points.len() > POINTS_MAX {
            let mut index = 0;
            self.points.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.interval *= 2;
        }
    }

    /// Adds the final figures at any time.
    pub(crate) fn end(&mut self, time: Duration, figures: [u64; FIGURES]) {
        self.points.push((time, figures));
    }

    /// Seconds, and one of the figures.
    pub(crate) fn curve(&self, figure: usize) -> Vec<(f64, f64)> {
        let point = |(time, figures): &(Duration, [u64; FIGURES])| {
            (time.as_secs_f64(), figures[figure] as f64)
        };
        self.points.iter().map(point).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{History, POINTS_MAX};

    #[test]
    fn long_histories_keep_points_at_equal_intervals() {
        let mut history = History::default();
        for n in 0..100_000 {
            history.add(Duration::from_millis(20 * n), || [n]);
        }
        history.end(Duration::from_secs(2000), [100_000]);
        let curve = history.curve(0);
        assert!((POINTS_MAX / 2..=POINTS_MAX + 1).contains(&curve.len()), "{}", curve.len());
        assert_eq!((curve[0], curve[curve.len() - 1]), ((0.0, 0.0), (2000.0, 100_000.0)));
        let steps: Vec<f64> = curve.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
        let inner = &steps[..steps.len() - 1];
        assert!(inner.iter().all(|step| (step - inner[0]).abs() < 0.1), "{inner:?}");
    }
}
