//! The input and the answers of the judge.

use std::io::{Read, Write};

use board::{Limits, Plays, Rest};

use super::draw::Drawn;
use crate::activity::Side;
use crate::judge::{self, PlayError};
use crate::move_policy::extend;
use crate::random::case_bytes;
use crate::{Pairing, RuleSet};

/// Reads and answers the judge's input.
pub trait JudgeCases {
    /// Cases, each a text of its own, as one input of the judge. `None` if the judge could not give
    /// all of them, and for any cases, also for none, if its input is no stream of cases.
    fn judge_input(&self, cases: &[String]) -> Option<String>;

    /// Case `index` with this seed of those that the judge could give: a fresh one, or one made from
    /// cases of the corpus. `None` if the judge gives no cases.
    fn draw_for_judge(&self, seed: u64, index: u64, corpus: &[String]) -> Option<String>;

    /// Answers input as the judge expects it, with one of the sides.
    ///
    /// # Errors
    ///
    /// The first fault of input or output; everything before it has been answered.
    fn play(
        &self,
        side: Side,
        input: Box<dyn Read + '_>,
        limits: Limits,
        output: &mut dyn Write,
    ) -> Result<(), PlayError>;
}

impl<R, E, O> JudgeCases for Pairing<R, E, O>
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    fn judge_input(&self, cases: &[String]) -> Option<String> {
        let judge = self.rules().judge()?;
        let cases = cases.iter().map(|text| {
            let case = self.first(text.as_bytes()).ok()??;
            let judged = judge.for_judge(&case);
            // By their texts, where a game that is left to the robot has one form only.
            (self.rules().text().print(&judged) == self.rules().text().print(&case))
                .then_some(judged)
        });
        judge.judge_input(&cases.collect::<Option<Vec<_>>>()?)
    }

    fn draw_for_judge(&self, seed: u64, index: u64, corpus: &[String]) -> Option<String> {
        let bytes = case_bytes(seed, index);
        let Drawn { case, mut policy, .. } = self.draw_case(&bytes, corpus).ok()?;
        let judge = self.rules().judge()?;
        let mut case = judge.for_judge(&case);
        if case.rest == Rest::Stop {
            extend(self.rules(), self.oracle(), &mut case, &mut policy);
            case = judge.for_judge(&case);
        }
        Some(self.rules().text().print(&case))
    }

    fn play(
        &self,
        side: Side,
        input: Box<dyn Read + '_>,
        limits: Limits,
        output: &mut dyn Write,
    ) -> Result<(), PlayError> {
        match side {
            Side::Engine => judge::play(self.rules(), self.engine(), input, limits, output),
            Side::Oracle => judge::play(self.rules(), self.oracle(), input, limits, output),
        }
    }
}
