//! What turns amount to: medians, quartiles, ratios.

use std::time::Duration;

use serde::Serialize;

use super::{Contender, Done, Role, Workload};

/// What one contender did in one round.
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

/// What was measured of a workload.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// What the workload is called.
    pub name: &'static str,
    /// What is done.
    pub about: &'static str,
    /// What the time is divided by.
    pub unit: &'static str,
    /// What consists of such units.
    pub whole: &'static str,
    /// How many rounds are complete.
    pub rounds: usize,
    /// The contenders in their order; none if no round is complete.
    pub lines: Vec<Line>,
}

impl Measured {
    /// What was measured of the contender with this name.
    #[must_use]
    pub fn line(&self, contender: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.contender == contender)
    }
}

/// What was measured of one contender.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// What it is called.
    pub contender: &'static str,
    /// What it is there for.
    pub role: Role,
    /// For how many seconds it was timed.
    pub seconds: f64,
    /// How many units it did.
    pub units: u64,
    /// How many wholes it did.
    pub wholes: u64,
    /// The time of a unit in nanoseconds.
    pub ns_per_unit: Spread,
    /// How many wholes it does in a second.
    pub wholes_per_second: Spread,
    /// What all its wholes have in the mean: how many units, then the sums of the workload.
    pub means: Vec<Mean>,
    /// How many times as fast it is as each yardstick but itself.
    pub over: Vec<Over>,
    /// Of a part: which share of the time of the first contender it takes, from 0 to 1.
    pub share: Option<Spread>,
}

impl Line {
    /// How many times as fast it is as this yardstick.
    #[must_use]
    pub fn over(&self, yardstick: &str) -> Option<Spread> {
        self.over.iter().find(|over| over.yardstick == yardstick).map(|over| over.ratio)
    }
}

/// The mean of something over all wholes.
#[derive(Clone, Debug, Serialize)]
pub struct Mean {
    /// Of what.
    pub of: &'static str,
    /// How much.
    pub value: f64,
}

/// A comparison with a yardstick.
#[derive(Clone, Debug, Serialize)]
pub struct Over {
    /// The name of the yardstick.
    pub yardstick: &'static str,
    /// How many times as many units in the same time.
    pub ratio: Spread,
}

/// The median of the figures of all rounds, and the quartiles between which half of them lie.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The middle one.
    pub median: f64,
    /// A quarter is below it.
    pub lower: f64,
    /// A quarter is above it.
    pub upper: f64,
}

impl Spread {
    /// The spread of some figures, one at least.
    ///
    /// # Panics
    ///
    /// If there are none.
    #[must_use]
    pub fn of(figures: impl IntoIterator<Item = f64>) -> Self {
        let mut figures: Vec<f64> = figures.into_iter().collect();
        assert!(!figures.is_empty(), "there is no median of nothing");
        figures.sort_by(f64::total_cmp);
        // Between two figures, in proportion.
        let quantile = |share: f64| {
            let place = share * (figures.len() - 1) as f64;
            let (below, above) = (figures[place as usize], figures[place.ceil() as usize]);
            below + (above - below) * place.fract()
        };
        Self { median: quantile(0.5), lower: quantile(0.25), upper: quantile(0.75) }
    }
}

/// The results of a workload from its complete rounds, each with a turn for each contender.
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
    fn half_of_the_figures_lie_between_the_quartiles() {
        let spread = Spread::of([5.0, 1.0, 3.0, 2.0, 4.0]);
        assert_eq!(spread, Spread { median: 3.0, lower: 2.0, upper: 4.0 });
        let spread = Spread::of([1.0, 2.0, 3.0, 4.0]);
        assert_eq!(spread, Spread { median: 2.5, lower: 1.75, upper: 3.25 });
        assert_eq!(Spread::of([7.0]), Spread { median: 7.0, lower: 7.0, upper: 7.0 });
    }

    #[test]
    fn one_figure_far_off_does_not_move_the_median_much() {
        let mut figures = [30.0; 21];
        figures[20] = 3000.0;
        assert!((Spread::of(figures).median - 30.0).abs() < f64::EPSILON);
    }
}
