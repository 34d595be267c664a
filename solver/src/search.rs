//! Grundy values of components, by the search of Lemoine and Viennot ("Nimbers are inevitable", 2010): a
//! node is a component with a heap of Nim beside it, and the query is whether the player to move
//! loses there, that is, whether the component has the value of the heap.

mod killers;
mod query;
mod suspended;
mod value_model;

pub(crate) use killers::ShapeMove;
use query::Query;
use suspended::SuspendedQueries;
pub(crate) use value_model::ValueModel;

use crate::planted::{Fault, planted};

use crate::bits::Bits;
use crate::budget::{Exhausted, Meter, Metered};
use crate::part::{Components, Part, word_count};
use crate::shape::{Shape, mix};
use crate::table::{KnownValue, TranspositionTable, VALUES_MAX};
use crate::tuning::{CONFIRMING_SAMPLES, GUESS_SAMPLES};

/// A sum of components: those whose value is known are put together to a heap.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sum {
    pub(crate) heap: u32,
    /// The others, the one with the most numbers last.
    pub(crate) open: Vec<Shape>,
}

impl Sum {
    /// So many components with one number each.
    fn of_singles(singles: u32) -> Self {
        let heap = if planted(Fault::SinglesAdded) { singles } else { singles % 2 };
        Self { heap, open: Vec::new() }
    }
}

/// A search for values of components.
///
/// It can be told to guess. Then some moves that chance chooses stand for all, and what comes of it is kept
/// apart from what is proved.
pub(crate) struct GrundySearch<'a> {
    proved: &'a mut TranspositionTable,
    guessed: &'a mut TranspositionTable,
    is_guessing: bool,
    /// What chance has come to.
    pub(crate) random: u64,
    /// So many moves of each number stand for all, where it is guessed.
    samples_per_number: u32,
    pub(crate) meter: Meter<'a>,
    /// The move by which a component was shown not to have a value, if it was shown by one, just now.
    refutation: Option<ShapeMove>,
    suspended: SuspendedQueries,
    model: &'a mut ValueModel,
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
        model: &'a mut ValueModel,
        meter: Meter<'a>,
        seed: u64,
    ) -> Self {
        let random = mix(seed);
        Self {
            proved,
            guessed,
            is_guessing: false,
            random,
            samples_per_number: GUESS_SAMPLES,
            meter,
            refutation: None,
            suspended: SuspendedQueries::default(),
            model,
        }
    }

    /// Whether all moves of the largest component of a sum are listed, but not all gone through.
    pub(crate) fn is_enumerated(&self, components: &Components) -> bool {
        self.sum(components.clone())
            .open
            .last()
            .is_some_and(|last| self.suspended.lists_all_of(last))
    }

    /// Asks for a guess.
    pub(crate) fn guessing<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        self.is_guessing = true;
        let result = run(self);
        self.is_guessing = false;
        result
    }

    /// Guesses whether a sum has no value; what is believed then has stood more trials than others have.
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

    /// What is known of a component; while guessing, what is believed of it, too.
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
        let table = if self.is_guessing { &mut *self.guessed } else { &mut *self.proved };
        table.put(key, known, work);
    }

    /// What is known of what is left after a move.
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

    /// The same of numbers that are left of a part, as of [`Part::components_of`]. Most of their components are known,
    /// and need not be cut out.
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

    /// Whether it is known already that a sum has another value.
    fn is_known_not(&self, sum: &Sum, value: u32) -> bool {
        let heap = sum.heap ^ value;
        match &*sum.open {
            [] => heap != 0,
            [shape] => self.known(shape.key).is_not(heap),
            _ => false,
        }
    }

    /// Whether a sum has this value.
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

    /// The Grundy value of a component.
    pub(crate) fn grundy(&mut self, shape: &Shape) -> Result<u32, Exhausted> {
        if let KnownValue::Exactly(value) = self.known(shape.key) {
            return Ok(value);
        }
        // What is believed may leave no value over; then any is as good as another.
        let most = shape.numbers.len() as u32;
        for value in 0..most {
            if self.component_has_value(shape, value)? {
                return Ok(value);
            }
        }
        if !self.is_guessing {
            self.component_has_value(shape, most)?;
        }
        Ok(most)
    }

    /// Whether a component has this value.
    pub(crate) fn component_has_value(
        &mut self,
        shape: &Shape,
        value: u32,
    ) -> Result<bool, Exhausted> {
        self.refutation = None;
        // Every move leaves a number fewer at least, so no component is worth more than it has numbers.
        if value > shape.numbers.len() as u32 - u32::from(planted(Fault::ValueBound)) {
            return Ok(false);
        }
        match self.known(shape.key) {
            KnownValue::Exactly(known) if known == value => return Ok(true),
            known if known.is_not(value) => return Ok(false),
            _ => {}
        }
        let before = self.meter.counts.nodes;
        self.meter.node()?;
        let mv = self.find_move_to(shape, value)?;
        let mut has_value = mv.is_none();
        if has_value && self.proved.get(shape.key).is_not(value) {
            // So many moves can never be made.
            return Ok(false);
        }
        if has_value && !planted(Fault::AtLeast) {
            // It is at least this. It is more if it is not anything less.
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

    /// The move by which the component asked about last was shown not to have a value, and its key.
    pub(crate) fn take_refutation(&mut self, shape: &Shape) -> Option<ShapeMove> {
        self.refutation.take().filter(|mv| mv.fits(shape))
    }

    /// A move in a component that leaves something of this value; `None` if there is none.
    pub(crate) fn find_move_to(
        &mut self,
        shape: &Shape,
        value: u32,
    ) -> Result<Option<ShapeMove>, Exhausted> {
        // What is left after a move has a number fewer, so it cannot be worth that much.
        if value + u32::from(planted(Fault::FindBound)) >= shape.numbers.len() as u32 {
            return Ok(None);
        }
        match word_count(shape.height, shape.width) {
            1 => Query::run(self, &Part::<1>::of(shape), shape, value),
            2 => Query::run(self, &Part::<2>::of(shape), shape, value),
            4 => Query::run(self, &Part::<4>::of(shape), shape, value),
            8 => Query::run(self, &Part::<8>::of(shape), shape, value),
            _ => Query::run(self, &Part::<16>::of(shape), shape, value),
        }
    }
}

/// The next number that chance chooses.
pub(crate) fn next_random(random: &mut u64) -> u64 {
    *random = random.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mix(*random) >> 11
}

/// Adds a component to others, of which no two are the same: two of the same are worth nothing.
pub(crate) fn add_or_cancel(shapes: &mut Vec<Shape>, shape: Shape) {
    match shapes.iter().position(|other| are_equal(other, &shape)) {
        Some(equal) => drop(shapes.swap_remove(equal)),
        None => shapes.push(shape),
    }
}

/// Whether two components are the same.
fn are_equal(one: &Shape, other: &Shape) -> bool {
    one.key == other.key || planted(Fault::TwinNumbers) && one.numbers == other.numbers
}

fn none_of(value: u32) -> u32 {
    let below = if planted(Fault::NotBelow) { (1 << value.min(31)) - 1 } else { 0 };
    below | if value < VALUES_MAX { 1 << value } else { 0 }
}
