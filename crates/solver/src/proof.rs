//! What is proved, what only bounds and what is guessed, as types.
//!
//! A [`Claim`] is a statement with the *basis* of the search that made it: [`Exact`], which
//! considers every move that could change the answer, or [`Sampled`], in which a few random moves
//! stand for all. A proof is a claim on the exact basis. No other module can make one from a plain
//! value: the functions here are the rules of inference, and each takes what it needs as evidence.
//!
//! | evidence | made by |
//! |---|---|
//! | [`AllListed`]: no outcome is left to list | an enumeration that came to its end |
//! | [`Refuted`]: an outcome does not have the value | a claim about it, or the lack of a set |
//! | [`AllRefuted`]: so do all listed outcomes | [`OpenCount`], which counts them |
//! | [`MovesBound`]: at most so many moves are left | counting numbers, or their conflicts |
//!
//! A search that ends early has an [`Exhausted`] instead of its evidence, and no rule takes that.

use std::marker::PhantomData;
use std::ops::BitXor;

use twinboard_vocabulary::two_player::Value;

use crate::budget::Exhausted;
use crate::conflicts::MovesBound;
use crate::outcomes::{AllListed, NoSet, Refutation};
use crate::part::Components;
use crate::planted::{Fault, planted};
use crate::search::ShapeMove;
use crate::table::{KnownValue, TranspositionTable, VALUES_MAX};

/// How a search knows what it claims.
pub(crate) trait Basis: Copy + std::fmt::Debug {
    /// True if a few random moves stand for all.
    const IS_GUESS: bool;
}

/// Every move that could change the answer is considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exact {}

/// A few random moves of each number stand for all of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sampled {}

impl Basis for Exact {
    const IS_GUESS: bool = false;
}

impl Basis for Sampled {
    const IS_GUESS: bool = true;
}

/// A statement on a basis; see the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[must_use]
pub(crate) struct Claim<B, T>(T, PhantomData<B>);

/// A statement that a completed search has proved.
pub(crate) type Proved<T> = Claim<Exact, T>;
/// A statement that a search has guessed.
pub(crate) type Guess<T> = Claim<Sampled, T>;
/// A move to the value that a query asked for.
pub(crate) type Found<B> = Claim<B, ShapeMove>;

impl<B, T> Claim<B, T> {
    const fn new(said: T) -> Self {
        Self(said, PhantomData)
    }

    /// The statement without its basis.
    pub(crate) fn get(self) -> T
    where
        T: Copy,
    {
        self.0
    }

    /// The same, by reference.
    pub(crate) fn as_ref(&self) -> &T {
        &self.0
    }
}

impl<T> Proved<T> {
    /// A proof as a claim on any basis.
    pub(crate) fn weaken<B>(self) -> Claim<B, T> {
        Claim::new(self.0)
    }
}

impl<T> Guess<T> {
    /// The planted mistake of keeping a guess as a proof; `None` without it.
    fn mistaken(self) -> Option<Proved<T>> {
        planted(Fault::GuessKept).then(|| Claim::new(self.0))
    }
}

/// Claims about the Grundy values of components and sums.
impl<B: Basis> Claim<B, u32> {
    /// The value of a sum of this many components with a single number each.
    pub(crate) fn of_singles(singles: u32) -> Self {
        Self::new(if planted(Fault::SinglesAdded) { singles } else { singles % 2 })
    }

    /// Whether this is the value.
    pub(crate) fn is(self, value: u32) -> Claim<B, bool> {
        Claim::new(self.0 == value)
    }

    /// The value of a component with this many numbers: the one that `has` does not deny.
    ///
    /// Every move uses up at least one number, so the value is at most their count. Guesses may
    /// deny every value. Then any value will do.
    pub(crate) fn of_component(
        numbers: u32,
        mut has: impl FnMut(u32) -> Result<Claim<B, bool>, Exhausted>,
    ) -> Result<Self, Exhausted> {
        for value in 0..numbers {
            if has(value)?.holds() {
                return Ok(Self::new(value));
            }
        }
        if !B::IS_GUESS {
            // For the table.
            let _ = has(numbers)?;
        }
        Ok(Self::new(numbers))
    }
}

/// The value of a sum is the exclusive or of the values of its parts (Sprague, Grundy).
impl<B> BitXor for Claim<B, u32> {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self::new(self.0 ^ other.0)
    }
}

/// Whether a component or a sum has the value that was asked for.
impl<B: Basis> Claim<B, bool> {
    pub(crate) fn holds(self) -> bool {
        self.0
    }

    /// A component with more numbers than moves to reach the value; `None` if it may have it.
    pub(crate) fn above_count(numbers: u32, value: u32) -> Option<Self> {
        (value > numbers - u32::from(planted(Fault::ValueBound))).then(|| Self::new(false))
    }

    /// A component from which this move leaves the value: it has another one.
    pub(crate) fn denied_by(_: &Found<B>) -> Self {
        Self::new(false)
    }

    /// A component that no move leaves with `value`: it is worth at most that, and less if `has`
    /// affirms any smaller value.
    pub(crate) fn without_move(
        _: NoMove<B>,
        value: u32,
        mut has: impl FnMut(u32) -> Result<Self, Exhausted>,
    ) -> Result<Self, Exhausted> {
        let all = if planted(Fault::AtLeast) { 0 } else { value };
        for smaller in 0..all {
            if has(smaller)?.holds() {
                return Ok(Self::new(false));
            }
        }
        Ok(Self::new(true))
    }

    /// What the table keeps of the answer about `value`.
    pub(crate) fn about(self, value: u32) -> Claim<B, KnownValue> {
        Claim::new(if self.0 {
            KnownValue::Exactly(value)
        } else {
            KnownValue::NoneOf(none_of(value))
        })
    }

    /// An outcome that does not have the value.
    pub(crate) fn refuted(self) -> Option<Refuted<B>> {
        (!self.0).then_some(Refuted(PhantomData))
    }

    /// An outcome from which an answer leaves the value, so that it cannot have it itself.
    pub(crate) fn refuted_by_answer(self) -> Option<Refuted<B>> {
        self.0.then_some(Refuted(PhantomData))
    }

    /// A move to an outcome that has the value.
    pub(crate) fn found(self, mv: ShapeMove) -> Option<Found<B>> {
        self.0.then_some(Claim::new(mv))
    }
}

impl<B: Basis> Claim<B, KnownValue> {
    /// The value, if it is known.
    #[inline]
    pub(crate) fn exactly(self) -> Option<Claim<B, u32>> {
        match self.0 {
            KnownValue::Exactly(value) => Some(Claim::new(value)),
            KnownValue::NoneOf(_) => None,
        }
    }

    /// Whether the value is this one, if that is known.
    #[inline]
    pub(crate) fn is(self, value: u32) -> Option<Claim<B, bool>> {
        match self.0 {
            KnownValue::Exactly(known) if known == value => Some(Claim::new(true)),
            known if known.is_not(value) => Some(Claim::new(false)),
            _ => None,
        }
    }
}

impl Proved<KnownValue> {
    /// A component in which at most this many moves can be made has no larger value.
    pub(crate) fn within(bound: MovesBound) -> Self {
        let above = (bound.moves() + 1..VALUES_MAX).fold(0, |all, greater| all | 1 << greater);
        Self::new(KnownValue::NoneOf(above))
    }
}

impl Guess<KnownValue> {
    /// What is proved, and beyond that what is guessed. A guess never contradicts a proof.
    #[inline]
    pub(crate) fn beyond(proved: Proved<KnownValue>, guessed: impl FnOnce() -> Self) -> Self {
        let KnownValue::NoneOf(excluded) = proved.0 else { return proved.weaken() };
        match guessed() {
            Self(KnownValue::NoneOf(more), _) => Self::new(KnownValue::NoneOf(excluded | more)),
            Self(KnownValue::Exactly(value), _) if excluded >> value & 1 == 1 => proved.weaken(),
            guess => guess,
        }
    }
}

/// Mask of a single value, for [`KnownValue::NoneOf`]; empty for values too large to store.
fn none_of(value: u32) -> u32 {
    let below = if planted(Fault::NotBelow) { (1 << value.min(31)) - 1 } else { 0 };
    below | if value < VALUES_MAX { 1 << value } else { 0 }
}

/// An outcome of a query that does not have the value asked for.
#[derive(Debug)]
#[must_use]
pub(crate) struct Refuted<B>(PhantomData<B>);

impl<B> Refuted<B> {
    /// An outcome is worth at most the moves left in it: this many, and one for each safe number.
    /// `None` if they may suffice for the value.
    #[inline]
    pub(crate) fn by_bound(bound: MovesBound, safe: u32, value: u32) -> Option<Self> {
        let moves = (bound.moves() + safe).saturating_sub(u32::from(planted(Fault::MostMoves)));
        (value > moves).then_some(Self(PhantomData))
    }

    /// Nothing is an outcome that no set has.
    pub(crate) fn without_set(_: NoSet) -> Self {
        Self(PhantomData)
    }
}

impl<B> Refutation for Refuted<B> {}

/// Evidence that every outcome that was opened in a count is refuted.
#[derive(Debug)]
#[must_use]
pub(crate) struct AllRefuted<B>(PhantomData<B>);

/// Outcomes of a query that are open: each until it is [closed](Self::close) by its refutation, so
/// one that gets lost on the way never counts as refuted.
#[derive(Debug)]
pub(crate) struct OpenCount<B> {
    open: usize,
    basis: PhantomData<B>,
}

impl<B> Default for OpenCount<B> {
    fn default() -> Self {
        Self { open: 0, basis: PhantomData }
    }
}

impl<B> OpenCount<B> {
    /// Counts a new outcome.
    pub(crate) fn open(&mut self) {
        self.open += 1;
    }

    /// Closes an outcome.
    pub(crate) fn close(&mut self, _: Refuted<B>) {
        self.open -= 1;
    }

    /// Number of outcomes opened and not closed.
    pub(crate) fn len(&self) -> usize {
        self.open
    }

    /// Evidence that all outcomes are closed.
    pub(crate) fn all_refuted(&self) -> Option<AllRefuted<B>> {
        (self.open == 0).then_some(AllRefuted(PhantomData))
    }
}

/// The answer of a query that no move leaves the value.
#[derive(Debug)]
#[must_use]
pub(crate) struct NoMove<B>(PhantomData<B>);

impl<B: Basis> NoMove<B> {
    /// A move leaves at most one number fewer, and so no larger value; `None` if it may leave this.
    pub(crate) fn by_count(numbers: usize, value: u32) -> Option<Self> {
        let is_above = value + u32::from(planted(Fault::FindBound)) >= numbers as u32;
        is_above.then_some(Self(PhantomData))
    }
}

impl NoMove<Exact> {
    /// After one of at most this many moves fewer are left; `None` if they may suffice.
    pub(crate) fn by_bound(bound: MovesBound, value: u32) -> Option<Self> {
        (value >= bound.moves()).then_some(Self(PhantomData))
    }

    /// All outcomes of all numbers are listed and refuted.
    pub(crate) fn by_search(_: AllListed, _: AllRefuted<Exact>) -> Self {
        Self(PhantomData)
    }
}

impl NoMove<Sampled> {
    /// The sampled outcomes are refuted.
    pub(crate) fn by_samples(_: AllRefuted<Sampled>) -> Self {
        Self(PhantomData)
    }
}

/// Knowledge about components on a basis: a table that takes no other claims.
#[derive(Clone, Debug)]
pub(crate) struct KnowledgeTable<B>(TranspositionTable, PhantomData<B>);

impl<B> Default for KnowledgeTable<B> {
    fn default() -> Self {
        Self(TranspositionTable::default(), PhantomData)
    }
}

impl<B: Basis> KnowledgeTable<B> {
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Claim<B, KnownValue> {
        Claim::new(self.0.get(key))
    }

    /// Adds to what is stored about a component; `work` is the number of nodes it took.
    pub(crate) fn put(&self, key: u64, known: Claim<B, KnownValue>, work: u64) {
        self.0.put(key, known.0, work);
    }

    #[cfg(test)]
    pub(crate) fn used(&self) -> usize {
        self.0.used()
    }
}

impl KnowledgeTable<Sampled> {
    /// Stores a guess, here and not among the proofs.
    pub(crate) fn put_guess(
        &self,
        proved: &KnowledgeTable<Exact>,
        key: u64,
        known: Guess<KnownValue>,
        work: u64,
    ) {
        match known.mistaken().filter(|_| work > 16) {
            Some(mistaken) => proved.put(key, mistaken, work),
            None => self.put(key, known, work),
        }
    }
}

/// The value of a move for the player who makes it: a lower bound on that of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MoveValue(pub(crate) Value);

/// Values of whole positions, for the player to move.
impl Proved<Value> {
    /// A position without a number: the player who moved last has drawn. `None` if there is one.
    pub(crate) fn at_end(components: &Components) -> Option<Self> {
        let is_over = components.singles == 0 && components.shapes.is_empty();
        is_over.then_some(Self::new(Value::Draw))
    }

    /// A position that cannot be drawn is lost if its sum has the value 0, which this answers.
    pub(crate) fn by_sum(is_zero: Proved<bool>) -> Self {
        Self::new(if is_zero.0 { Value::Loss } else { Value::Win })
    }

    /// The value of the move that led here.
    pub(crate) fn of_last_move(self) -> Proved<MoveValue> {
        Claim::new(MoveValue(self.0.for_other()))
    }

    /// The value of every move from here, if the position is lost.
    pub(crate) fn of_every_move(self) -> Option<Proved<MoveValue>> {
        (self.0 == Value::Loss).then_some(Claim::new(MoveValue(Value::Loss)))
    }

    /// The value as the table of draws keeps it.
    pub(crate) fn for_table(self) -> Self {
        if planted(Fault::DrawKept) && self.0 == Value::Draw {
            Self::new(Value::Loss)
        } else {
            self
        }
    }
}

impl Proved<MoveValue> {
    /// The value of the position before the move, if the move wins: no other can be better.
    pub(crate) fn of_position(self) -> Option<Proved<Value>> {
        (self.0.0 == Value::Win).then_some(Claim::new(Value::Win))
    }
}

/// The values of the moves of a position, counted: the best of them is the value of the position
/// once none is left.
#[derive(Debug)]
pub(crate) struct BestOfMoves {
    best: Option<MoveValue>,
    /// Listed moves without a value.
    open: usize,
}

impl BestOfMoves {
    /// No value is known of this many listed moves.
    pub(crate) fn of(listed: usize) -> Self {
        Self { best: None, open: listed }
    }

    /// Counts the value of one more move. A win is the value of the position.
    pub(crate) fn add(&mut self, value: Proved<MoveValue>) -> Option<Proved<Value>> {
        self.open = self.open.checked_sub(1).expect("a move has one value");
        self.best = self.best.max(Some(value.0));
        value.of_position()
    }

    /// The value of the position when each move of a complete list has one.
    ///
    /// # Panics
    ///
    /// If a move was dropped.
    pub(crate) fn of_all(&self, _: AllListed) -> Proved<Value> {
        assert_eq!(self.open, 0, "every move has a value");
        // Without a move, a number is left that cannot be painted.
        Claim::new(self.best.map_or(Value::Loss, |MoveValue(value)| value))
    }
}
