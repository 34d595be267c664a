//! A random valid move.

use board::game::below;
use board::paint::Cell;

use super::board::{Area, Board};
use super::walk::{Ranked, grow};

/// Up to how many valid moves [`Board::sample_area`] makes all of them equally likely.
///
/// So many are counted in a tenth of a millisecond or two, so a game of random moves stays quick.
pub const UNIFORM_UP_TO: u64 = 1 << 14;

impl Board {
    /// A random valid move, every one with a positive probability; `None` if the game is over.
    ///
    /// * If there are at most [`UNIFORM_UP_TO`], each has the same probability.
    /// * Else a living number is drawn, each with the same probability, so a number with few sets
    ///   gets more than its share. If it has at most that many, each has the same probability.
    /// * Else its set is grown: from the number on, the next cell is again and again one of the
    ///   set's neighbours, each with the same probability. A set is the likelier the more orders
    ///   there are in which it can grow and the fewer neighbours it has on the way; so compact sets
    ///   are more likely than long ones, and those along walls more than those in the open.
    ///
    /// How much that is, computed exactly for a number in the open: the likeliest set of a 5 comes 5.4
    /// times as often as if all were equally likely, the rarest 0.16 times, and the distribution is
    /// 0.30 away from the uniform one (in total variation, which is at most 1). For an 8 these are
    /// 27, 0.0042 and 0.52, for a 9 55, 0.0010 and 0.58. So what is drawn of a large number is mostly
    /// compact.
    pub fn sample_area(&self, random: &mut dyn FnMut() -> u64) -> Option<Area> {
        if self.alive.is_empty() {
            return None;
        }
        if let Some(total) = self.count_all(UNIFORM_UP_TO) {
            let mut rank = below(random, total);
            for number in self.alive.iter() {
                let mut ranked = Ranked { rank, found: None };
                let _ = self.walk(number, &mut ranked);
                if ranked.found.is_some() {
                    return ranked.found;
                }
                rank = ranked.rank;
            }
        }
        let index = below(random, self.alive.len().into());
        let number = self.alive.iter().nth(index as usize)?;
        Some(self.sample_area_of(number, random))
    }

    /// A random valid set of a living number, as [`sample_area`](Self::sample_area) draws it.
    ///
    /// # Panics
    ///
    /// If the number is dead.
    pub fn sample_area_of(&self, number: Cell, random: &mut dyn FnMut() -> u64) -> Area {
        assert!(self.alive.contains(number), "there is a living number at {number}");
        if let Some(count) = self.count_areas(number, UNIFORM_UP_TO) {
            let mut ranked = Ranked { rank: below(random, count), found: None };
            let _ = self.walk(number, &mut ranked);
            ranked.found.expect("the rank is below the count")
        } else {
            self.grow_area(number, random)
        }
    }

    /// A random valid set of a living number that grew cell by cell, without counting any: what
    /// [`sample_area`](Self::sample_area) does where there are too many.
    ///
    /// # Panics
    ///
    /// If the number is dead.
    pub fn grow_area(&self, number: Cell, random: &mut dyn FnMut() -> u64) -> Area {
        assert!(self.alive.contains(number), "there is a living number at {number}");
        grow(self.ball(number), number, self.value(number).into(), random)
    }

    /// How many valid moves there are, or `None` if they are more than `limit`.
    #[must_use]
    pub fn count_all(&self, limit: u64) -> Option<u64> {
        self.alive
            .iter()
            .try_fold(0, |count, number| Some(count + self.count_areas(number, limit - count)?))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use board::paint::{Board as Setup, Cell, Square};

    use super::super::board::{Area, Board};
    use super::super::cells::Cells;
    use super::grow;

    /// A board with nothing but this number, in its middle, with room on all sides.
    fn in_the_open(number: u8) -> (Board, Cell) {
        let middle = Cell::new(number, number);
        let setup = Setup::from_fn(2 * number + 1, |cell| {
            if cell == middle { Square::Number(number) } else { Square::Empty }
        });
        (Board::from_setup(&setup), middle)
    }

    /// How likely each set of the number is to be grown: a set is grown from any smaller one to which
    /// a neighbour is added, each of its neighbours with the same probability.
    fn probabilities(board: &Board, number: Cell) -> BTreeMap<Vec<Cell>, f64> {
        let ball = board.ball(number);
        let mut grown = BTreeMap::from([(vec![number], 1.0)]);
        for _ in 1..board.value(number) {
            let mut next = BTreeMap::new();
            for (set, probability) in grown {
                let cells = set.iter().fold(Cells::NONE, |cells, &cell| cells | Cells::one(cell));
                let frontier = (cells.around() & ball).without(cells);
                let share = probability / f64::from(frontier.len());
                for cell in frontier.iter() {
                    let mut larger = set.clone();
                    larger.insert(set.partition_point(|&other| other < cell), cell);
                    *next.entry(larger).or_insert(0.0) += share;
                }
            }
            grown = next;
        }
        grown
    }

    /// How far from uniform these are: the likeliest and the rarest as multiples of the uniform
    /// probability, and the distance in total variation.
    fn bias(probabilities: &BTreeMap<Vec<Cell>, f64>) -> [f64; 3] {
        let uniform = 1.0 / probabilities.len() as f64;
        let multiples = || probabilities.values().map(|probability| probability / uniform);
        let distance: f64 =
            probabilities.values().map(|it| (it - uniform).abs()).sum::<f64>() / 2.0;
        [multiples().fold(0.0, f64::max), multiples().fold(f64::MAX, f64::min), distance]
    }

    #[test]
    fn the_bias_is_what_the_documentation_says() {
        let documented = [(5, 315, [5.4, 0.16, 0.30]), (8, 21_800, [27.0, 0.0042, 0.52])];
        for (number, sets, expected) in documented {
            let (board, middle) = in_the_open(number);
            let probabilities = probabilities(&board, middle);
            assert_eq!(probabilities.len(), sets, "all sets can be grown");
            assert!((probabilities.values().sum::<f64>() - 1.0).abs() < 1e-9);
            for (found, expected) in bias(&probabilities).into_iter().zip(expected) {
                assert!((found / expected - 1.0).abs() < 0.03, "{number}: {found}, {expected}");
            }
        }
    }

    #[test]
    fn sets_are_grown_as_often_as_they_are_likely() {
        const GROWN: u64 = 100_000;
        let (board, middle) = in_the_open(4);
        let probabilities = probabilities(&board, middle);
        let mut counts: BTreeMap<Vec<Cell>, f64> = BTreeMap::new();
        let mut state = 7_u64;
        let mut random = || {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            mixed ^ (mixed >> 27)
        };
        for _ in 0..GROWN {
            let Area { cells, .. } = grow(board.ball(middle), middle, 4, &mut random);
            *counts.entry(cells.iter().collect()).or_insert(0.0) += 1.0;
        }
        assert_eq!(counts.len(), probabilities.len());
        for (set, probability) in probabilities {
            let expected = probability * GROWN as f64;
            let error = (counts[&set] - expected).abs();
            assert!(error < 6.0 * expected.sqrt(), "{set:?}: {} for {expected}", counts[&set]);
        }
    }
}
