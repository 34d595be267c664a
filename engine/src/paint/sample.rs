//! A random valid move.

use twinboard_vocabulary::game::below;
use twinboard_vocabulary::paint::Cell;

use super::board::{Board, Form, either};
use super::cells::Area;
use super::enumerate::Ranked;
use super::search::SearchSet;
use super::state::State;

/// Number of valid moves up to which [`Board::sample_area`] is uniform.
///
/// Counting up to this limit takes 0.1 to 0.2 ms, so a game of random moves stays quick.
pub const UNIFORM_UP_TO: u64 = 1 << 14;

impl Board {
    /// A random valid move, every one with a positive probability; `None` if the game is over.
    ///
    /// * With at most [`UNIFORM_UP_TO`] valid moves the choice is uniform.
    /// * Otherwise a living number is chosen uniformly, so a number with few areas gets more than
    ///   its share. If it has at most `UNIFORM_UP_TO` areas, the choice among them is uniform.
    /// * Otherwise an area is grown from the number: each next cell is chosen uniformly among the
    ///   neighbours of the cells so far. An area is likely if it can grow in many orders, and if it
    ///   has few neighbours on the way. So compact areas are more likely than long ones, and areas
    ///   along walls more likely than areas in the open.
    ///
    /// The bias was computed exactly for a number in the open. The likeliest area of a 5 has 5.4
    /// times the uniform probability and the rarest 0.16 times; the distance to the uniform
    /// distribution is 0.30 (in total variation, which is at most 1). For an 8 these figures are
    /// 27, 0.0042 and 0.52, for a 9 they are 55, 0.0010 and 0.58. So samples of a large number are
    /// mostly compact.
    pub fn sample_area(&self, random: &mut dyn FnMut() -> u64) -> Option<Area> {
        either!(&self.0, state => state.sample(random))
    }

    /// A random area of a living number, grown cell by cell without counting: the third case of
    /// [`sample_area`](Self::sample_area).
    ///
    /// # Panics
    ///
    /// If the number is dead.
    pub fn grow_area(&self, number: Cell, random: &mut dyn FnMut() -> u64) -> Area {
        either!(&self.0, state => {
            assert!(state.is_alive(number), "there is no living number at {number}");
            state.grow(number, random)
        })
    }
}

impl<S: SearchSet> State<S> {
    fn sample(&self, random: &mut dyn FnMut() -> u64) -> Option<Area> {
        let alive = self.alive();
        if alive.is_empty() {
            return None;
        }
        if let Some(total) = self.count_all(UNIFORM_UP_TO) {
            let mut ranked = Ranked { rank: below(random, total), found: None };
            let _ = alive.iter().try_for_each(|number| self.enumerate(number, &mut ranked));
            debug_assert!(ranked.found.is_some(), "the rank is below the count");
            return ranked.found;
        }
        let index = below(random, alive.len().into());
        let number = alive.iter().nth(index as usize)?;
        Some(self.sample_of(number, random))
    }

    fn sample_of(&self, number: Cell, random: &mut dyn FnMut() -> u64) -> Area {
        if let Some(count) = self.count(number, UNIFORM_UP_TO) {
            let mut ranked = Ranked { rank: below(random, count), found: None };
            let _ = self.enumerate(number, &mut ranked);
            ranked.found.expect("the rank is below the count")
        } else {
            self.grow(number, random)
        }
    }

    fn grow(&self, number: Cell, random: &mut dyn FnMut() -> u64) -> Area {
        let ball = self.ball(number);
        let mut cells = S::one(number);
        for _ in 1..self.value(number) {
            let frontier = (cells.around() & ball).without(cells);
            let index = below(random, frontier.len().into());
            let cell = frontier.iter().nth(index as usize);
            cells.insert(cell.expect("the ball is connected and has enough cells"));
        }
        Area { cells: cells.into(), number }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use twinboard_vocabulary::paint::{Board as Setup, Cell, Square};

    use crate::paint::rows::Rows;
    use crate::paint::set::CellSet;
    use crate::paint::{Area, Board};

    /// A board with only this number, in its middle, and enough room on all sides.
    fn in_the_open(number: u8) -> (Board, Cell) {
        let middle = Cell::new(number, number);
        let setup = Setup::from_fn(2 * number + 1, |cell| {
            if cell == middle { Square::Number(number) } else { Square::Empty }
        });
        (Board::from_setup(&setup), middle)
    }

    /// Probability of each set of the number to be grown: sets grow from smaller ones by adding a
    /// neighbour, uniformly among all neighbours.
    fn probabilities(board: &Board, number: Cell) -> BTreeMap<Vec<Cell>, f64> {
        let ball = Rows::from(&board.ball(number));
        let mut grown = BTreeMap::from([(vec![number], 1.0)]);
        for _ in 1..board.value(number) {
            let mut next = BTreeMap::new();
            for (set, probability) in grown {
                let cells = set.iter().fold(Rows::NONE, |cells, &cell| cells | Rows::one(cell));
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

    /// Bias of a distribution: its highest and its lowest probability as multiples of the uniform
    /// one, and the distance to the uniform distribution in total variation.
    fn bias(probabilities: &BTreeMap<Vec<Cell>, f64>) -> [f64; 3] {
        let uniform = 1.0 / probabilities.len() as f64;
        let multiples = || probabilities.values().map(|probability| probability / uniform);
        let distance: f64 =
            probabilities.values().map(|it| (it - uniform).abs()).sum::<f64>() / 2.0;
        [multiples().fold(0.0, f64::max), multiples().fold(f64::MAX, f64::min), distance]
    }

    #[test]
    fn the_bias_equals_the_documented_one() {
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
    fn grown_sets_have_the_computed_frequencies() {
        const GROWN: u64 = 100_000;
        let (board, middle) = in_the_open(4);
        let probabilities = probabilities(&board, middle);
        let mut counts: BTreeMap<Vec<Cell>, f64> = BTreeMap::new();
        let mut state = 7;
        let mut random = || twinboard_vocabulary::random::next(&mut state);
        for _ in 0..GROWN {
            let Area { cells, .. } = board.grow_area(middle, &mut random);
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
