//! Results of a benchmark: medians, quartiles and ratios of the rounds.

use std::time::Duration;

use serde::Serialize;

use super::workload::{Contender, Done, Role, Workload};

/// Work and time of one contender in one round.
#[derive(Clone, Debug, Default)]
pub(super) struct Turn {
    pub(super) done: Done,
    pub(super) time: Duration,
}

impl Turn {
    fn seconds_per_unit(&self) -> f64 {
        self.time.as_secs_f64() / self.done.units as f64
    }

    fn seconds_per_whole(&self) -> f64 {
        self.time.as_secs_f64() / self.done.wholes as f64
    }
}

/// Results of a workload. The first four fields are those of the [`Workload`].
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// Name of the workload.
    pub name: &'static str,
    /// Description in one line.
    pub about: &'static str,
    /// Noun of the unit of work.
    pub unit: &'static str,
    /// Noun of the larger piece that consists of units.
    pub whole: &'static str,
    /// Number of complete rounds.
    pub rounds: usize,
    /// Results of the contenders in their order; empty if no round is complete.
    pub lines: Vec<Line>,
}

impl Measured {
    /// The line of the contender with this name.
    #[must_use]
    pub fn line(&self, contender: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.contender == contender)
    }
}

/// Results of one contender.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// Name of the contender.
    pub contender: &'static str,
    /// Part in the comparison.
    pub role: Role,
    /// Total time in seconds.
    pub seconds: f64,
    /// Total number of units.
    pub units: u64,
    /// Total number of wholes.
    pub wholes: u64,
    /// Nanoseconds per unit.
    pub ns_per_unit: Spread,
    /// Wholes per second.
    pub wholes_per_second: Spread,
    /// Means over all wholes: the number of units, then the sums of the workload.
    pub means: Vec<Mean>,
    /// Speedups over every yardstick except itself; empty for a part.
    pub over: Vec<Over>,
    /// Share of the first contender's time per whole, from 0 to 1; only for a part.
    pub share: Option<Spread>,
}

impl Line {
    /// Speedup over this yardstick; `None` if there is no comparison with it.
    #[must_use]
    pub fn over(&self, yardstick: &str) -> Option<Spread> {
        self.over.iter().find(|over| over.yardstick == yardstick).map(|over| over.ratio)
    }
}

/// Mean of a quantity per whole.
#[derive(Clone, Debug, Serialize)]
pub struct Mean {
    /// Name of the quantity.
    pub of: &'static str,
    /// Mean over all wholes of the contender.
    pub value: f64,
}

/// Speedup over a yardstick.
#[derive(Clone, Debug, Serialize)]
pub struct Over {
    /// The name of the yardstick.
    pub yardstick: &'static str,
    /// Throughput in units divided by that of the yardstick, round by round.
    pub ratio: Spread,
}

/// Median and quartiles of the figures of all rounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The median.
    pub median: f64,
    /// First quartile: a quarter of the figures is below.
    pub lower: f64,
    /// Third quartile: a quarter of the figures is above.
    pub upper: f64,
}

impl Spread {
    /// Computes the quantiles of at least one figure, with linear interpolation.
    ///
    /// # Panics
    ///
    /// If there are no figures.
    #[must_use]
    pub fn of(figures: impl IntoIterator<Item = f64>) -> Self {
        let mut figures: Vec<f64> = figures.into_iter().collect();
        assert!(!figures.is_empty(), "the median of no figures is undefined");
        figures.sort_by(f64::total_cmp);
        let quantile = |share: f64| {
            let place = share * (figures.len() - 1) as f64;
            let (below, above) = (figures[place as usize], figures[place.ceil() as usize]);
            below + (above - below) * place.fract()
        };
        Self { median: quantile(0.5), lower: quantile(0.25), upper: quantile(0.75) }
    }
}

/// Results of a workload from its complete rounds, each of which has one turn per contender.
pub(super) fn measured(workload: &Workload, rounds: &[Vec<Turn>]) -> Measured {
    let Workload { name, about, unit, whole, .. } = *workload;
    let contenders = workload.contenders.iter().enumerate();
    let lines = contenders.map(|(index, contender)| line(workload, rounds, index, contender));
    let lines = if rounds.is_empty() { Vec::new() } else { lines.collect() };
    Measured { name, about, unit, whole, rounds: rounds.len(), lines }
}

fn line(workload: &Workload, rounds: &[Vec<Turn>], index: usize, contender: &Contender) -> Line {
    let own = || rounds.iter().map(move |round| &round[index]);
    let mut done = Done::default();
    own().for_each(|turn| done.add(&turn.done));
    let is_part = contender.role == Role::Part;
    let yardsticks = workload.contenders.iter().enumerate().filter(|&(other, yardstick)| {
        yardstick.role == Role::Yardstick && other != index && !is_part
    });
    let over = yardsticks.map(|(other, yardstick)| Over {
        yardstick: yardstick.name,
        ratio: Spread::of(
            rounds
                .iter()
                .map(|round| round[other].seconds_per_unit() / round[index].seconds_per_unit()),
        ),
    });
    let share = is_part.then(|| {
        Spread::of(
            rounds
                .iter()
                .map(|round| round[index].seconds_per_whole() / round[0].seconds_per_whole()),
        )
    });
    let mean = |(of, sum): (&'static str, u64)| Mean { of, value: sum as f64 / done.wholes as f64 };
    let sums = workload.sums.iter().copied().zip(done.sums.iter().copied());
    Line {
        contender: contender.name,
        role: contender.role,
        seconds: own().map(|turn| turn.time.as_secs_f64()).sum(),
        units: done.units,
        wholes: done.wholes,
        ns_per_unit: Spread::of(own().map(|turn| 1e9 * turn.seconds_per_unit())),
        wholes_per_second: Spread::of(own().map(|turn| 1.0 / turn.seconds_per_whole())),
        means: [(workload.unit, done.units)].into_iter().chain(sums).map(mean).collect(),
        over: over.collect(),
        share,
    }
}

#[cfg(test)]
mod tests {
    use super::Spread;

    #[test]
    fn quartiles_are_interpolated() {
        let spread = Spread::of([5.0, 1.0, 3.0, 2.0, 4.0]);
        assert_eq!(spread, Spread { median: 3.0, lower: 2.0, upper: 4.0 });
        let spread = Spread::of([1.0, 2.0, 3.0, 4.0]);
        assert_eq!(spread, Spread { median: 2.5, lower: 1.75, upper: 3.25 });
        assert_eq!(Spread::of([7.0]), Spread { median: 7.0, lower: 7.0, upper: 7.0 });
    }

    #[test]
    fn an_outlier_does_not_move_the_median() {
        let mut figures = [30.0; 21];
        figures[20] = 3000.0;
        assert!((Spread::of(figures).median - 30.0).abs() < f64::EPSILON);
    }
}
