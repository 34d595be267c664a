//! Whoever plays the toy: rightly, or wrong in one of many ways.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use board::Game;

use super::{Heap, LABEL_OF_TAKING_BACK, Over, Refusal, Setup, Shown, Take};

/// The ways an engine can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wrong {
    Nowhere,
    SetUp,
    Position,
    Outcome,
    ListMisses,
    ListMissesUndrawn,
    ListRepeats,
    ListReplaces,
    ListTooLong,
    AcceptsBeyond,
    CopyForgetsLater,
    AskingChanges,
    OutcomeAfterRefusal,
    ListEmptyTwoLeft,
    Event,
    Accepts,
    Refuses,
    RefusesLarge,
    RefusesLate,
    HangsWhenShrunk,
    RefusalReason,
    RefusedButChanged,
    KeyIgnoresCounters,
    KeyIgnoresLabel,
    KeyOfRefusals,
    KeyOfHistory,
    KeyOfMoves,
    CopyForgets,
    DrawsIllegal,
    DrawsNothing,
    Representation,
    RepresentationOfHistory,
    Label,
    Unsupported,
    PanicsPlaying,
    PanicsSettingUp,
    HangsPlaying,
    HangsListing,
    LeavesOneLess,
    Swaps,
    OnlyOnce,
    AnotherName,
    AdvanceTakesMore,
    AdvanceRefusesNothing,
    CountsOneLess,
    CountsFewerOfMany,
    CountsOn,
    ListMissesOtherLabel,
    /// It hangs once, and takes [`SECOND_TIME`] the next time.
    HangsOnce,
    /// It asks on after it was told to break off.
    AsksOn,
    /// It breaks off, and does not say so.
    BreaksOffSilently,
    /// Something is another one when moves have been taken back.
    TakesBack(What),
    /// It takes so many milliseconds to set a game up, and is right.
    Slow(u64),
    /// So many for a move from a heap of four.
    SlowAtFour(u64),
    PanicsCopying,
    PanicsShowing,
    /// Its list misses a move, and it panics when it is asked how the game stands there.
    ListMissesThenPanics,
    /// It takes one too many, and panics when it is asked to do that again.
    PositionThenPanics,
    /// What it says that it has taken is too much, which the rules let pass.
    OtherWords,
    /// Not the engine but the rules: what they print has lost its label.
    PrintsNoLabel,
    /// It panics with another label.
    PanicsOtherLabel,
    /// Its key is another one for every limit of what is taken at a time.
    KeyOfTakeMax,
    /// It is wrong twice: with the label 2 in the first move, else in a later one.
    LabelAndPosition,
    /// [`Self::OtherWords`], and [`Law::Invariant`].
    LawInOtherWords,
    /// A law that the rules state, and not a side.
    Law(Law),
}

/// The laws that the rules can state wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Law {
    /// The symmetry adds 2 to the label of a set-up, and 1 to that of a position.
    Symmetry,
    /// The symmetry lets fewer counters be taken at a time.
    SymmetryOfMoves,
    SetupAt,
    /// What is beside a heap is the heap.
    SetupBeside,
    /// No two events are the same.
    SameEvent,
    /// A move that is to take one takes far too many.
    AskFor,
    /// All heaps of one counter or more have one key.
    CanonicalKey,
    /// No move may be made from four counters.
    Invariant,
}

/// What can be another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum What {
    Position,
    Key,
    Outcome,
    LegalMoves,
    Representation,
    /// Whether moves can be taken back at all.
    Possible,
}

/// Whether [`Wrong::OnlyOnce`] has been wrong. One test may be concerned with it.
static WAS_WRONG: AtomicBool = AtomicBool::new(false);

/// How long [`Wrong::HangsOnce`] takes the next time.
pub const SECOND_TIME: Duration = Duration::from_millis(400);

/// How often [`Wrong::HangsOnce`] might have hung. One test may be concerned with it.
static HANGS: AtomicU64 = AtomicU64::new(0);

/// How often [`Wrong::PositionThenPanics`] has been wrong. One test may be concerned with it.
static WRONG_POSITIONS: AtomicU64 = AtomicU64::new(0);

pub fn has_hung() -> bool {
    HANGS.load(Relaxed) > 1
}

/// A game that may be wrong in the way that its set-up says.
#[derive(Debug)]
pub struct Player<const MAY_BE_WRONG: bool> {
    setup: Setup,
    counters: u64,
    last: u64,
    taken: u64,
    refused: u64,
    /// Whether the legal moves have been asked for when there was none.
    asked: Cell<bool>,
    /// What a copy has lost, and nobody sees until the heap is nearly empty.
    forgetful: bool,
    /// Whether moves have been taken back.
    has_taken_back: bool,
}

pub type Engine = Player<true>;
/// Right whatever the set-up says.
pub type Right = Player<false>;

impl<const MAY_BE_WRONG: bool> Player<MAY_BE_WRONG> {
    fn is(&self, wrong: Wrong) -> bool {
        MAY_BE_WRONG && self.setup.wrong == wrong
    }

    fn spoils(&self, what: What) -> bool {
        self.has_taken_back && self.is(Wrong::TakesBack(what))
    }

    fn take_max(&self) -> u64 {
        self.setup.take_max.min(self.counters)
    }

    fn misses(&self) -> bool {
        let ways = [Wrong::ListMisses, Wrong::ListMissesUndrawn, Wrong::ListMissesThenPanics];
        ways.into_iter().any(|wrong| self.is(wrong))
    }

    fn judge(&self, Take(count): Take) -> Result<(), Refusal> {
        if count == 0 {
            return Err(Refusal::Nothing);
        }
        if count > self.take_max() { Err(Refusal::TooMany) } else { Ok(()) }
    }
}

impl<const MAY_BE_WRONG: bool> Clone for Player<MAY_BE_WRONG> {
    fn clone(&self) -> Self {
        assert!(!(self.is(Wrong::PanicsCopying) && self.counters == 4), "four counters");
        let forgets = self.is(Wrong::CopyForgets) && self.counters == 4;
        let counters = if forgets { 2 } else { self.counters };
        let forgetful = self.forgetful || self.is(Wrong::CopyForgetsLater) && self.counters == 7;
        Self { counters, forgetful, asked: self.asked.clone(), ..*self }
    }
}

impl<const MAY_BE_WRONG: bool> Player<MAY_BE_WRONG> {
    /// Sets a game up.
    #[must_use]
    pub fn set_up(setup: &Setup) -> Option<Self> {
        let is = |wrong| MAY_BE_WRONG && setup.wrong == wrong;
        while is(Wrong::HangsWhenShrunk) && (2..4).contains(&setup.counters) {
            std::thread::park();
        }
        assert!(!(is(Wrong::PanicsSettingUp) && setup.counters > 5), "a heap so high");
        if is(Wrong::Unsupported) && setup.counters > 5 {
            return None;
        }
        if let Wrong::Slow(millis) = setup.wrong
            && MAY_BE_WRONG
        {
            std::thread::sleep(Duration::from_millis(millis));
        }
        let lost = u64::from(is(Wrong::SetUp) && setup.counters > 5);
        Some(Self {
            setup: *setup,
            counters: setup.counters - lost,
            last: 0,
            taken: 0,
            refused: 0,
            asked: Cell::new(false),
            forgetful: false,
            has_taken_back: false,
        })
    }
}

impl<const MAY_BE_WRONG: bool> Game for Player<MAY_BE_WRONG> {
    type Vocabulary = Heap;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Take) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.asked.set(self.counters == 0);
        let misses = self.misses() && self.counters == 4;
        let misses = misses
            || self.is(Wrong::ListMissesOtherLabel) && self.setup.label > 1 && self.counters == 4;
        let none = self.is(Wrong::ListEmptyTwoLeft) && self.counters == 2;
        while self.is(Wrong::HangsListing) && self.counters == 2 {
            std::thread::park();
        }
        let count = if none { 0 } else { self.take_max() - u64::from(misses) };
        let is_either = self.is(Wrong::ListReplaces) || self.is(Wrong::AnotherName);
        let replaced = is_either && self.counters == 4;
        let count = count - u64::from(self.spoils(What::LegalMoves));
        let mut flow = ControlFlow::Continue(());
        for take in 1..=count {
            let asked = visit(&Take(if replaced && take == count { 99 } else { take }));
            if asked.is_break() && self.is(Wrong::BreaksOffSilently) {
                return ControlFlow::Continue(());
            }
            if !self.is(Wrong::AsksOn) {
                asked?;
            }
            flow = asked;
        }
        flow?;
        for take in 100..if self.is(Wrong::ListTooLong) && self.counters == 4 { 9000 } else { 100 }
        {
            visit(&Take(take))?;
        }
        if self.is(Wrong::ListRepeats) && self.counters == 4 {
            visit(&Take(1))?;
        }
        ControlFlow::Continue(())
    }

    fn count_kind(&self, like: &Take, most: u64) -> Option<u64> {
        let first = (like.0 / 1000 * 1000).max(1);
        let count = (like.0 / 1000 * 1000 + 999).min(self.take_max()) + 1 - first;
        let less = self.is(Wrong::CountsOneLess) && self.counters == 4
            || self.is(Wrong::CountsFewerOfMany) && count == 1000;
        (count <= most || self.is(Wrong::CountsOn)).then_some(count - u64::from(less))
    }

    fn play(&mut self, mv: &Take) -> Result<Take, Refusal> {
        assert!(!(self.is(Wrong::PanicsPlaying) && self.counters == 4), "four counters");
        while self.is(Wrong::HangsPlaying) && self.counters == 4 {
            std::thread::park();
        }
        if let Wrong::SlowAtFour(millis) = self.setup.wrong
            && MAY_BE_WRONG
            && self.counters == 4
        {
            std::thread::sleep(Duration::from_millis(millis));
        }
        let hangs = self.is(Wrong::HangsOnce) && self.counters == 4;
        match if hangs { HANGS.fetch_add(1, Relaxed) } else { u64::MAX } {
            0 => loop {
                std::thread::park();
            },
            1 => std::thread::sleep(SECOND_TIME),
            _ => {}
        }
        // It has another name for taking three, and means the same.
        let renamed = self.is(Wrong::AnotherName) && self.counters == 4 && mv.0 == 99;
        let mv = if renamed { &Take(3) } else { mv };
        let special = self.counters == 4 && mv.0 == 2;
        if self.is(Wrong::Refuses) && special {
            return Err(Refusal::TooMany);
        }
        if self.is(Wrong::Accepts) && mv.0 == self.take_max() + 1 && self.counters > mv.0 {
            self.counters -= mv.0;
            return Ok(*mv);
        }
        let panics = self.is(Wrong::PanicsOtherLabel) && self.setup.label == 2;
        assert!(!(panics && special), "another label");
        let late = self.is(Wrong::RefusesLate) || self.is(Wrong::HangsWhenShrunk);
        let from = if self.is(Wrong::RefusesLate) { 29 } else { self.setup.counters };
        if late && self.setup.counters == from && self.counters == 1 {
            return Err(Refusal::TooMany);
        }
        if self.is(Wrong::AcceptsBeyond) && mv.0 > self.take_max() && self.counters > 5000 {
            return Ok(*mv);
        }
        if self.forgetful && self.counters == 1 {
            return Err(Refusal::TooMany);
        }
        if self.is(Wrong::RefusesLarge) && mv.0 > 3000 {
            return Err(Refusal::TooMany);
        }
        if let Err(refusal) = self.judge(*mv) {
            self.refused += 1;
            if self.is(Wrong::RefusedButChanged) {
                self.counters = self.counters.saturating_sub(1);
            }
            return Err(if self.is(Wrong::RefusalReason) { Refusal::TooMany } else { refusal });
        }
        let then_panics = self.is(Wrong::PositionThenPanics) && special;
        let times = if then_panics { WRONG_POSITIONS.fetch_add(1, Relaxed) } else { 0 };
        assert!(times.is_multiple_of(2), "once more");
        let twice = self.is(Wrong::LabelAndPosition);
        let first = twice && self.taken == 0 && self.setup.label == 2;
        let extra = then_panics || (self.is(Wrong::Position) || twice) && special;
        let extra = u64::from(extra || first);
        let label = u64::from(self.is(Wrong::Label) && special && self.setup.label == 2);
        self.counters -= mv.0 + extra + label;
        if self.is(Wrong::LeavesOneLess) && (self.counters, mv.0) == (7, 3) {
            self.counters = 6;
        }
        // Whoever looks at all moves together does not see that two of them were exchanged.
        if self.is(Wrong::Swaps) && self.counters + mv.0 == 10 && mv.0 < 3 {
            self.counters = if mv.0 == 1 { 8 } else { 9 };
        }
        if self.is(Wrong::OnlyOnce) && special && !WAS_WRONG.swap(true, Relaxed) {
            self.counters = 1;
        }
        self.last = mv.0;
        self.taken += 1;
        Ok(match self.setup.wrong {
            Wrong::Event if MAY_BE_WRONG && special => Take(1),
            Wrong::OtherWords | Wrong::LawInOtherWords if MAY_BE_WRONG && special => {
                Take(mv.0 + 1000)
            }
            _ => *mv,
        })
    }

    fn advance(&mut self, mv: &Take) -> Result<(), Refusal> {
        let played = self.play(mv).map(drop);
        if self.is(Wrong::AdvanceTakesMore) && played.is_ok() {
            self.counters = self.counters.saturating_sub(1);
        }
        if self.is(Wrong::AdvanceRefusesNothing) { Ok(()) } else { played }
    }

    fn play_and_take_back(&mut self, moves: &[Take]) -> bool {
        if self.setup.label != LABEL_OF_TAKING_BACK {
            return false;
        }
        let before = self.clone();
        for mv in moves {
            assert!(self.play(mv).is_ok(), "{mv} is not legal");
        }
        *self = Self { has_taken_back: !moves.is_empty(), ..before };
        !self.spoils(What::Possible)
    }

    fn position(&self) -> Shown {
        assert!(!(self.is(Wrong::PanicsShowing) && self.counters == 4), "four counters");
        let asked = self.is(Wrong::AskingChanges) && self.asked.get();
        let changed = u64::from(asked || self.spoils(What::Position));
        Shown(self.counters, self.setup.label + changed)
    }

    fn outcome(&self) -> Over {
        let panics = self.is(Wrong::ListMissesThenPanics) && self.counters == 4;
        assert!(!panics, "four counters");
        let refused = self.is(Wrong::OutcomeAfterRefusal) && self.refused > 0;
        let changed = refused || self.spoils(What::Outcome);
        Over(changed || self.counters == u64::from(self.is(Wrong::Outcome)))
    }

    fn key(&self) -> Option<u64> {
        let history = if self.is(Wrong::KeyOfHistory) { self.last } else { 0 };
        let refusals = if self.is(Wrong::KeyOfRefusals) { self.refused } else { 0 };
        let counters = if self.is(Wrong::KeyIgnoresCounters) { 0 } else { self.counters };
        let label = if self.is(Wrong::KeyIgnoresLabel) { 0 } else { self.setup.label };
        let moves = if self.is(Wrong::KeyOfMoves) { self.taken } else { 0 };
        let moves = moves + u64::from(self.spoils(What::Key));
        let take_max = if self.is(Wrong::KeyOfTakeMax) { self.setup.take_max } else { 0 };
        Some(counters * 1000 + label + ((history + refusals + moves + take_max) << 32))
    }

    fn sample_legal_move(&self, random: &mut dyn FnMut() -> u64) -> Option<Take> {
        let undrawn = u64::from(self.is(Wrong::ListMissesUndrawn) && self.counters == 4);
        let count = self.take_max() - undrawn;
        if count == 0 || self.is(Wrong::DrawsNothing) && self.counters == 4 {
            return None;
        }
        let extra = u64::from(self.is(Wrong::DrawsIllegal) && count == 3);
        Some(Take(1 + extra + board::game::below(random, count)))
    }

    fn validate(&self) -> Result<(), String> {
        if self.is(Wrong::Representation) && self.counters == 3 {
            return Err("three counters are one too many".into());
        }
        if self.is(Wrong::RepresentationOfHistory) && (self.counters, self.last) == (2, 2) {
            return Err("two were taken and two are left".into());
        }
        if self.spoils(What::Representation) {
            return Err("something was taken back".into());
        }
        Ok(())
    }
}
