//! The searches that play needs, for each of the two forms of sets.

use std::ops::ControlFlow;

use twinboard_vocabulary::paint::Cell;

use super::cells::Cells;
use super::enumerate::Receiver;
use super::list::List;
use super::rows::{self, Rows};
use super::set::{CellSet, Sets};
use super::window::{Frame, Whole, Window};
use super::word::{self, Word, added, around, pairs_and_paths, sides};
use crate::bits::count_four;
use crate::planted::{Fault, planted};

/// Number of sets in which a position keeps the numbers by their steps: set `n` has the numbers
/// that find enough cells within `n` steps, and the last set all others.
///
/// An undone move only adds cells, so the steps remain an upper bound after it.
pub(super) const BY_STEPS: usize = 10;
/// Index of the last of these sets. Any paint makes its numbers suspects.
pub(super) const FAR: usize = BY_STEPS - 1;

/// A set of cells with the searches for its form. Everything that plays is generic over it: a board
/// of up to 8 × 8 is compiled for [`Word`], a larger one for [`Rows`].
pub(super) trait SearchSet: CellSet + Into<Cells> + for<'a> From<&'a Cells> {
    /// True if play keeps track of the numbers that recent paint has left alone. It pays on boards
    /// with many numbers; on small ones a fresh search is cheaper.
    const TRACKS_LIFE: bool;

    /// Numbers of `living` that paint on these cells may kill, by their steps; all others live on.
    /// Does not look at the last set of `by_steps`.
    fn endangered(&self, living: &Self, by_steps: &[Self; BY_STEPS]) -> Self;

    /// A number of steps within which `start` and cells of this set are at least `count` cells;
    /// not always the smallest. `None` if fewer cells are connected to `start`.
    fn steps_to(&self, start: Cell, count: u32) -> Option<u32>;

    /// Passes the areas of a number, which have `size` cells, to a receiver. A dead number has
    /// none.
    fn enumerate(
        sets: &Sets<Self>,
        number: Cell,
        size: u32,
        board_side: u8,
        receiver: &mut impl Receiver,
    ) -> ControlFlow<()>;

    /// Counts the areas of those of the numbers `alive` that are counted faster together than one
    /// by one. Returns the count and these numbers.
    ///
    /// In a form that does not track life, entry k − 1 of `by_steps` has the numbers of value k.
    #[inline]
    fn count_small(_alive: Self, _open: Self, _by_steps: &[Self; BY_STEPS]) -> (u64, Self) {
        (0, Self::NONE)
    }
}

impl SearchSet for Word {
    const TRACKS_LIFE: bool = false;

    /// All: on a small board all numbers are examined when the living ones are asked for.
    #[inline]
    fn endangered(&self, living: &Self, _by_steps: &[Self; BY_STEPS]) -> Self {
        if planted(Fault::StaleAlive) { Self::NONE } else { *living }
    }

    #[inline]
    fn steps_to(&self, start: Cell, count: u32) -> Option<u32> {
        word::steps_to(self.bits(), 1 << word::index(start), count).ok()
    }

    #[inline]
    fn enumerate(
        sets: &Sets<Self>,
        number: Cell,
        size: u32,
        _board_side: u8,
        receiver: &mut impl Receiver,
    ) -> ControlFlow<()> {
        Window::new(Whole, number, sets.open().bits()).enumerate(size, receiver)
    }

    /// Counts the areas of all 1s, 2s and 3s. Those of a 3 are the pairs of its open neighbours,
    /// and the paths over one of them.
    #[inline]
    fn count_small(alive: Self, open: Self, by_steps: &[Self; BY_STEPS]) -> (u64, Self) {
        let [ones, twos, threes, ..] = by_steps.map(|numbers| numbers.bits() & alive.bits());
        let open = open.bits();
        let beside = |numbers: u64| sides(numbers).map(|side| side & open);
        let mut count = ones.count_ones();
        if twos.is_power_of_two() {
            count += (around(twos) & open).count_ones();
        } else if twos != 0 {
            count += count_four(beside(twos));
        }
        if threes == 0 {
            return (count.into(), Self::new(ones | twos));
        }
        let frontier = beside(threes);
        if threes.is_power_of_two() {
            // A single one: its neighbours are beside no other.
            let [a, b, c, d] = frontier;
            let frontier = a | b | c | d;
            let choices = frontier.count_ones();
            count += choices * choices.saturating_sub(1) / 2 + count_four(beside(frontier));
        } else {
            let onward = added(sides(open));
            let pairs = onward.map(|digit| digit & threes);
            count += pairs_and_paths(pairs, added(frontier), onward);
        }
        (count.into(), Self::new(ones | twos | threes))
    }
}

impl SearchSet for Rows {
    const TRACKS_LIFE: bool = true;

    /// Numbers whose steps lead beside the rectangle around the cells.
    fn endangered(&self, living: &Self, by_steps: &[Self; BY_STEPS]) -> Self {
        let taken = self.taken_rows();
        let (top, bottom) = (taken.trailing_zeros() as usize, taken.ilog2() as usize);
        let columns = self.rows.iter().fold(0, |columns, row| columns | row);
        let between = u32::MAX >> columns.leading_zeros() & u32::MAX << columns.trailing_zeros();
        // A lost cell is at most one step from the rectangle.
        let margin = usize::from(!planted(Fault::StaleAlive));
        // Entry FAR + n has the columns within n steps of the rectangle. There are none for n < 0.
        let mut within = [0; 2 * FAR + 1];
        within[FAR] = between;
        for steps in FAR + 1..within.len() {
            let nearer = within[steps - 1];
            within[steps] = nearer | nearer << 1 | nearer >> 1;
        }
        let mut endangered = Self::NONE;
        for row in top.saturating_sub(FAR)..=(bottom + FAR).min(rows::SIDE - 1) {
            // In the course of a game fewer and fewer rows have any.
            if living.rows[row] == 0 {
                continue;
            }
            let away = top.saturating_sub(row).max(row.saturating_sub(bottom));
            let within: &[u32; FAR] = within[FAR + margin - away..].first_chunk().expect("so long");
            for steps in 1..FAR {
                endangered.rows[row] |= by_steps[steps].rows[row] & within[steps];
            }
        }
        endangered
    }

    fn steps_to(&self, start: Cell, count: u32) -> Option<u32> {
        // Nearly always the cells nearby decide: they are enough, or a region that does not
        // continue beyond the frame.
        let frame = Frame::near(start);
        let open = frame.crop(|row| self.rows[row]);
        match word::steps_to(open, 1 << frame.index(start), count) {
            Ok(steps) => Some(steps),
            Err(reached) if reached & word::EDGE == 0 => None,
            Err(_) => {
                let (_, found, steps) = self.flood_steps(start, u32::MAX, count);
                (found >= count).then_some(steps)
            }
        }
    }

    fn enumerate(
        sets: &Sets<Self>,
        number: Cell,
        size: u32,
        board_side: u8,
        receiver: &mut impl Receiver,
    ) -> ControlFlow<()> {
        let open = sets.open();
        // If everything within distance fits into a word, the ball need not be computed.
        if let Some(frame) = Frame::around(number, size - 1, board_side) {
            let open = frame.crop(|row| open.rows[row]);
            return Window::new(frame, number, open).enumerate(size, receiver);
        }
        if sets.suspects.contains(number) && open.steps_to(number, size).is_none() {
            return ControlFlow::Continue(());
        }
        let ball = open.ball(number, size - 1);
        match Frame::of(&ball) {
            Some(frame) => Window::new(frame, number, frame.crop(|row| ball.rows[row]))
                .enumerate(size, receiver),
            None => List::new(&ball, number, size).enumerate(receiver),
        }
    }
}
