//! Input and answers of an online judge.

use std::io::{Read, Write};

use twinboard_vocabulary::{Limits, Rest};

use super::draw::Drawn;
use crate::drive::judge::{self, PlayError};
use crate::model::activity::{Activity, Side};
use crate::model::move_policy::extend;
use crate::model::pairing::Pairing;
use crate::model::rules::RuleSet;

/// Speaks the protocol of an online judge: generates input for external programs (`check`) and
/// answers input with one of the sides (`play`).
pub trait JudgeCases {
    /// Cases, each a text of its own, as one input of the judge. `None` if the judge could not give
    /// one of them; and for any cases, even none, if the input of the judge is not a stream of
    /// cases.
    fn judge_input(&self, cases: &[String]) -> Option<String>;

    /// Generates case `index` with this seed among those that the judge could give: a fresh one, or
    /// one derived from the corpus. `None` if the rule set has no judge.
    fn draw_for_judge(&self, seed: u64, index: u64, corpus: &[String]) -> Option<String>;

    /// Plays every case of `input` on one of the sides and writes the answers.
    ///
    /// ```
    /// use twinboard_vocabulary::Limits;
    /// use twinboard_harness::nim::{Heap, Nim};
    /// use twinboard_harness::{JudgeCases, Pairing, Side};
    ///
    /// let pairing = Pairing::new(Nim, Heap::set_up, Heap::set_up);
    /// let mut answers = Vec::new();
    /// let input = "7\n> 3\n> 2\n\n1\n> 1\n";
    /// pairing
    ///     .play(Side::Engine, Box::new(input.as_bytes()), Limits::Case, &mut answers)
    ///     .unwrap();
    /// assert_eq!(answers, b"2\nfalse\n0\ntrue\n");
    /// ```
    ///
    /// # Errors
    ///
    /// The first error of input or output; all cases before it have been answered.
    fn play(
        &self,
        side: Side,
        input: Box<dyn Read + '_>,
        limits: Limits,
        output: &mut dyn Write,
    ) -> Result<(), PlayError>;
}

impl<R: RuleSet> JudgeCases for Pairing<R> {
    fn judge_input(&self, cases: &[String]) -> Option<String> {
        let judge = self.rules().judge()?;
        let cases = cases.iter().map(|text| {
            let case = self.first(text.as_bytes()).ok()??;
            let judged = judge.for_judge(&case);
            // Compared as text, in which a case that is played by repeating a move has one form only.
            (self.rules().text().print(&judged) == self.rules().text().print(&case))
                .then_some(judged)
        });
        judge.judge_input(&cases.collect::<Option<Vec<_>>>()?)
    }

    fn draw_for_judge(&self, seed: u64, index: u64, corpus: &[String]) -> Option<String> {
        let drawn = self.draw_case(seed, index, corpus, &Activity::default());
        let Drawn { case, mut policy, .. } = drawn.ok()?;
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
