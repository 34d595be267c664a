//! How long an outcome may take, and how likely it has a value, before it is looked at.
//!
//! Both hang on how many numbers the components have that are left. How long follows a rule that was fitted
//! to 79,000 outcomes; how many cells matter to them says little more. How likely is learned from the
//! questions that have been answered. It differs from board to board: a component of four numbers is
//! mostly worth 2 or 3 where numbers are small, and 1 where each move leaves next to nothing.

use super::Sum;

/// Values of this and more are as good as never met.
const VALUES: usize = 8;
/// Components of more numbers count as if they had one less than this.
const NUMBERS: usize = 24;
/// What is thought before anything is known counts as so many answers.
const WEIGHT: f32 = 4.0;
/// That is how likely a component is worth nothing, and how likely each value up to its numbers, in parts of
/// what all have together.
const NOTHING: f32 = 0.25;
const SOMETHING: f32 = 0.05;
/// Nothing is thought less likely than this: it is found out by trying.
const LEAST: f32 = 0.02;
/// The rank of an outcome is the effort that it takes if it is as likely as this.
const TYPICAL: f32 = 0.25;
/// So many answers come between two calculations.
const ANSWERS: u32 = 64;
/// More than so many components hardly ever are of more than one number each.
const OPEN: usize = 4;

/// What is seen at once of the sum that an outcome leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    heap: u8,
    /// How many numbers the components have whose value is not known, the largest first; then noughts.
    open: [u8; OPEN],
    are_more: bool,
}

impl Look {
    pub(super) fn of(sum: &Sum) -> Self {
        let mut open = [0; OPEN];
        for (place, shape) in open.iter_mut().zip(sum.open.iter().rev()) {
            *place = u8::try_from(shape.numbers.len()).unwrap_or(u8::MAX);
        }
        let heap = u8::try_from(sum.heap).unwrap_or(u8::MAX);
        Self { heap, open, are_more: sum.open.len() > OPEN }
    }

    fn open(&self) -> impl Iterator<Item = usize> + '_ {
        let open = self.open.iter().take_while(|&&numbers| numbers > 0);
        open.map(|&numbers| usize::from(numbers).min(NUMBERS - 1))
    }
}

/// What was answered so far, and what follows.
#[derive(Debug)]
pub(crate) struct Odds {
    /// By numbers and values: how often it was asked whether a component is worth that, and how often it was.
    asked: [[u64; VALUES]; NUMBERS],
    worth: [[u64; VALUES]; NUMBERS],
    /// How likely a component of so many numbers is worth this; each row adds up to 1.
    chances: [[f32; VALUES]; NUMBERS],
    /// Answers that are not in there yet.
    new: u32,
}

impl Default for Odds {
    fn default() -> Self {
        let none = [[0; VALUES]; NUMBERS];
        let mut odds = Self { asked: none, worth: none, chances: [[0.0; VALUES]; NUMBERS], new: 0 };
        odds.calculate();
        odds
    }
}

impl Odds {
    /// Takes note of an answer: whether a component of so many numbers is worth this.
    pub(super) fn learn(&mut self, numbers: usize, value: u32, is_worth: bool) {
        let numbers = numbers.min(NUMBERS - 1);
        let value = value as usize;
        if value >= VALUES {
            return;
        }
        self.asked[numbers][value] += 1;
        self.worth[numbers][value] += u64::from(is_worth);
        self.new += 1;
        if self.new == ANSWERS {
            self.calculate();
        }
    }

    /// What little is known of many numbers is made up for by what is known of one less.
    fn calculate(&mut self) {
        let mut of_fewer = [0.0; VALUES];
        of_fewer[0] = NOTHING;
        for numbers in 1..NUMBERS {
            let mut row = [0.0; VALUES];
            for (value, chance) in row.iter_mut().enumerate().take(numbers + 1) {
                let before = if value == numbers { SOMETHING } else { of_fewer[value].max(LEAST) };
                let asked = self.asked[numbers][value] as f32;
                let worth = self.worth[numbers][value] as f32;
                *chance = (worth + WEIGHT * before) / (asked + WEIGHT);
            }
            let all: f32 = row.iter().sum();
            self.chances[numbers] = row.map(|chance| chance / all);
            of_fewer = row;
        }
        self.new = 0;
    }

    /// How likely a sum that looks so has this value.
    fn chance(&self, look: Look, value: u32) -> f32 {
        let value = value as usize ^ usize::from(look.heap);
        if look.are_more || value >= VALUES {
            return LEAST;
        }
        // How likely all components so far and the heap come to each value.
        let mut all = [0.0; VALUES];
        all[value] = 1.0;
        for numbers in look.open() {
            let mut more = [0.0; VALUES];
            for (one, chance) in all.into_iter().enumerate().filter(|&(_, chance)| chance > 0.0) {
                for (other, also) in self.chances[numbers].iter().enumerate() {
                    more[one ^ other] += chance * also;
                }
            }
            all = more;
        }
        all[0].max(LEAST)
    }

    /// When an outcome that looks so, with so many ways to paint what matters of it, is to be tried: those of
    /// a low rank first. It is about the effort that it takes, the more the less likely it has the value.
    pub(super) fn rank(&self, look: Look, cost: u64, value: u32) -> u64 {
        let largest = look.open().next().unwrap_or(0);
        // Fitted: the effort grows as 2^(1.5 numbers - 3.5) times the third root of the ways.
        let effort = (1.5 * largest as f32 - 3.5).exp2() * (cost as f32).cbrt();
        (effort * TYPICAL / self.chance(look, value)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{LEAST, Look, Odds};

    fn look(heap: u8, open: [u8; 4]) -> Look {
        Look { heap, open, are_more: false }
    }

    #[test]
    fn what_was_answered_is_expected_again_of_as_many_numbers_and_of_more() {
        let mut odds = Odds::default();
        for value in [0, 1, 2, 3].repeat(64) {
            odds.learn(5, value, value == 3);
        }
        for numbers in [5, 6, 7] {
            let chance = |value| odds.chance(look(0, [numbers, 0, 0, 0]), value);
            assert!(chance(3) > 0.5, "{} of {numbers} numbers", chance(3));
            assert!([0, 1, 2].iter().all(|&value| chance(value) < 0.1), "{numbers} numbers");
        }
        // Nothing follows for fewer.
        let (fewer, before) = (look(0, [4, 0, 0, 0]), Odds::default());
        for value in 0..8 {
            let change = odds.chance(fewer, value) - before.chance(fewer, value);
            assert!(change.abs() < 1e-6, "{change} of value {value}");
        }
    }

    #[test]
    fn components_and_heap_are_added_as_nim_adds_them() {
        let mut odds = Odds::default();
        // Four numbers are worth 2, five are worth 3.
        for value in [0, 1, 2, 3].repeat(640) {
            odds.learn(4, value, value == 2);
            odds.learn(5, value, value == 3);
        }
        let likeliest = |heap, open| {
            let chance = |value: &u32| odds.chance(look(heap, open), *value);
            (0..8).max_by(|one, other| chance(one).total_cmp(&chance(other)))
        };
        assert_eq!(likeliest(0, [4, 0, 0, 0]), Some(2));
        assert_eq!(likeliest(7, [5, 0, 0, 0]), Some(4));
        assert_eq!(likeliest(0, [5, 4, 0, 0]), Some(1));
        assert_eq!(likeliest(4, [5, 4, 4, 0]), Some(7));
        assert_eq!(likeliest(6, [0; 4]), Some(6));
    }

    #[test]
    fn every_row_adds_up_to_one_and_nothing_is_impossible() {
        let mut odds = Odds::default();
        for numbers in 0..40 {
            for value in [0, 1, 1, 9, 40].repeat(30) {
                odds.learn(numbers, value, numbers % 2 == 0);
            }
        }
        for row in &odds.chances[1..] {
            let all: f32 = row.iter().sum();
            assert!((all - 1.0).abs() < 1e-4, "{row:?}");
        }
        let many = Look { heap: 0, open: [9; 4], are_more: true };
        for (look, value) in [(many, 1), (look(255, [3, 0, 0, 0]), 0), (look(0, [3, 0, 0, 0]), 6)] {
            assert!((odds.chance(look, value) - LEAST).abs() < f32::EPSILON, "{look:?} {value}");
            assert!(odds.rank(look, u64::MAX, value) > 0);
        }
    }

    #[test]
    fn what_is_small_or_likely_comes_first() {
        let odds = Odds::default();
        let rank = |open, cost, value| odds.rank(look(0, open), cost, value);
        assert!(rank([5, 0, 0, 0], 500, 0) < rank([6, 0, 0, 0], 500, 0));
        assert!(rank([5, 0, 0, 0], 500, 0) < rank([5, 0, 0, 0], 5000, 0));
        // More numbers weigh more than more ways.
        assert!(rank([5, 0, 0, 0], 50_000, 0) < rank([8, 0, 0, 0], 500, 0));
        assert!(rank([5, 0, 0, 0], 500, 0) < rank([5, 0, 0, 0], 500, 5));
    }

    #[test]
    fn before_anything_is_known_nothing_is_likelier_than_something() {
        let odds = Odds::default();
        let chance = |value| odds.chance(look(0, [5, 0, 0, 0]), value);
        for value in 1..=5 {
            assert!((chance(0) - 5.0 * chance(value)).abs() < 1e-6, "{}", chance(value));
        }
        // None is worth more than it has numbers.
        assert!((chance(6) - LEAST).abs() < f32::EPSILON);
    }
}
