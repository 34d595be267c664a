//! Shrinking: a search for the simplest case that still fails. The command, the fuzzer's minimizer
//! and property tests share it.
//!
//! Greedy and deterministic descent: the first simpler candidate that still fails replaces the
//! case, until none does; then its canonical form, if that fails too. Every step lowers a measure
//! (cells, then moves, then the complexity that the rule set defines), or the number of moves by a
//! later start, and none adds a move; so the search ends.
//!
//! Later starts need a side that plays the case up to there: whoever has a pairing passes those on
//! its oracle to the descent.
//!
//! The caller decides what counts as failing. It accepts only findings that probably have the same
//! cause ([`Finding::is_like`](crate::Finding::is_like)), and checks candidates more thoroughly
//! than a campaign ([`Checks`](crate::Checks)): the random part of a check changes with
//! the set-up, and a smaller case could seem right. A case that hangs is shrunk in child processes,
//! which can be killed (`isolated` of [`Shrinking`](crate::triage::Shrinking)).

use std::collections::VecDeque;

use twinboard_vocabulary::{Game, Plays};

use crate::model::guard;
pub use crate::model::numbers::{number_complexity, truncations};
use crate::model::rules::weight;
use crate::model::rules::{CaseOf, RuleSet};

/// Limit on the candidates that are tried together.
const BATCH_MAX: usize = 64;

/// Limit on the candidates of one case that a rule set lists. The largest boards of fixed cells have
/// tens of thousands.
const CANDIDATES_MAX: usize = 1 << 20;

/// Limit on descents: each after the first starts from a canonical form, which may have simpler
/// candidates than the case before it.
const DESCENTS_MAX: usize = 4;

/// Limit on the later starts of a case: moves after the failure are gone, so one of the latest will
/// do.
const LATER_STARTS_MAX: usize = 256;

/// Positions from which a rule set may decline to set up a game before it counts as one without
/// [`RuleSet::setup_of_position`].
const DECLINED_MAX: usize = 4;

/// Simpler cases to try in place of `case`, those that leave out most first; without later starts.
///
/// # Panics
///
/// The iterator panics if the rule set lists more than a million, since its list may have no end.
pub fn candidates<'a, R: RuleSet>(
    rules: &'a R,
    case: &'a CaseOf<R>,
) -> impl Iterator<Item = CaseOf<R>> + 'a {
    candidates_and(rules, Vec::new(), case)
}

/// Simpler cases to try in place of `case`: its `later_starts`, then its
/// [`candidates`].
pub(crate) fn candidates_and<'a, R: RuleSet>(
    rules: &'a R,
    later_starts: Vec<CaseOf<R>>,
    case: &'a CaseOf<R>,
) -> impl Iterator<Item = CaseOf<R>> + 'a {
    let own_weight = weight(rules, case);
    let shrink = rules.shrink();
    let smaller = shrink.smaller(case).chain(fewer_moves::<R>(case));
    let all = smaller.chain(shrink.simpler(case)).enumerate().map(|(index, candidate)| {
        assert!(
            index < CANDIDATES_MAX,
            "it lists more than {CANDIDATES_MAX} candidates for a case"
        );
        candidate
    });
    let simpler = all.filter(move |candidate| {
        candidate.moves.len() <= case.moves.len() && weight(rules, candidate) < own_weight
    });
    later_starts.into_iter().chain(simpler)
}

/// Cases whose set-up is a position that `game`, at the set-up of `case`, reaches after some of the
/// moves ([`RuleSet::setup_of_position`]), each with the remaining moves; the latest first.
///
/// They have fewer moves. Their set-up may have a longer text: a number in it may have grown.
pub(crate) fn later_starts<R: RuleSet>(
    rules: &R,
    mut game: impl Game<Vocabulary = R::Vocabulary>,
    case: &CaseOf<R>,
) -> Vec<CaseOf<R>> {
    let mut starts = VecDeque::new();
    let mut declined = 0;
    for (index, mv) in case.moves.iter().enumerate() {
        // A refused move changes nothing, so shrinking leaves it out anyway.
        if game.play(mv).is_err() {
            continue;
        }
        let Some(setup) = rules.setup_of_position(&case.setup, &game.position()) else {
            declined += 1;
            if declined == DECLINED_MAX && starts.is_empty() {
                return Vec::new();
            }
            continue;
        };
        let moves = case.moves[index + 1..].to_vec();
        starts.push_front(CaseOf::<R> { setup, moves, rest: case.rest });
        starts.truncate(LATER_STARTS_MAX);
    }
    starts.into()
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
/// Tries no later starts, which need a pairing; [`ShrinkCases`](crate::ShrinkCases) does.
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
    Descent { rules, later_starts: &|_| Vec::new() }.shrink(case, fails)
}

/// Shrinks a case for an external program: tries only cases that the judge could give, in batches,
/// because a run of the program is expensive. `first_failing` returns the index of the first case
/// of a batch that still fails. Tries no later starts, as [`shrink`].
pub fn shrink_for_judge<R: RuleSet>(
    rules: &R,
    case: CaseOf<R>,
    first_failing: &mut dyn FnMut(&[CaseOf<R>]) -> Option<usize>,
) -> CaseOf<R> {
    Descent { rules, later_starts: &|_| Vec::new() }.shrink_for_judge(case, first_failing)
}

/// [`later_starts`] on any side; none if it panics, or does not support the set-up.
pub(crate) fn later_starts_on<R: RuleSet>(
    rules: &R,
    side: &impl Plays<R::Vocabulary>,
    case: &CaseOf<R>,
) -> Vec<CaseOf<R>> {
    let starts = guard::catch(|| Some(later_starts(rules, side.set_up(&case.setup)?, case)));
    starts.ok().flatten().unwrap_or_default()
}

/// A descent from a failing case, with the later starts that its caller knows.
pub(crate) struct Descent<'a, R: RuleSet> {
    pub(crate) rules: &'a R,
    /// Later starts of a case, asked for once for each case that the descent reaches.
    pub(crate) later_starts: &'a dyn Fn(&CaseOf<R>) -> Vec<CaseOf<R>>,
}

impl<R: RuleSet> Descent<'_, R> {
    /// As [`shrink`].
    pub(crate) fn shrink(
        &self,
        case: CaseOf<R>,
        fails: &mut dyn FnMut(&CaseOf<R>) -> bool,
    ) -> CaseOf<R> {
        self.descend(case, &|_| true, 1, &mut |batch| batch.iter().position(&mut *fails))
    }

    /// As [`shrink_for_judge`].
    pub(crate) fn shrink_for_judge(
        &self,
        case: CaseOf<R>,
        first_failing: &mut dyn FnMut(&[CaseOf<R>]) -> Option<usize>,
    ) -> CaseOf<R> {
        let is_for_judge = |case: &CaseOf<R>| {
            self.rules.judge().is_some_and(|judge| judge.for_judge(case) == *case)
        };
        self.descend(case, &is_for_judge, BATCH_MAX, first_failing)
    }

    /// Descends through candidates that are `permitted`, in batches of at most `batch_max`.
    fn descend(
        &self,
        case: CaseOf<R>,
        permitted: &dyn Fn(&CaseOf<R>) -> bool,
        batch_max: usize,
        first_failing: &mut dyn FnMut(&[CaseOf<R>]) -> Option<usize>,
    ) -> CaseOf<R> {
        let mut best = case;
        for _ in 0..DESCENTS_MAX {
            while let Some(simpler) = self.first_simpler(&best, permitted, batch_max, first_failing)
            {
                best = simpler;
            }
            let canonical = self.rules.shrink().canonical(&best);
            let is_candidate = canonical != best && permitted(&canonical);
            if !is_candidate || first_failing(std::slice::from_ref(&canonical)).is_none() {
                break;
            }
            best = canonical;
        }
        best
    }

    /// The first candidate that still fails. Early candidates often do, so batches start at one
    /// case and double from there.
    fn first_simpler(
        &self,
        case: &CaseOf<R>,
        permitted: &dyn Fn(&CaseOf<R>) -> bool,
        batch_max: usize,
        first_failing: &mut dyn FnMut(&[CaseOf<R>]) -> Option<usize>,
    ) -> Option<CaseOf<R>> {
        let candidates = candidates_and(self.rules, (self.later_starts)(case), case);
        let mut candidates = candidates.filter(|candidate| permitted(candidate));
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
}
