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

use super::cells::{Cells, Frame, Shape};

/// The cells that lie in some set of a number, cut out of the board.
pub(super) struct Window<S> {
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
    /// The cells that are neither neighbours of the set nor left out.
    fresh: S,
    /// How many cells are missing.
    missing: u32,
}

impl<S: Shape> Window<S> {
    /// What remains for the number at `start` if `ball` are the cells of its sets.
    fn new(ball: &Cells, start: &Cells, frame: Frame) -> Self {
        let (ball, start) = (S::crop(ball, frame), S::crop(start, frame));
        Self { frame, stride: frame.stride(), start, others: ball & !start }
    }

    #[inline]
    fn around(&self, set: S) -> S {
        let [a, b, c, d] = set.sides(self.stride);
        a | b | c | d
    }

    /// Walks the sets of `size` cells, of which there is at least one.
    fn run(&self, size: u32, sink: &mut impl Sink) -> ControlFlow<()> {
        let frontier = self.around(self.start) & self.others;
        let fresh = self.others & !frontier;
        self.walk(Bundle { set: self.start, frontier, fresh, missing: size - 1 }, sink)
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
        let mut flood = bundle.frontier;
        while flood.count() < bundle.missing {
            let grown = flood | (self.around(flood) & bundle.fresh);
            if grown == flood {
                return false;
            }
            flood = grown;
        }
        true
    }
}

impl<S: Shape> Bundle<S> {
    /// Takes the first cell of the frontier: gives the sets with it and keeps those without.
    #[inline]
    fn with_first(&mut self, window: &Window<S>) -> Self {
        let first = self.frontier.take_first();
        let met = window.around(first) & self.fresh;
        Self {
            set: self.set | first,
            frontier: self.frontier | met,
            fresh: self.fresh & !met,
            missing: self.missing - 1,
        }
    }

    /// How many sets there are if at most two cells are missing.
    #[inline]
    fn count(&self, window: &Window<S>) -> u64 {
        let frontier = u64::from(self.frontier.count());
        match self.missing {
            0 => 1,
            1 => frontier,
            // Two cells of the frontier; or one of it and a fresh neighbour of that one. A fresh
            // cell counts once for each side from which it is met.
            _ => {
                let sides = self.frontier.sides(window.stride);
                let met = sides.map(|side| u64::from((side & self.fresh).count()));
                frontier * frontier.saturating_sub(1) / 2 + met.into_iter().sum::<u64>()
            }
        }
    }

    /// Gives the sets one by one, if at most two cells are missing.
    #[inline]
    fn each(
        mut self,
        window: &Window<S>,
        give: &mut impl FnMut(S) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.missing == 0 {
            return give(self.set);
        }
        for _ in 0..self.frontier.count() {
            let mut taken = self.with_first(window);
            if taken.missing == 0 {
                give(taken.set)?;
                continue;
            }
            for _ in 0..taken.frontier.count() {
                give(taken.set | taken.frontier.take_first())?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Walks the sets of the number at `start`, a single cell: those of `size` cells within `ball`, of
/// which there is at least one. The ball has the start.
pub(super) fn walk(
    ball: &Cells,
    start: &Cells,
    size: u32,
    sink: &mut impl Sink,
) -> ControlFlow<()> {
    /// Sixteen rows of sixteen columns, a board of the second group in two vectors of 128 bits.
    type Middle = super::cells::Rows<u16, 16>;
    let frame = Frame::of(ball);
    if u64::has_room(frame) {
        Window::<u64>::new(ball, start, frame).run(size, sink)
    } else if u128::has_room(frame) {
        Window::<u128>::new(ball, start, frame).run(size, sink)
    } else if Middle::has_room(frame) {
        Window::<Middle>::new(ball, start, frame).run(size, sink)
    } else {
        Window::<Cells>::new(ball, start, frame).run(size, sink)
    }
}

/// Counts sets, and breaks off when there are more than `limit`.
pub(super) struct Counter {
    pub(super) count: u64,
    pub(super) limit: u64,
}

impl Sink for Counter {
    #[inline]
    fn take<S: Shape>(&mut self, window: &Window<S>, bundle: Bundle<S>) -> ControlFlow<()> {
        self.count += bundle.count(window);
        if self.count > self.limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Shows every set.
pub(super) struct Each<V>(pub(super) V);

impl<V: FnMut(Cells) -> ControlFlow<()>> Sink for Each<V> {
    #[inline]
    fn take<S: Shape>(&mut self, window: &Window<S>, bundle: Bundle<S>) -> ControlFlow<()> {
        bundle.each(window, &mut |set| (self.0)(set.uncrop(window.frame)))
    }
}

/// Finds the set that has exactly `rank` before it in the order of the walk.
pub(super) struct Ranked {
    pub(super) rank: u64,
    pub(super) found: Option<Cells>,
}

impl Sink for Ranked {
    #[inline]
    fn take<S: Shape>(&mut self, window: &Window<S>, bundle: Bundle<S>) -> ControlFlow<()> {
        let count = bundle.count(window);
        if self.rank >= count {
            self.rank -= count;
            return ControlFlow::Continue(());
        }
        bundle.each(window, &mut |set| {
            if self.rank == 0 {
                self.found = Some(set.uncrop(window.frame));
                return ControlFlow::Break(());
            }
            self.rank -= 1;
            ControlFlow::Continue(())
        })
    }
}

/// A set of `size` cells that grew at random: again and again a neighbour of the set, each with the
/// same probability. There is at least one set.
pub(super) fn grow(ball: Cells, start: Cells, size: u32, random: &mut dyn FnMut() -> u64) -> Cells {
    let mut set = start;
    for _ in 1..size {
        let frontier = (set.around() & ball).without(set);
        let index = below(random, frontier.len().into());
        let cell = frontier.iter().nth(index as usize);
        set.insert(cell.expect("the ball is connected and has enough cells"));
    }
    set
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    use super::super::cells::{Cells, Frame, Rows, Shape};
    use super::{Bundle, Counter, Each, Ranked, Sink, Window};
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
    fn sets<S: Shape>(ball: &Cells, start: &Cells, size: u32) -> Vec<Cells> {
        let frame = Frame::of(ball);
        assert!(S::has_room(frame));
        let window = Window::<S>::new(ball, start, frame);
        let mut sets = Vec::new();
        let _ = window.run(
            size,
            &mut Each(|set| {
                sets.push(set);
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
            assert_eq!(ranked.found, Some(*set));
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
            let start = Cell::new(9, 12);
            let mut open = Cells::one(start);
            for (row, column) in (7..12).flat_map(|row| (10..15).map(move |c| (row, c))) {
                state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
                // From few holes to many.
                if (state >> 33) % 8 > u64::from(round % 4) {
                    open.insert(Cell::new(row, column));
                }
            }
            let start = Cells::one(start);
            let ball = open.flood(start);
            for size in 1..=6.min(ball.len()) {
                let all = sets::<u64>(&ball, &start, size);
                assert_eq!(all, sets::<u128>(&ball, &start, size));
                assert_eq!(all, sets::<Rows<u16, 16>>(&ball, &start, size));
                assert_eq!(all, sets::<Cells>(&ball, &start, size));
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
