//! Model of components for move ordering: the effort an outcome takes, and the probability that it
//! has a value.
//!
//! Effort depends on the number of live numbers in the largest component; the number of relevant
//! cells adds little. The rule was fitted to 79,000 outcomes. The probability depends on *slack* as
//! well, that is usable cells per cell that the numbers would paint: with little of it each move
//! kills most other numbers, and hardly any component is worth 0. Probabilities start from a fitted
//! table and follow the answers of the search.

mod fitted;

use fitted::{FITTED, FITTED_VALUES, SLACK_CLASSES, SLACK_LIMITS};

use super::sum::Sum;
use crate::shape::Shape;
use crate::tuning::{
    EFFORT_BITS_OFFSET, EFFORT_BITS_PER_NUMBER, MIN_PROBABILITY, PRIOR_WEIGHT, TYPICAL_PROBABILITY,
    UPDATE_INTERVAL,
};

/// Larger values hardly ever occur.
const VALUE_CLASSES: usize = 8;
/// Components with more numbers count as if they had one less than this.
const COUNT_CLASSES: usize = 24;
/// Components with fewer numbers have a known value.
const MIN_NUMBERS: usize = 2;
/// Outcomes hardly ever leave more components with several numbers each.
const MAX_COMPONENTS: usize = 4;

/// Features of the sum that an outcome leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Features {
    heap: u8,
    /// Numbers of each component of unknown value, the largest first, padded with 0.
    open: [u8; MAX_COMPONENTS],
    /// Slack class of each of these components.
    slacks: [u8; MAX_COMPONENTS],
    has_more: bool,
}

impl Features {
    /// Features of a sum; more than four open components are only noted.
    pub(super) fn of<B: Copy>(sum: &Sum<B>) -> Self {
        let (mut open, mut slacks) = ([0; MAX_COMPONENTS], [0; MAX_COMPONENTS]);
        for (index, shape) in sum.open.iter().rev().take(MAX_COMPONENTS).enumerate() {
            open[index] = u8::try_from(shape.numbers.len()).unwrap_or(u8::MAX);
            slacks[index] = slack(shape) as u8;
        }
        let heap = u8::try_from(sum.heap.get()).unwrap_or(u8::MAX);
        Self { heap, open, slacks, has_more: sum.open.len() > MAX_COMPONENTS }
    }

    /// Numbers and slack class of each component.
    fn open(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let open = self.open.iter().zip(self.slacks).take_while(|(numbers, _)| **numbers > 0);
        open.map(|(&numbers, slack)| {
            (usize::from(numbers).min(COUNT_CLASSES - 1), usize::from(slack))
        })
    }
}

/// Slack class of a component, the tightest first.
fn slack(shape: &Shape) -> usize {
    let cells: u32 = shape.rows.iter().map(|row| row.count_ones()).sum();
    let taken: usize = shape.numbers.iter().map(|number| usize::from(number.value)).sum();
    let hundredths = 100 * cells as usize / taken.max(1);
    SLACK_LIMITS.iter().filter(|&&limit| hundredths >= limit).count()
}

/// A table by slack class and value.
type BySlack<T> = [[T; VALUE_CLASSES]; SLACK_CLASSES];

/// Estimated probabilities of values, from the fitted table and the answers so far.
#[derive(Debug)]
pub(crate) struct ValueModel {
    /// By count of numbers: answers about each value, and how many of them were yes.
    queries: [BySlack<u64>; COUNT_CLASSES],
    confirmed: [BySlack<u64>; COUNT_CLASSES],
    /// By count of numbers: probability of each value; every row adds up to 1.
    probabilities: [BySlack<f32>; COUNT_CLASSES],
    /// Answers since the last update.
    unused: u32,
}

impl Default for ValueModel {
    fn default() -> Self {
        let none = [[[0; VALUE_CLASSES]; SLACK_CLASSES]; COUNT_CLASSES];
        let mut model = Self {
            queries: none,
            confirmed: none,
            probabilities: [[[0.0; VALUE_CLASSES]; SLACK_CLASSES]; COUNT_CLASSES],
            unused: 0,
        };
        model.update();
        model
    }
}

impl ValueModel {
    /// Records the answer to whether a component has this value.
    pub(super) fn learn(&mut self, shape: &Shape, value: u32, has_value: bool) {
        self.record(shape.numbers.len(), slack(shape), value, has_value);
    }

    /// Records an answer about a component with this count of numbers and slack class.
    fn record(&mut self, numbers: usize, slack: usize, value: u32, has_value: bool) {
        let numbers = numbers.min(COUNT_CLASSES - 1);
        let value = value as usize;
        if value >= VALUE_CLASSES {
            return;
        }
        self.queries[numbers][slack][value] += 1;
        self.confirmed[numbers][slack][value] += u64::from(has_value);
        self.unused += 1;
        if self.unused == UPDATE_INTERVAL {
            self.update();
        }
    }

    /// Recomputes the probabilities. Beyond the fitted table a count of numbers starts from the
    /// estimate for one number less.
    fn update(&mut self) {
        for slack in 0..SLACK_CLASSES {
            let mut before = [0.0; VALUE_CLASSES];
            for numbers in MIN_NUMBERS..COUNT_CLASSES {
                if let Some(fitted) = FITTED.get(numbers - MIN_NUMBERS) {
                    before[..FITTED_VALUES]
                        .copy_from_slice(&fitted[slack].map(|of| f32::from(of) / 100.0));
                }
                let mut row = [0.0; VALUE_CLASSES];
                for (value, probability) in row.iter_mut().enumerate().take(numbers + 1) {
                    let queries = self.queries[numbers][slack][value] as f32;
                    let confirmed = self.confirmed[numbers][slack][value] as f32;
                    let before = before[value].max(MIN_PROBABILITY / 2.0);
                    *probability = (confirmed + PRIOR_WEIGHT * before) / (queries + PRIOR_WEIGHT);
                }
                let all: f32 = row.iter().sum();
                before = row.map(|probability| probability / all);
                self.probabilities[numbers][slack] = before;
            }
        }
        self.unused = 0;
    }

    /// Probability that a sum with these features has this value.
    fn probability(&self, features: Features, value: u32) -> f32 {
        let value = value as usize ^ usize::from(features.heap);
        if features.has_more || value >= VALUE_CLASSES {
            return MIN_PROBABILITY;
        }
        // Probability of each value of the sum of heap and components so far.
        let mut all = [0.0; VALUE_CLASSES];
        all[value] = 1.0;
        for (numbers, slack) in features.open() {
            let mut more = [0.0; VALUE_CLASSES];
            for (one, probability) in
                all.into_iter().enumerate().filter(|&(_, probability)| probability > 0.0)
            {
                for (other, also) in self.probabilities[numbers][slack].iter().enumerate() {
                    more[one ^ other] += probability * also;
                }
            }
            all = more;
        }
        all[0].max(MIN_PROBABILITY)
    }

    /// Rank of an outcome with these features and this estimated cost; the lowest is tried first. A
    /// rank is the estimated effort, scaled up the less likely the outcome has the value.
    pub(super) fn rank(&self, features: Features, cost: u64, value: u32) -> u64 {
        let largest = features.open().next().map_or(0, |(numbers, _)| numbers);
        // Fitted: see `tuning.rs`.
        let effort = (EFFORT_BITS_PER_NUMBER * largest as f32 - EFFORT_BITS_OFFSET).exp2()
            * (cost as f32).cbrt();
        (effort * TYPICAL_PROBABILITY / self.probability(features, value)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{Features, MIN_PROBABILITY, SLACK_CLASSES, ValueModel};

    /// Slack class of all components where it does not matter.
    const SLACK: u8 = 3;

    fn features(heap: u8, open: [u8; 4]) -> Features {
        Features { heap, open, slacks: [SLACK; 4], has_more: false }
    }

    /// Records `count` answers to each value, of which only `worth` is confirmed.
    fn teach(model: &mut ValueModel, numbers: usize, worth: u32, count: usize) {
        for value in [0, 1, 2, 3].repeat(count) {
            model.record(numbers, SLACK.into(), value, value == worth);
        }
    }

    #[test]
    fn components_and_heap_combine_by_exclusive_or() {
        let mut model = ValueModel::default();
        teach(&mut model, 4, 2, 640);
        teach(&mut model, 5, 3, 640);
        let likeliest = |heap, open| {
            let probability = |value: &u32| model.probability(features(heap, open), *value);
            (0..8).max_by(|one, other| probability(one).total_cmp(&probability(other)))
        };
        assert_eq!(likeliest(0, [4, 0, 0, 0]), Some(2));
        assert_eq!(likeliest(7, [5, 0, 0, 0]), Some(4));
        assert_eq!(likeliest(0, [5, 4, 0, 0]), Some(1));
        assert_eq!(likeliest(4, [5, 4, 4, 0]), Some(7));
        assert_eq!(likeliest(6, [0; 4]), Some(6));
    }

    #[test]
    fn probabilities_add_up_to_one_and_none_is_zero() {
        let mut model = ValueModel::default();
        for numbers in 0..40 {
            for value in [0, 1, 1, 9, 40].repeat(30) {
                model.record(numbers, numbers % SLACK_CLASSES, value, numbers % 2 == 0);
            }
        }
        for row in model.probabilities[2..].iter().flatten() {
            let all: f32 = row.iter().sum();
            assert!((all - 1.0).abs() < 1e-4, "{row:?}");
        }
        let many = Features { has_more: true, ..features(0, [9; 4]) };
        for (features, value) in
            [(many, 1), (features(255, [3, 0, 0, 0]), 0), (features(0, [3, 0, 0, 0]), 6)]
        {
            assert!(
                (model.probability(features, value) - MIN_PROBABILITY).abs() < f32::EPSILON,
                "{features:?} {value}"
            );
            assert!(model.rank(features, u64::MAX, value) > 0);
        }
    }
}
