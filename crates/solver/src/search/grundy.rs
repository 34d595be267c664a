//! Grundy values of components.
//!
//! The naive algorithm takes the least value that no move leaves (mex), over all moves, recursively
//! and with a table. This search departs from it:
//!
//! 1. Following Lemoine and Viennot ("Nimbers are inevitable", 2010), a node is a component
//!    together with a Nim heap of n. The player to move loses there exactly if the component has
//!    the value n. A node is refuted by one move, so most nodes need no list of all moves, and a
//!    query asks about one value only.
//! 2. In a sum all components but the largest are resolved first, equal ones cancel, and single
//!    numbers only count by parity.
//! 3. A component with m numbers is worth at most m, and every move leaves at most m − 1. Conflicts
//!    between numbers lower that bound (`conflicts.rs`).
//! 4. The table also stores which values a component does not have.
//! 5. The search can guess: a few random moves of each number represent all of them, and the
//!    results go to a table of their own.
//!
//! The search for one move, where nearly all of the time goes, is a [query](super::query).

use twinboard_vocabulary::random::mix;

use super::shape_move::ShapeMove;
use super::sum::{Sum, add_or_cancel};
use super::suspended::SuspendedQueries;
use super::value_model::ValueModel;
use crate::bits::Bits;
use crate::budget::{Exhausted, Meter, Metered};
use crate::part::{Components, Part};
use crate::planted::{Fault, planted};
use crate::reservations::Reservations;
use crate::shape::Shape;
use crate::table::{KnownValue, TranspositionTable, VALUES_MAX};
use crate::tuning::{CONFIRMING_SAMPLES, GUESS_SAMPLES};

/// A search for Grundy values; see the [module](self). While it guesses, it writes to a second
/// table and never to that of proved values.
pub(crate) struct GrundySearch<'a> {
    pub(super) proved: &'a mut TranspositionTable,
    guessed: &'a mut TranspositionTable,
    /// Outcomes under search by the threads of a parallel search.
    pub(super) reservations: Option<&'a Reservations>,
    /// Number of this thread among them.
    pub(super) thread: u32,
    /// True if the next query need not find the move once another thread has answered it.
    pub(super) wants_answer_only: bool,
    pub(super) is_guessing: bool,
    /// State of the random number generator.
    pub(crate) random: u64,
    /// Random moves of each number that represent all its moves in a guess.
    pub(super) samples_per_number: u32,
    pub(crate) meter: Meter<'a>,
    /// The move that refuted the last query, if a move did.
    pub(super) refutation: Option<ShapeMove>,
    pub(super) suspended: SuspendedQueries,
    pub(super) model: &'a mut ValueModel,
}

impl<'a> Metered<'a> for GrundySearch<'a> {
    fn meter(&mut self) -> &mut Meter<'a> {
        &mut self.meter
    }
}

impl<'a> GrundySearch<'a> {
    pub(crate) fn new(
        proved: &'a mut TranspositionTable,
        guessed: &'a mut TranspositionTable,
        reservations: Option<&'a Reservations>,
        model: &'a mut ValueModel,
        meter: Meter<'a>,
        seed: u64,
    ) -> Self {
        let random = mix(seed);
        Self {
            proved,
            guessed,
            reservations,
            thread: seed as u32,
            wants_answer_only: false,
            is_guessing: false,
            random,
            samples_per_number: GUESS_SAMPLES,
            meter,
            refutation: None,
            suspended: SuspendedQueries::default(),
            model,
        }
    }

    /// True if the moves of the largest component are all listed but not all searched.
    pub(crate) fn is_enumerated(&self, components: &Components) -> bool {
        self.sum(components.clone())
            .open
            .last()
            .is_some_and(|last| self.suspended.lists_all_of(last))
    }

    /// Runs a query in guessing mode.
    pub(crate) fn guessing<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        self.is_guessing = true;
        let result = run(self);
        self.is_guessing = false;
        result
    }

    /// Guesses whether the player to move loses a sum. A guessed loss is tested with more random
    /// moves than other guesses.
    pub(crate) fn guess_lost(&mut self, sum: &Sum) -> Result<bool, Exhausted> {
        self.guessing(|search| {
            if !search.sum_has_value(sum, 0)? {
                return Ok(false);
            }
            let Some((last, others)) = sum.open.split_last() else { return Ok(true) };
            let mut heap = sum.heap;
            for shape in others {
                heap ^= search.grundy(shape)?;
            }
            search.samples_per_number = CONFIRMING_SAMPLES;
            let mv = search.find_move_to(last, heap);
            search.samples_per_number = GUESS_SAMPLES;
            if mv?.is_some() {
                search.record(last.key, KnownValue::NoneOf(none_of(heap)), 1);
                return Ok(false);
            }
            Ok(true)
        })
    }

    /// Knowledge about a component; in guessing mode guesses count, too.
    #[inline]
    pub(crate) fn known(&self, key: u64) -> KnownValue {
        let proved = self.proved.get(key);
        let KnownValue::NoneOf(excluded) = proved else { return proved };
        if !self.is_guessing {
            return proved;
        }
        match self.guessed.get(key) {
            KnownValue::NoneOf(more) => KnownValue::NoneOf(excluded | more),
            KnownValue::Exactly(value) if excluded >> value & 1 == 1 => proved,
            guess @ KnownValue::Exactly(_) => guess,
        }
    }

    fn record(&mut self, key: u64, known: KnownValue, work: u64) {
        let is_kept = planted(Fault::GuessKept) && work > 16;
        let table =
            if self.is_guessing && !is_kept { &mut *self.guessed } else { &mut *self.proved };
        table.put(key, known, work);
    }

    /// The sum of these components, with known values merged.
    pub(crate) fn sum(&self, components: Components) -> Sum {
        let mut sum = Sum::of_singles(components.singles);
        for shape in components.shapes {
            if let KnownValue::Exactly(value) = self.known(shape.key) {
                sum.heap ^= value;
            } else {
                add_or_cancel(&mut sum.open, shape);
            }
        }
        sum.open.sort_by_key(|shape| shape.numbers.len());
        sum
    }

    /// The sum of these components of a part, like [`Part::components_of`] and [`sum`](Self::sum),
    /// but components of known value are not cut out.
    pub(crate) fn sum_of<const W: usize>(
        &self,
        part: &Part<W>,
        alive: &[u16],
        balls: &[Bits<W>],
        safe: u32,
    ) -> Sum {
        let (mut singles, mut heap, mut open) = (safe, 0, Vec::new());
        part.split(alive, balls, |component| match component {
            None => singles += 1,
            Some(outline) => match self.known(outline.key) {
                KnownValue::Exactly(value) => heap ^= value,
                KnownValue::NoneOf(_) => add_or_cancel(&mut open, outline.cut()),
            },
        });
        open.sort_by_key(|shape| shape.numbers.len());
        Sum { heap: heap ^ Sum::of_singles(singles).heap, open }
    }

    /// True if the table knows that the sum has another value.
    pub(super) fn is_known_not(&self, sum: &Sum, value: u32) -> bool {
        let heap = sum.heap ^ value;
        match &*sum.open {
            [] => heap != 0,
            [shape] => self.known(shape.key).is_not(heap),
            _ => false,
        }
    }

    /// True if the sum has this value.
    pub(crate) fn sum_has_value(&mut self, sum: &Sum, value: u32) -> Result<bool, Exhausted> {
        self.refutation = None;
        let mut heap = sum.heap ^ value;
        let Some((last, others)) = sum.open.split_last() else {
            return Ok(heap == 0);
        };
        for shape in others {
            heap ^= self.grundy(shape)?;
        }
        self.component_has_value(last, heap)
    }

    /// Grundy value of a component.
    pub(crate) fn grundy(&mut self, shape: &Shape) -> Result<u32, Exhausted> {
        if let KnownValue::Exactly(value) = self.known(shape.key) {
            return Ok(value);
        }
        // Guesses may exclude every value. Then any value will do.
        let max_value = shape.numbers.len() as u32;
        for value in 0..max_value {
            if self.component_has_value(shape, value)? {
                return Ok(value);
            }
        }
        if !self.is_guessing {
            self.component_has_value(shape, max_value)?;
        }
        Ok(max_value)
    }

    /// True if the component has this value.
    pub(crate) fn component_has_value(
        &mut self,
        shape: &Shape,
        value: u32,
    ) -> Result<bool, Exhausted> {
        self.refutation = None;
        // Every move uses up at least one number, so the value is at most their count.
        if value > shape.numbers.len() as u32 - u32::from(planted(Fault::ValueBound)) {
            return Ok(false);
        }
        if let Some(has_value) = self.answer(shape, value) {
            return Ok(has_value);
        }
        let before = self.meter.counts.nodes;
        self.meter.node()?;
        self.wants_answer_only = true;
        let mv = match self.find_move_to(shape, value) {
            Err(Exhausted::Answered) => match self.answer(shape, value) {
                Some(has_value) => return Ok(has_value),
                // The table has dropped the answer.
                None => self.find_move_to(shape, value)?,
            },
            found => found?,
        };
        let mut has_value = mv.is_none();
        if has_value && self.proved.get(shape.key).is_not(value) {
            // The query has found that fewer moves than this can be made.
            return Ok(false);
        }
        if has_value && !planted(Fault::AtLeast) {
            // Without a move to `value`, the component is worth at most that, and less if any
            // smaller value is proved.
            for smaller in 0..value {
                if self.component_has_value(shape, smaller)? {
                    has_value = false;
                    break;
                }
            }
        }
        if !self.is_guessing {
            self.model.learn(shape, value, has_value);
        }
        let known =
            if has_value { KnownValue::Exactly(value) } else { KnownValue::NoneOf(none_of(value)) };
        self.record(shape.key, known, self.meter.counts.nodes - before);
        self.refutation = mv;
        Ok(has_value)
    }

    /// Answer of the table to whether the component has this value.
    pub(super) fn answer(&self, shape: &Shape, value: u32) -> Option<bool> {
        match self.known(shape.key) {
            KnownValue::Exactly(known) if known == value => Some(true),
            known if known.is_not(value) => Some(false),
            _ => None,
        }
    }

    /// The move that refuted the last query, if it was about this component.
    pub(crate) fn take_refutation(&mut self, shape: &Shape) -> Option<ShapeMove> {
        self.refutation.take().filter(|mv| mv.fits(shape))
    }
}

/// Mask of a single value, for [`KnownValue::NoneOf`]; empty for values too large to store.
fn none_of(value: u32) -> u32 {
    let below = if planted(Fault::NotBelow) { (1 << value.min(31)) - 1 } else { 0 };
    below | if value < VALUES_MAX { 1 << value } else { 0 }
}
