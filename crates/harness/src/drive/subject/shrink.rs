//! Shrinking of cases given as text.

use twinboard_vocabulary::InputError;

use crate::check::lockstep::case_up_to;
use crate::model::pairing::Pairing;
use crate::model::rules::{CaseOf, RuleSet};
use crate::model::shrink;

/// Shrinks failing cases (`crates/harness/src/model/shrink.rs`). The caller decides what counts as
/// failing: reports replay a candidate in lockstep, `check` runs an external program.
pub trait ShrinkCases {
    /// Shrinks the first case of `text` as long as `fails` returns true for the text of a
    /// candidate.
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
        let shrunk = shrink::shrink(self.rules(), case, &mut fails);
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
        let shrunk = shrink::shrink_for_judge(self.rules(), case, &mut |batch| {
            let texts: Vec<String> =
                batch.iter().map(|case| self.rules().text().print(case)).collect();
            first_failing(&texts)
        });
        Ok(self.rules().text().print(&shrunk))
    }
}
