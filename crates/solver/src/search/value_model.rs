//! Model of components for move ordering: the effort an outcome takes, and the probability that it
//! has a value.
//!
//! Effort depends on the number of live numbers in the largest component; the number of relevant
//! cells adds little. The rule was fitted to 79,000 outcomes. The probability depends on *slack* as
//! well, that is usable cells per cell that the numbers would paint: with little of it each move
//! kills most other numbers, and hardly any component is worth 0. Probabilities come from a fitted
//! table.

mod fitted;

use fitted::{FITTED, FITTED_VALUES, SLACK_LIMITS};

use super::sum::Sum;
use crate::shape::Shape;
use crate::tuning::{
    EFFORT_BITS_OFFSET, EFFORT_BITS_PER_NUMBER, MIN_PROBABILITY, TYPICAL_PROBABILITY,
};

/// Larger values hardly ever occur.
const VALUE_CLASSES: usize = 8;
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

    /// Fitted probabilities of the values of each component, in hundredths.
    fn open(&self) -> impl Iterator<Item = &'static [u8; FITTED_VALUES]> {
        let open = self.open.iter().zip(self.slacks).take_while(|(numbers, _)| **numbers > 0);
        open.map(|(&numbers, slack)| {
            &FITTED[(usize::from(numbers) - MIN_NUMBERS).min(FITTED.len() - 1)][usize::from(slack)]
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

/// Probability that a sum with these features has this value.
fn probability(features: Features, value: u32) -> f32 {
    let value = value as usize ^ usize::from(features.heap);
    if features.has_more || value >= VALUE_CLASSES {
        return MIN_PROBABILITY;
    }
    // Probability of each value of the sum of heap and components so far.
    let mut all = [0.0; VALUE_CLASSES];
    all[value] = 1.0;
    for fitted in features.open() {
        let mut more = [0.0; VALUE_CLASSES];
        for (one, probability) in
            all.into_iter().enumerate().filter(|&(_, probability)| probability > 0.0)
        {
            for (other, &hundredths) in fitted.iter().enumerate() {
                more[one ^ other] += probability * f32::from(hundredths) / 100.0;
            }
        }
        all = more;
    }
    all[0].max(MIN_PROBABILITY)
}

/// Rank of an outcome with these features and this estimated cost; the lowest is tried first. A
/// rank is the estimated effort, scaled up the less likely the outcome has the value.
pub(super) fn rank(features: Features, cost: u64, value: u32) -> u64 {
    let largest = f32::from(features.open[0]);
    // Fitted: see `tuning.rs`.
    let effort =
        (EFFORT_BITS_PER_NUMBER * largest - EFFORT_BITS_OFFSET).exp2() * (cost as f32).cbrt();
    (effort * TYPICAL_PROBABILITY / probability(features, value)) as u64
}

#[cfg(test)]
mod tests {
    use super::{FITTED, Features, MIN_PROBABILITY, probability, rank};

    /// A sum of components with this slack class.
    fn features(slack: u8, heap: u8, open: [u8; 4]) -> Features {
        Features { heap, open, slacks: [slack; 4], has_more: false }
    }

    #[test]
    fn components_and_heap_combine_by_exclusive_or() {
        // By the table, two numbers with hardly any slack are worth 1, and four with some are
        // worth 2.
        let likeliest = |slack, heap, open| {
            let probability = |value: &u32| probability(features(slack, heap, open), *value);
            (0..8).max_by(|one, other| probability(one).total_cmp(&probability(other)))
        };
        assert_eq!(likeliest(1, 0, [2, 0, 0, 0]), Some(1));
        assert_eq!(likeliest(2, 0, [4, 0, 0, 0]), Some(2));
        assert_eq!(likeliest(2, 7, [4, 0, 0, 0]), Some(5));
        assert_eq!(likeliest(1, 0, [2, 2, 2, 0]), Some(1));
        assert_eq!(likeliest(1, 4, [2, 2, 0, 0]), Some(4));
        assert_eq!(likeliest(1, 6, [0; 4]), Some(6));
    }

    #[test]
    fn probabilities_add_up_to_about_one_and_none_is_zero() {
        for row in FITTED.iter().flatten() {
            let all: u32 = row.iter().map(|&hundredths| u32::from(hundredths)).sum();
            assert!((95..=105).contains(&all), "{row:?}");
        }
        let many = Features { has_more: true, ..features(3, 0, [9; 4]) };
        for (features, value) in
            [(many, 1), (features(3, 255, [3, 0, 0, 0]), 0), (features(3, 0, [3, 0, 0, 0]), 6)]
        {
            assert!(
                (probability(features, value) - MIN_PROBABILITY).abs() < f32::EPSILON,
                "{features:?} {value}"
            );
            assert!(rank(features, u64::MAX, value) > 0);
        }
    }
}
