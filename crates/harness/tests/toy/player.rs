//! The implementation of the toy game, as the oracle or as an engine with one of many faults.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use twinboard_vocabulary::Game;

use super::{Heap, LABEL_OF_TAKING_BACK, OVER, Setup, Shown, Take};

/// The faults of an engine: first those that are counted, each with the letters of the drivers that
/// report it (`DRIVERS` in `suite/promises.rs`), then families of them, then those that only other
/// tests play.
macro_rules! faults {
    (
        $($(#[$about:meta])* $name:ident $by:literal,)*;
        $($(#[$of:meta])* $family:ident($kind:ident) {
            $($(#[$about_case:meta])* $case:ident $case_by:literal,)*
        })*;
        $($(#[$about_rest:meta])* $rest:ident $(($number:ty))?,)*
    ) => {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum Fault {
            $($(#[$about])* $name,)*
            $($family($kind),)*
            $($(#[$about_rest])* $rest $(($number))?,)*
        }

        $($(#[$of])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $kind {
            $($(#[$about_case])* $case,)*
        })*

        pub const FOUND_BY: &[(Fault, &str)] = &[
            $((Fault::$name, $by),)*
            $($((Fault::$family($kind::$case), $case_by),)*)*
        ];
    };
}

faults! {
    #[default]
    None "",
    SetUp "vkfrxpc",
    SetUpOfSeven "vkfrx",
    /// The position has another label with four counters, which the picture does not show.
    PositionUnseen "vkfrxp",
    Position "vkfrxpc",
    Outcome "vkfrxp",
    ListMisses "vkfrxpc",
    ListMissesUndrawn "vkfrxpc",
    ListMissesAfterRefusal "vkfrx",
    ListRepeats "vkfrxpc",
    ListReplaces "vkfrxpc",
    ListTooLong "vkfrxpc",
    AcceptsBeyond "vkfr",
    CopyForgetsLater "vkrxpc",
    AskingChanges "vkfrx",
    OutcomeAfterRefusal "vkfrx",
    ListEmptyTwoLeft "vkfrxpc",
    Event "vkfrxp",
    Accepts "vkfrx",
    Refuses "vkfrxpc",
    RefusesLarge "vkfr",
    RefusesLate "vkf",
    RefusalReason "vkfrx",
    RefusedButChanged "vkfrx",
    KeyIgnoresCounters "vkfrx",
    KeyIgnoresLabel "vkfr",
    /// Heaps of up to four counters have one key.
    KeyOfFew "vkfr",
    KeyOfRefusals "vkfrx",
    KeyOfHistory "vkfrx",
    KeyOfMoves "vkfr",
    CopyForgets "vkfrxpc",
    DrawsIllegal "vkfr",
    /// A draw among three moves never gives the first.
    DrawsLater "vkr",
    DrawsNothing "vkfrx",
    /// Equal numbers draw different moves.
    DrawsAnew "vkfrx",
    /// The same, in copies only.
    DrawsOtherwiseOnCopies "vkfrx",
    /// The only fault of an engine that promises no bias: it never draws the last of its moves.
    DrawsLastNever "vkrx",
    Representation "vkfrx",
    RepresentationOfHistory "vkfrx",
    /// Two faults: [`Self::CopyForgets`], and a wrong representation of forty counters.
    CopyForgetsAndRepresentation "vkfrxpc",
    Label "vkfrxpc",
    Unsupported "",
    PanicsPlaying "vkfrxpc",
    PanicsSettingUp "vkfrxpc",
    LeavesOneLess "vkfrpc",
    Swaps "vkfrpc",
    AnotherName "vkfrxpc",
    AdvanceTakesMore "vkfrc",
    AdvanceRefusesNothing "vkfr",
    /// The count of all legal moves of four counters lacks one.
    CountsAllButOne "vkfrxc",
    CountsOneLess "vkfrx",
    CountsFewerOfMany "vkfr",
    CountsOn "vkfrx",
    ListMissesOtherLabel "vkfrxpc",
    /// The outcome of four counters is wrong with another label.
    OutcomeOtherLabel "vkfrxp",
    RefusalOtherLabel "vkfrx",
    /// Continues a listing after the visitor stopped it.
    AsksOn "vkfrx",
    /// Stops a listing, but does not report that.
    BreaksOffSilently "vkfrx",
    /// A refused move among those that are taken back is taken back, too.
    TakesBackRefused "vkfr",
    /// Keeps three moves, and takes back no others.
    TakesBackThree "vr",
    /// Says that it takes nothing back, and has played the moves.
    PlaysWithoutTakingBack "vkfrx",
    /// After moves were taken back, the next one takes one too many.
    TakesMoreAfterTakingBack "vkr",
    PanicsCopying "vkfrxpc",
    PanicsTakingBack "vkfr",
    PanicsShowing "vkfrxp",
    /// The list of a position misses a move, and the outcome there panics.
    ListMissesThenPanics "vkfrxpc",
    /// The event is different, but means the same by `same_event`.
    OtherWords "vkfrx",
    /// The rule set prints cases without their labels; the engine is correct.
    PrintsNoLabel "v",
    PanicsOtherLabel "vkfrxpc",
    /// The key depends on the limit of counters per move.
    KeyOfTakeMax "vkfrx",
    /// Two faults: in the first move with the label 2, and in a later move.
    LabelAndPosition "vkfrxpc",
    /// [`Self::OtherWords`] and [`Law::Invariant`].
    LawInOtherWords "vkfrx",
    /// The observation `left` is one less at four counters.
    Observes "vkfrx",
    /// Correct, but gives an observation that the oracle does not have.
    ObservesAlone "",
    /// The observation `left` counts the refused moves, too.
    ObservesRefusals "vkfrx",
    /// The observation `left` counts the moves, too, on both sides: it depends on the path.
    ObservesMoves "vkfr",
    /// Copies made at four counters lose the observation.
    ObservesNothingOnCopies "vkfr",
    /// `is_legal` denies taking two of four.
    DeniesLegal "vkfrx",
    /// `is_legal` permits one counter too many, at four counters.
    PermitsIllegal "vkfrx",
    /// `is_legal` panics at four counters.
    PanicsJudging "vkfrx",
    ;
    /// A part of a game that differs after moves were taken back.
    TakesBack(Part) {
        Position "vkfr", Key "vkfr", Outcome "vkfr", LegalMoves "vkfr", Representation "vkfr",
        Observation "vkfr",
        /// Moves cannot be taken back any more.
        Possible "vkfr",
    }
    /// A call that panics if there are more than 5000 counters.
    PanicsAbove5000(Call) {
        Sample "vkfr", Count "vkfr", Copy "vkfr", Play "vkfr",
    }
    /// A law that the rule set states wrongly; the engine is correct.
    Law(Law) {
        /// The symmetry adds 2 to the label of a set-up, and 1 to that of a position.
        Symmetry "vkfr",
        /// The symmetry lets fewer counters be taken at a time.
        SymmetryOfMoves "vkfr",
        SetupOfPosition "vkfrx",
        /// The similar position of a heap is the heap itself.
        LookalikeSetup "",
        /// The text of set-ups with the label 3 cannot be read.
        SetupText "v",
        /// No two events are the same.
        SameEvent "vkfrxp",
        /// The request for taking one takes far too many.
        RequestFor "vkfr",
        /// All heaps of one counter or more have one key.
        CanonicalKey "x",
        /// No move is permitted from four counters.
        Invariant "vkfrx",
    }
    ;
    // Each takes a step limit to be found.
    HangsWhenShrunk,
    HangsPlaying,
    HangsListing,
    /// Hangs once, and takes [`SECOND_TIME`] the next time.
    HangsOnce,
    /// Hangs while it samples a move, if there are more than 5000 counters.
    HangsSampling,
    // Each has a state that belongs to another test.
    OnlyOnce,
    /// Takes one too many, and panics when the same move is played again.
    PositionThenPanics,
    /// Correct, and set-ups have the label that each case draws first, and no counters.
    Numbers,
    /// Correct, but setting up a game takes this number of milliseconds.
    Slow(u64),
    /// Correct, but a move from a heap of four takes this number of milliseconds.
    SlowAtFour(u64),
}

/// True once [`Fault::OnlyOnce`] has shown. Only one test may use that fault.
static WAS_WRONG: AtomicBool = AtomicBool::new(false);

/// Time that [`Fault::HangsOnce`] takes after its hang.
pub const SECOND_TIME: Duration = Duration::from_millis(400);

/// Number of times that [`Fault::HangsOnce`] reached its fault. Only one test may use that fault.
static HANGS: AtomicU64 = AtomicU64::new(0);

/// Number of times that [`Fault::PositionThenPanics`] reached its fault. Only one test may use that
/// fault.
static WRONG_POSITIONS: AtomicU64 = AtomicU64::new(0);

pub fn has_hung() -> bool {
    HANGS.load(Relaxed) > 1
}

/// A game that may have the fault named by its set-up.
#[derive(Debug, Default)]
pub struct Player<const MAY_BE_WRONG: bool> {
    setup: Setup,
    counters: u64,
    last: u64,
    taken: u64,
    refused: u64,
    /// True if the legal moves were listed when there were none.
    asked: Cell<bool>,
    /// True in copies with a hidden fault, which shows when the heap is nearly empty.
    forgetful: bool,
    has_taken_back: bool,
    /// Number of draws of a game, and of copies before this one, that faults depend on.
    draws: Cell<u64>,
    copies: u64,
}

pub type Engine = Player<true>;
/// The oracle ignores the fault named by the set-up.
pub type Oracle = Player<false>;

impl<const MAY_BE_WRONG: bool> Player<MAY_BE_WRONG> {
    fn is(&self, fault: Fault) -> bool {
        MAY_BE_WRONG && self.setup.fault == fault
    }

    /// True if it has this fault, which shows with so many counters.
    fn is_at(&self, counters: u64, fault: Fault) -> bool {
        self.counters == counters && self.is(fault)
    }

    fn hang_if(&self, shows: bool, fault: Fault) {
        while shows && self.is(fault) {
            std::thread::park();
        }
    }

    /// Waits, if this side may be wrong.
    fn pause(millis: u64) {
        std::thread::sleep(Duration::from_millis(if MAY_BE_WRONG { millis } else { 0 }));
    }

    fn spoils(&self, what: Part) -> bool {
        self.has_taken_back && self.is(Fault::TakesBack(what))
    }

    /// Panics if this call has the fault.
    fn enter(&self, call: Call) {
        let panics = self.counters > 5000 && self.is(Fault::PanicsAbove5000(call));
        assert!(!panics, "more than 5000 counters");
    }

    fn take_max(&self) -> u64 {
        self.setup.take_max.min(self.counters)
    }

    fn misses(&self) -> bool {
        let ways = [Fault::ListMisses, Fault::ListMissesUndrawn, Fault::ListMissesThenPanics];
        ways.into_iter().any(|fault| self.is(fault))
    }

    fn judge(&self, Take(count): Take) -> Result<(), &'static str> {
        if count == 0 {
            return Err("Nothing");
        }
        if count > self.take_max() { Err("TooMany") } else { Ok(()) }
    }
}

impl<const MAY_BE_WRONG: bool> Clone for Player<MAY_BE_WRONG> {
    fn clone(&self) -> Self {
        self.enter(Call::Copy);
        assert!(!self.is_at(4, Fault::PanicsCopying), "four counters");
        let faults = [Fault::CopyForgets, Fault::CopyForgetsAndRepresentation];
        let forgets = faults.into_iter().any(|fault| self.is_at(4, fault));
        let counters = if forgets { 2 } else { self.counters };
        let forgetful = self.forgetful
            || self.is_at(7, Fault::CopyForgetsLater)
            || self.is_at(4, Fault::ObservesNothingOnCopies);
        let (asked, draws) = (self.asked.clone(), self.draws.clone());
        Self { counters, forgetful, asked, draws, copies: self.copies + 1, ..*self }
    }
}

impl<const MAY_BE_WRONG: bool> Player<MAY_BE_WRONG> {
    #[must_use]
    pub fn set_up(setup: &Setup) -> Option<Self> {
        let mut game = Self { setup: *setup, counters: setup.counters, ..Self::default() };
        game.hang_if((2..4).contains(&setup.counters), Fault::HangsWhenShrunk);
        let is_high = setup.counters > 5;
        assert!(!(is_high && game.is(Fault::PanicsSettingUp)), "a heap so high");
        if is_high && game.is(Fault::Unsupported) {
            return None;
        }
        if let Fault::Slow(millis) = setup.fault {
            Self::pause(millis);
        }
        let lost = is_high && game.is(Fault::SetUp) || game.is_at(7, Fault::SetUpOfSeven);
        game.counters -= u64::from(lost);
        Some(game)
    }
}

impl<const MAY_BE_WRONG: bool> Game for Player<MAY_BE_WRONG> {
    type Vocabulary = Heap;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Take) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.asked.set(self.counters == 0);
        let misses = self.misses() && self.counters == 4
            || self.is_at(4, Fault::ListMissesOtherLabel) && self.setup.label > 1
            || self.is(Fault::ListMissesAfterRefusal) && self.refused > 0 && self.counters > 0;
        self.hang_if(self.counters == 2, Fault::HangsListing);
        let none = self.is_at(2, Fault::ListEmptyTwoLeft);
        let count = if none { 0 } else { self.take_max() - u64::from(misses) };
        let replaced = self.is_at(4, Fault::ListReplaces) || self.is_at(4, Fault::AnotherName);
        let count = count - u64::from(self.spoils(Part::LegalMoves));
        let mut flow = ControlFlow::Continue(());
        for take in 1..=count {
            let asked = visit(&Take(if replaced && take == count { 99 } else { take }));
            if asked.is_break() && self.is(Fault::BreaksOffSilently) {
                return ControlFlow::Continue(());
            }
            if !self.is(Fault::AsksOn) {
                asked?;
            }
            flow = asked;
        }
        flow?;
        for take in 100..if self.is_at(4, Fault::ListTooLong) { 9000 } else { 100 } {
            visit(&Take(take))?;
        }
        if self.is_at(4, Fault::ListRepeats) {
            visit(&Take(1))?;
        }
        ControlFlow::Continue(())
    }

    fn count_legal_moves(&self) -> Option<u64> {
        let mut count = 0;
        let _ = self.visit_legal_moves(&mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        Some(count - u64::from(self.is_at(4, Fault::CountsAllButOne)))
    }

    fn count_kind(&self, like: &Take, most: u64) -> Option<u64> {
        self.enter(Call::Count);
        let first = (like.0 / 1000 * 1000).max(1);
        let count = (like.0 / 1000 * 1000 + 999).min(self.take_max()) + 1 - first;
        let less = self.is_at(4, Fault::CountsOneLess)
            || self.is(Fault::CountsFewerOfMany) && count == 1000;
        (count <= most || self.is(Fault::CountsOn)).then_some(count - u64::from(less))
    }

    fn play(&mut self, mv: &Take) -> Result<Take, &'static str> {
        self.enter(Call::Play);
        assert!(!self.is_at(4, Fault::PanicsPlaying), "four counters");
        self.hang_if(self.counters == 4, Fault::HangsPlaying);
        if let (4, Fault::SlowAtFour(millis)) = (self.counters, self.setup.fault) {
            Self::pause(millis);
        }
        if self.is_at(4, Fault::HangsOnce) {
            match HANGS.fetch_add(1, Relaxed) {
                0 => self.hang_if(true, Fault::HangsOnce),
                1 => std::thread::sleep(SECOND_TIME),
                _ => {}
            }
        }
        // Another name for taking three, with the same meaning.
        let renamed = self.is_at(4, Fault::AnotherName) && mv.0 == 99;
        let mv = if renamed { &Take(3) } else { mv };
        let special = self.counters == 4 && mv.0 == 2;
        if self.is(Fault::Accepts) && mv.0 == self.take_max() + 1 && self.counters > mv.0 {
            self.counters -= mv.0;
            return Ok(*mv);
        }
        let panics = self.is(Fault::PanicsOtherLabel) && self.setup.label == 2;
        assert!(!(panics && special), "another label");
        let late = self.is(Fault::RefusesLate) && self.setup.counters == 29
            || self.is(Fault::HangsWhenShrunk);
        let refuses = self.is(Fault::Refuses) && special
            || late && self.counters == 1
            || self.forgetful && self.is_at(1, Fault::CopyForgetsLater)
            || self.is(Fault::RefusesLarge) && mv.0 > 3000;
        if refuses {
            return Err("TooMany");
        }
        if self.is(Fault::AcceptsBeyond) && mv.0 > self.take_max() && self.counters > 5000 {
            return Ok(*mv);
        }
        if let Err(refusal) = self.judge(*mv) {
            self.refused += 1;
            if self.is(Fault::RefusedButChanged) {
                self.counters = self.counters.saturating_sub(1);
            }
            let other = self.is(Fault::RefusalOtherLabel) && self.setup.label == 2;
            let is_wrong = self.is(Fault::RefusalReason) || other;
            return Err(if is_wrong { "TooMany" } else { refusal });
        }
        let then_panics = self.is(Fault::PositionThenPanics) && special;
        let times = if then_panics { WRONG_POSITIONS.fetch_add(1, Relaxed) } else { 0 };
        assert!(times.is_multiple_of(2), "once more");
        let twice = self.is(Fault::LabelAndPosition);
        let first = twice && self.taken == 0 && self.setup.label == 2;
        let extra = then_panics || (self.is(Fault::Position) || twice) && special;
        let extra = u64::from(extra || first);
        let label = u64::from(self.is(Fault::Label) && special && self.setup.label == 2);
        let after_taking_back = self.has_taken_back && self.is(Fault::TakesMoreAfterTakingBack);
        let label = label + u64::from(after_taking_back && self.counters > mv.0);
        self.counters -= mv.0 + extra + label;
        if self.is(Fault::LeavesOneLess) && (self.counters, mv.0) == (7, 3) {
            self.counters = 6;
        }
        // Two moves are swapped, which does not change the set of positions.
        if self.is(Fault::Swaps) && self.counters + mv.0 == 10 && mv.0 < 3 {
            self.counters = if mv.0 == 1 { 8 } else { 9 };
        }
        if self.is(Fault::OnlyOnce) && special && !WAS_WRONG.swap(true, Relaxed) {
            self.counters = 1;
        }
        self.last = mv.0;
        self.taken += 1;
        Ok(match self.setup.fault {
            Fault::Event if MAY_BE_WRONG && special => Take(1),
            Fault::OtherWords | Fault::LawInOtherWords if MAY_BE_WRONG && special => {
                Take(mv.0 + 1000)
            }
            _ => *mv,
        })
    }

    fn advance(&mut self, mv: &Take) -> Result<(), &'static str> {
        let played = self.play(mv).map(drop);
        if self.is(Fault::AdvanceTakesMore) && played.is_ok() {
            self.counters = self.counters.saturating_sub(1);
        }
        if self.is(Fault::AdvanceRefusesNothing) { Ok(()) } else { played }
    }

    fn undo_moves(&mut self, moves: &[Take]) -> bool {
        if self.setup.label != LABEL_OF_TAKING_BACK {
            if self.is(Fault::PlaysWithoutTakingBack) {
                for mv in moves {
                    let _ = self.play(mv);
                }
            }
            return false;
        }
        assert!(moves.is_empty() || !self.is(Fault::PanicsTakingBack), "nothing to take back");
        let before = self.clone();
        // Of the heaps before all moves that are kept, as many are left as moves were accepted.
        let mut kept = Vec::new();
        for mv in moves {
            let counters = self.counters;
            if self.play(mv).is_ok() || self.is(Fault::TakesBackRefused) {
                kept.push(counters);
            }
        }
        let accepted = self.taken - before.taken;
        let most = if self.is(Fault::TakesBackThree) { 3 } else { u64::MAX };
        let first_taken_back = kept.len().saturating_sub(accepted.min(most) as usize);
        let counters = kept.get(first_taken_back).copied().unwrap_or(before.counters);
        *self = Self { counters, has_taken_back: !moves.is_empty(), ..before };
        !self.spoils(Part::Possible)
    }

    fn position(&self) -> Shown {
        assert!(!self.is_at(4, Fault::PanicsShowing), "four counters");
        let asked = self.is(Fault::AskingChanges) && self.asked.get();
        let changed = u64::from(asked || self.spoils(Part::Position));
        let unseen = if self.is_at(4, Fault::PositionUnseen) { 256 } else { 0 };
        Shown(self.counters, self.setup.label + changed + unseen)
    }

    fn outcome(&self) -> &'static str {
        assert!(!self.is_at(4, Fault::ListMissesThenPanics), "four counters");
        let refused = self.is(Fault::OutcomeAfterRefusal) && self.refused > 0;
        let other = self.setup.label == 2 && self.is_at(4, Fault::OutcomeOtherLabel);
        let changed = refused || other || self.spoils(Part::Outcome);
        let is_over = changed || self.counters == u64::from(self.is(Fault::Outcome));
        if is_over { OVER } else { "going on" }
    }

    fn key(&self) -> Option<u64> {
        let history = if self.is(Fault::KeyOfHistory) { self.last } else { 0 };
        let refusals = if self.is(Fault::KeyOfRefusals) { self.refused } else { 0 };
        let counters = if self.is(Fault::KeyIgnoresCounters) { 0 } else { self.counters };
        let counters = if self.is(Fault::KeyOfFew) { counters.max(4) } else { counters };
        let label = if self.is(Fault::KeyIgnoresLabel) { 0 } else { self.setup.label };
        let moves = if self.is(Fault::KeyOfMoves) { self.taken } else { 0 };
        let moves = moves + u64::from(self.spoils(Part::Key));
        let take_max = if self.is(Fault::KeyOfTakeMax) { self.setup.take_max } else { 0 };
        Some(counters * 1000 + label + ((history + refusals + moves + take_max) << 32))
    }

    fn sample_legal_move(&self, random: &mut dyn FnMut() -> u64) -> Option<Take> {
        self.enter(Call::Sample);
        self.hang_if(self.counters > 5000, Fault::HangsSampling);
        let count = self.take_max() - u64::from(self.is_at(4, Fault::ListMissesUndrawn));
        if count == 0 || self.is_at(4, Fault::DrawsNothing) {
            return None;
        }
        let extra = if self.is(Fault::DrawsIllegal) && [3, 10_000].contains(&count) {
            count - 2
        } else {
            0
        };
        let first = u64::from(self.is(Fault::DrawsLater) && count > 2);
        self.draws.set(self.draws.get() + 1);
        let skipped = if self.is(Fault::DrawsAnew) { self.draws.get() } else { 0 };
        let otherwise = self.is(Fault::DrawsOtherwiseOnCopies);
        let skipped = if otherwise { self.copies } else { skipped };
        if count > 1 && (skipped > 0 || otherwise) {
            let drawn = twinboard_vocabulary::game::below(random, count);
            return Some(Take(1 + (drawn + skipped) % count));
        }
        let count = count - u64::from(self.is(Fault::DrawsLastNever) && count > 1);
        Some(Take(1 + extra + first + twinboard_vocabulary::game::below(random, count - first)))
    }

    fn sampling_bias(&self) -> Option<u32> {
        if self.is(Fault::DrawsLastNever) { None } else { Some(8) }
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        if self.forgetful && self.is(Fault::ObservesNothingOnCopies) {
            return Vec::new();
        }
        let refused = if self.is(Fault::ObservesRefusals) { self.refused } else { 0 };
        let taken = if self.setup.fault == Fault::ObservesMoves { self.taken } else { 0 };
        let less = u64::from(self.is_at(4, Fault::Observes));
        let spoilt = u64::from(self.spoils(Part::Observation));
        let left = self.counters - less + refused + taken + spoilt;
        let alone = self.is(Fault::ObservesAlone).then(|| ("parity", (left % 2).to_string()));
        [("left", left.to_string())].into_iter().chain(alone).collect()
    }

    fn is_legal(&self, mv: &Take) -> Option<bool> {
        let has = [Fault::DeniesLegal, Fault::PermitsIllegal, Fault::PanicsJudging];
        if !has.contains(&self.setup.fault) {
            return None;
        }
        assert!(!self.is_at(4, Fault::PanicsJudging), "four counters");
        let denied = self.is(Fault::DeniesLegal) && (self.counters, mv.0) == (4, 2);
        let permitted = self.is_at(4, Fault::PermitsIllegal) && mv.0 == self.take_max() + 1;
        Some(permitted || !denied && self.judge(*mv).is_ok())
    }

    fn validate(&self) -> Result<(), String> {
        if self.is_at(3, Fault::Representation) {
            return Err("three counters are one too many".into());
        }
        if self.is_at(40, Fault::CopyForgetsAndRepresentation) {
            return Err("forty counters are too many".into());
        }
        if self.is(Fault::RepresentationOfHistory) && (self.counters, self.last) == (2, 2) {
            return Err("two were taken and two are left".into());
        }
        if self.spoils(Part::Representation) {
            return Err("something was taken back".into());
        }
        Ok(())
    }
}
