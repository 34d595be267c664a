//! Shrinking of cases given as text.

use std::cell::Cell;
use std::time::Duration;

use twinboard_vocabulary::InputError;

use crate::check::lockstep::case_up_to;
use crate::drive::watch;
use crate::model::activity::Side;
use crate::model::guard;
use crate::model::pairing::Pairing;
use crate::model::rules::{CaseOf, RuleSet};
use crate::model::shrink::{Descent, later_starts};

/// Time without progress after which an oracle that plays a case for its later starts counts as
/// hung; then there are none.
const ORACLE_LIMIT: Duration = Duration::from_secs(2);

/// Shrinks failing cases (`crates/harness/src/model/shrink.rs`). The caller decides what counts as
/// failing: reports replay a candidate in lockstep, `check` runs an external program.
pub trait ShrinkCases {
    /// Shrinks the first case of `text` as long as `fails` returns true for the text of a
    /// candidate. Candidates start later where the rule set has
    /// [`RuleSet::setup_of_position`]: the oracle plays the case up to there.
    ///
    /// ```
    /// use twinboard_harness::nim::{Heap, Nim};
    /// use twinboard_harness::{Pairing, ShrinkCases};
    ///
    /// let pairing = Pairing::new(Nim, Heap::set_up, Heap::set_up);
    /// // Suppose that every case fails in which a player takes three stones.
    /// let shrunk = pairing.shrink(b"17\n> 1\n> 3\n", &mut |case| case.contains("> 3"));
    /// assert_eq!(shrunk.unwrap(), "0\n> 3\n");
    /// ```
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn shrink(
        &self,
        text: &[u8],
        fails: &mut dyn FnMut(&str) -> bool,
    ) -> Result<String, InputError>;

    /// The first case of `text` without the moves after `step`, from 1. Where a robot plays, it has
    /// an explicit robot move for each step of its own.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn up_to(&self, text: &[u8], step: usize) -> Result<String, InputError>;

    /// Shrinks a case for an external program: candidates are cases that the judge could give,
    /// tried in batches. `first_failing` returns the index of the first case of a batch that still
    /// fails.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn shrink_for_judge(
        &self,
        text: &[u8],
        first_failing: &mut dyn FnMut(&[String]) -> Option<usize>,
    ) -> Result<String, InputError>;
}

impl<R: RuleSet> ShrinkCases for Pairing<R> {
    fn shrink(
        &self,
        text: &[u8],
        fails: &mut dyn FnMut(&str) -> bool,
    ) -> Result<String, InputError> {
        let Some(case) = self.first(text)? else {
            return Ok(String::from_utf8_lossy(text).into_owned());
        };
        let mut fails = |case: &CaseOf<R>| fails(&self.rules().text().print(case));
        let shrunk = self.with_descent(|descent| descent.shrink(case, &mut fails));
        Ok(self.rules().text().print(&shrunk))
    }

    fn up_to(&self, text: &[u8], step: usize) -> Result<String, InputError> {
        let Some(case) = self.first(text)? else {
            return Ok(String::from_utf8_lossy(text).into_owned());
        };
        Ok(self.rules().text().print(&case_up_to(self.rules(), case, step)))
    }

    fn shrink_for_judge(
        &self,
        text: &[u8],
        first_failing: &mut dyn FnMut(&[String]) -> Option<usize>,
    ) -> Result<String, InputError> {
        let Some(case) = self.first(text)? else {
            return Ok(String::from_utf8_lossy(text).into_owned());
        };
        let mut first_failing = |batch: &[CaseOf<R>]| {
            let texts: Vec<String> =
                batch.iter().map(|case| self.rules().text().print(case)).collect();
            first_failing(&texts)
        };
        let shrunk =
            self.with_descent(|descent| descent.shrink_for_judge(case, &mut first_failing));
        Ok(self.rules().text().print(&shrunk))
    }
}

impl<R: RuleSet> Pairing<R> {
    /// Gives `descend` a descent with later starts from the oracle. A case that panics or hangs may
    /// do so on the oracle, so it plays under a watchdog, and no more once it has hung.
    fn with_descent<T>(&self, descend: impl FnOnce(&Descent<'_, R>) -> T) -> T {
        let has_hung = Cell::new(false);
        let by_oracle = |case: &CaseOf<R>| {
            if case.moves.is_empty() || has_hung.get() {
                return Vec::new();
            }
            let (pairing, case) = (self.clone(), case.clone());
            let starts = watch::watched(ORACLE_LIMIT, move |activity| {
                let starts = guard::catch(|| {
                    let game = pairing.watched(Side::Oracle, activity).set_up(&case.setup)?;
                    Some(later_starts(pairing.rules(), game, &case))
                });
                starts.ok().flatten().unwrap_or_default()
            });
            has_hung.set(starts.is_err());
            starts.unwrap_or_default()
        };
        descend(&Descent { rules: self.rules(), later_starts: &by_oracle })
    }
}
