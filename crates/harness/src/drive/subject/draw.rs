//! Cases generated from a seed, and inputs of a fuzzer.

use twinboard_vocabulary::{Implementation, Limits, Rest};

use super::check::Checked;
use crate::check::checks::Checks;
use crate::check::laws::check_setup_text;
use crate::check::lockstep::Verdict;
use crate::model::activity::{Action, Activity};
use crate::model::any_case::AnyCase;
use crate::model::case::Case;
use crate::model::divergence::{Divergence, Finding};
use crate::model::move_policy::{MovePolicy, extend};
use crate::model::pairing::Pairing;
use crate::model::random::draw_from_case;
use crate::model::rules::{CaseOf, RuleSet};
use crate::model::stats::{Stats, Undrawn};
use crate::model::{guard, mutate};

impl<R: RuleSet> Pairing<R> {
    /// [`Subject::check_drawn`](super::Subject::check_drawn).
    pub(super) fn draw_and_check(
        &self,
        seed: u64,
        index: u64,
        corpus: &[AnyCase],
        activity: &Activity,
    ) -> Checked {
        activity.begin(0, None, Action::DrawSetup);
        let drawn = guard::catch(|| {
            let drawn = self.draw_case(seed, index, corpus, activity)?;
            activity.enter(None, Action::Check);
            let read = check_setup_text(self.rules(), &drawn.case.setup);
            Ok::<_, arbitrary::Error>((drawn, read))
        });
        match drawn {
            Ok(Ok((_, Err(finding)))) => not_playable(finding),
            Ok(Ok((mut drawn, Ok(())))) => {
                if let Some(setup) = self.engine().adapt(&drawn.case.setup) {
                    drawn.case.setup = setup;
                }
                let policy = Some(&mut drawn.policy);
                let (mut checked, behind) =
                    self.run_behind(drawn.case, policy, Checks::of_case(index), activity);
                if let Some(found) = behind.and_then(|case| self.beside_known(&case, activity)) {
                    let stats = Stats { known: Vec::new(), ..checked.stats };
                    checked = Checked { stats, ..found };
                }
                checked.stats.used_up = u64::from(drawn.used_up);
                if drawn.is_fresh {
                    checked.stats.fresh = checked.stats.cases;
                    checked.stats.fresh_deep = checked.stats.deep;
                } else {
                    checked.stats.mutated = checked.stats.cases;
                }
                checked
            }
            Ok(Err(error)) => {
                let stats =
                    Stats { undrawn: Some(Undrawn { cases: 1, error }), ..Stats::default() };
                Checked { verdict: Verdict::Agreed, case: None, stats }
            }
            Err(message) => not_playable(Finding::Panicked { stage: activity.stage(), message }),
        }
    }

    /// Draws a case of a campaign: seven in ten are fresh, two are mutants of a case of the corpus,
    /// one is a mutated crossover of two. Without a corpus all are fresh.
    pub(super) fn draw_case(
        &self,
        seed: u64,
        index: u64,
        corpus: &[AnyCase],
        activity: &Activity,
    ) -> arbitrary::Result<Drawn<R>> {
        let drawn = draw_from_case(seed, index, |u| {
            let kind = u.int_in_range(0..=9_u8)?;
            let is_fresh = kind > 2 || corpus.is_empty();
            let case = if is_fresh {
                Case::new(self.rules().generate_setup(u)?, Vec::new())
            } else {
                let mut case = u.choose(corpus)?.of::<R>().clone();
                if kind == 0 {
                    case = mutate::cross::<R>(&case, u.choose(corpus)?.of::<R>(), u)?;
                }
                activity.enter(None, Action::Mutate);
                mutate::mutate(self.rules(), &mut case, u)?;
                case
            };
            Ok((Case { rest: Rest::Stop, ..case }, MovePolicy::new(u)?, is_fresh))
        });
        let ((case, policy, is_fresh), used_up) = drawn?;
        Ok(Drawn { case, policy, is_fresh, used_up })
    }
}

/// A case of a campaign before it is played.
pub(super) struct Drawn<R: RuleSet> {
    pub(super) case: CaseOf<R>,
    /// The policy that extends it while it is played.
    pub(super) policy: MovePolicy,
    /// True if no part of it is from the corpus.
    is_fresh: bool,
    /// True if there were not enough random bytes for it.
    used_up: bool,
}

/// The result for a case that no side gets, because the rule set failed.
fn not_playable(finding: Finding) -> Checked {
    Checked {
        verdict: Verdict::Diverged(Box::new(Divergence::of(finding))),
        case: None,
        stats: Stats::default(),
    }
}

/// Random stream of mutations. Campaigns number their streams from 0.
const MUTATION: u64 = u64::MAX;
/// Random stream of crossovers.
const CROSSOVER: u64 = u64::MAX - 1;

/// Games on boards of at most 12 cells are over soon. A fuzzer keeps many of these boards, because
/// each reaches new code, and would spend half of its time on their mutants.
const TINY_CELLS: usize = 12;

impl<R: RuleSet> Pairing<R> {
    /// [`Subject::mutate`](super::Subject::mutate).
    pub(super) fn mutated(
        &self,
        parent: Option<&CaseOf<R>>,
        seed: u64,
        length_max: usize,
    ) -> Option<String> {
        let is_tiny = parent.is_some_and(|case| self.is_tiny(case));
        let fresh_of_32 = if is_tiny { 25 } else { 4_u8 };
        let drawn = draw_from_case(seed, MUTATION, |u| {
            let is_fresh = u.ratio(fresh_of_32, 32_u8)?;
            let case = match parent.filter(|_| !is_fresh).cloned() {
                Some(mut case) => {
                    mutate::mutate(self.rules(), &mut case, u)?;
                    case
                }
                None => Case::new(self.rules().generate_setup(u)?, Vec::new()),
            };
            Ok((case, u.arbitrary()?, MovePolicy::new(u)?))
        });
        let ((case, is_extended, policy), _) = drawn.ok()?;
        self.extended(case, is_extended, policy, length_max)
    }

    /// [`Subject::cross`](super::Subject::cross).
    pub(super) fn crossed(
        &self,
        mut one: CaseOf<R>,
        mut other: CaseOf<R>,
        seed: u64,
        length_max: usize,
    ) -> Option<String> {
        // The child has the board of the first parent, which should not be tiny.
        if self.is_tiny(&one) {
            std::mem::swap(&mut one, &mut other);
        }
        if self.is_tiny(&one) {
            return None;
        }
        let drawn = draw_from_case(seed, CROSSOVER, |u| {
            let case = mutate::cross::<R>(&one, &other, u)?;
            Ok((case, u.arbitrary()?, MovePolicy::new(u)?))
        });
        let ((case, is_extended, policy), _) = drawn.ok()?;
        self.extended(case, is_extended, policy, length_max)
    }

    fn is_tiny(&self, case: &CaseOf<R>) -> bool {
        self.rules().size(&case.setup) <= TINY_CELLS
    }

    /// The text of the case, extended with moves if it has none or `is_extended`. Too
    /// long cases lose half of their moves until they fit.
    fn extended(
        &self,
        mut case: CaseOf<R>,
        is_extended: bool,
        policy: MovePolicy,
        length_max: usize,
    ) -> Option<String> {
        if case.rest == Rest::Stop && (case.moves.is_empty() || is_extended) {
            extend(self.rules(), self.oracle(), &mut case, &mut policy.with_samples());
        }
        loop {
            let text = self.rules().text().print(&case);
            if text.len() <= length_max {
                return Some(text);
            }
            if case.moves.is_empty() {
                return None;
            }
            case.moves.truncate(case.moves.len() / 2);
        }
    }
}

/// [`Subject::check_text`](super::Subject::check_text).
pub(super) fn check_text<R: RuleSet>(rules: &R, bytes: &[u8]) -> Result<(), String> {
    // The reader with the judge's limits must only survive: it accepts no text that the other
    // one does not.
    let mut judge = rules.text().reader(Box::new(bytes), Limits::Judge);
    while let Ok(Some(_)) = judge.next_item() {}
    let Ok(cases) = rules.text().read_all(bytes) else { return Ok(()) };
    for case in cases {
        let text = rules.text().print(&case);
        match rules.text().read_all(text.as_bytes()) {
            Ok(again) if again == [case] => {}
            Ok(_) => return Err(format!("printed text reads as another case:\n{text}")),
            Err(error) => return Err(format!("printed text cannot be read: {error}\n{text}")),
        }
    }
    Ok(())
}
