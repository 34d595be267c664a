//! Cases generated from a seed.

use arbitrary::Unstructured;
use twinboard_vocabulary::{Implementation, Rest};

use super::check::Checked;
use crate::check::checks::Checks;
use crate::check::laws::check_setup_text;
use crate::check::lockstep::Verdict;
use crate::model::activity::{Action, Activity};
use crate::model::case::Case;
use crate::model::divergence::{Divergence, Finding};
use crate::model::move_policy::{MovePolicy, extend};
use crate::model::pairing::Pairing;
use crate::model::random::draw_from_case;
use crate::model::rules::{CaseOf, RuleSet};
use crate::model::stats::{Stats, Undrawn};
use crate::model::{guard, mutate};

/// Random stream of cases drawn one at a time. Campaigns number their cases, and so their streams,
/// from 0.
const GENERATION: u64 = u64::MAX - 2;

/// Generates cases: the same seed and number give the same case on every machine.
///
/// Campaigns call [`check_drawn`](Self::check_drawn) with ascending numbers, on any number of
/// threads; `generate` calls [`draw`](Self::draw).
pub trait DrawCases {
    /// The text of the case with this seed, drawn like a fresh case of a campaign, with moves
    /// chosen among those that the oracle lists. Empty if no set-up can be drawn.
    ///
    /// ```
    /// use twinboard_harness::nim::{Heap, Nim};
    /// use twinboard_harness::{DrawCases, Pairing, Subject};
    ///
    /// let pairing = Pairing::new(Nim, Heap::set_up, Heap::set_up);
    /// assert_eq!(pairing.draw(1), pairing.draw(1));
    /// assert_eq!(pairing.split(pairing.draw(1).as_bytes()).unwrap().len(), 1);
    /// ```
    fn draw(&self, seed: u64) -> String;

    /// Generates case `index` of the campaign with this seed, a new one or a mutation of cases of
    /// the corpus, which are given as text. Checks it with [`Checks::campaign`].
    fn check_drawn(&self, seed: u64, index: u64, corpus: &[String], activity: &Activity)
    -> Checked;
}

impl<R: RuleSet> DrawCases for Pairing<R> {
    fn draw(&self, seed: u64) -> String {
        let drawn = draw_from_case(seed, GENERATION, |u| {
            let mut case = Case::new(self.rules().generate_setup(u)?, Vec::new());
            extend(self.rules(), self.oracle(), &mut case, &mut MovePolicy::new(u)?);
            Ok(case)
        });
        drawn.map(|(case, _)| self.rules().text().print(&case)).unwrap_or_default()
    }

    fn check_drawn(
        &self,
        seed: u64,
        index: u64,
        corpus: &[String],
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
                Checked { verdict: Verdict::Agreed, text: None, stats }
            }
            Err(message) => not_playable(Finding::Panicked { stage: activity.stage(), message }),
        }
    }
}

impl<R: RuleSet> Pairing<R> {
    /// Draws a case of a campaign: seven in ten are fresh, two are mutants of a case of the corpus,
    /// one is a mutated crossover of two. Without a corpus all are fresh.
    pub(super) fn draw_case(
        &self,
        seed: u64,
        index: u64,
        corpus: &[String],
        activity: &Activity,
    ) -> arbitrary::Result<Drawn<R>> {
        let drawn = draw_from_case(seed, index, |u| {
            let kind = u.int_in_range(0..=9_u8)?;
            let is_fresh = kind > 2 || corpus.is_empty();
            let case = if is_fresh {
                Case::new(self.rules().generate_setup(u)?, Vec::new())
            } else {
                let mut case = self.choose_from(corpus, u)?;
                if kind == 0 {
                    let other = self.choose_from(corpus, u)?;
                    case = mutate::cross::<R>(&case, &other, u)?;
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

    /// Chooses a case of the corpus.
    fn choose_from(
        &self,
        corpus: &[String],
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<CaseOf<R>> {
        let case = self.first(u.choose(corpus)?.as_bytes()).ok().flatten();
        Ok(case.expect("a corpus contains valid cases only"))
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
        text: None,
        stats: Stats::default(),
    }
}
