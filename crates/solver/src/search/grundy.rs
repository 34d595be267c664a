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

use super::query::Query;
use super::sum::{Sum, add_or_cancel};
use crate::bits::Bits;
use crate::budget::{Exhausted, Meter, Metered};
use crate::part::{Components, Part};
use crate::proof::{Basis, Claim, Exact, Found, Guess, KnowledgeTable, NoMove, Proved, Sampled};
use crate::shape::Shape;
use crate::table::KnownValue;
use crate::tuning::{CONFIRMING_SAMPLES, GUESS_SAMPLES};

/// A basis on which the search can run: where its claims are kept, and how a query finds a move.
pub(crate) trait Mode: Basis {
    /// Knowledge about a component.
    fn known(search: &GrundySearch<'_>, key: u64) -> Claim<Self, KnownValue>;

    /// Stores a claim that took this many nodes.
    fn record(search: &mut GrundySearch<'_>, key: u64, known: Claim<Self, KnownValue>, work: u64);

    /// The move that refuted the last query, if a move did.
    fn refutation<'s>(search: &'s mut GrundySearch<'_>) -> &'s mut Option<Found<Self>>;

    /// Searches the outcomes of a query.
    fn run<const W: usize>(query: Query<'_, '_, W, Self>) -> Result<Answer<Self>, Exhausted>;
}

/// The answer of a query: a move that leaves the value, or that there is none.
#[derive(Debug)]
pub(crate) enum Answer<B> {
    Move(Found<B>),
    None(NoMove<B>),
}

impl Mode for Exact {
    #[inline]
    fn known(search: &GrundySearch<'_>, key: u64) -> Proved<KnownValue> {
        search.proved.get(key)
    }

    fn record(search: &mut GrundySearch<'_>, key: u64, known: Proved<KnownValue>, work: u64) {
        search.proved.put(key, known, work);
    }

    fn refutation<'s>(search: &'s mut GrundySearch<'_>) -> &'s mut Option<Found<Self>> {
        &mut search.refutation
    }

    fn run<const W: usize>(query: Query<'_, '_, W, Self>) -> Result<Answer<Self>, Exhausted> {
        query.run_exact()
    }
}

/// Proofs count, too.
impl Mode for Sampled {
    #[inline]
    fn known(search: &GrundySearch<'_>, key: u64) -> Guess<KnownValue> {
        Claim::beyond(search.proved.get(key), || search.guessed.get(key))
    }

    fn record(search: &mut GrundySearch<'_>, key: u64, known: Guess<KnownValue>, work: u64) {
        search.guessed.put_guess(search.proved, key, known, work);
    }

    fn refutation<'s>(search: &'s mut GrundySearch<'_>) -> &'s mut Option<Found<Self>> {
        &mut search.guessed_refutation
    }

    fn run<const W: usize>(query: Query<'_, '_, W, Self>) -> Result<Answer<Self>, Exhausted> {
        query.run_guess()
    }
}

/// A search for Grundy values, on either basis; see the [module](self). Guesses go to a table of
/// their own.
pub(crate) struct GrundySearch<'a> {
    pub(super) proved: &'a mut KnowledgeTable<Exact>,
    guessed: &'a mut KnowledgeTable<Sampled>,
    /// State of the random number generator.
    pub(crate) random: u64,
    /// Random moves of each number that represent all its moves in a guess.
    pub(super) samples_per_number: u32,
    pub(crate) meter: Meter<'a>,
    /// The move that refuted the last query of each basis, if a move did.
    refutation: Option<Found<Exact>>,
    guessed_refutation: Option<Found<Sampled>>,
}

impl<'a> Metered<'a> for GrundySearch<'a> {
    fn meter(&mut self) -> &mut Meter<'a> {
        &mut self.meter
    }
}

impl<'a> GrundySearch<'a> {
    pub(crate) fn new(
        proved: &'a mut KnowledgeTable<Exact>,
        guessed: &'a mut KnowledgeTable<Sampled>,
        meter: Meter<'a>,
        seed: u64,
    ) -> Self {
        Self {
            proved,
            guessed,
            random: mix(seed),
            samples_per_number: GUESS_SAMPLES,
            meter,
            refutation: None,
            guessed_refutation: None,
        }
    }

    /// Guesses whether the player to move loses a sum.
    pub(crate) fn guess_lost(&mut self, sum: &Sum<Exact>) -> Result<Guess<bool>, Exhausted> {
        let sum = Sum { heap: sum.heap.weaken(), open: sum.open.clone() };
        self.sum_has_value::<Sampled>(&sum, 0)
    }

    /// Tests a guess that the player to move loses a sum, with more random moves than that guess
    /// had.
    pub(crate) fn confirm_lost(
        &mut self,
        sum: &Sum<Exact>,
        is_lost: Guess<bool>,
    ) -> Result<Guess<bool>, Exhausted> {
        let Some((last, others)) = sum.open.split_last() else { return Ok(is_lost) };
        let mut heap = sum.heap.weaken();
        for shape in others {
            heap = heap ^ self.grundy::<Sampled>(shape)?;
        }
        let heap = heap.get();
        self.samples_per_number = CONFIRMING_SAMPLES;
        let answer = self.find_move_to::<Sampled>(last, heap);
        self.samples_per_number = GUESS_SAMPLES;
        if let Answer::Move(mv) = answer? {
            let is_lost = Claim::denied_by(&mv);
            Sampled::record(self, last.key, is_lost.about(heap), 1);
            return Ok(is_lost);
        }
        Ok(is_lost)
    }

    /// The sum of these components, with known values merged.
    pub(crate) fn sum<B: Mode>(&self, components: Components) -> Sum<B> {
        let mut sum = Sum { heap: Claim::of_singles(components.singles), open: Vec::new() };
        for shape in components.shapes {
            if let Some(value) = B::known(self, shape.key).exactly() {
                sum.heap = sum.heap ^ value;
            } else {
                add_or_cancel(&mut sum.open, shape);
            }
        }
        sum.open.sort_by_key(|shape| shape.numbers.len());
        sum
    }

    /// The sum of these components of a part, like [`Part::components_of`] and [`sum`](Self::sum),
    /// but components of known value are not cut out.
    pub(crate) fn sum_of<const W: usize, B: Mode>(
        &self,
        part: &Part<W>,
        alive: &[u16],
        balls: &[Bits<W>],
        safe: u32,
    ) -> Sum<B> {
        let (mut singles, mut heap, mut open) = (safe, None, Vec::new());
        part.split(alive, balls, |component| match component {
            None => singles += 1,
            Some(outline) => match B::known(self, outline.key).exactly() {
                Some(value) => heap = Some(heap.map_or(value, |heap| heap ^ value)),
                None => add_or_cancel(&mut open, outline.cut()),
            },
        });
        open.sort_by_key(|shape| shape.numbers.len());
        let singles = Claim::of_singles(singles);
        Sum { heap: heap.map_or(singles, |heap| heap ^ singles), open }
    }

    /// Answer of the table to whether the sum has this value.
    pub(super) fn known_answer<B: Mode>(&self, sum: &Sum<B>, value: u32) -> Option<Claim<B, bool>> {
        match &*sum.open {
            [] => Some(sum.heap.is(value)),
            [shape] => B::known(self, shape.key).is(sum.heap.get() ^ value),
            _ => None,
        }
    }

    /// Whether the sum has this value.
    pub(crate) fn sum_has_value<B: Mode>(
        &mut self,
        sum: &Sum<B>,
        value: u32,
    ) -> Result<Claim<B, bool>, Exhausted> {
        *B::refutation(self) = None;
        let mut heap = sum.heap;
        let Some((last, others)) = sum.open.split_last() else {
            return Ok(heap.is(value));
        };
        for shape in others {
            heap = heap ^ self.grundy(shape)?;
        }
        self.component_has_value(last, heap.get() ^ value)
    }

    /// Grundy value of a component.
    pub(crate) fn grundy<B: Mode>(&mut self, shape: &Shape) -> Result<Claim<B, u32>, Exhausted> {
        if let Some(value) = B::known(self, shape.key).exactly() {
            return Ok(value);
        }
        let numbers = shape.numbers.len() as u32;
        Claim::of_component(numbers, |value| self.component_has_value(shape, value))
    }

    /// Whether the component has this value.
    pub(crate) fn component_has_value<B: Mode>(
        &mut self,
        shape: &Shape,
        value: u32,
    ) -> Result<Claim<B, bool>, Exhausted> {
        *B::refutation(self) = None;
        if let Some(answer) = Claim::above_count(shape.numbers.len() as u32, value) {
            return Ok(answer);
        }
        if let Some(answer) = self.answer(shape, value) {
            return Ok(answer);
        }
        let before = self.meter.counts.nodes;
        self.meter.node()?;
        let (has_value, mv) = match self.find_move_to(shape, value)? {
            Answer::Move(mv) => (Claim::denied_by(&mv), Some(mv)),
            Answer::None(none) => {
                if let Some(answer) = self.proved.get(shape.key).is(value)
                    && !answer.holds()
                {
                    // The query has found that fewer moves than this can be made.
                    return Ok(answer.weaken());
                }
                let has = |smaller| self.component_has_value(shape, smaller);
                (Claim::without_move(none, value, has)?, None)
            }
        };
        let work = self.meter.counts.nodes - before;
        B::record(self, shape.key, has_value.about(value), work);
        *B::refutation(self) = mv;
        Ok(has_value)
    }

    /// Answer of the table to whether the component has this value.
    fn answer<B: Mode>(&self, shape: &Shape, value: u32) -> Option<Claim<B, bool>> {
        B::known(self, shape.key).is(value)
    }

    /// The move that refuted the last query, if it was about this component.
    pub(crate) fn take_refutation(&mut self, shape: &Shape) -> Option<Found<Exact>> {
        self.refutation.take().filter(|mv| mv.as_ref().fits(shape))
    }
}
