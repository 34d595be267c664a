//! A tiny game for testing the harness: a heap of counters, of which each move takes from one up to
//! a limit, until the heap is empty. It has an engine for every kind of fault.

#![allow(dead_code, unreachable_pub, reason = "each test binary uses its part")]

mod player;
mod relabelling;

use std::fmt;
use std::io::Read;
use std::num::ParseIntError;
use std::str::FromStr;
use std::sync::Arc;

use arbitrary::Unstructured;
use twinboard_harness::exhaust::Shape;
use twinboard_harness::lockstep::run;
use twinboard_harness::{
    Activity, Assertions, Case, CaseText, Checks, Clause, Enumerate, FailedAssertion, Invariant,
    Judge, Observed, Pairing, RuleSet, Shrink, Stats, Subject, Symmetries, Symmetry, Verdict,
};
use twinboard_vocabulary::text::Scanner;
use twinboard_vocabulary::{
    CaseReader, FromFn, Game, Glyph, InputError, Item, Limits, Picture, Rest, Vocabulary, from_fn,
};

pub use self::player::*;
pub use self::relabelling::Relabelling;

/// The rule set, and the fault of its engine, which every set-up passes on to the sides. The fault
/// is a value and not a type, because generic code would be compiled anew for each type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heap {
    pub fault: Fault,
}

impl Heap {
    pub const CORRECT: Self = Self { fault: Fault::None };
}

pub const LABEL_OF_WRONG_ASSERTIONS: u64 = 77;

/// Label of heaps about whose games the assertions are wrong.
pub const LABEL_OF_WRONG_GAMES: u64 = 79;

/// Label of heaps whose games have at most [`SHORT`] random moves.
pub const LABEL_OF_SHORT_GAMES: u64 = 78;
pub const SHORT: usize = 5;

/// Label of heaps that have a similar position (`lookalike_setup`): the heap with the next label.
pub const LABEL_WITH_ANOTHER_LOOKALIKE: u64 = 79;

/// Label of heaps whose games can take moves back; no others can.
pub const LABEL_OF_TAKING_BACK: u64 = 80;

/// Label of heaps in which every move is a kind of its own, although both sides count by thousands.
pub const LABEL_OF_WRONG_KINDS: u64 = 81;

/// This label and all larger ones are equivalent.
pub const LABEL_OF_NAMES: u64 = 1_000;

/// Largest heap in the judge's input, which has no labels. If three counters may be taken at a
/// time, the robot plays.
pub const COUNTERS_OF_JUDGE: u64 = 20;

/// End mark of a case, instead of 0, if the robot plays on.
pub const ROBOT: u64 = 1_000_000;

/// A heap with a label that no rule of play uses.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Setup {
    pub counters: u64,
    pub take_max: u64,
    pub label: u64,
    /// The fault of the engine; not part of the text.
    pub fault: Fault,
}

/// Random choices are seeded with this text, so it must not depend on the fault.
impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { counters, take_max, label, fault: _ } = self;
        let mut setup = f.debug_struct("Setup");
        setup.field("counters", counters).field("take_max", take_max).field("label", label).finish()
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.counters, self.take_max, self.label)
    }
}

impl FromStr for Setup {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let numbers = text.split_whitespace().map(str::parse).collect::<Result<Vec<u64>, _>>();
        match numbers.as_deref() {
            Ok(&[counters, take_max, label]) => Ok(Self::new(counters, take_max, label)),
            _ => Err("three numbers"),
        }
    }
}

impl Setup {
    /// A set-up for engines without a fault.
    pub fn new(counters: u64, take_max: u64, label: u64) -> Self {
        Self { counters, take_max, label, fault: Fault::None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Take(pub u64);

/// Required by the vocabulary; cases are read by the reader below.
impl FromStr for Take {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        text.trim_start_matches("take ").parse().map(Self)
    }
}

/// Counters and label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shown(pub u64, pub u64);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, self.1)
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {}", self.0)
    }
}

pub const OVER: &str = "over";

impl Vocabulary for Heap {
    const NAME: &'static str = "heap";
    type Setup = Setup;
    type Move = Take;
    type LegalMove = Take;
    type Event = Take;
    type Refusal = &'static str;
    type Position = Shown;
    type Outcome = &'static str;

    fn is_over(outcome: &'static str) -> bool {
        outcome == OVER
    }

    /// Moves are of the same kind if they take the same number of thousands.
    fn same_kind(position: &Shown, one: &Take, other: &Take) -> bool {
        if position.1 == LABEL_OF_WRONG_KINDS {
            one == other
        } else {
            one.0 / 1000 == other.0 / 1000
        }
    }

    fn picture(&Shown(counters, label): &Shown) -> Picture {
        let cells = vec![Glyph::new(counters.to_string(), label as u8)];
        Picture { rows: vec![("1".into(), cells)], columns: vec!["1".into()], ..Picture::default() }
    }
}

/// `counters take_max label`, then the numbers taken plus 1, then 0 or [`ROBOT`].
struct Reader<R> {
    heap: Heap,
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
            let rest = match self.number()? {
                0 => Rest::Stop,
                ROBOT => Rest::Repeat(Take(2)),
                number => return Ok(Some(Item::Move(Take(number - 1)))),
            };
            self.in_case = false;
            return Ok(Some(Item::Answer(rest)));
        }
        let Some(counters) = self.scanner.number("a number")? else { return Ok(None) };
        self.in_case = true;
        let (take_max, label) = (self.number()?, self.number()?);
        let fault = self.heap.fault;
        Ok(Some(Item::Setup(Setup { counters, take_max, label, fault })))
    }
}

type HeapCase = Case<Heap>;

impl RuleSet for Heap {
    type Vocabulary = Self;

    fn text(&self) -> &dyn CaseText<Heap> {
        self
    }

    fn size(&self, setup: &Setup) -> usize {
        setup.counters as usize
    }

    fn own_move(
        &self,
        habit: &mut Option<u8>,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Option<Take>> {
        let of_eight = match *habit {
            Some(of_eight) => of_eight,
            None => *habit.insert(*u.choose(&[0, 1, 4, 8])?),
        };
        Ok((u.int_in_range(0..=7_u8)? < of_eight).then_some(Take(2)))
    }

    fn moves_max(&self, setup: &Setup) -> usize {
        if setup.label == LABEL_OF_SHORT_GAMES { SHORT } else { usize::MAX }
    }

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<Setup> {
        if self.fault == Fault::Numbers {
            return Ok(Setup { fault: self.fault, ..Setup::new(0, 1, u.arbitrary()?) });
        }
        let counters = u.int_in_range(4..=30)?;
        let (take_max, label) = (u.int_in_range(1..=3)?, u.int_in_range(0..=3)?);
        Ok(Setup { counters, take_max, label, fault: self.fault })
    }

    fn mutate_setup(&self, case: &mut HeapCase, u: &mut Unstructured<'_>) -> arbitrary::Result<()> {
        let counters = u.int_in_range(10..=40)?;
        if self.fault == Fault::KeyOfTakeMax {
            case.setup.take_max += 1;
        } else {
            case.setup.counters = counters;
        }
        Ok(())
    }

    fn propose(
        &self,
        position: &Shown,
        _legal: Option<&Take>,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Take> {
        Ok(Take(u.int_in_range(0..=position.0 + 2)?))
    }

    fn setup_of_position(&self, setup: &Setup, position: &Shown) -> Option<Setup> {
        // Only for some heaps and not for small ones, because this check would find other faults
        // first.
        let is_known = setup.label == 1 && position.0 >= 4;
        let more = u64::from(self.fault == Fault::Law(Law::SetupOfPosition));
        is_known.then_some(Setup { counters: position.0 + more, ..*setup })
    }

    fn lookalike_setup(&self, &Shown(counters, label): &Shown) -> Option<Setup> {
        let other = u64::from(self.fault != Fault::Law(Law::LookalikeSetup));
        let beside = Setup { counters, take_max: 3, label: label + other, fault: self.fault };
        (label == LABEL_WITH_ANOTHER_LOOKALIKE).then_some(beside)
    }

    /// Events that differ by a multiple of 1000 mean the same.
    fn same_event(&self, engine: &Take, oracle: &Take) -> bool {
        engine.0 % 1000 == oracle.0 % 1000 && self.fault != Fault::Law(Law::SameEvent)
    }

    fn request_for(&self, legal: &Take, _u: &mut Unstructured<'_>) -> arbitrary::Result<Take> {
        let is_wrong = self.fault == Fault::Law(Law::RequestFor) && legal.0 == 1;
        Ok(if is_wrong { Take(99) } else { *legal })
    }

    fn clauses(&self) -> &'static [Clause<Self>] {
        &[
            Clause { id: "1", name: "taken", reached: |seen| seen.event().is_some() },
            Clause { id: "2", name: "refused", reached: |seen| seen.refusal().is_some() },
            Clause { id: "3", name: "over", reached: |seen| seen.now.outcome == OVER },
            Clause { id: "4", name: "impossible", reached: |seen| seen.now.position.0 > 1_000_000 },
        ]
    }

    fn invariants(&self) -> &'static [Invariant<Self>] {
        &[Invariant { name: "counters are conserved", check: counters_are_conserved }]
    }

    fn shrink(&self) -> &dyn Shrink<Heap> {
        self
    }

    fn symmetries(&self) -> Option<&dyn Symmetries<Heap>> {
        Some(self)
    }

    fn enumeration(&self) -> Option<&dyn Enumerate<Heap>> {
        Some(self)
    }

    fn judge(&self) -> Option<&dyn Judge<Heap>> {
        Some(self)
    }
}

impl CaseText<Heap> for Heap {
    fn reader<'a>(
        &self,
        input: Box<dyn Read + 'a>,
        _limits: Limits,
    ) -> Box<dyn CaseReader<Self> + 'a> {
        Box::new(Reader { heap: *self, scanner: Scanner::new(input), in_case: false })
    }

    fn print(&self, case: &HeapCase) -> String {
        let Setup { counters, take_max, label, .. } = case.setup;
        let label = if self.fault == Fault::PrintsNoLabel { 0 } else { label };
        let is_wrong = self.fault == Fault::Law(Law::SetupText) && label == 3;
        let label = if is_wrong { "three".to_owned() } else { label.to_string() };
        let moves = case.moves.iter().map(|take| format!("{} ", take.0 + 1));
        let end = if case.rest == Rest::Stop { 0 } else { ROBOT };
        format!("{counters} {take_max} {label}\n{}{end}\n", moves.collect::<String>())
    }

    fn print_all(&self, cases: &[HeapCase]) -> Option<String> {
        Some(cases.iter().map(|case| self.print(case)).collect())
    }

    fn answer(&self, number: usize, position: &Shown, outcome: &str) -> String {
        format!("{number}: {} {outcome}\n", position.0)
    }
}

impl Judge<Heap> for Heap {
    fn for_judge(&self, case: &HeapCase) -> HeapCase {
        let Setup { counters, take_max, fault, .. } = case.setup;
        let setup = Setup { counters: counters.min(COUNTERS_OF_JUDGE), take_max, label: 0, fault };
        let rest = if take_max == 3 { Rest::Repeat(Take(2)) } else { Rest::Stop };
        Case { setup, rest, ..case.clone() }
    }

    fn judge_input(&self, cases: &[HeapCase]) -> Option<String> {
        Some(format!("{}\n{}", cases.len(), self.print_all(cases)?))
    }
}

impl Shrink<Heap> for Heap {
    fn smaller<'a>(&'a self, case: &'a HeapCase) -> Box<dyn Iterator<Item = HeapCase> + 'a> {
        let setup = case.setup;
        // The first candidate is larger; the shrinker must skip it, or it would never end.
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
        let label = if case.setup.label >= LABEL_OF_NAMES { LABEL_OF_NAMES } else { 0 };
        Case { setup: Setup { label, ..case.setup }, ..case.clone() }
    }
}

impl Symmetries<Heap> for Heap {
    fn symmetry(
        &self,
        _setup: &Setup,
        _u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Option<Box<dyn Symmetry<Heap>>>> {
        Ok(Some(Box::new(Relabelling)))
    }
}

impl Enumerate<Heap> for Heap {
    /// Heaps are boards of one row, with each of `symbols` labels.
    fn setups(&self, shape: Shape, symbols: u8) -> Box<dyn Iterator<Item = Setup> + Send> {
        let (counters, fault) = (shape.columns.into(), self.fault);
        let labels = if shape.rows == 1 { 0..u64::from(symbols) } else { 0..0 };
        Box::new(labels.map(move |label| Setup { counters, take_max: 2, label, fault }))
    }

    fn canonical_key(&self, _setup: &Setup, position: &Shown) -> String {
        let few = if self.fault == Fault::Law(Law::CanonicalKey) { 1 } else { u64::MAX };
        <Self as Vocabulary>::text(&Shown(position.0.min(few), position.1))
    }

    /// All legal moves, and those that take none or one too many.
    fn all_moves(&self, setup: &Setup) -> Vec<Take> {
        (0..=setup.take_max + 1).map(Take).collect()
    }
}

impl Assertions<Heap> for Heap {
    /// Asserts the number of counters in heaps of up to six.
    fn check(&self, &Shown(counters, label): &Shown) -> Result<u64, FailedAssertion> {
        match counters {
            7.. => Ok(0),
            0..7 if label != LABEL_OF_WRONG_ASSERTIONS => Ok(1),
            _ => Err(FailedAssertion {
                assertion: "how many there are".into(),
                detail: format!("{} are asserted, {counters} are there", counters + 1),
            }),
        }
    }

    /// Makes no assertion about a game but the wrong one.
    fn check_game(
        &self,
        positions: &[&Shown],
        _random: &mut dyn FnMut() -> u64,
    ) -> Result<u64, (usize, FailedAssertion)> {
        if positions[0].1 != LABEL_OF_WRONG_GAMES {
            return Ok(0);
        }
        let (assertion, detail) = ("how long it is".into(), "a game of one position".into());
        Err((0, FailedAssertion { assertion, detail }))
    }
}

fn counters_are_conserved(seen: &Observed<'_, Heap>) -> Result<(), String> {
    let (Some(step), Some(Take(taken))) = (&seen.step, seen.event()) else { return Ok(()) };
    let (before, now) = (step.before.position.0, seen.now.position.0);
    let is_wrong = [Fault::Law(Law::Invariant), Fault::LawInOtherWords].contains(&seen.setup.fault);
    if is_wrong && before == 4 {
        return Err("nothing may be taken from four".into());
    }
    if before == now + taken { Ok(()) } else { Err(format!("{before} - {taken} is not {now}")) }
}

/// A side of the toy game, by its type.
pub trait Plays: Game<Vocabulary = Heap> + Send + Sized + 'static {
    fn side() -> FromFn<Self>;
}

impl<const MAY_BE_WRONG: bool> Plays for Player<MAY_BE_WRONG> {
    fn side() -> FromFn<Self> {
        from_fn(Self::set_up)
    }
}

/// The toy game with its engine and its oracle, erased like all pairings of the tests, so that the
/// harness is compiled once for them.
pub fn pairing(rules: Heap) -> Pairing<Heap> {
    Pairing::new(rules, Engine::set_up, Oracle::set_up).with_assertions(rules)
}

pub fn subject(fault: Fault) -> Arc<dyn Subject> {
    pairing(Heap { fault }).subject()
}

/// A case that was played, and its statistics.
pub type Played = (Verdict, Case<Heap>, Stats);

pub fn play(pairing: &Pairing<Heap>, case: Case<Heap>, checks: Checks) -> Played {
    let (activity, mut stats) = (Activity::default(), Stats::default());
    let (verdict, case) = run(pairing, case, None, checks, &activity, &mut stats);
    (verdict, case, stats)
}
