//! The body of a fuzz target for any rule set: bytes in, verdict out.
//!
//! The bytes are the text of a case file, so everything in a fuzzer's corpus can be read, replayed
//! and reviewed. libFuzzer's mutations are replaced: [`mutate`] reads the case and changes it as a
//! case, extends it with moves on the oracle, crosses it with another, or appends another case, so
//! that nearly all inputs are playable. One mutation in sixteen is left to libFuzzer's byte mutator.
//!
//! Most inputs get few of the expensive checks; [`Rechecks`] chooses those that get all.
//!
//! A failure found with [`Checks::fuzz_assertions`] also fails when it is replayed; neither the
//! command nor the report treats it specially.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::check::checks::Checks;
use crate::check::lockstep::Verdict;
use crate::drive::campaign::{FoundDivergence, Origin};
use crate::drive::subject::Subject;
use crate::model::activity::Activity;
use crate::model::random::{SplitMix, digest};
use crate::model::stats::Stats;
use crate::present::report::Report;
use crate::present::triage::{Shrinking, triage};

pub use twinboard_vocabulary::FIRST_STEP;

/// Argument of a target under libFuzzer that has it tell apart what was reached, and not how often.
/// Steps towards code ([`FIRST_STEP`]) do not count then.
pub const REACHED_ONLY: &str = "-use_counters=0";

/// Time limit for shrinking a failing case before it is reported.
const SHRINKING: Duration = Duration::from_secs(20);
/// Step limit while shrinking: a candidate without progress for this time hangs.
const STEP: Duration = Duration::from_secs(2);

/// Separates the choice of cases to join from those made elsewhere with the same seed.
const VARIATION: u64 = 0x5A5A_0000_0000;

/// Result of executing an input.
#[derive(Debug)]
pub enum Tried {
    /// The input is not a case, or not one that the target checks; a fuzzer need not keep it.
    Unreadable,
    /// All cases were played without a failure.
    Agreed(Box<Stats>),
    /// A case failed.
    Diverged(Box<Report>),
}

/// Process that shrinks a failing case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shrinks {
    /// The fuzz target itself; its report shows the smallest case.
    Here,
    /// The process that started the fuzz target; the report shows the case as it was found.
    Elsewhere,
}

/// Plays every case of `bytes` in lockstep and reports the first one that fails.
///
/// ```
/// use std::sync::Arc;
/// use twinboard_harness::fuzz::{Shrinks, Tried, try_case};
/// use twinboard_harness::nim::{Heap, Nim};
/// use twinboard_harness::{Checks, Pairing, Subject};
///
/// // Nim with an engine that lets a player take four stones instead of three.
/// let subject: Arc<dyn Subject> = Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up).subject();
/// let tried = |text: &str| try_case(&subject, text.as_bytes(), Checks::fuzz(), Shrinks::Here);
/// assert!(matches!(tried("3\n> 1\n"), Tried::Agreed(_)));
/// assert!(matches!(tried("three"), Tried::Unreadable));
/// // A set-up that a side does not support is not checked.
/// let none: Arc<dyn Subject> = Pairing::new(Nim, |_: &u8| None::<Heap>, Heap::set_up).subject();
/// let skipped = try_case(&none, b"3\n", Checks::fuzz(), Shrinks::Here);
/// assert!(matches!(skipped, Tried::Unreadable));
/// // No move is needed to show the fault.
/// let Tried::Diverged(report) = tried("9\n> 2\n> 2\n> 1\n> 1\n") else { panic!() };
/// assert_eq!(report.shrunk.as_deref(), Some("9\n"));
/// ```
pub fn try_case(
    subject: &Arc<dyn Subject>,
    bytes: &[u8],
    checks: Checks,
    shrinks: Shrinks,
) -> Tried {
    let mut stats = Stats::default();
    let mut any = false;
    let activity = Activity::default();
    for case in subject.read(bytes).unwrap_or_default() {
        let checked = subject.check(&case, checks, &activity);
        // A case that a side does not support is not checked.
        let is_played = checked.stats.cases > 0;
        any |= is_played && (!checks.needs_assertions || checked.stats.assertions > 0);
        stats.add(&checked.stats);
        if let Verdict::Diverged(divergence) = checked.verdict {
            let (origin, case) = (Origin::Fuzzed, checked.case);
            let found = FoundDivergence { origin, case, divergence: *divergence };
            return Tried::Diverged(Box::new(report(subject, found, shrinks)));
        }
    }
    if any { Tried::Agreed(Box::new(stats)) } else { Tried::Unreadable }
}

fn report(subject: &Arc<dyn Subject>, found: FoundDivergence, shrinks: Shrinks) -> Report {
    let shrinking = Shrinking {
        step_limit: STEP,
        time_limit: SHRINKING,
        stop: &Arc::new(AtomicBool::new(shrinks == Shrinks::Elsewhere)),
        progress: None,
        isolated: None,
    };
    triage(subject, found, &shrinking)
}

/// Custom mutator of libFuzzer: changes the case in the first `size` bytes of `data` into another
/// one of at most `size_max` bytes. Returns its size, or `None` if libFuzzer's own mutator should
/// run instead.
///
/// If `size_max` is less than `size`, the fuzzer is minimizing, and the result is a candidate of
/// the shared shrinker.
pub fn mutate(
    subject: &dyn Subject,
    data: &mut [u8],
    size: usize,
    size_max: usize,
    seed: u32,
) -> Option<usize> {
    // Readers must cope with arbitrary bytes too, so libFuzzer's mutator has its share.
    if seed.is_multiple_of(16) {
        return None;
    }
    let text = &data[..size];
    let other = if size_max < size {
        subject.simpler(text, seed.into(), size_max)?
    } else {
        let other = subject.mutate(text, seed.into(), size_max)?;
        let mut random = SplitMix::new(u64::from(seed) ^ VARIATION);
        let is_joined = random.next_u64().is_multiple_of(8);
        let joined = is_joined.then(|| subject.join(other.as_bytes(), text)).flatten();
        joined.filter(|joined| joined.len() <= size_max).unwrap_or(other)
    };
    data[..other.len()].copy_from_slice(other.as_bytes());
    Some(other.len())
}

/// Custom crossover of libFuzzer: writes a case made of two to `out`. Returns its size, or `None`
/// if they cannot be crossed.
pub fn cross(
    subject: &dyn Subject,
    one: &[u8],
    other: &[u8],
    out: &mut [u8],
    seed: u32,
) -> Option<usize> {
    let child = subject.cross(one, other, seed.into(), out.len())?;
    out[..child.len()].copy_from_slice(child.as_bytes());
    Some(child.len())
}

/// Number of places that an engine can report (EP-36).
pub const PLACES: usize = 1 << 16;

/// Longest input that is kept, in bytes.
const LENGTH_MAX: usize = 1 << 13;

/// The time of an execution that does not depend on its input, as a number of bytes of the input.
const OVERHEAD: u64 = 256;

/// Inputs that reach rarely reached places of an engine, to be mutated more often than others.
///
/// A fuzzer spreads its time over all inputs of its corpus, and most of these are there for the sake
/// of the harness and the oracle. At the few hundred executions per second of an engine in another
/// process, an input that meets one condition of a fault would hardly be mutated until it meets the
/// next one. So each place has the input that reached it last, and places are drawn with a weight of
/// 1/nt, where n is the number of executions that reached the place and of mutations that its input
/// got, and t is the time of an execution, estimated from the length of the input. Lemieux and Sen
/// (2018, `FairFuzz`) choose inputs by their rarest branch in a similar way.
///
/// ```
/// use twinboard_harness::fuzz::RarePlaces;
///
/// let mut rare = RarePlaces::default();
/// assert_eq!(rare.choose(0), None);
/// for _ in 0..1000 {
///     rare.note(b"common", &[7]);
/// }
/// rare.note(b"rare", &[8]);
/// let seeds = || (0..100).map(|seed| seed * (u32::MAX / 100));
/// let mut chosen = || seeds().filter(|&it| *rare.choose(it).unwrap() == *b"rare").count();
/// assert!(chosen() > 80);
/// // An input that is mutated in vain loses its share.
/// for _ in 0..100 {
///     chosen();
/// }
/// assert!(chosen() < 80);
/// ```
#[derive(Debug, Default)]
pub struct RarePlaces {
    /// The number of each place in `reached`, counted from 1; 0 for one that was not reached.
    numbers: Vec<u32>,
    reached: Vec<Reached>,
}

#[derive(Debug)]
struct Reached {
    /// Number of executions that reached the place, and of mutations of its input.
    count: u32,
    input: Arc<[u8]>,
}

impl RarePlaces {
    /// Notes the places that an execution of `input` reached.
    pub fn note(&mut self, input: &[u8], places: &[u16]) {
        if input.len() > LENGTH_MAX {
            return;
        }
        self.numbers.resize(PLACES, 0);
        let mut shared = None;
        let mut share = || Arc::clone(shared.get_or_insert_with(|| Arc::from(input)));
        for &place in places {
            let number = &mut self.numbers[usize::from(place)];
            if *number == 0 {
                self.reached.push(Reached { count: 1, input: share() });
                *number = self.reached.len() as u32;
                continue;
            }
            let reached = &mut self.reached[*number as usize - 1];
            reached.count += 1;
            // The inputs of a place drift, but do not grow.
            if input.len() <= reached.input.len() || reached.count.is_multiple_of(8) {
                reached.input = share();
            }
        }
    }

    /// An input to mutate; `None` if no place was reached. The result follows from `seed` and the
    /// executions so far.
    pub fn choose(&mut self, seed: u32) -> Option<Arc<[u8]>> {
        let weight = |reached: &Reached| {
            let time = reached.input.len() as u64 + OVERHEAD;
            (1 << 44) / (u64::from(reached.count) * time)
        };
        let sum: u64 = self.reached.iter().map(weight).sum();
        let mut left = ((u128::from(sum) * u128::from(seed)) >> 32) as u64;
        let chosen = self.reached.iter_mut().find(|reached| {
            let weight = weight(reached);
            let is_it = left < weight;
            left = left.saturating_sub(weight);
            is_it
        })?;
        chosen.count += 1;
        Some(Arc::clone(&chosen.input))
    }
}

/// The inputs of a fuzzer that are executed a second time, with every check: each that it keeps,
/// once.
///
/// A fuzzer keeps the inputs that reach new code, where faults are likely, and mutates each of them
/// many times. So the expensive checks can be rare in the mutations
/// ([`Checks::fuzz`](crate::Checks::fuzz)) if every kept input gets them once
/// ([`Checks::fuzz_kept`](crate::Checks::fuzz_kept)). libFuzzer does not say what it keeps, but it
/// mutates only kept inputs, and the mutation that it has just executed. So an input that reaches
/// the mutator and was not executed last is a kept one.
///
/// ```
/// use twinboard_harness::fuzz::Rechecks;
///
/// let mut rechecks = Rechecks::default();
/// assert!(!rechecks.executes(b"kept, perhaps"));
/// assert!(!rechecks.executes(b"another"));
/// // The fuzzer mutates the first one, so it has kept it. It is executed again instead, in full.
/// assert!(rechecks.takes(b"kept, perhaps"));
/// assert!(rechecks.executes(b"kept, perhaps"));
/// // From now on it is mutated.
/// assert!(!rechecks.takes(b"kept, perhaps"));
/// assert!(!rechecks.executes(b"its mutation"));
/// // A mutation may be mutated further, whether it is kept or not.
/// assert!(!rechecks.takes(b"its mutation"));
/// ```
#[derive(Debug, Default)]
pub struct Rechecks {
    /// Digests of the inputs that were taken.
    taken: HashSet<u64>,
    /// Digest of the input taken last, until it is executed.
    next: Option<u64>,
    /// Digest of the input executed last.
    last: Option<u64>,
}

impl Rechecks {
    /// To be called with each input that the fuzzer wants to mutate. True if it should execute the
    /// input itself instead.
    pub fn takes(&mut self, input: &[u8]) -> bool {
        let digest = digest(input);
        let takes = self.last != Some(digest) && self.taken.insert(digest);
        if takes {
            self.next = Some(digest);
        }
        takes
    }

    /// To be called with each input that the fuzzer executes. True if it has just been
    /// [taken](Self::takes): then it should have every check.
    pub fn executes(&mut self, input: &[u8]) -> bool {
        let digest = Some(digest(input));
        self.last = digest;
        self.next.take() == digest
    }
}
