//! Suspended queries, which hit their limit and wait to be run again.
//!
//! Naively a query starts over when it is run again with a larger limit. But listing the outcomes
//! of a large component takes long, a seventh of a second with 26 live numbers. So the open
//! outcomes are kept, and the paths from which unfinished enumerations resume.

use std::any::Any;
use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};

use super::value_model::Features;
use crate::bits::Bits;
use crate::outcomes::Unlisted;
use crate::planted::{Fault, planted};
use crate::proof::{AllRefuted, Exact, OpenCount, Refuted};
use crate::shape::Shape;
use crate::tuning::SUSPENDED_MAX;

/// An outcome whose value is not known yet, on the bits of a part. There may be very many, so
/// everything that follows from these fields is computed again when it is needed.
#[derive(Clone, Copy)]
pub(super) struct OpenOutcome<const W: usize> {
    pub(super) painted: Bits<W>,
    pub(super) neutral: Bits<W>,
    /// Cells that the remaining numbers other than the safe ones can use.
    pub(super) reach: Bits<W>,
    pub(super) number: u16,
    pub(super) safe: u32,
    /// Estimated number of ways to paint its relevant cells; in guesses the square of its numbers.
    pub(super) cost: u64,
    pub(super) features: Features,
}

/// Open outcomes of a query, in the order of their attempts, and their count.
pub(super) struct OutcomeQueue<const W: usize, B> {
    open: OpenCount<B>,
    /// Outcomes to try in this round, the next one last.
    pub(super) this_round: Vec<OpenOutcome<W>>,
    /// Outcomes of this round that another thread was searching.
    pub(super) put_off: Vec<OpenOutcome<W>>,
    /// Outcomes to try in the next round; while there is more to list, newly listed ones, too.
    pub(super) next_round: Vec<OpenOutcome<W>>,
    /// Outcomes tried with the limit of the first round before all were listed.
    pub(super) tried_early: Vec<OpenOutcome<W>>,
    /// Factor of the outcome limits of this round; 0 before the first.
    pub(super) factor: u64,
}

impl<const W: usize, B> Default for OutcomeQueue<W, B> {
    fn default() -> Self {
        Self {
            open: OpenCount::default(),
            this_round: Vec::new(),
            put_off: Vec::new(),
            next_round: Vec::new(),
            tried_early: Vec::new(),
            factor: 0,
        }
    }
}

impl<const W: usize, B> OutcomeQueue<W, B> {
    /// Counts a new outcome, which is pushed or closed afterwards.
    pub(super) fn open(&mut self) {
        self.open.open();
    }

    /// Closes an outcome.
    pub(super) fn close(&mut self, refuted: Refuted<B>) {
        self.open.close(refuted);
    }

    /// Evidence that all outcomes are closed.
    pub(super) fn all_refuted(&self) -> Option<AllRefuted<B>> {
        self.open.all_refuted()
    }

    /// Starts the next round, with limits `growth` times as large; low ranks come first.
    ///
    /// # Panics
    ///
    /// If an outcome was neither closed nor pushed.
    pub(super) fn begin_round(&mut self, growth: u64, rank: impl Fn(&OpenOutcome<W>) -> u64) {
        assert_eq!(self.len(), self.open.len(), "an open outcome waits for its next round");
        std::mem::swap(&mut self.this_round, &mut self.next_round);
        self.this_round.append(&mut self.put_off);
        if self.factor > 0 {
            self.this_round.append(&mut self.tried_early);
        }
        // Outcomes of large boards are large, too: each is moved only once.
        self.this_round.sort_by_cached_key(|outcome| Reverse(rank(outcome)));
        self.factor = self.factor.saturating_mul(growth).max(1);
    }

    /// Starts to try what is listed so far.
    pub(super) fn begin_early(&mut self, rank: impl Fn(&OpenOutcome<W>) -> u64) {
        self.this_round.append(&mut self.next_round);
        self.this_round.append(&mut self.put_off);
        self.this_round.sort_by_cached_key(|outcome| Reverse(rank(outcome)));
    }

    /// Ends the trial: outcomes that were tried skip the first round, the others wait for it.
    pub(super) fn end_early(&mut self) {
        self.this_round.append(&mut self.put_off);
        self.tried_early.append(&mut self.next_round);
        std::mem::swap(&mut self.this_round, &mut self.next_round);
    }

    pub(super) fn is_round_over(&self) -> bool {
        self.this_round.is_empty() && self.put_off.is_empty()
    }

    /// The planted mistake of forgetting the outcomes that have hit their limit; nothing without it.
    fn lose_next_round(&mut self) {
        if self.open.loses(self.next_round.len()) {
            self.next_round.clear();
        }
    }

    /// Frees the memory of settled outcomes, which may be most of it.
    fn shrink(&mut self) {
        self.this_round.shrink_to_fit();
        self.put_off.shrink_to_fit();
        self.next_round.shrink_to_fit();
        self.tried_early.shrink_to_fit();
    }

    fn len(&self) -> usize {
        self.this_round.len() + self.put_off.len() + self.next_round.len() + self.tried_early.len()
    }
}

/// Progress of listing the outcomes of a part.
pub(super) struct Enumeration<const W: usize> {
    pub(super) unlisted: Unlisted,
    /// Steps of the current time slice.
    pub(super) slice: u64,
    /// Effort left for trying listed outcomes before more are listed.
    pub(super) trial_effort: u64,
    /// Number of leaves listed, repeated outcomes included.
    pub(super) listed: u64,
    /// Outcomes already listed, as `reach` and the parity of safe numbers: the value depends on
    /// nothing else.
    pub(super) seen: FxHashSet<(Bits<W>, bool)>,
}

impl<const W: usize> Enumeration<W> {
    /// Nothing is listed yet; each number starts with a slice of this many steps.
    pub(super) fn new(numbers: usize, slice: u64) -> Self {
        let unlisted = Unlisted::all(numbers);
        Self { unlisted, slice, trial_effort: 0, listed: 0, seen: FxHashSet::default() }
    }

    pub(super) fn is_new(&self) -> bool {
        self.listed == 0
    }
}

/// Everything that a query needs to resume.
pub(super) struct QueryState<const W: usize> {
    pub(super) enumeration: Enumeration<W>,
    pub(super) queue: OutcomeQueue<W, Exact>,
    /// Its killer moves.
    pub(super) killers: Vec<(u16, Bits<W>)>,
}

impl<const W: usize> QueryState<W> {
    /// Size in the unit of [`SUSPENDED_MAX`].
    fn len(&self) -> usize {
        1 + self.queue.len() + self.killers.len() + self.enumeration.seen.len()
    }
}

/// A suspended query about a component and a value.
struct SuspendedQuery {
    shape: Shape,
    /// Size of its state.
    kept: usize,
    /// True if all outcomes are listed.
    is_enumerated: bool,
    /// A [`QueryState`] with the number of words that the component needs.
    state: Box<dyn Any>,
}

/// All suspended queries, by key of the component and value.
#[derive(Default)]
pub(super) struct SuspendedQueries {
    entries: FxHashMap<(u64, u32), SuspendedQuery>,
    /// Total size.
    kept: usize,
}

impl SuspendedQueries {
    /// True if a query about this component, in this orientation, is suspended with all outcomes
    /// listed.
    pub(super) fn lists_all_of(&self, shape: &Shape) -> bool {
        let values = 0..=shape.numbers.len() as u32;
        values
            .into_iter()
            .any(|value| self.get(shape, value).is_some_and(|entry| entry.is_enumerated))
    }

    fn get(&self, shape: &Shape, value: u32) -> Option<&SuspendedQuery> {
        // A transformed component has the same key, but other cells.
        self.entries.get(&(shape.key, value)).filter(|entry| {
            planted(Fault::MirroredResumed)
                || entry.shape.rows == shape.rows && entry.shape.numbers == shape.numbers
        })
    }

    /// Stores the state of a query; drops all others if there is no room for it.
    pub(super) fn suspend<const W: usize>(
        &mut self,
        shape: &Shape,
        value: u32,
        mut state: QueryState<W>,
    ) {
        let is_enumerated = state.enumeration.unlisted.all_listed().is_some();
        state.queue.lose_next_round();
        if is_enumerated {
            state.enumeration.seen = FxHashSet::default();
        }
        let kept = state.len();
        if kept > SUSPENDED_MAX {
            return;
        }
        if self.kept + kept > SUSPENDED_MAX {
            self.entries.clear();
            self.kept = 0;
        }
        state.queue.shrink();
        let entry =
            SuspendedQuery { shape: shape.clone(), kept, is_enumerated, state: Box::new(state) };
        let before = self.entries.insert((shape.key, value), entry);
        self.kept = self.kept + kept - before.map_or(0, |before| before.kept);
    }

    /// Removes and returns the state of a query.
    pub(super) fn resume<const W: usize>(
        &mut self,
        shape: &Shape,
        value: u32,
    ) -> Option<QueryState<W>> {
        self.get(shape, value)?;
        let entry = self.entries.remove(&(shape.key, value))?;
        self.kept -= entry.kept;
        entry.state.downcast().ok().map(|state| *state)
    }
}

#[cfg(test)]
mod tests {
    use super::{Enumeration, OutcomeQueue, QueryState, SUSPENDED_MAX, SuspendedQueries, Unlisted};
    use crate::bits::Bits;
    use crate::shape::{Number, Shape};

    /// Three cells in a row with a number at one end.
    fn shape(column: u8) -> Shape {
        Shape::cut(&[0b111], &[Number { row: 0, column, value: 2 }])
    }

    fn killers(number: u16) -> QueryState<1> {
        let enumeration = Enumeration::new(0, 0);
        QueryState {
            enumeration,
            queue: OutcomeQueue::default(),
            killers: vec![(number, Bits::single(0))],
        }
    }

    #[test]
    fn an_unfinished_listing_is_stored_as_unfinished() {
        let mut all = SuspendedQueries::default();
        let enumeration = Enumeration { listed: 7, ..Enumeration::new(2, 5) };
        all.suspend(&shape(0), 1, QueryState { enumeration, ..killers(3) });
        assert!(!all.lists_all_of(&shape(0)));
        let mut kept = all.resume::<1>(&shape(0), 1).expect("it is stored");
        assert_eq!(
            (kept.enumeration.unlisted.len(), kept.enumeration.slice, kept.enumeration.listed),
            (2, 5, 7)
        );
        kept.enumeration.unlisted = Unlisted::all(0);
        all.suspend(&shape(0), 1, kept);
        assert!(all.lists_all_of(&shape(0)));
    }

    #[test]
    fn a_query_is_resumed_once_and_only_as_it_was_run() {
        let (shape, mirrored) = (shape(0), shape(2));
        assert_eq!(shape.key, mirrored.key);
        let mut all = SuspendedQueries::default();
        assert!(!all.lists_all_of(&shape));
        all.suspend(&shape, 1, killers(7));
        assert!(all.lists_all_of(&shape) && !all.lists_all_of(&mirrored));
        assert!(all.resume::<1>(&mirrored, 1).is_none(), "the cells differ");
        assert!(all.resume::<1>(&shape, 0).is_none(), "the value differs");
        let taken = all.resume::<1>(&shape, 1).expect("it was stored");
        assert_eq!(taken.killers[0].0, 7);
        assert!(all.resume::<1>(&shape, 1).is_none(), "it was resumed before");
    }

    #[test]
    fn the_total_size_is_bounded() {
        let mut all = SuspendedQueries::default();
        let queries = (SUSPENDED_MAX / 2) as u32;
        for value in 0..queries {
            all.suspend(&shape(0), value, killers(0));
        }
        assert_eq!((all.kept, all.entries.len()), (SUSPENDED_MAX, SUSPENDED_MAX / 2));
        all.suspend(&shape(0), queries, killers(1));
        assert!(all.kept <= SUSPENDED_MAX);
        assert_eq!(
            all.resume::<1>(&shape(0), queries).expect("the last one is stored").killers[0].0,
            1
        );
        assert_eq!(all.kept, 2 * all.entries.len());
    }
}
