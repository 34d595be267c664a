//! All connected sets of k cells that contain a number, each of them once.
//!
//! This is Redelmeier's way ("Counting polyominoes: yet another attack", 1981). A set grows from the
//! number. Its *frontier* are the neighbours that are still to be decided: the first of them is
//! taken, and all sets with it are walked; then it is left out for good, and so on with the next. No
//! set can be met twice, because any two differ in a cell that was decided.
//!
//! A branch that cannot come to k cells any more is never entered. Taking a cell loses nothing: what
//! could be reached still can. Leaving it out may cut something off, so after that (and only then)
//! what can be reached is flooded, until there is enough of it. So every node of the walk lies above
//! a set, and who breaks off after some sets has paid for about as many.
//!
//! The last two levels are not walked: whoever receives the sets may count them at once.

use std::ops::ControlFlow;

use board::game::below;
use board::paint::{Cell, SIDE_MAX};

use super::board::Area;
use super::cells::Cells;
use super::shape::{Frame, Shape, Words};
use crate::planted::{Fault, planted};

/// The cells that lie in some set of a number, cut out of the board.
pub(super) struct Window<S> {
    number: Cell,
    frame: Frame,
    stride: u32,
    /// The number itself.
    start: S,
    /// All the other cells.
    others: S,
}

/// Receives the sets that a walk finds.
pub(super) trait Sink {
    /// Some of the sets; no other call has any of them.
    fn take<S: Shape>(&mut self, window: &Window<S>, bundle: Bundle<S>) -> ControlFlow<()>;
}

/// Sets that have all but the last few cells in common.
#[derive(Clone, Copy)]
pub(super) struct Bundle<S> {
    /// The cells that all of them have.
    set: S,
    /// The neighbours of these among which the next cell is.
    frontier: S,
    /// How many these are.
    choices: u32,
    /// The cells that are neither neighbours of the set nor left out.
    fresh: S,
    /// How many cells are missing.
    missing: u32,
}

impl<S: Shape> Window<S> {
    /// What remains for `number` if `ball` are the cells of its sets.
    fn new(ball: &Cells, number: Cell, frame: Frame) -> Self {
        let (ball, start) = (S::crop(ball, frame), S::crop(&Cells::one(number), frame));
        Self { number, frame, stride: frame.stride(), start, others: ball & !start }
    }

    /// Walks the sets of `size` cells, of which there is at least one.
    fn run(&self, size: u32, sink: &mut impl Sink) -> ControlFlow<()> {
        let frontier = self.start.around(self.stride) & self.others;
        let fresh = self.others & !frontier;
        let choices = frontier.count();
        self.walk(Bundle { set: self.start, frontier, choices, fresh, missing: size - 1 }, sink)
    }

    /// Walks the sets of a bundle that is not empty.
    fn walk(&self, mut bundle: Bundle<S>, sink: &mut impl Sink) -> ControlFlow<()> {
        if bundle.missing <= 2 {
            return sink.take(self, bundle);
        }
        loop {
            let taken = bundle.with_first(self);
            self.walk(taken, sink)?;
            if !self.reaches(&bundle) {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Whether a bundle has a set: enough cells can be reached over its frontier.
    #[inline]
    fn reaches(&self, bundle: &Bundle<S>) -> bool {
        // Mostly the frontier alone is enough.
        let (mut flood, mut count) = (bundle.frontier, bundle.choices);
        let missing = bundle.missing + u32::from(planted(Fault::GivenUpEarly));
        while count < missing {
            flood = flood | (flood.around(self.stride) & bundle.fresh);
            let before = count;
            count = flood.count();
            if count == before {
                return false;
            }
        }
        true
    }
}

impl<S: Shape> Bundle<S> {
    /// Takes the first cell of the frontier: gives the sets with it and keeps those without.
    #[inline]
    fn with_first(&mut self, window: &Window<S>) -> Self {
        let first = self.frontier.take_first();
        self.choices -= 1;
        let mut taken = Self { missing: self.missing - 1, ..*self };
        taken.set.insert(first);
        taken.meet(first, window);
        taken
    }

    /// Brings the fresh neighbours of a cell to the frontier.
    #[inline]
    fn meet(&mut self, place: S::Place, window: &Window<S>) {
        let (fresh, frontier) = (&mut self.fresh, &mut self.frontier);
        self.choices += S::move_neighbours(place, window.stride, fresh, frontier);
    }

    /// How many sets there are if at most two cells are missing.
    #[inline]
    fn count(&self, window: &Window<S>) -> u64 {
        let choices = u64::from(self.choices);
        match self.missing {
            0 => 1,
            1 => choices,
            // Two cells of the frontier; or one of it and a fresh neighbour of that one. A fresh
            // cell counts once for each side from which it is met.
            _ => {
                let mut steps = self.frontier.count_steps(self.fresh, window.stride);
                if planted(Fault::PairsOnce) {
                    steps = (self.frontier.around(window.stride) & self.fresh).count();
                }
                choices * choices.saturating_sub(1) / 2 + u64::from(steps)
            }
        }
    }

    /// Gives the sets one by one, if at most two cells are missing.
    #[inline]
    fn each(
        mut self,
        window: &Window<S>,
        give: &mut impl FnMut(&Area) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // What the sets have in common is brought to the board once; only what differs is put there
        // and taken away again.
        let mut area = Area { cells: self.set.uncrop(window.frame), number: window.number };
        if self.missing == 0 {
            return give(&area);
        }
        for _ in 0..self.choices {
            let first = self.frontier.take_first();
            self.choices -= 1;
            let cell = window.frame.cell(S::index(first));
            area.cells.insert(cell);
            if self.missing == 1 {
                give(&area)?;
            } else {
                let mut taken = self;
                taken.meet(first, window);
                let skipped = u32::from(planted(Fault::LastChoice) && taken.choices > 1);
                for _ in skipped..taken.choices {
                    let last = window.frame.cell(S::index(taken.frontier.take_first()));
                    area.cells.insert(last);
                    give(&area)?;
                    area.cells.remove(last);
                }
            }
            area.cells.remove(cell);
        }
        ControlFlow::Continue(())
    }
}

/// Walks the sets of `number`: those of `size` cells within `ball`, of which there is at least one.
/// The ball has the number's cell.
pub(super) fn walk(ball: &Cells, number: Cell, size: u32, sink: &mut impl Sink) -> ControlFlow<()> {
    let frame = Frame::of(ball);
    if u64::has_room(frame) {
        Window::<u64>::new(ball, number, frame).run(size, sink)
    } else if u128::has_room(frame) {
        Window::<u128>::new(ball, number, frame).run(size, sink)
    } else if Words::<4>::has_room(frame) {
        // A board of the second group, and any number up to 8.
        Window::<Words<4>>::new(ball, number, frame).run(size, sink)
    } else if Words::<8>::has_room(frame) {
        // Any number up to 11.
        Window::<Words<8>>::new(ball, number, frame).run(size, sink)
    } else {
        Window::<Words<WHOLE>>::new(ball, number, frame).run(size, sink)
    }
}

/// How many words have room for a whole board, with an empty column behind each row.
const WHOLE: usize = {
    let side = SIDE_MAX as usize;
    (side * (side + 1)).div_ceil(u64::BITS as usize)
};

/// Counts sets, and breaks off when there are more than `limit`.
pub(super) struct Counter {
    pub(super) count: u64,
    pub(super) limit: u64,
}

impl Sink for Counter {
    #[inline]
    fn take<S: Shape>(&mut self, window: &Window<S>, bundle: Bundle<S>) -> ControlFlow<()> {
        self.count += bundle.count(window);
        let is_over =
            self.count > self.limit || planted(Fault::LimitReached) && self.count == self.limit;
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Shows every set.
pub(super) struct Each<V>(pub(super) V);

impl<V: FnMut(&Area) -> ControlFlow<()>> Sink for Each<V> {
    #[inline]
    fn take<S: Shape>(&mut self, window: &Window<S>, bundle: Bundle<S>) -> ControlFlow<()> {
        bundle.each(window, &mut self.0)
    }
}

/// Finds the set that has exactly `rank` before it in the order of the walk.
pub(super) struct Ranked {
    pub(super) rank: u64,
    pub(super) found: Option<Area>,
}

impl Sink for Ranked {
    #[inline]
    fn take<S: Shape>(&mut self, window: &Window<S>, bundle: Bundle<S>) -> ControlFlow<()> {
        let count = bundle.count(window);
        if self.rank >= count {
            self.rank -= count;
            return ControlFlow::Continue(());
        }
        bundle.each(window, &mut |area| {
            if self.rank == 0 {
                self.found = Some(*area);
                return ControlFlow::Break(());
            }
            self.rank -= 1;
            ControlFlow::Continue(())
        })
    }
}

/// A set of `number` of `size` cells within `ball` that grew at random: again and again a neighbour
/// of the set, each with the same probability. There is at least one set.
pub(super) fn grow(ball: Cells, number: Cell, size: u32, random: &mut dyn FnMut() -> u64) -> Area {
    let mut cells = Cells::one(number);
    for _ in 1..size {
        let frontier = (cells.around() & ball).without(cells);
        let index = below(random, frontier.len().into());
        let cell = frontier.iter().nth(index as usize);
        cells.insert(cell.expect("the ball is connected and has enough cells"));
    }
    Area { cells, number }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    use super::super::board::Area;
    use super::super::cells::Cells;
    use super::super::shape::{Frame, Shape, Words};
    use super::{Bundle, Counter, Each, Ranked, Sink, WHOLE, Window};
    use board::paint::Cell;

    /// Asserts that no bundle is empty: every node of the walk lies above one that is not.
    struct NoDeadEnd;

    impl Sink for NoDeadEnd {
        fn take<S: Shape>(&mut self, window: &Window<S>, bundle: Bundle<S>) -> ControlFlow<()> {
            assert_ne!(bundle.count(window), 0, "a dead end");
            ControlFlow::Continue(())
        }
    }

    /// All sets in the order of the walk, after counting them and finding each by its rank.
    fn sets<S: Shape>(ball: &Cells, number: Cell, size: u32) -> Vec<Cells> {
        let frame = Frame::of(ball);
        assert!(S::has_room(frame));
        let window = Window::<S>::new(ball, number, frame);
        let mut sets = Vec::new();
        let _ = window.run(
            size,
            &mut Each(|area: &Area| {
                sets.push(area.cells);
                ControlFlow::Continue(())
            }),
        );
        let _ = window.run(size, &mut NoDeadEnd);
        let mut counter = Counter { count: 0, limit: u64::MAX };
        assert!(window.run(size, &mut counter).is_continue());
        assert_eq!(counter.count, sets.len() as u64);
        for (rank, set) in (0..).zip(&sets) {
            let mut ranked = Ranked { rank, found: None };
            assert!(window.run(size, &mut ranked).is_break());
            assert_eq!(ranked.found, Some(Area { cells: *set, number }));
        }
        let mut limited = Counter { count: 0, limit: counter.count - 1 };
        assert!(window.run(size, &mut limited).is_break());
        sets
    }

    #[test]
    fn every_shape_walks_the_same_sets_each_once_and_without_dead_ends() {
        let mut state = 7_u64;
        for round in 0..200_u32 {
            // Off the corner, so that cropping has something to do.
            let number = Cell::new(9, 12);
            let mut open = Cells::one(number);
            for (row, column) in (7..12).flat_map(|row| (10..15).map(move |c| (row, c))) {
                state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
                // From few holes to many.
                if (state >> 33) % 8 > u64::from(round % 4) {
                    open.insert(Cell::new(row, column));
                }
            }
            let start = Cells::one(number);
            let ball = open.flood(start);
            for size in 1..=6.min(ball.len()) {
                let all = sets::<u64>(&ball, number, size);
                assert_eq!(all, sets::<u128>(&ball, number, size));
                assert_eq!(all, sets::<Words<4>>(&ball, number, size));
                assert_eq!(all, sets::<Words<WHOLE>>(&ball, number, size));
                let different: BTreeSet<_> = all.iter().map(|set| set.rows).collect();
                assert_eq!(different.len(), all.len());
                for set in all {
                    assert_eq!(set.len(), size);
                    assert_eq!(set & ball & start, start);
                    assert_eq!((set & ball).flood(start), set);
                }
            }
        }
    }
}
