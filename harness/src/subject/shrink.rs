//! The simplest case that still fails.

use board::{InputError, Plays};

use crate::{CaseOf, Pairing, RuleSet, shrink};

/// Shrinks failing cases.
pub trait ShrinkCases {
    /// The simplest case that can be reached from the first one of `text` by steps that all still
    /// fail.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn shrink(
        &self,
        text: &[u8],
        fails: &mut dyn FnMut(&str) -> bool,
    ) -> Result<String, InputError>;

    /// The same for a program of somebody else: only cases that the judge could give are tried,
    /// several at once. `first_failing` says which of some is the first that still fails.
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

impl<R, E, O> ShrinkCases for Pairing<R, E, O>
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
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

    fn shrink_for_judge(
        &self,
        text: &[u8],
        first_failing: &mut dyn FnMut(&[String]) -> Option<usize>,
    ) -> Result<String, InputError> {
        let Some(case) = self.first(text)? else {
            return Ok(String::from_utf8_lossy(text).into_owned());
        };
        let shrunk = shrink::shrink_for_judge(self.rules(), case, &mut |some| {
            let texts: Vec<String> =
                some.iter().map(|case| self.rules().text().print(case)).collect();
            first_failing(&texts)
        });
        Ok(self.rules().text().print(&shrunk))
    }
}
