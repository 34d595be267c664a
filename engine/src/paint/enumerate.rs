//! Enumeration of all connected sets of k cells that contain a number, each once. These are the
//! areas of the number, its valid moves, if k is its value.
//!
//! The algorithm is Redelmeier's ("Counting polyominoes: yet another attack", 1981). A set grows
//! from the number. Its *frontier* is the set of its undecided neighbours. The first of them is
//! taken, and all sets with it are enumerated; then it is left out for good, and the next one is
//! taken. No set occurs twice, because any two differ in a decided cell.
//!
//! While more than four cells are missing, a branch is entered only if it can grow to k cells.
//! Taking a cell keeps all reachable cells reachable. Leaving one out may cut others off; then, and
//! only then, the reachable cells are counted until there are enough. So the cost of an enumeration
//! that is broken off is proportional to the number of sets shown.
//!
//! Receivers that only count do not construct the last four cells: a formula has the number of sets
//! that miss three cells, and it is summed over the choices for a fourth.
//! Let F be the frontier, n its size, and R the *fresh* cells: neither in the set, nor neighbours
//! of it, nor left out. For a cell of F let d be the number of its neighbours in R. For a cell of R
//! let a be the number of its neighbours in F, and r that of its neighbours in R. The three missing
//! cells are
//!
//! * three cells of F: n·(n−1)·(n−2)/6 ways;
//! * two cells of F, and a cell of R next to at least one of them: for each cell of R all pairs
//!   less those of the n−a others, a·n − a·(a+1)/2;
//! * a cell of F and two of its neighbours in R: d·(d−1)/2 for each cell of F;
//! * a cell of F, a neighbour of it in R, and a neighbour of that in R: a·r for each cell of R. No
//!   set is found twice in this way, because no three cells are neighbours of each other.
//!
//! F and R have two representations. If the cells that a number can reach fit into a word, both are
//! [words](super::window), and the sums are population counts. Otherwise they are kept as a
//! [list](super::list): several words would be needed, mostly empty, and each step would copy and
//! count them.

use std::ops::ControlFlow;

use super::cells::Area;
use crate::planted::{Fault, planted};

/// Number of cells that are added at once, without a search for those that can be reached.
pub(super) const AT_ONCE: usize = 4;

/// The areas that complete a set which misses at most [`AT_ONCE`] cells.
pub(super) trait Completions {
    /// Number of areas.
    fn count(&mut self) -> u64;
    /// Passes each area to `give`.
    fn each(&mut self, give: &mut impl FnMut(&Area) -> ControlFlow<()>) -> ControlFlow<()>;
}

/// Receiver of the areas of an enumeration.
pub(super) trait Receiver {
    /// Receives the completions of one set; those of different sets are disjoint.
    fn receive(&mut self, completions: &mut impl Completions) -> ControlFlow<()>;
}

/// Ways to add three cells. `choices` is n, and `steps` the number of pairs of a frontier cell and
/// a fresh neighbour of it. `others` is the sum of the terms without n: d·(d−1)/2 of the frontier
/// cells, a·r − a·(a+1)/2 of the fresh ones.
#[inline]
pub(super) fn sum_of_ways(choices: u64, steps: u64, others: i64) -> u64 {
    let triples = choices * choices.saturating_sub(1) * choices.saturating_sub(2) / 6;
    (triples + choices * steps).wrapping_add_signed(others)
}

/// Counts areas and breaks off when the count exceeds `limit`.
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

impl Receiver for Counter {
    #[inline]
    fn receive(&mut self, completions: &mut impl Completions) -> ControlFlow<()> {
        self.count += completions.count();
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Passes every area to a closure.
pub(super) struct ForEach<V>(pub(super) V);

impl<V: FnMut(&Area) -> ControlFlow<()>> Receiver for ForEach<V> {
    #[inline]
    fn receive(&mut self, completions: &mut impl Completions) -> ControlFlow<()> {
        completions.each(&mut self.0)
    }
}

/// Finds the area that follows `rank` others in the order of enumeration.
pub(super) struct Ranked {
    pub(super) rank: u64,
    pub(super) found: Option<Area>,
}

impl Receiver for Ranked {
    #[inline]
    fn receive(&mut self, completions: &mut impl Completions) -> ControlFlow<()> {
        let count = completions.count();
        if self.rank >= count {
            self.rank -= count;
            return ControlFlow::Continue(());
        }
        completions.each(&mut |area| {
            if self.rank == 0 {
                self.found = Some(*area);
                return ControlFlow::Break(());
            }
            self.rank -= 1;
            ControlFlow::Continue(())
        })
    }
}
