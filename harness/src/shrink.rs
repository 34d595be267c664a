//! Smaller cases that still fail: one shrinker for the command, the fuzzer and the property tests.
//!
//! Greedy and deterministic: of all simpler cases the first that still fails takes the place of
//! the one before, until none does; then the canonical form, if that fails too. Every step lowers
//! a measure (cells, then moves, then what the rule set calls complexity), so it ends.

use crate::rules::weight;
use crate::{CaseOf, RuleSet};

/// The most candidates that are handed out together.
const CANDIDATES_MAX: usize = 64;

/// How often the canonical form may open the way to still simpler cases.
const ROUNDS: usize = 4;

/// All cases simpler than `case` that are worth trying, the boldest first.
pub fn candidates<'a, R: RuleSet>(
    rules: &'a R,
    case: &'a CaseOf<R>,
) -> impl Iterator<Item = CaseOf<R>> + 'a {
    let own_weight = weight(rules, case);
    let smaller = rules.smaller(case).chain(fewer_moves::<R>(case));
    let all = smaller.chain(rules.simpler(case));
    all.filter(move |candidate| weight(rules, candidate) < own_weight)
}

/// Without some of the moves: all, half of them, a quarter, down to each alone; the last ones
/// first, because what comes after a failure is not needed.
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

/// The simplest case that can be reached from `case` by steps that all still fail.
pub fn shrink<R: RuleSet>(
    rules: &R,
    case: CaseOf<R>,
    fails: &mut dyn FnMut(&CaseOf<R>) -> bool,
) -> CaseOf<R> {
    descend(rules, case, &|_| true, 1, &mut |some| some.iter().position(&mut *fails))
}

/// The same for a program of somebody else: only cases that the judge could give are tried, several
/// at once. `first_failing` says which of some is the first that still fails.
pub fn shrink_for_judge<R: RuleSet>(
    rules: &R,
    case: CaseOf<R>,
    first_failing: &mut dyn FnMut(&[CaseOf<R>]) -> Option<usize>,
) -> CaseOf<R> {
    let is_given = |case: &CaseOf<R>| rules.for_judge(case).as_ref() == Some(case);
    descend(rules, case, &is_given, CANDIDATES_MAX, first_failing)
}

fn descend<R: RuleSet>(
    rules: &R,
    case: CaseOf<R>,
    may_be: &dyn Fn(&CaseOf<R>) -> bool,
    at_once: usize,
    first_failing: &mut dyn FnMut(&[CaseOf<R>]) -> Option<usize>,
) -> CaseOf<R> {
    let mut best = case;
    for _ in 0..ROUNDS {
        while let Some(simpler) = first_simpler(rules, &best, may_be, at_once, first_failing) {
            best = simpler;
        }
        let canonical = rules.canonical(&best);
        let may_be = canonical != best && may_be(&canonical);
        if !may_be || first_failing(std::slice::from_ref(&canonical)).is_none() {
            break;
        }
        best = canonical;
    }
    best
}

/// The first candidate that still fails. Early ones often do, so few are made at first.
fn first_simpler<R: RuleSet>(
    rules: &R,
    case: &CaseOf<R>,
    may_be: &dyn Fn(&CaseOf<R>) -> bool,
    at_once: usize,
    first_failing: &mut dyn FnMut(&[CaseOf<R>]) -> Option<usize>,
) -> Option<CaseOf<R>> {
    let mut candidates = candidates(rules, case).filter(|candidate| may_be(candidate));
    let mut size = 1;
    loop {
        let mut some: Vec<_> = candidates.by_ref().take(size).collect();
        if some.is_empty() {
            return None;
        }
        if let Some(first) = first_failing(&some) {
            return Some(some.swap_remove(first));
        }
        size = (size * 2).min(at_once);
    }
}
