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
            grow(self.ball(number), number, self.value(number).into(), random)
        }
    }

    /// How many valid moves there are, or `None` if they are more than `limit`.
    #[must_use]
    pub fn count_all(&self, limit: u64) -> Option<u64> {
        self.alive
            .iter()
            .try_fold(0, |count, number| Some(count + self.count_areas(number, limit - count)?))
    }
}
