//! A tiny game for testing the harness: a heap of counters, of which up to so many are taken at a
//! time; whoever empties the heap ends the game. With it, an engine for every way to be wrong.

#![allow(dead_code, unreachable_pub, reason = "each test binary uses its part")]

use std::cell::Cell;
use std::fmt;
use std::io::Read;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use arbitrary::Unstructured;
use board::text::Scanner;
use board::{CaseReader, Game, Glyph, InputError, Item, Limits, Picture, Rest, Vocabulary};
use twinboard_harness::exhaust::Shape;
use twinboard_harness::{Case, Clause, Invariant, Observed, RuleSet, WrongClaim};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heap;

/// What is claimed of a heap with this label is wrong.
pub const LABEL_OF_WRONG_CLAIMS: u64 = 77;

/// A heap with a label that no rule asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    pub counters: u64,
    pub take_max: u64,
    pub label: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Take(pub u64);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {}", self.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Nothing,
    TooMany,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Over(pub bool);

impl fmt::Display for Over {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0 { "over" } else { "going on" })
    }
}

impl Vocabulary for Heap {
    const NAME: &'static str = "heap";
    type Setup = Setup;
    type Move = Take;
    type LegalMove = Take;
    type Event = Take;
    type Refusal = Refusal;
    type Position = (u64, u64);
    type Outcome = Over;

    fn to_move(legal: &Take) -> Take {
        *legal
    }

    fn played(event: &Take) -> Take {
        *event
    }

    fn is_over(outcome: Over) -> bool {
        outcome.0
    }

    /// Thousands, as if few took one and few took many.
    fn same_kind(_: &(u64, u64), one: &Take, other: &Take) -> bool {
        one.0 / 1000 == other.0 / 1000
    }

    fn picture(&(counters, label): &(u64, u64)) -> Picture {
        let cells = vec![Glyph::new(counters.to_string(), label as u8)];
        Picture { rows: vec![("1".into(), cells)], columns: vec!["1".into()], caption: None }
    }
}

/// The ways an engine can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    HangsOnce,
}

/// Whether [`Wrong::OnlyOnce`] has been wrong. One test may be concerned with it.
static WAS_WRONG: AtomicBool = AtomicBool::new(false);

/// Whether [`Wrong::HangsOnce`] has hung. One test may be concerned with it.
static HAS_HUNG: AtomicBool = AtomicBool::new(false);

pub fn has_hung() -> bool {
    HAS_HUNG.load(Relaxed)
}

/// A game that is wrong in the way numbered `W`, in the order of [`Wrong`].
#[derive(Debug)]
pub struct Player<const W: u8> {
    setup: Setup,
    counters: u64,
    last: u64,
    taken: u64,
    refused: u64,
    /// Whether the legal moves have been asked for when there was none.
    asked: Cell<bool>,
    /// What a copy has lost, and nobody sees until the heap is nearly empty.
    forgetful: bool,
}

pub type Right = Player<{ Wrong::Nowhere as u8 }>;

impl<const W: u8> Player<W> {
    const fn is(wrong: Wrong) -> bool {
        W == wrong as u8
    }

    fn take_max(&self) -> u64 {
        self.setup.take_max.min(self.counters)
    }

    fn misses() -> bool {
        Self::is(Wrong::ListMisses) || Self::is(Wrong::ListMissesUndrawn)
    }

    fn judge(&self, Take(count): Take) -> Result<(), Refusal> {
        if count == 0 {
            return Err(Refusal::Nothing);
        }
        if count > self.take_max() { Err(Refusal::TooMany) } else { Ok(()) }
    }
}

impl<const W: u8> Clone for Player<W> {
    fn clone(&self) -> Self {
        let forgets = Self::is(Wrong::CopyForgets) && self.counters == 4;
        let counters = if forgets { 2 } else { self.counters };
        let forgetful = self.forgetful || Self::is(Wrong::CopyForgetsLater) && self.counters == 7;
        Self { counters, forgetful, asked: self.asked.clone(), ..*self }
    }
}

impl<const W: u8> Game for Player<W> {
    type Words = Heap;

    fn set_up(setup: &Setup) -> Option<Self> {
        while Self::is(Wrong::HangsWhenShrunk) && (2..4).contains(&setup.counters) {
            std::thread::park();
        }
        assert!(!(Self::is(Wrong::PanicsSettingUp) && setup.counters > 5), "a heap so high");
        if Self::is(Wrong::Unsupported) && setup.counters > 5 {
            return None;
        }
        let lost = u64::from(Self::is(Wrong::SetUp) && setup.counters > 5);
        Some(Self {
            setup: *setup,
            counters: setup.counters - lost,
            last: 0,
            taken: 0,
            refused: 0,
            asked: Cell::new(false),
            forgetful: false,
        })
    }

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Take) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.asked.set(self.counters == 0);
        let misses = Self::misses() && self.counters == 4;
        let misses = misses
            || Self::is(Wrong::ListMissesOtherLabel) && self.setup.label > 1 && self.counters == 4;
        let none = Self::is(Wrong::ListEmptyTwoLeft) && self.counters == 2;
        while Self::is(Wrong::HangsListing) && self.counters == 2 {
            std::thread::park();
        }
        let count = if none { 0 } else { self.take_max() - u64::from(misses) };
        let is_either = Self::is(Wrong::ListReplaces) || Self::is(Wrong::AnotherName);
        let replaced = is_either && self.counters == 4;
        for take in 1..=count {
            visit(&Take(if replaced && take == count { 99 } else { take }))?;
        }
        for take in 100..if Self::is(Wrong::ListTooLong) && self.counters == 4 { 9000 } else { 100 }
        {
            visit(&Take(take))?;
        }
        if Self::is(Wrong::ListRepeats) && self.counters == 4 {
            visit(&Take(1))?;
        }
        ControlFlow::Continue(())
    }

    fn count_kind(&self, like: &Take, most: u64) -> Option<u64> {
        let first = (like.0 / 1000 * 1000).max(1);
        let count = (like.0 / 1000 * 1000 + 999).min(self.take_max()) + 1 - first;
        let less = Self::is(Wrong::CountsOneLess) && self.counters == 4
            || Self::is(Wrong::CountsFewerOfMany) && count == 1000;
        (count <= most || Self::is(Wrong::CountsOn)).then_some(count - u64::from(less))
    }

    fn play(&mut self, mv: &Take) -> Result<Take, Refusal> {
        assert!(!(Self::is(Wrong::PanicsPlaying) && self.counters == 4), "four counters");
        while Self::is(Wrong::HangsPlaying) && self.counters == 4 {
            std::thread::park();
        }
        let hangs = Self::is(Wrong::HangsOnce) && self.counters == 4;
        if hangs && !HAS_HUNG.swap(true, Relaxed) {
            loop {
                std::thread::park();
            }
        }
        // It has another name for taking three, and means the same.
        let renamed = Self::is(Wrong::AnotherName) && self.counters == 4 && mv.0 == 99;
        let mv = if renamed { &Take(3) } else { mv };
        let special = self.counters == 4 && mv.0 == 2;
        if Self::is(Wrong::Refuses) && special {
            return Err(Refusal::TooMany);
        }
        if Self::is(Wrong::Accepts) && mv.0 == self.take_max() + 1 && self.counters > mv.0 {
            self.counters -= mv.0;
            return Ok(*mv);
        }
        let late = Self::is(Wrong::RefusesLate) || Self::is(Wrong::HangsWhenShrunk);
        let from = if Self::is(Wrong::RefusesLate) { 29 } else { self.setup.counters };
        if late && self.setup.counters == from && self.counters == 1 {
            return Err(Refusal::TooMany);
        }
        if Self::is(Wrong::AcceptsBeyond) && mv.0 > self.take_max() && self.counters > 5000 {
            return Ok(*mv);
        }
        if self.forgetful && self.counters == 1 {
            return Err(Refusal::TooMany);
        }
        if Self::is(Wrong::RefusesLarge) && mv.0 > 3000 {
            return Err(Refusal::TooMany);
        }
        if let Err(refusal) = self.judge(*mv) {
            self.refused += 1;
            if Self::is(Wrong::RefusedButChanged) {
                self.counters = self.counters.saturating_sub(1);
            }
            return Err(if Self::is(Wrong::RefusalReason) { Refusal::TooMany } else { refusal });
        }
        let extra = u64::from(Self::is(Wrong::Position) && special);
        let label = u64::from(Self::is(Wrong::Label) && special && self.setup.label == 2);
        self.counters -= mv.0 + extra + label;
        if Self::is(Wrong::LeavesOneLess) && (self.counters, mv.0) == (7, 3) {
            self.counters = 6;
        }
        // Whoever looks at all moves together does not see that two of them were exchanged.
        if Self::is(Wrong::Swaps) && self.counters + mv.0 == 10 && mv.0 < 3 {
            self.counters = if mv.0 == 1 { 8 } else { 9 };
        }
        if Self::is(Wrong::OnlyOnce) && special && !WAS_WRONG.swap(true, Relaxed) {
            self.counters = 1;
        }
        self.last = mv.0;
        self.taken += 1;
        Ok(if Self::is(Wrong::Event) && special { Take(1) } else { *mv })
    }

    fn advance(&mut self, mv: &Take) -> Result<(), Refusal> {
        let played = self.play(mv).map(drop);
        if Self::is(Wrong::AdvanceTakesMore) && played.is_ok() {
            self.counters = self.counters.saturating_sub(1);
        }
        if Self::is(Wrong::AdvanceRefusesNothing) { Ok(()) } else { played }
    }

    fn position(&self) -> (u64, u64) {
        let changed = u64::from(Self::is(Wrong::AskingChanges) && self.asked.get());
        (self.counters, self.setup.label + changed)
    }

    fn outcome(&self) -> Over {
        let changed = Self::is(Wrong::OutcomeAfterRefusal) && self.refused > 0;
        Over(changed || self.counters == u64::from(Self::is(Wrong::Outcome)))
    }

    fn key(&self) -> Option<u64> {
        let history = if Self::is(Wrong::KeyOfHistory) { self.last } else { 0 };
        let refusals = if Self::is(Wrong::KeyOfRefusals) { self.refused } else { 0 };
        let counters = if Self::is(Wrong::KeyIgnoresCounters) { 0 } else { self.counters };
        let label = if Self::is(Wrong::KeyIgnoresLabel) { 0 } else { self.setup.label };
        let moves = if Self::is(Wrong::KeyOfMoves) { self.taken } else { 0 };
        Some(counters * 1000 + label + ((history + refusals + moves) << 32))
    }

    fn sample_legal_move(&self, random: &mut dyn FnMut() -> u64) -> Option<Take> {
        let undrawn = u64::from(Self::is(Wrong::ListMissesUndrawn) && self.counters == 4);
        let count = self.take_max() - undrawn;
        if count == 0 || Self::is(Wrong::DrawsNothing) && self.counters == 4 {
            return None;
        }
        let extra = u64::from(Self::is(Wrong::DrawsIllegal) && count == 3);
        Some(Take(1 + extra + board::game::below(random, count)))
    }

    fn validate(&self) -> Result<(), String> {
        if Self::is(Wrong::Representation) && self.counters == 3 {
            return Err("three counters are one too many".into());
        }
        if Self::is(Wrong::RepresentationOfHistory) && (self.counters, self.last) == (2, 2) {
            return Err("two were taken and two are left".into());
        }
        Ok(())
    }
}

/// `counters take_max label`, then the numbers taken plus 1, then 0.
struct Reader<R> {
    scanner: Scanner<R>,
    in_case: bool,
}

impl<R: Read> Reader<R> {
    fn number(&mut self) -> Result<u64, InputError> {
        Ok(self.scanner.number("a number")?.ok_or_else(|| self.scanner.missing("a number"))?)
    }
}

impl<R: Read> CaseReader<Heap> for Reader<R> {
    fn next_item(&mut self) -> Result<Option<Item<Heap>>, InputError> {
        if self.in_case {
            let Some(take) = self.number()?.checked_sub(1) else {
                self.in_case = false;
                return Ok(Some(Item::Answer(Rest::Stop)));
            };
            return Ok(Some(Item::Move(Take(take))));
        }
        let Some(counters) = self.scanner.number("a number")? else { return Ok(None) };
        self.in_case = true;
        let (take_max, label) = (self.number()?, self.number()?);
        Ok(Some(Item::Setup(Setup { counters, take_max, label })))
    }
}

type HeapCase = Case<Heap>;

/// The symmetry that adds 1 to the label.
#[derive(Clone, Copy, Debug)]
pub struct Relabelling;

impl fmt::Display for Relabelling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("another label")
    }
}

impl RuleSet for Heap {
    type Words = Self;
    type Symmetry = Relabelling;

    fn reader<'a>(
        &self,
        input: Box<dyn Read + 'a>,
        _limits: Limits,
    ) -> Box<dyn CaseReader<Self> + 'a> {
        Box::new(Reader { scanner: Scanner::new(input), in_case: false })
    }

    fn print(&self, case: &HeapCase) -> String {
        let Setup { counters, take_max, label } = case.setup;
        let moves = case.moves.iter().map(|take| format!("{} ", take.0 + 1));
        format!("{counters} {take_max} {label}\n{}0\n", moves.collect::<String>())
    }

    fn answer(&self, number: usize, position: &(u64, u64), outcome: Over) -> String {
        format!("{number}: {} {outcome}\n", position.0)
    }

    fn dimensions(&self, setup: &Setup) -> (usize, usize) {
        (1, setup.counters as usize)
    }

    fn robot(&self) -> Option<Take> {
        Some(Take(2))
    }

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<Setup> {
        let counters = u.int_in_range(4..=30)?;
        Ok(Setup { counters, take_max: u.int_in_range(1..=3)?, label: u.int_in_range(0..=3)? })
    }

    fn mutate_setup(&self, case: &mut HeapCase, u: &mut Unstructured<'_>) -> arbitrary::Result<()> {
        case.setup.counters = u.int_in_range(10..=40)?;
        Ok(())
    }

    fn propose(
        &self,
        position: &(u64, u64),
        _legal: Option<&Take>,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Take> {
        Ok(Take(u.int_in_range(0..=position.0 + 2)?))
    }

    fn smaller<'a>(&'a self, case: &'a HeapCase) -> Box<dyn Iterator<Item = HeapCase> + 'a> {
        let setup = case.setup;
        // A candidate that is no smaller must be passed over, or shrinking would never end.
        let counters = [setup.counters + 1, setup.counters / 2, setup.counters.saturating_sub(1)];
        let others =
            counters.map(|counters| Case { setup: Setup { counters, ..setup }, ..case.clone() });
        let later = case.moves.split_first().map(|(first, rest)| {
            let counters = setup.counters.saturating_sub(first.0);
            Case::new(Setup { counters, ..setup }, rest.to_vec())
        });
        Box::new(later.into_iter().chain(others))
    }

    fn simpler<'a>(&'a self, case: &'a HeapCase) -> Box<dyn Iterator<Item = HeapCase> + 'a> {
        let setup = case.setup;
        let fewer = [setup.take_max / 2, setup.take_max.saturating_sub(1)];
        let setups = fewer.map(|take_max| Setup { take_max, ..setup });
        let unlabelled = Setup { label: 0, ..setup };
        Box::new([unlabelled].into_iter().chain(setups).map(|setup| Case { setup, ..case.clone() }))
    }

    fn complexity(&self, case: &HeapCase) -> u64 {
        let taken: u64 = case.moves.iter().map(|take| take.0).sum();
        case.setup.take_max + case.setup.label + taken
    }

    fn canonical(&self, case: &HeapCase) -> HeapCase {
        Case { setup: Setup { label: 0, ..case.setup }, ..case.clone() }
    }

    fn symmetry(
        &self,
        _setup: &Setup,
        _u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Option<Relabelling>> {
        Ok(Some(Relabelling))
    }

    fn turn_setup(&self, _: &Relabelling, setup: &Setup) -> Setup {
        Setup { label: setup.label + 1, ..*setup }
    }

    fn turn_move(&self, _: &Relabelling, mv: &Take) -> Take {
        *mv
    }

    fn turn_legal(&self, _: &Relabelling, legal: &Take) -> Take {
        *legal
    }

    fn turn_position(&self, _: &Relabelling, position: &(u64, u64)) -> (u64, u64) {
        (position.0, position.1 + 1)
    }

    fn setup_at(&self, setup: &Setup, position: &(u64, u64)) -> Option<Setup> {
        // Not of every heap, and of none that is nearly empty: other tests are about what this would
        // notice first.
        let is_known = setup.label == 1 && position.0 >= 4;
        is_known.then_some(Setup { counters: position.0, ..*setup })
    }

    fn setups(&self, shape: Shape, _symbols: u8) -> Box<dyn Iterator<Item = Setup> + Send> {
        let heap = Setup { counters: shape.columns.into(), take_max: 2, label: 0 };
        Box::new((shape.rows == 1).then_some(heap).into_iter())
    }

    /// None, one too many, and what is legal.
    fn all_moves(&self, setup: &Setup) -> Vec<Take> {
        (0..=setup.take_max + 1).map(Take).collect()
    }

    fn clauses(&self) -> &'static [Clause<Self>] {
        &[
            Clause { id: "1", name: "taken", reached: |seen| seen.event().is_some() },
            Clause { id: "2", name: "refused", reached: |seen| seen.refusal().is_some() },
            Clause { id: "3", name: "over", reached: |seen| seen.now.outcome.0 },
            Clause { id: "4", name: "impossible", reached: |seen| seen.now.position.0 > 1_000_000 },
        ]
    }

    fn invariants(&self) -> &'static [Invariant<Self>] {
        &[Invariant { name: "counters are conserved", check: counters_are_conserved }]
    }

    /// Of heaps of up to six counters it is claimed how many there are.
    fn check_claims(&self, &(counters, label): &(u64, u64)) -> Result<u64, WrongClaim> {
        match counters {
            7.. => Ok(0),
            0..7 if label != LABEL_OF_WRONG_CLAIMS => Ok(1),
            _ => Err(WrongClaim {
                claim: "how many there are".into(),
                detail: format!("{} are claimed, {counters} are there", counters + 1),
            }),
        }
    }
}

fn counters_are_conserved(seen: &Observed<'_, Heap>) -> Result<(), String> {
    let (Some(step), Some(Take(taken))) = (&seen.step, seen.event()) else { return Ok(()) };
    let (before, now) = (step.before.position.0, seen.now.position.0);
    if before == now + taken { Ok(()) } else { Err(format!("{before} - {taken} is not {now}")) }
}
