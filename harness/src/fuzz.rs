//! What a fuzz target does, for any rule set: bytes in, verdict out.
//!
//! The bytes are the text of a case file, so that whatever a fuzzer keeps can be read, replayed
//! and reviewed. [`mutate`] makes nearly all of them playable: it reads the case, changes it as a
//! case, and prints it again.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::campaign::{Found, Origin};
use crate::conclude::{Shrinking, conclude};
use crate::lockstep::{Effort, Verdict};
use crate::pulse::Pulse;
use crate::report::Report;
use crate::stats::Stats;
use crate::subject::Subject;

/// How long a failing case is shrunk before it is reported.
const SHRINKING: Duration = Duration::from_secs(20);
/// When a step of a simpler case counts as not coming back.
const STEP: Duration = Duration::from_secs(2);

/// What came of an input.
#[derive(Debug)]
pub enum Tried {
    /// It is no case: nothing was played, and it is not worth keeping.
    Unreadable,
    /// It was played, and nothing was wrong; this is what it went through.
    Agreed(Box<Stats>),
    /// Something was wrong, and this is to be said of it.
    Diverged(Box<Report>),
}

/// Where a failing case is made smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shrinks {
    /// Where it was found, so that the report is of the smallest case.
    Here,
    /// By whoever runs the fuzz target: the report is of the case as it was found.
    Elsewhere,
}

/// Plays every case of `bytes` in lockstep and reports the first that fails.
pub fn try_case(subject: &Arc<dyn Subject>, bytes: &[u8], shrinks: Shrinks) -> Tried {
    let mut stats = Stats::default();
    let (mut any, mut found) = (false, None);
    let read = subject.check_each(bytes, Effort::Quick, &Pulse::default(), &mut |checked| {
        any = true;
        stats.add(&checked.stats);
        let Verdict::Diverged(divergence) = checked.verdict else {
            return ControlFlow::Continue(());
        };
        let (origin, text) = (Origin::Fuzzed, checked.text);
        found = Some(Found { origin, text, divergence: *divergence });
        ControlFlow::Break(())
    });
    match found {
        Some(found) => Tried::Diverged(Box::new(report(subject, found, shrinks))),
        None if read.is_ok() && any => Tried::Agreed(Box::new(stats)),
        None => Tried::Unreadable,
    }
}

fn report(subject: &Arc<dyn Subject>, found: Found, shrinks: Shrinks) -> Report {
    let shrinking = Shrinking {
        step_limit: STEP,
        time_limit: SHRINKING,
        stop: &Arc::new(AtomicBool::new(shrinks == Shrinks::Elsewhere)),
        isolated: None,
    };
    conclude(subject, found, &shrinking)
}

/// Changes the first `size` bytes of `data` into another case of at most `size_max` bytes, as
/// libFuzzer asks a custom mutator to; gives the new size, or `None` if its own mutator should try.
///
/// When less is asked for than there is, the fuzzer is minimizing: the candidates are then those
/// of the shared shrinker.
pub fn mutate(
    subject: &dyn Subject,
    data: &mut [u8],
    size: usize,
    size_max: usize,
    seed: u32,
) -> Option<usize> {
    // Now and then bytes are better changed as bytes: readers must cope with those too.
    if seed.is_multiple_of(16) {
        return None;
    }
    let text = &data[..size];
    let other = if size_max < size {
        subject.simpler(text, seed.into(), size_max)
    } else {
        subject.mutate(text, seed.into(), size_max)
    }?;
    data[..other.len()].copy_from_slice(other.as_bytes());
    Some(other.len())
}

/// Makes a case of two, as libFuzzer asks a custom crossover to.
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
