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

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::check::checks::Checks;
use crate::check::lockstep::Verdict;
use crate::drive::campaign::{FoundDivergence, Origin};
use crate::drive::subject::Subject;
use crate::model::activity::Activity;

use crate::model::random::SplitMix;
use crate::model::stats::Stats;
use crate::present::report::Report;
use crate::present::triage::{Shrinking, triage};

mod rare;
mod rechecks;

pub use rare::{PLACES, RarePlaces};
pub use rechecks::Rechecks;
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
