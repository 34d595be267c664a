//! Lockstep for cases given as text.

use std::ops::ControlFlow;
use std::time::Duration;

use twinboard_vocabulary::InputError;

use crate::check::checks::Checks;
use crate::check::lockstep::{self, Verdict};
use crate::drive::hang::divergence_of_hang;
use crate::model::activity::{Activity, Stage};
use crate::model::divergence::{Divergence, Finding};
use crate::model::move_policy::MovePolicy;
use crate::model::pairing::Pairing;
use crate::model::rules::{CaseOf, RuleSet};
use crate::model::stats::Stats;

/// Result of playing one case in lockstep.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Agreement, divergence, or the side that does not support the set-up.
    pub verdict: Verdict,
    /// Text of the case as played; `None` unless it diverged.
    pub text: Option<String>,
    /// Counters of this case.
    pub stats: Stats,
}

/// Checks cases in lockstep: the core of everything that looks for faults. A case that diverges
/// counts as known, too, if a replay of it ends at a known difference before. Campaigns call
/// [`check`](Self::check) for the corpus, fuzz targets [`check_each`](Self::check_each), replay and
/// shrinking [`check_with`](Self::check_with).
///
/// ```
/// use twinboard_harness::nim::{Heap, Nim};
/// use twinboard_harness::{Activity, Aspect, CheckCases, Finding, Pairing, Verdict};
///
/// // This engine lets a player take four stones.
/// let pairing = Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up);
/// let checked = pairing.check(b"3\n> 3\n", &Activity::default()).unwrap();
/// assert_eq!(checked.verdict, Verdict::Agreed, "there are no four stones");
///
/// let checked = pairing.check(b"7\n", &Activity::default()).unwrap();
/// let Verdict::Diverged(divergence) = checked.verdict else { panic!("the engine is right") };
/// assert!(matches!(divergence.finding, Finding::Differs { aspect: Aspect::LegalMoves, .. }));
/// ```
pub trait CheckCases {
    /// Checks the first case of `text` with [`Checks::replay`]. A text without a case passes.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn check(&self, text: &[u8], activity: &Activity) -> Result<Checked, InputError> {
        self.check_with(text, Checks::replay(), activity)
    }

    /// Checks the first case of `text`.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn check_with(
        &self,
        text: &[u8],
        checks: Checks,
        activity: &Activity,
    ) -> Result<Checked, InputError>;

    /// Checks the cases of `text` one after the other until `visit` breaks off. No case is played
    /// if any part of the text breaks the format.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn check_each(
        &self,
        text: &[u8],
        checks: Checks,
        activity: &Activity,
        visit: &mut dyn FnMut(Checked) -> ControlFlow<()>,
    ) -> Result<(), InputError>;

    /// The divergence for a case that made no progress at `stage` for `limit_ms` milliseconds. If
    /// the engine hung, the oracle replays the case for the board before the step.
    fn report_hang(&self, text: &[u8], stage: Stage, limit_ms: u64) -> Divergence;
}

impl<R: RuleSet> CheckCases for Pairing<R> {
    fn check_with(
        &self,
        text: &[u8],
        checks: Checks,
        activity: &Activity,
    ) -> Result<Checked, InputError> {
        match self.first(text)? {
            Some(case) => Ok(self.run(case, None, checks, activity)),
            None => Ok(Checked { verdict: Verdict::Agreed, text: None, stats: Stats::default() }),
        }
    }

    fn check_each(
        &self,
        text: &[u8],
        checks: Checks,
        activity: &Activity,
        visit: &mut dyn FnMut(Checked) -> ControlFlow<()>,
    ) -> Result<(), InputError> {
        for case in self.rules().text().read_all(text)? {
            if visit(self.run(case, None, checks, activity)).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn report_hang(&self, text: &[u8], stage: Stage, limit_ms: u64) -> Divergence {
        match self.first(text) {
            Ok(Some(case)) => {
                divergence_of_hang(self, &case, stage, Duration::from_millis(limit_ms))
            }
            _ => Divergence::of(Finding::Hung { stage, limit_ms }),
        }
    }
}

impl<R: RuleSet> Pairing<R> {
    /// Plays a case in lockstep and prints it if it diverged.
    pub(super) fn run(
        &self,
        case: CaseOf<R>,
        policy: Option<&mut MovePolicy>,
        checks: Checks,
        activity: &Activity,
    ) -> Checked {
        self.run_behind(case, policy, checks, activity).0
    }

    /// The same, and the case as it was played if its divergence is behind a known difference.
    pub(super) fn run_behind(
        &self,
        case: CaseOf<R>,
        policy: Option<&mut MovePolicy>,
        checks: Checks,
        activity: &Activity,
    ) -> (Checked, Option<CaseOf<R>>) {
        let mut stats = Stats::default();
        let (verdict, case) = lockstep::run(self, case, policy, checks, activity, &mut stats);
        let Verdict::Diverged(divergence) = verdict else {
            return (Checked { verdict, text: None, stats }, None);
        };
        let (index, divergence, behind) = if let Some(index) = self.covering(&divergence) {
            (index, divergence, None)
        } else if let Some((index, known)) = self.known_before(&divergence, &case, activity) {
            (index, known, Some(case))
        } else {
            let text = Some(self.rules().text().print(&case));
            return (Checked { verdict: Verdict::Diverged(divergence), text, stats }, None);
        };
        stats.known = vec![0; self.known().len()];
        stats.known[index] = 1;
        let verdict = Verdict::Known(index, divergence);
        (Checked { verdict, text: None, stats }, behind)
    }
}
