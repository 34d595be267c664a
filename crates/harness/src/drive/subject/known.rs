//! Divergences behind known differences.
//!
//! A campaign draws which checks it makes, so it may miss a known difference and meet a divergence
//! behind it, which is often another sign of the same fault. A replay makes all checks and ends at
//! the known difference, so the case would not show what was reported. It is counted as known then,
//! like a case that ends there.

use super::check::Checked;
use crate::check::checks::Checks;
use crate::check::lockstep::{self, Verdict, case_up_to};
use crate::model::activity::{Action, Activity, Side};
use crate::model::divergence::Divergence;
use crate::model::pairing::Pairing;
use crate::model::rules::{CaseOf, RuleSet};
use crate::model::shrink::{fewer_moves, later_starts_on};
use crate::model::stats::Stats;

/// Number of the latest starts, and again of the cases with fewer moves, that are replayed to find a
/// fault behind a known difference. One without some of the moves for each half, quarter and eighth.
const SHORTER_MAX: usize = 16;

impl<R: RuleSet> Pairing<R> {
    /// The index of the known difference that covers a divergence.
    pub(super) fn covering(&self, divergence: &Divergence) -> Option<usize> {
        self.known().iter().position(|known| known.covers(divergence))
    }

    /// The known difference at which a replay of `case` ends that could have come to `divergence`:
    /// its index, and its own divergence.
    pub(super) fn known_before(
        &self,
        divergence: &Divergence,
        case: &CaseOf<R>,
        activity: &Activity,
    ) -> Option<(usize, Box<Divergence>)> {
        if self.known().is_empty() {
            return None;
        }
        let Divergence { finding, step, .. } = divergence;
        // Assertions come after the last step. A move that was only tried is now one of the case.
        let case = if finding.is_asserted() {
            case.clone()
        } else {
            let step = step + usize::from(finding.is_about_a_move());
            case_up_to(case.clone(), step)
        };
        let (checks, stats) = (Checks::replay(), &mut Stats::default());
        match lockstep::run(self, case, None, checks, activity, stats).0 {
            Verdict::Diverged(again) => Some((self.covering(&again)?, again)),
            _ => None,
        }
    }

    /// The result of a replay that diverges without a known difference, of a case that `case`
    /// becomes from a later start or with fewer moves: without it, a common known difference would
    /// hide the faults behind it.
    pub(super) fn beside_known(&self, case: &CaseOf<R>, activity: &Activity) -> Option<Checked> {
        activity.begin(0, None, Action::Check);
        let oracle = self.watched(Side::Oracle, activity);
        let starts = later_starts_on(self.rules(), |setup| oracle.set_up(setup), case);
        let mut shorter =
            starts.into_iter().take(SHORTER_MAX).chain(fewer_moves::<R>(case).take(SHORTER_MAX));
        shorter.find_map(|case| {
            let checked = self.run(case, None, Checks::replay(), activity);
            matches!(checked.verdict, Verdict::Diverged(_)).then_some(checked)
        })
    }
}
