//! Playing cases in lockstep.

use std::ops::ControlFlow;

use board::{InputError, Plays};

use crate::activity::{Activity, Side, Stage};
use crate::divergence::{Divergence, Finding};
use crate::lockstep::{self, Effort, Verdict};
use crate::move_policy::MovePolicy;
use crate::stats::Stats;
use crate::{CaseOf, Pairing, RuleSet};

/// What came of playing one case in lockstep.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What came of it.
    pub verdict: Verdict,
    /// The case as it was played, as text; only where something was wrong.
    pub text: Option<String>,
    /// What it went through.
    pub stats: Stats,
}

/// Plays cases in lockstep.
pub trait CheckCases {
    /// Plays the first case of `text` in lockstep, with everything that can be tried.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn check(&self, text: &[u8], activity: &Activity) -> Result<Checked, InputError> {
        self.check_with(text, Effort::Thorough, activity)
    }

    /// Plays the first case of `text` in lockstep.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn check_with(
        &self,
        text: &[u8],
        effort: Effort,
        activity: &Activity,
    ) -> Result<Checked, InputError>;

    /// Plays the cases of `text` in lockstep, one after the other, until `visit` breaks off. Nothing
    /// is played if not all of the text can be read.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn check_each(
        &self,
        text: &[u8],
        effort: Effort,
        activity: &Activity,
        visit: &mut dyn FnMut(Checked) -> ControlFlow<()>,
    ) -> Result<(), InputError>;

    /// What is to be said of a case of which one side did not come back.
    fn report_hang(&self, text: &[u8], stage: Stage, limit_ms: u64) -> Divergence;
}

impl<R, E, O> CheckCases for Pairing<R, E, O>
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    fn check_with(
        &self,
        text: &[u8],
        effort: Effort,
        activity: &Activity,
    ) -> Result<Checked, InputError> {
        match self.first(text)? {
            Some(case) => Ok(self.run(case, None, effort, activity)),
            None => Ok(Checked { verdict: Verdict::Agreed, text: None, stats: Stats::default() }),
        }
    }

    fn check_each(
        &self,
        text: &[u8],
        effort: Effort,
        activity: &Activity,
        visit: &mut dyn FnMut(Checked) -> ControlFlow<()>,
    ) -> Result<(), InputError> {
        self.play_each(text, effort, activity, visit)
    }

    fn report_hang(&self, text: &[u8], stage: Stage, limit_ms: u64) -> Divergence {
        let case = self.first(text).ok().flatten();
        let mv = (stage.step as usize)
            .checked_sub(1)
            .and_then(|index| case.as_ref()?.moves.get(index).map(ToString::to_string));
        // Only a side that has not hung can be asked what stood there before.
        let mut before = None;
        let mut frames_left = if stage.side == Some(Side::Engine) { stage.step } else { 0 };
        if let Some(case) = &case {
            self.play_frames(case, &mut |frame| {
                if frames_left == 0 {
                    return ControlFlow::Break(());
                }
                frames_left -= 1;
                before = Some(frame.picture);
                ControlFlow::Continue(())
            });
        }
        let step = stage.step as usize;
        Divergence { step, mv, before, ..Divergence::of(Finding::Hung { stage, limit_ms }) }
    }
}

impl<R, E, O> Pairing<R, E, O>
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    /// [`Subject::check_each`], for sides that are wrapped to be measured too: those are no
    /// subjects, or each would need wrapped sides of its own.
    pub(crate) fn play_each(
        &self,
        text: &[u8],
        effort: Effort,
        activity: &Activity,
        visit: &mut dyn FnMut(Checked) -> ControlFlow<()>,
    ) -> Result<(), InputError> {
        for case in self.rules().text().read_all(text)? {
            if visit(self.run(case, None, effort, activity)).is_break() {
                break;
            }
        }
        Ok(())
    }

    pub(super) fn run(
        &self,
        case: CaseOf<R>,
        policy: Option<&mut MovePolicy<'_>>,
        effort: Effort,
        activity: &Activity,
    ) -> Checked {
        let mut stats = Stats::default();
        let (verdict, case) = lockstep::run(self, case, policy, effort, activity, &mut stats);
        let diverged = matches!(verdict, Verdict::Diverged(_));
        let text = diverged.then(|| self.rules().text().print(&case));
        Checked { verdict, text, stats }
    }
}
