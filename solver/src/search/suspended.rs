//! Queries that were given up for now, and what is left of them.
//!
//! A query that took too much is asked again with more. To list all outcomes of a large component takes
//! long, a seventh of a second where 26 numbers were alive; so what was listed is kept, without those that
//! are known by now, and where the listing was ended.

use std::any::Any;
use std::cmp::Reverse;
use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::value_model::Features;
use crate::bits::Bits;
use crate::shape::Shape;
use crate::tuning::SUSPENDED_MAX;
use crate::walk::Path;

/// An outcome of a part, on the bits of the part. There may be very many, so what follows from this is
/// found again when it is needed.
#[derive(Clone, Copy)]
pub(super) struct OpenOutcome<const W: usize> {
    pub(super) painted: Bits<W>,
    pub(super) neutral: Bits<W>,
    /// All that the numbers left can reach, but for the safe ones.
    pub(super) reach: Bits<W>,
    pub(super) number: u16,
    pub(super) safe: u32,
    /// About how many ways there are to paint what matters of it; in guesses the square of its numbers.
    pub(super) cost: u64,
    pub(super) features: Features,
}

/// The outcomes of which it is not known yet whether they have the value.
pub(super) struct OutcomeQueue<const W: usize> {
    /// Those that have not had their share in this round, the next one last.
    pub(super) this_round: Vec<OpenOutcome<W>>,
    /// The others.
    pub(super) next_round: Vec<OpenOutcome<W>>,
    /// Those that had their share of the first round before the others were listed.
    pub(super) tried_early: Vec<OpenOutcome<W>>,
    /// How many shares each of them has in this round; 0 before the first.
    pub(super) factor: u64,
}

impl<const W: usize> Default for OutcomeQueue<W> {
    fn default() -> Self {
        Self { this_round: Vec::new(), next_round: Vec::new(), tried_early: Vec::new(), factor: 0 }
    }
}

impl<const W: usize> OutcomeQueue<W> {
    /// Begins a round when all have had their share, with so many times as many shares: those of a low rank come
    /// first.
    pub(super) fn begin_round(&mut self, growth: u64, rank: impl Fn(&OpenOutcome<W>) -> u64) {
        std::mem::swap(&mut self.this_round, &mut self.next_round);
        if self.factor > 0 {
            self.this_round.append(&mut self.tried_early);
        }
        // An outcome of a large board is large, too: each is moved once only.
        self.this_round.sort_by_cached_key(|outcome| Reverse(rank(outcome)));
        self.factor = self.factor.saturating_mul(growth).max(1);
    }

    /// Begins to try what was listed so far, before all is listed.
    pub(super) fn begin_early(&mut self, rank: impl Fn(&OpenOutcome<W>) -> u64) {
        self.this_round.append(&mut self.next_round);
        self.this_round.sort_by_cached_key(|outcome| Reverse(rank(outcome)));
    }

    /// What had its share in between has had that of the first round; the others wait for it.
    pub(super) fn end_early(&mut self) {
        self.tried_early.append(&mut self.next_round);
        std::mem::swap(&mut self.this_round, &mut self.next_round);
    }

    /// Whether nothing is left.
    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Gives back the room that those took which are known by now: it may be most of it.
    fn shrink(&mut self) {
        self.this_round.shrink_to_fit();
        self.next_round.shrink_to_fit();
        self.tried_early.shrink_to_fit();
    }

    fn len(&self) -> usize {
        self.this_round.len() + self.next_round.len() + self.tried_early.len()
    }
}

/// What is left of listing the outcomes of a part.
pub(super) struct Enumeration<const W: usize> {
    /// The numbers of which not all is listed, and where their walks were ended; the next one first.
    pub(super) walks: VecDeque<(u16, Path)>,
    /// So many steps each of them may take before it is the turn of the next.
    pub(super) slice: u64,
    /// How much effort is left for trying what was listed before more is.
    pub(super) trial_effort: u64,
    /// So many outcomes were listed, each as often as it was.
    pub(super) listed: u64,
    /// The outcomes that need not be looked at again: what is in reach, and whether an odd number is
    /// safe beside it.
    pub(super) seen: FxHashSet<(Bits<W>, bool)>,
}

impl<const W: usize> Enumeration<W> {
    /// Of so many numbers, each of which may take so many steps at first.
    pub(super) fn new(numbers: usize, slice: u64) -> Self {
        let walks = (0..numbers as u16).map(|number| (number, Path::new())).collect();
        Self { walks, slice, ..Self::default() }
    }

    /// Whether nothing is listed yet.
    pub(super) fn is_new(&self) -> bool {
        self.listed == 0
    }
}

impl<const W: usize> Default for Enumeration<W> {
    fn default() -> Self {
        Self {
            walks: VecDeque::new(),
            slice: 0,
            trial_effort: 0,
            listed: 0,
            seen: FxHashSet::default(),
        }
    }
}

/// What is left of a query.
pub(super) struct QueryState<const W: usize> {
    pub(super) enumeration: Enumeration<W>,
    pub(super) queue: OutcomeQueue<W>,
    /// The moves that have answered others, on the bits of the part.
    pub(super) killers: Vec<(u16, Bits<W>)>,
}

impl<const W: usize> QueryState<W> {
    /// How much this is, as [`SUSPENDED_MAX`] counts.
    fn len(&self) -> usize {
        1 + self.queue.len() + self.killers.len() + self.enumeration.seen.len()
    }
}

/// A query: a component and a value.
struct SuspendedQuery {
    shape: Shape,
    /// How much is kept of it.
    kept: usize,
    /// Whether all outcomes have been listed.
    is_enumerated: bool,
    /// A [`QueryState`] of as many words as the component needs.
    state: Box<dyn Any>,
}

/// The queries that were given up, by the key of the component and the value.
#[derive(Default)]
pub(super) struct SuspendedQueries {
    entries: FxHashMap<(u64, u32), SuspendedQuery>,
    /// How much is kept, all together.
    kept: usize,
}

impl SuspendedQueries {
    /// Whether something is left of a query about this component, as it lies, and all its outcomes are
    /// listed.
    pub(super) fn lists_all_of(&self, shape: &Shape) -> bool {
        let values = 0..=shape.numbers.len() as u32;
        values
            .into_iter()
            .any(|value| self.get(shape, value).is_some_and(|entry| entry.is_enumerated))
    }

    fn get(&self, shape: &Shape, value: u32) -> Option<&SuspendedQuery> {
        // A turned one has the same key and other cells.
        self.entries
            .get(&(shape.key, value))
            .filter(|entry| entry.shape.rows == shape.rows && entry.shape.numbers == shape.numbers)
    }

    /// Keeps what is left of a query. Where that would be too much, all others are forgotten.
    pub(super) fn suspend<const W: usize>(
        &mut self,
        shape: &Shape,
        value: u32,
        mut state: QueryState<W>,
    ) {
        let is_enumerated = state.enumeration.walks.is_empty();
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

    /// Takes back what is left of a query.
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
    use super::{Enumeration, OutcomeQueue, QueryState, SUSPENDED_MAX, SuspendedQueries};
    use crate::bits::Bits;
    use crate::shape::{Number, Shape};

    /// Three cells in a row with a number at one of their ends.
    fn shape(column: u8) -> Shape {
        Shape::cut(&[0b111], &[Number { row: 0, column, value: 2 }])
    }

    fn killers(number: u16) -> QueryState<1> {
        let enumeration = Enumeration::default();
        QueryState {
            enumeration,
            queue: OutcomeQueue::default(),
            killers: vec![(number, Bits::single(0))],
        }
    }

    #[test]
    fn a_listing_that_is_not_done_is_kept_and_not_taken_for_one_that_is() {
        let mut all = SuspendedQueries::default();
        let enumeration = Enumeration { listed: 7, ..Enumeration::new(2, 5) };
        all.suspend(&shape(0), 1, QueryState { enumeration, ..killers(3) });
        assert!(!all.lists_all_of(&shape(0)));
        let mut kept = all.resume::<1>(&shape(0), 1).expect("it is kept");
        assert_eq!(
            (kept.enumeration.walks.len(), kept.enumeration.slice, kept.enumeration.listed),
            (2, 5, 7)
        );
        kept.enumeration.walks.clear();
        all.suspend(&shape(0), 1, kept);
        assert!(all.lists_all_of(&shape(0)));
    }

    #[test]
    fn a_question_is_gone_on_with_once_and_only_as_it_was_asked() {
        let (shape, mirrored) = (shape(0), shape(2));
        assert_eq!(shape.key, mirrored.key);
        let mut all = SuspendedQueries::default();
        assert!(!all.lists_all_of(&shape));
        all.suspend(&shape, 1, killers(7));
        assert!(all.lists_all_of(&shape) && !all.lists_all_of(&mirrored));
        assert!(all.resume::<1>(&mirrored, 1).is_none(), "its cells are others");
        assert!(all.resume::<1>(&shape, 0).is_none(), "another value was asked for");
        let taken = all.resume::<1>(&shape, 1).expect("it was kept");
        assert_eq!(taken.killers[0].0, 7);
        assert!(all.resume::<1>(&shape, 1).is_none(), "it has been taken");
    }

    #[test]
    fn no_more_is_kept_than_there_is_room_for() {
        let mut all = SuspendedQueries::default();
        let queries = (SUSPENDED_MAX / 2) as u32;
        for value in 0..queries {
            all.suspend(&shape(0), value, killers(0));
        }
        assert_eq!((all.kept, all.entries.len()), (SUSPENDED_MAX, SUSPENDED_MAX / 2));
        all.suspend(&shape(0), queries, killers(1));
        assert!(all.kept <= SUSPENDED_MAX);
        assert_eq!(
            all.resume::<1>(&shape(0), queries).expect("the last one is kept").killers[0].0,
            1
        );
        assert_eq!(all.kept, 2 * all.entries.len());
    }
}
