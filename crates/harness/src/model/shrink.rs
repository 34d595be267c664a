//! Shrinking: a search for the simplest case that still fails. The command, the fuzzer's minimizer
//! and property tests share it.
//!
//! Greedy and deterministic descent: the first simpler candidate that still fails replaces the
//! case, until none does; then its canonical form, if that fails too. Every step lowers a measure
//! (cells, then moves, then the complexity that the rule set defines), so the search ends.
//!
//! The caller decides what counts as failing. It accepts only findings that probably have the same
//! cause ([`Finding::is_like`](crate::Finding::is_like)), and checks candidates more thoroughly
//! than a campaign ([`Checks`](crate::Checks)): the random part of a check changes with
//! the set-up, and a smaller case could seem right. A case that hangs is shrunk in child processes,
//! which can be killed (`isolated` of [`Shrinking`](crate::triage::Shrinking)).

pub use crate::model::numbers::{number_complexity, truncations};
use crate::model::rules::weight;
use crate::model::rules::{CaseOf, RuleSet};

/// Limit on the candidates that are tried together.
const BATCH_MAX: usize = 64;

/// Limit on descents: each after the first starts from a canonical form, which may have simpler
/// candidates than the case before it.
const DESCENTS_MAX: usize = 4;

/// Simpler cases to try in place of `case`, those that leave out most first.
pub fn candidates<'a, R: RuleSet>(
    rules: &'a R,
    case: &'a CaseOf<R>,
) -> impl Iterator<Item = CaseOf<R>> + 'a {
    let own_weight = weight(rules, case);
    let shrink = rules.shrink();
    let smaller = shrink.smaller(case).chain(fewer_moves::<R>(case));
    let all = smaller.chain(shrink.simpler(case));
    all.filter(move |candidate| weight(rules, candidate) < own_weight)
}

/// Cases without some of the moves: all, each half, each quarter, down to single ones; the last
/// first, because moves after the failure are not needed.
fn fewer_moves<R: RuleSet>(case: &CaseOf<R>) -> impl Iterator<Item = CaseOf<R>> + '_ {
    let count = case.moves.len();
    let lengths = std::iter::successors(Some(count), |length| Some(length / 2));
    let cuts = lengths.take_while(|&length| length > 0).flat_map(move |length| {
        let ends = (1..=count).rev().step_by(length);
        ends.map(move |end| end.saturating_sub(length)..end)
    });
    cuts.map(|cut| {
        let mut shorter = case.clone();
        shorter.moves.drain(cut);
        shorter
    })
}

/// Shrinks `case`: returns the simplest case that the descent reaches through cases that all fail.
///
/// ```
/// use twinboard_harness::nim::Nim;
/// use twinboard_harness::{Case, shrink};
///
/// // Suppose that every case fails that requests four stones or more.
/// let case = Case::new(17, vec![2, 200, 3]);
/// let shrunk = shrink::shrink(&Nim, case, &mut |case| case.moves.iter().any(|&mv| mv >= 4));
/// assert_eq!(shrunk, Case::new(0, vec![4]));
/// ```
pub fn shrink<R: RuleSet>(
    rules: &R,
    case: CaseOf<R>,
    fails: &mut dyn FnMut(&CaseOf<R>) -> bool,
) -> CaseOf<R> {
    descend(rules, case, &|_| true, 1, &mut |batch| batch.iter().position(&mut *fails))
}

/// Shrinks a case for an external program: tries only cases that the judge could give, in batches,
/// because a run of the program is expensive. `first_failing` returns the index of the first case
/// of a batch that still fails.
pub fn shrink_for_judge<R: RuleSet>(
    rules: &R,
    case: CaseOf<R>,
    first_failing: &mut dyn FnMut(&[CaseOf<R>]) -> Option<usize>,
) -> CaseOf<R> {
    let is_for_judge =
        |case: &CaseOf<R>| rules.judge().is_some_and(|judge| judge.for_judge(case) == *case);
    descend(rules, case, &is_for_judge, BATCH_MAX, first_failing)
}

/// Descends through candidates that are `permitted`, in batches of at most `batch_max`.
fn descend<R: RuleSet>(
    rules: &R,
    case: CaseOf<R>,
    permitted: &dyn Fn(&CaseOf<R>) -> bool,
    batch_max: usize,
    first_failing: &mut dyn FnMut(&[CaseOf<R>]) -> Option<usize>,
) -> CaseOf<R> {
    let mut best = case;
    for _ in 0..DESCENTS_MAX {
        while let Some(simpler) = first_simpler(rules, &best, permitted, batch_max, first_failing) {
            best = simpler;
        }
        let canonical = rules.shrink().canonical(&best);
        let is_candidate = canonical != best && permitted(&canonical);
        if !is_candidate || first_failing(std::slice::from_ref(&canonical)).is_none() {
            break;
        }
        best = canonical;
    }
    best
}

/// The first candidate that still fails. Early candidates often do, so batches start at one case
/// and double from there.
fn first_simpler<R: RuleSet>(
    rules: &R,
    case: &CaseOf<R>,
    permitted: &dyn Fn(&CaseOf<R>) -> bool,
    batch_max: usize,
    first_failing: &mut dyn FnMut(&[CaseOf<R>]) -> Option<usize>,
) -> Option<CaseOf<R>> {
    let mut candidates = candidates(rules, case).filter(|candidate| permitted(candidate));
    let mut size = 1;
    loop {
        let mut batch: Vec<_> = candidates.by_ref().take(size).collect();
        if batch.is_empty() {
            return None;
        }
        if let Some(first) = first_failing(&batch) {
            return Some(batch.swap_remove(first));
        }
        size = (size * 2).min(batch_max);
    }
}
