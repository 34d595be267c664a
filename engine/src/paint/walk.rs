//! Enumeration of all connected sets of k cells that contain a number, each once.
//!
//! The algorithm is Redelmeier's ("Counting polyominoes: yet another attack", 1981). A set grows
//! from the number. Its *frontier* is the set of undecided neighbours: the first of them is taken,
//! and all sets with it are enumerated; then it is left out for good, and so on with the next. No
//! set occurs twice, because any two differ in a decided cell.
//!
//! Branches that cannot grow to k cells are not entered while more than four cells are missing.
//! Taking a cell keeps all reachable cells reachable. Leaving a cell out may cut others off, so
//! after that, and only then, the reachable cells are counted until there are enough. So the cost
//! of an aborted enumeration is proportional to the number of sets shown.
//!
//! Receivers that only count do not walk the last three levels: a formula has the number of sets.
//! Let F be the frontier, n its size, and R the fresh cells: neither in the set nor neighbours of
//! it, nor left out. For a cell of F let d be the number of its neighbours in R; for a cell of R
//! let a be the number of its neighbours in F and r that of its neighbours in R. A set that misses
//! three cells gets
//!
//! * three cells of F: n·(n−1)·(n−2)/6 ways;
//! * two cells of F, and a cell of R next to at least one of them: for each cell of R all pairs
//!   less those of the n−a others, a·n − a·(a+1)/2;
//! * a cell of F and two of its neighbours in R: d·(d−1)/2 for each cell of F;
//! * a cell of F, a neighbour of it in R, and a neighbour of that in R: a·r for each cell of R. No
//!   set is found twice in this way, because no three cells are neighbours of each other.
//!
//! There are two representations of F and R. If the cells that a number can reach fit into a word,
//! both are [words](super::window), and the sums are population counts. Otherwise they are kept as
//! a [list](super::list): several words would be needed, mostly empty, and copied and counted at
//! each step.

use std::ops::ControlFlow;

use twinboard_vocabulary::game::below;
use twinboard_vocabulary::paint::Cell;

use super::board::Area;
use super::set::{CellSet, Table};
use super::state::{Sets, State};
use crate::planted::{Fault, planted};

/// Number of cells that are chosen at once, without a search for those that can be reached.
pub(super) const AT_ONCE: usize = 4;

/// Group of sets that have all but at most [`AT_ONCE`] cells in common.
pub(super) trait Bundle {
    /// Number of sets.
    fn count(&mut self) -> u64;
    /// Passes each set to `give`.
    fn each(&mut self, give: &mut impl FnMut(&Area) -> ControlFlow<()>) -> ControlFlow<()>;
}

/// Receiver of the sets of an enumeration.
pub(super) trait Sink {
    /// Receives a bundle; the bundles of all calls are disjoint.
    fn take(&mut self, bundle: &mut impl Bundle) -> ControlFlow<()>;
}

impl<S: CellSet> State<S> {
    /// Passes the sets of a number to a sink; a dead number has none.
    #[inline]
    pub(super) fn walk(&self, number: Cell, sink: &mut impl Sink) -> ControlFlow<()> {
        if !self.sets.living.contains(number) {
            return ControlFlow::Continue(());
        }
        self.walk_in(&self.sets, number, sink)
    }

    /// Passes the sets of a number in `living` to a sink, with other sets than those of now.
    #[inline]
    pub(super) fn walk_in(
        &self,
        sets: &Sets<S>,
        number: Cell,
        sink: &mut impl Sink,
    ) -> ControlFlow<()> {
        S::walk(sets, number, self.values.get(number).into(), self.side, sink)
    }
}

/// Number of sets that miss three cells, from the number of frontier cells, the number of pairs of
/// a frontier cell and a fresh neighbour of it, and the sum of all terms that do not depend on
/// these: d·(d−1)/2 of the frontier cells, a·r − a·(a+1)/2 of the fresh ones.
#[inline]
pub(super) fn sum_of_ways(choices: u64, steps: u64, others: i64) -> u64 {
    let triples = choices * choices.saturating_sub(1) * choices.saturating_sub(2) / 6;
    (triples + choices * steps).wrapping_add_signed(others)
}

/// Counts sets and breaks off when the count exceeds `limit`.
pub(super) struct Counter {
    pub(super) count: u64,
    pub(super) limit: u64,
}

impl Counter {
    /// True if the count exceeds the limit.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.count > self.limit || planted(Fault::LimitReached) && self.count == self.limit
    }
}

impl Sink for Counter {
    #[inline]
    fn take(&mut self, bundle: &mut impl Bundle) -> ControlFlow<()> {
        self.count += bundle.count();
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Passes every set to a closure.
pub(super) struct Each<V>(pub(super) V);

impl<V: FnMut(&Area) -> ControlFlow<()>> Sink for Each<V> {
    #[inline]
    fn take(&mut self, bundle: &mut impl Bundle) -> ControlFlow<()> {
        bundle.each(&mut self.0)
    }
}

/// Finds the set with exactly `rank` sets before it in the order of enumeration.
pub(super) struct Ranked {
    pub(super) rank: u64,
    pub(super) found: Option<Area>,
}

impl Sink for Ranked {
    #[inline]
    fn take(&mut self, bundle: &mut impl Bundle) -> ControlFlow<()> {
        let count = bundle.count();
        if self.rank >= count {
            self.rank -= count;
            return ControlFlow::Continue(());
        }
        bundle.each(&mut |area| {
            if self.rank == 0 {
                self.found = Some(*area);
                return ControlFlow::Break(());
            }
            self.rank -= 1;
            ControlFlow::Continue(())
        })
    }
}

/// Grows a random set of `size` cells from `number` within `ball`: each next cell is a neighbour of
/// the set, chosen uniformly. At least one such set must exist.
pub(super) fn grow<S: CellSet>(
    ball: S,
    number: Cell,
    size: u32,
    random: &mut dyn FnMut() -> u64,
) -> Area {
    let mut cells = S::one(number);
    for _ in 1..size {
        let frontier = (cells.around() & ball).without(cells);
        let index = below(random, frontier.len().into());
        let cell = frontier.iter().nth(index as usize);
        cells.insert(cell.expect("the ball is connected and has enough cells"));
    }
    Area { cells: cells.into(), number }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    use super::super::board::Area;
    use super::super::frame::Frame;
    use super::super::list::List;
    use super::super::rows::Rows;
    use super::super::set::CellSet;
    use super::super::window::Window;
    use super::{Bundle, Counter, Each, Ranked, Sink};
    use twinboard_vocabulary::paint::Cell;

    /// Asserts that no bundle is empty, so that the search has no dead ends.
    struct NoDeadEnd;

    impl Sink for NoDeadEnd {
        fn take(&mut self, bundle: &mut impl Bundle) -> ControlFlow<()> {
            assert_ne!(bundle.count(), 0, "a dead end");
            ControlFlow::Continue(())
        }
    }

    /// Enumeration of the sets of a number in one of the two representations.
    #[derive(Clone, Copy)]
    struct Way<'a> {
        ball: &'a Rows,
        number: Cell,
        size: u32,
        is_list: bool,
    }

    impl Way<'_> {
        fn run(self, sink: &mut impl Sink) -> ControlFlow<()> {
            if self.is_list {
                return List::new(self.ball, self.number, self.size).run(sink);
            }
            let frame = Frame::of(self.ball).expect("the ball fits");
            let open = frame.crop(|row| self.ball.rows[row]);
            Window::new(frame, self.number, open).run(self.size, sink)
        }

        /// All sets in the order of enumeration. Also checks counting, ranks and dead ends.
        fn sets(self) -> Vec<Rows> {
            let mut sets = Vec::new();
            let _ = self.run(&mut Each(|area: &Area| {
                sets.push(Rows::of(&area.cells));
                ControlFlow::Continue(())
            }));
            let _ = self.run(&mut NoDeadEnd);
            let mut counter = Counter { count: 0, limit: u64::MAX };
            assert!(self.run(&mut counter).is_continue());
            assert_eq!(counter.count, sets.len() as u64);
            for (rank, set) in (0..).zip(&sets) {
                let mut ranked = Ranked { rank, found: None };
                assert!(self.run(&mut ranked).is_break());
                assert_eq!(ranked.found, Some(Area { cells: (*set).into(), number: self.number }));
            }
            let mut limited = Counter { count: 0, limit: counter.count - 1 };
            assert!(self.run(&mut limited).is_break());
            sets
        }
    }

    #[test]
    fn both_representations_enumerate_the_same_sets_once_and_without_dead_ends() {
        let mut state = 7_u64;
        for round in 0..200_u32 {
            // Off the corner, so that cropping has something to do.
            let number = Cell::new(9, 12);
            let mut open = Rows::one(number);
            for (row, column) in (7..12).flat_map(|row| (10..15).map(move |c| (row, c))) {
                state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
                // From few holes to many.
                if (state >> 33) % 8 > u64::from(round % 4) {
                    open.insert(Cell::new(row, column));
                }
            }
            let start = Rows::one(number);
            let ball = open.flood(start);
            for size in 1..=6.min(ball.len()) {
                let way = Way { ball: &ball, number, size, is_list: false };
                let all = way.sets();
                let different: BTreeSet<_> = all.iter().map(|set| set.rows).collect();
                assert_eq!(different.len(), all.len());
                let of_list = Way { is_list: true, ..way }.sets();
                assert_eq!(of_list.len(), all.len());
                assert_eq!(different, of_list.iter().map(|set| set.rows).collect());
                for set in all {
                    assert_eq!(set.len(), size);
                    assert_eq!(set & ball & start, start);
                    assert_eq!((set & ball).flood(start), set);
                }
            }
        }
    }
}
