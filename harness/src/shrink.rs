//! Smaller cases that still fail: one shrinker for the command, the fuzzer and the property tests.
//!
//! Greedy and deterministic: of all simpler cases the first that still fails takes the place of
//! the one before, until none does; then the canonical form, if that fails too. Every step lowers
//! a measure (cells, then moves, then what the rule set calls complexity), so it ends.

use crate::rules::weight;
use crate::{CaseOf, RuleSet};

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
    let mut best = case;
    for _ in 0..ROUNDS {
        loop {
            let simpler = candidates(rules, &best).find(|candidate| fails(candidate));
            let Some(simpler) = simpler else { break };
            best = simpler;
        }
        let canonical = rules.canonical(&best);
        if canonical == best || !fails(&canonical) {
            break;
        }
        best = canonical;
    }
    best
}
