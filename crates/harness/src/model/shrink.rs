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
//! On a large board, a candidate that fails is seldom the last of its kind, and those before it have
//! just been tried. So the search goes on with the candidates behind it, and with the others after
//! those; on small boards it begins anew, with the boldest.
//!
//! The caller decides what counts as failing. It accepts only findings that probably have the same
//! cause ([`Finding::is_like`](crate::Finding::is_like)), and checks candidates more thoroughly
//! than a campaign ([`Checks`](crate::Checks)): the random part of a check changes with
//! the set-up, and a smaller case could seem right. A case that hangs is shrunk in child processes,
//! which can be killed (`isolated` of [`Shrinking`](crate::triage::Shrinking)).

use std::collections::VecDeque;

use twinboard_vocabulary::{Game, SetupOf};

pub use super::random::{number_complexity, truncations};
use crate::model::guard;
use crate::model::rules::{CaseOf, RuleSet, weight};

/// Limit on the candidates that are tried together.
const BATCH_MAX: usize = 64;

/// Limit on the candidates of one case that a rule set lists as smaller, and again on those that it
/// lists as simpler. The largest boards of fixed cells have tens of thousands. They are not kept, so a
/// search that goes on behind one of them lists those before it twice.
const CANDIDATES_MAX: usize = 1 << 20;

/// Limit on descents: each after the first starts from a canonical form, which may have simpler
/// candidates than the case before it.
const DESCENTS_MAX: usize = 4;

/// Limit on the later starts of a case: moves after the failure are gone, so one of the latest will
/// do.
const LATER_STARTS_MAX: usize = 256;

/// Most moves of a case that is tried without each two of them.
const MOVES_IN_PAIRS: usize = 80;

/// Largest size of a set-up whose candidates are tried anew after each that fails.
const SMALL_SIZE: usize = 64;

/// Positions from which a rule set may decline to set up a game before it counts as one without
/// [`RuleSet::setup_of_position`].
const DECLINED_MAX: usize = 4;

/// Simpler cases to try in place of `case`: its `later_starts`, then the others, those that leave out
/// most first.
///
/// # Panics
///
/// The iterator panics if the rule set lists more than a million smaller or simpler ones, since its
/// list may have no end.
pub fn candidates<'a, R: RuleSet>(
    rules: &'a R,
    later_starts: Vec<CaseOf<R>>,
    case: &'a CaseOf<R>,
) -> impl Iterator<Item = CaseOf<R>> + 'a {
    reductions(rules, later_starts, case).chain(simplifications(rules, case))
}

/// Cases with a smaller set-up or fewer moves: the `later_starts` first.
fn reductions<'a, R: RuleSet>(
    rules: &'a R,
    later_starts: Vec<CaseOf<R>>,
    case: &'a CaseOf<R>,
) -> impl Iterator<Item = CaseOf<R>> + 'a {
    let smaller = rules.shrink().smaller(case).chain(fewer_moves::<R>(case));
    later_starts.into_iter().chain(lighter(rules, case, smaller))
}

/// Cases that are simpler in another way.
fn simplifications<'a, R: RuleSet>(
    rules: &'a R,
    case: &'a CaseOf<R>,
) -> impl Iterator<Item = CaseOf<R>> + 'a {
    lighter(rules, case, rules.shrink().simpler(case))
}

/// Those of the listed cases that lower the measure and add no move.
fn lighter<'a, R: RuleSet>(
    rules: &'a R,
    case: &'a CaseOf<R>,
    listed: impl Iterator<Item = CaseOf<R>> + 'a,
) -> impl Iterator<Item = CaseOf<R>> + 'a {
    let own_weight = weight(rules, case);
    let listed = listed.filter(|candidate| rules.text().is_setup(&candidate.setup));
    let counted = listed.enumerate().map(|(index, candidate)| {
        assert!(
            index < CANDIDATES_MAX,
            "it lists more than {CANDIDATES_MAX} candidates for a case"
        );
        candidate
    });
    counted.filter(move |candidate| {
        candidate.moves.len() <= case.moves.len() && weight(rules, candidate) < own_weight
    })
}

/// The case without the moves that are refused in it, if it has any; the last one stays, for it may
/// be the one that fails. Then cases whose set-up is a position that `game`, at the set-up of `case`,
/// reaches after some of the moves ([`RuleSet::setup_of_position`]), each with the remaining moves; the
/// latest first.
///
/// They have fewer moves. Their set-up may have a longer text: a number in it may have grown.
fn later_starts<R: RuleSet>(
    rules: &R,
    mut game: impl Game<Vocabulary = R::Vocabulary>,
    case: &CaseOf<R>,
) -> Vec<CaseOf<R>> {
    let mut starts = VecDeque::new();
    let mut legal = CaseOf::<R> { moves: Vec::new(), ..case.clone() };
    let mut declined = 0;
    for (index, mv) in case.moves.iter().enumerate() {
        let is_refused = game.play(mv).is_err();
        if !is_refused || index + 1 == case.moves.len() {
            legal.moves.push(mv.clone());
        }
        if is_refused || declined == DECLINED_MAX && starts.is_empty() {
            continue;
        }
        let Some(setup) = rules.setup_of_position(&case.setup, &game.position()) else {
            declined += 1;
            continue;
        };
        let moves = case.moves[index + 1..].to_vec();
        starts.push_front(CaseOf::<R> { setup, moves, rest: case.rest.clone() });
        starts.truncate(LATER_STARTS_MAX);
    }
    let legal = (legal.moves.len() < case.moves.len()).then_some(legal);
    legal.into_iter().chain(starts).collect()
}

/// Cases without some of the moves: all, each half, each quarter, down to pairs and single ones; the
/// last first, because moves after the failure are not needed. Then cases without two moves that do
/// not follow each other: in a game of two players, one of each.
pub(crate) fn fewer_moves<R: RuleSet>(case: &CaseOf<R>) -> impl Iterator<Item = CaseOf<R>> + '_ {
    let count = case.moves.len();
    let lengths = std::iter::successors(Some(count), |length| match length {
        0 | 1 => None,
        3 => Some(2),
        length => Some(length / 2),
    });
    let cuts = lengths.take_while(|&length| length > 0).flat_map(move |length| {
        let ends = (1..=count).rev().step_by(length);
        ends.map(move |end| end.saturating_sub(length)..end)
    });
    let cuts = cuts.map(|cut| {
        let mut shorter = case.clone();
        shorter.moves.drain(cut);
        shorter
    });
    let in_pairs = if count <= MOVES_IN_PAIRS { count } else { 0 };
    let pairs = (2..in_pairs).flat_map(move |apart| (apart..in_pairs).map(move |at| (apart, at)));
    let pairs = pairs.map(|(apart, at)| {
        let mut shorter = case.clone();
        shorter.moves.remove(at);
        shorter.moves.remove(at - apart);
        shorter
    });
    cuts.chain(pairs)
}

/// Shrinks `case`: returns the simplest case that the descent reaches through cases that all fail.
/// Tries no later starts, which need a pairing; [`Subject::shrink`](crate::Subject::shrink) does.
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

/// [`later_starts`] on a side that sets its game up so; none if it panics, or does not support the
/// set-up.
pub(crate) fn later_starts_on<R: RuleSet, G: Game<Vocabulary = R::Vocabulary>>(
    rules: &R,
    set_up: impl FnOnce(&SetupOf<R::Vocabulary>) -> Option<G>,
    case: &CaseOf<R>,
) -> Vec<CaseOf<R>> {
    let starts = guard::catch(|| Some(later_starts(rules, set_up(&case.setup)?, case)));
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

    /// Shrinks a case for an external program: tries only cases that the judge could give, in
    /// batches, because a run of the program is expensive. `first_failing` returns the index of the
    /// first case of a batch that still fails.
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
            let mut first = Place::default();
            while let Some((at, simpler)) =
                self.next_simpler(&best, first, permitted, batch_max, first_failing)
            {
                best = simpler;
                let is_large = self.rules.size(&best.setup) > SMALL_SIZE;
                first = if is_large { at } else { Place::default() };
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

    /// The next candidate that still fails, with its place, in the order that begins at `first`.
    /// Candidates that are tried early often do, so batches start at one case and double from there.
    fn next_simpler(
        &self,
        case: &CaseOf<R>,
        first: Place,
        permitted: &dyn Fn(&CaseOf<R>) -> bool,
        batch_max: usize,
        first_failing: &mut dyn FnMut(&[CaseOf<R>]) -> Option<usize>,
    ) -> Option<(Place, CaseOf<R>)> {
        let later_starts = (self.later_starts)(case);
        let at_place = |is_reduction| move |(at, case)| (Place { is_reduction, at }, case);
        let reductions =
            || reductions(self.rules, later_starts.clone(), case).enumerate().map(at_place(true));
        let others = || simplifications(self.rules, case).enumerate().map(at_place(false));
        let Place { is_reduction, at } = first;
        // All reductions come before a simplification, unless it follows another one.
        let in_turn: Box<dyn Iterator<Item = _> + '_> = if is_reduction {
            Box::new(reductions().skip(at).chain(reductions().take(at)).chain(others()))
        } else {
            Box::new(others().skip(at).chain(reductions()).chain(others().take(at)))
        };
        let mut candidates = in_turn.filter(|(_, candidate)| permitted(candidate));
        let mut size = 1;
        loop {
            let (places, mut batch): (Vec<_>, Vec<_>) = candidates.by_ref().take(size).unzip();
            if batch.is_empty() {
                return None;
            }
            if let Some(failing) = first_failing(&batch) {
                return Some((places[failing], batch.swap_remove(failing)));
            }
            size = (size * 2).min(batch_max);
        }
    }
}

/// The place of a candidate among those of a case.
#[derive(Clone, Copy)]
struct Place {
    is_reduction: bool,
    /// Number of the candidate among the reductions, or among the other ones.
    at: usize,
}

impl Default for Place {
    /// The first candidate of all.
    fn default() -> Self {
        Self { is_reduction: true, at: 0 }
    }
}

#[cfg(test)]
mod tests {
    use std::iter;

    use arbitrary::Unstructured;

    use super::{Descent, RuleSet};
    use crate::model::case::Case;
    use crate::model::nim::Nim;
    use crate::model::rules::Shrink;

    /// Nim whose heaps all have the canonical form of ten stones.
    #[derive(Clone, Debug)]
    struct Tens;

    impl RuleSet for Tens {
        type Vocabulary = Nim;

        fn generate_setup(&self, _u: &mut Unstructured<'_>) -> arbitrary::Result<u8> {
            Ok(10)
        }

        fn shrink(&self) -> &dyn Shrink<Nim> {
            self
        }
    }

    impl Shrink<Nim> for Tens {
        fn smaller<'a>(&'a self, _: &'a Case<Nim>) -> Box<dyn Iterator<Item = Case<Nim>> + 'a> {
            Box::new(iter::empty())
        }

        fn simpler<'a>(&'a self, _: &'a Case<Nim>) -> Box<dyn Iterator<Item = Case<Nim>> + 'a> {
            Box::new(iter::empty())
        }

        fn complexity(&self, _: &Case<Nim>) -> u64 {
            0
        }

        fn canonical(&self, case: &Case<Nim>) -> Case<Nim> {
            Case { setup: 10, ..case.clone() }
        }
    }

    #[test]
    fn a_canonical_form_that_is_not_permitted_is_not_tried() {
        let shrunk = |permitted: &dyn Fn(&Case<Nim>) -> bool| {
            let descent = Descent { rules: &Tens, later_starts: &|_| Vec::new() };
            let fails = |case: &Case<Nim>| [7, 10].contains(&case.setup);
            let mut first_failing = |some: &[Case<Nim>]| some.iter().position(fails);
            descent.descend(Case::new(7, Vec::new()), permitted, 1, &mut first_failing).setup
        };
        assert_eq!(shrunk(&|_| true), 10);
        assert_eq!(shrunk(&|case| case.setup != 10), 7);
    }
}
