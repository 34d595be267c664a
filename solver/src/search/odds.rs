//! How long an outcome may take, and how likely it has a value, before it is looked at.
//!
//! Both hang on how many numbers the components have that are left. How long follows a rule that was fitted
//! to 79,000 outcomes; how many cells matter to them says little more. How likely hangs on how much room there is
//! for them, too: where there is little, each move kills most of the others, and hardly any component is worth
//! nothing. It was fitted, and is learned from the queries that are answered.

mod fitted;

use fitted::{FITTED, FITTED_VALUES};

use super::Sum;
use crate::shape::Shape;

/// Values of this and more are as good as never met.
const VALUES: usize = 8;
/// Components of more numbers count as if they had one less than this.
const NUMBERS: usize = 24;
/// A component of one number is known.
const FEWEST: usize = 2;
/// What is thought before anything is known counts as so many answers.
const WEIGHT: f32 = 12.0;
/// How many kinds of room are told apart: more cells for each cell that the numbers would take than each of these
/// hundredths.
const ROOMS: usize = 8;
const ROOM_LIMITS: [usize; ROOMS - 1] = [55, 70, 85, 105, 130, 170, 230];
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
pub(super) struct Features {
    heap: u8,
    /// How many numbers the components have whose value is not known, the largest first; then noughts.
    open: [u8; OPEN],
    /// How much room each of them has.
    rooms: [u8; OPEN],
    are_more: bool,
}

impl Features {
    pub(super) fn of(sum: &Sum) -> Self {
        let (mut open, mut rooms) = ([0; OPEN], [0; OPEN]);
        for (index, shape) in sum.open.iter().rev().take(OPEN).enumerate() {
            open[index] = u8::try_from(shape.numbers.len()).unwrap_or(u8::MAX);
            rooms[index] = room(shape) as u8;
        }
        let heap = u8::try_from(sum.heap).unwrap_or(u8::MAX);
        Self { heap, open, rooms, are_more: sum.open.len() > OPEN }
    }

    /// Numbers and room of each component.
    fn open(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let open = self.open.iter().zip(self.rooms).take_while(|(numbers, _)| **numbers > 0);
        open.map(|(&numbers, room)| (usize::from(numbers).min(NUMBERS - 1), usize::from(room)))
    }
}

/// How much room the numbers of a component have, of [`ROOMS`] kinds, the least first.
fn room(shape: &Shape) -> usize {
    let cells: u32 = shape.rows.iter().map(|row| row.count_ones()).sum();
    let taken: usize = shape.numbers.iter().map(|number| usize::from(number.value)).sum();
    let hundredths = 100 * cells as usize / taken.max(1);
    ROOM_LIMITS.iter().filter(|&&limit| hundredths >= limit).count()
}

/// Of a component of so many numbers, by room and value.
type ByRoom<T> = [[T; VALUES]; ROOMS];

/// What was answered so far, and what follows.
#[derive(Debug)]
pub(crate) struct Odds {
    /// By numbers: how often it was asked whether a component is worth that, and how often it was.
    asked: [ByRoom<u64>; NUMBERS],
    worth: [ByRoom<u64>; NUMBERS],
    /// How likely a component of so many numbers is worth this; each row adds up to 1.
    chances: [ByRoom<f32>; NUMBERS],
    /// Answers that are not in there yet.
    new: u32,
}

impl Default for Odds {
    fn default() -> Self {
        let none = [[[0; VALUES]; ROOMS]; NUMBERS];
        let mut odds =
            Self { asked: none, worth: none, chances: [[[0.0; VALUES]; ROOMS]; NUMBERS], new: 0 };
        odds.calculate();
        odds
    }
}

impl Odds {
    /// Takes note of an answer: whether a component is worth this.
    pub(super) fn learn(&mut self, shape: &Shape, value: u32, is_worth: bool) {
        self.note(shape.numbers.len(), room(shape), value, is_worth);
    }

    fn note(&mut self, numbers: usize, room: usize, value: u32, is_worth: bool) {
        let numbers = numbers.min(NUMBERS - 1);
        let value = value as usize;
        if value >= VALUES {
            return;
        }
        self.asked[numbers][room][value] += 1;
        self.worth[numbers][room][value] += u64::from(is_worth);
        self.new += 1;
        if self.new == ANSWERS {
            self.calculate();
        }
    }

    /// What was fitted counts besides what is learned. Of more numbers than that, what is known of one less does.
    fn calculate(&mut self) {
        for room in 0..ROOMS {
            let mut before = [0.0; VALUES];
            for numbers in FEWEST..NUMBERS {
                if let Some(fitted) = FITTED.get(numbers - FEWEST) {
                    before[..FITTED_VALUES]
                        .copy_from_slice(&fitted[room].map(|of| f32::from(of) / 100.0));
                }
                let mut row = [0.0; VALUES];
                for (value, chance) in row.iter_mut().enumerate().take(numbers + 1) {
                    let asked = self.asked[numbers][room][value] as f32;
                    let worth = self.worth[numbers][room][value] as f32;
                    let before = before[value].max(LEAST / 2.0);
                    *chance = (worth + WEIGHT * before) / (asked + WEIGHT);
                }
                let all: f32 = row.iter().sum();
                before = row.map(|chance| chance / all);
                self.chances[numbers][room] = before;
            }
        }
        self.new = 0;
    }

    /// How likely a sum that looks so has this value.
    fn chance(&self, features: Features, value: u32) -> f32 {
        let value = value as usize ^ usize::from(features.heap);
        if features.are_more || value >= VALUES {
            return LEAST;
        }
        // How likely all components so far and the heap come to each value.
        let mut all = [0.0; VALUES];
        all[value] = 1.0;
        for (numbers, room) in features.open() {
            let mut more = [0.0; VALUES];
            for (one, chance) in all.into_iter().enumerate().filter(|&(_, chance)| chance > 0.0) {
                for (other, also) in self.chances[numbers][room].iter().enumerate() {
                    more[one ^ other] += chance * also;
                }
            }
            all = more;
        }
        all[0].max(LEAST)
    }

    /// When an outcome that looks so, with so many ways to paint what matters of it, is to be tried: those of
    /// a low rank first. It is about the effort that it takes, the more the less likely it has the value.
    pub(super) fn rank(&self, features: Features, cost: u64, value: u32) -> u64 {
        let largest = features.open().next().map_or(0, |(numbers, _)| numbers);
        // Fitted: the effort grows as 2^(1.5 numbers - 3.5) times the third root of the ways.
        let effort = (1.5 * largest as f32 - 3.5).exp2() * (cost as f32).cbrt();
        (effort * TYPICAL / self.chance(features, value)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{Features, LEAST, Odds, ROOMS, room};
    use crate::shape::{Number, Shape};

    /// The kind of room that all have here, where it does not matter.
    const ROOM: u8 = 3;

    fn features(heap: u8, open: [u8; 4]) -> Features {
        Features { heap, open, rooms: [ROOM; 4], are_more: false }
    }

    /// Takes note of so many answers to each value: it is worth this one.
    fn teach(odds: &mut Odds, numbers: usize, worth: u32, count: usize) {
        for value in [0, 1, 2, 3].repeat(count) {
            odds.note(numbers, ROOM.into(), value, value == worth);
        }
    }

    #[test]
    fn what_was_answered_is_expected_again_where_there_is_as_much_room() {
        let mut odds = Odds::default();
        teach(&mut odds, 5, 0, 64);
        assert!(odds.chance(features(0, [5, 0, 0, 0]), 0) > 0.5);
        // Nothing follows for fewer numbers, nor where there is more or less room.
        let before = Odds::default();
        for rooms in 0..ROOMS as u8 {
            let elsewhere = Features { rooms: [rooms; 4], ..features(0, [5, 0, 0, 0]) };
            for features in [features(0, [4, 0, 0, 0]), elsewhere] {
                let change = odds.chance(features, 0) - before.chance(features, 0);
                let is_there = features.open[0] == 5 && rooms == ROOM;
                assert_eq!(change.abs() > 0.1, is_there, "{change} of {features:?}");
            }
        }
    }

    #[test]
    fn what_was_denied_is_doubted_where_there_is_as_much_room() {
        let (mut odds, before) = (Odds::default(), Odds::default());
        (0..64).for_each(|_| odds.note(5, ROOM.into(), 2, false));
        for rooms in 0..ROOMS as u8 {
            let features = Features { rooms: [rooms; 4], ..features(0, [5, 0, 0, 0]) };
            let change = odds.chance(features, 2) / before.chance(features, 2);
            assert_eq!(change < 0.5, rooms == ROOM, "{change} of {features:?}");
        }
    }

    #[test]
    fn of_many_numbers_is_expected_what_is_known_of_one_less() {
        let mut odds = Odds::default();
        teach(&mut odds, 9, 3, 64);
        for numbers in [9, 10, 11] {
            let chance = |value| odds.chance(features(0, [numbers, 0, 0, 0]), value);
            assert!(chance(3) > 0.5, "{} of {numbers} numbers", chance(3));
        }
    }

    #[test]
    fn components_and_heap_are_added_as_nim_adds_them() {
        let mut odds = Odds::default();
        teach(&mut odds, 4, 2, 640);
        teach(&mut odds, 5, 3, 640);
        let likeliest = |heap, open| {
            let chance = |value: &u32| odds.chance(features(heap, open), *value);
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
                odds.note(numbers, numbers % ROOMS, value, numbers % 2 == 0);
            }
        }
        for row in odds.chances[2..].iter().flatten() {
            let all: f32 = row.iter().sum();
            assert!((all - 1.0).abs() < 1e-4, "{row:?}");
        }
        let many = Features { are_more: true, ..features(0, [9; 4]) };
        for (features, value) in
            [(many, 1), (features(255, [3, 0, 0, 0]), 0), (features(0, [3, 0, 0, 0]), 6)]
        {
            assert!(
                (odds.chance(features, value) - LEAST).abs() < f32::EPSILON,
                "{features:?} {value}"
            );
            assert!(odds.rank(features, u64::MAX, value) > 0);
        }
    }

    #[test]
    fn what_is_small_or_likely_comes_first() {
        let odds = Odds::default();
        let rank = |open, cost, value| odds.rank(features(0, open), cost, value);
        assert!(rank([5, 0, 0, 0], 500, 0) < rank([6, 0, 0, 0], 500, 0));
        assert!(rank([5, 0, 0, 0], 500, 0) < rank([5, 0, 0, 0], 5000, 0));
        // More numbers weigh more than more ways.
        assert!(rank([5, 0, 0, 0], 50_000, 0) < rank([8, 0, 0, 0], 500, 0));
        assert!(rank([5, 0, 0, 0], 500, 3) < rank([5, 0, 0, 0], 500, 5));
    }

    #[test]
    fn where_there_is_little_room_one_move_ends_it() {
        let odds = Odds::default();
        let chance = |numbers, room, value| {
            odds.chance(Features { rooms: [room; 4], ..features(0, [numbers, 0, 0, 0]) }, value)
        };
        for numbers in [2, 3] {
            assert!(chance(numbers, 0, 1) > 0.9, "{}", chance(numbers, 0, 1));
            assert!(chance(numbers, 7, 0) > 4.0 * chance(numbers, 1, 0));
        }
        // None is worth more than it has numbers.
        assert!((chance(5, ROOM, 6) - LEAST).abs() < f32::EPSILON);
    }

    #[test]
    fn room_is_how_many_cells_there_are_for_what_the_numbers_take() {
        // Ten cells.
        let of = |value| {
            let number = |column| Number { row: 0, column, value };
            room(&Shape::cut(&[0b11_1111_1111], &[number(0), number(9)]))
        };
        assert_eq!([20, 10, 9, 7, 5, 4, 3, 2, 1].map(of), [0, 0, 1, 2, 3, 4, 5, 7, 7]);
    }
}
