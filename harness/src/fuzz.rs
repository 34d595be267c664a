//! What a fuzz target does, for any rule set: bytes in, verdict out.
//!
//! The bytes are the text of a case file, so that whatever a fuzzer keeps can be read, replayed
//! and reviewed. [`mutate`] makes nearly all of them playable: it reads the case, changes it as a
//! case, and prints it again.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::activity::Activity;
use crate::campaign::{Found, Origin};
use crate::conclude::{Shrinking, conclude};
use crate::lockstep::{Effort, Verdict};
use crate::random::SplitMix;
use crate::report::Report;
use crate::restyle::restyle;
use crate::stats::Stats;
use crate::subject::Subject;

/// How long a failing case is shrunk before it is reported.
const SHRINKING: Duration = Duration::from_secs(20);
/// When a step of a simpler case counts as not coming back.
const STEP: Duration = Duration::from_secs(2);

/// Sets the choices of variations apart from those that follow from the same seed elsewhere.
const VARIATION: u64 = 0x5A5A_0000_0000;

/// How often libFuzzer changes an input before it takes up another one.
const CHANGES: usize = 5;
/// The length of inputs that libFuzzer does not exceed unless its corpus does.
const LENGTH_MAX: usize = 4096;

/// What came of an input.
#[derive(Debug)]
pub enum Tried {
    /// It is no case, or none that the target is for; it is not worth keeping.
    Unreadable,
    /// It was played, and nothing was wrong; this is what it went through.
    Agreed(Box<Stats>),
    /// Something was wrong, and this is to be said of it.
    Diverged(Box<Report>),
}

/// What a target is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The two sides.
    Sides,
    /// What others say of positions ([`Assertions`](crate::Assertions)). Each case is played with
    /// everything that can be tried, as it is when it is played again; one whose positions are all
    /// too large for that is of no use.
    Assertions,
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
pub fn try_case(subject: &Arc<dyn Subject>, bytes: &[u8], aim: Aim, shrinks: Shrinks) -> Tried {
    let mut stats = Stats::default();
    let (mut any, mut found) = (false, None);
    let effort = match aim {
        Aim::Sides => Effort::Quick,
        Aim::Assertions => Effort::Thorough,
    };
    let read = subject.check_each(bytes, effort, &Activity::default(), &mut |checked| {
        any |= aim == Aim::Sides || checked.stats.claims > 0;
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
        subject.simpler(text, seed.into(), size_max)?
    } else {
        let other = subject.mutate(text, seed.into(), size_max)?;
        varied(subject, other, text, seed, size_max)
    };
    data[..other.len()].copy_from_slice(other.as_bytes());
    Some(other.len())
}

/// Now and then the text as no printer writes it: several cases in one, or in another style.
fn varied(
    subject: &dyn Subject,
    text: String,
    parent: &[u8],
    seed: u32,
    size_max: usize,
) -> String {
    let mut random = SplitMix::new(u64::from(seed) ^ VARIATION);
    let other = match random.next_u64() % 16 {
        0 => subject.join(text.as_bytes(), parent),
        1..=3 => Some(restyle(&text, random.next_u64())),
        4 => subject.join(text.as_bytes(), parent).map(|text| restyle(&text, random.next_u64())),
        _ => None,
    };
    other.filter(|other| other.len() <= size_max).unwrap_or(text)
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

/// Inputs as a fuzz target meets them: each made from one before it as libFuzzer does it, from the
/// texts of `corpus` and from nothing. The same seed gives the same inputs.
///
/// libFuzzer takes an input that it keeps, changes it, executes what came out, and changes that
/// again, up to five times. It keeps what reaches new code; here chance keeps one chain in eight.
pub fn inputs(subject: &dyn Subject, corpus: &[String], seed: u64, count: usize) -> Vec<Vec<u8>> {
    let mut random = SplitMix::new(seed);
    let mut below =
        |bound: usize| board::game::below(&mut || random.next_u64(), bound as u64) as usize;
    let mut kept = vec![Vec::new()];
    kept.extend(corpus.iter().map(|text| text.clone().into_bytes()));
    let mut made = Vec::with_capacity(count);
    while made.len() < count {
        let mut input = kept[below(kept.len())].clone();
        for _ in 0..CHANGES.min(count - made.len()) {
            let other = &kept[below(kept.len())];
            input = changed(subject, &input, other, &mut below);
            made.push(input.clone());
        }
        if below(8) == 0 {
            kept.push(input);
        }
    }
    made
}

/// One change of [`inputs`].
fn changed(
    subject: &dyn Subject,
    input: &[u8],
    other: &[u8],
    below: &mut impl FnMut(usize) -> usize,
) -> Vec<u8> {
    let seed = below(1 << 32) as u32;
    let mut out = vec![0; LENGTH_MAX];
    if below(2) == 0
        && let Some(size) = cross(subject, input, other, &mut out, seed)
    {
        out.truncate(size);
        return out;
    }
    let size = input.len().min(LENGTH_MAX);
    out[..size].copy_from_slice(&input[..size]);
    let size = mutate(subject, &mut out, size, LENGTH_MAX, seed).unwrap_or_else(|| {
        // What libFuzzer's own mutator does is not known here: a byte becomes another.
        if size > 0 {
            out[below(size)] = below(256) as u8;
        }
        size
    });
    out.truncate(size);
    out
}
