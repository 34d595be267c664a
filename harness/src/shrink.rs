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
    let shrink = rules.shrink();
    let smaller = shrink.smaller(case).chain(fewer_moves::<R>(case));
    let all = smaller.chain(shrink.simpler(case));
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

/// How hard a number of a move is to read: itself as long as it is below `far`, then by its length.
/// What lies far beyond the board is equally far, but 267 says more than 9,223,372,036,854,775,819.
#[must_use]
pub fn legibility(number: u64, far: u64) -> u64 {
    if number < far { number } else { far + u64::from(number.ilog2()) }
}

/// Smaller numbers that are the same for a side which keeps only the low 8, 16 or 32 bits of them, and
/// beyond what that much can hold as before.
pub fn narrower(number: u64) -> impl Iterator<Item = u64> {
    let narrowed = [8, 16, 32].map(|bits| 1 << bits | number & ((1 << bits) - 1));
    narrowed.into_iter().filter(move |&other| other < number)
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
    let is_given =
        |case: &CaseOf<R>| rules.judge().is_some_and(|judge| judge.for_judge(case) == *case);
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
        let canonical = rules.shrink().canonical(&best);
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

#[cfg(test)]
mod tests {
    use super::{legibility, narrower};

    #[test]
    fn a_number_that_a_side_cuts_short_gets_shorter_and_is_cut_to_the_same() {
        let all = |number| narrower(number).collect::<Vec<_>>();
        assert_eq!(all((1 << 63) + 11), [256 + 11, (1 << 16) + 11, (1 << 32) + 11]);
        assert_eq!(all((1 << 20) + 0x0203), [256 + 3, (1 << 16) + 0x0203]);
        assert_eq!(all(600), [256 + 600 % 256]);
        assert_eq!(all(256 + 88), [0; 0], "it cannot be any less");
        assert_eq!(all(5), [0; 0], "that is no number that anything cuts");
    }

    #[test]
    fn the_shorter_of_two_numbers_is_the_simpler_one_however_large_they_are() {
        let numbers = [0, 999, 1000, 3000, 1 << 32, u64::MAX];
        assert!(numbers.map(|number| legibility(number, 1000)).is_sorted());
        // What is far is as hard as it is long.
        assert_eq!([999, 1000, 1001].map(|number| legibility(number, 1000)), [999, 1009, 1009]);
        assert_eq!(legibility(1 << 32, 1000), 1032);
        for number in [300_u64, (1 << 40) + 7, u64::MAX] {
            let simpler = narrower(number).map(|narrower| legibility(narrower, 200));
            assert!(
                simpler.into_iter().all(|simpler| simpler < legibility(number, 200)),
                "{number}"
            );
        }
    }
}
