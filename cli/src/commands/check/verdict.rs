//! What all checks have in common when they end, whatever the program was asked for.

use std::time::Duration;

use indicatif::HumanCount;
use serde::Serialize;

use super::campaign::Progress;
use super::junit::{Suite, Test};
use crate::args::Check;
use crate::failure::{self, Exit, Failure};

/// How a check ended.
pub(super) struct Verdict {
    pub(super) rule_set: &'static str,
    pub(super) seed: u64,
    /// What the program is checked on, such as `case`.
    pub(super) unit: &'static str,
    pub(super) progress: Progress,
    pub(super) failures: Vec<Test>,
    /// How often a failure was met that is not reported, or not again.
    pub(super) known_met: u64,
    /// Whether it ended because engine and oracle disagree, which is no fault of the program.
    pub(super) judges_disagree: bool,
    pub(super) interrupted: bool,
    pub(super) elapsed: Duration,
}

impl Verdict {
    pub(super) fn has_failed(&self) -> bool {
        self.judges_disagree || !self.failures.is_empty() || self.checked_nothing()
    }

    fn checked_nothing(&self) -> bool {
        self.progress.cases == 0 && !self.interrupted && !self.judges_disagree
    }

    fn nothing(&self) -> String {
        format!("not one {} was checked", self.unit)
    }

    /// The line about failures that are not reported, if there are any.
    pub(super) fn known(&self) -> String {
        match self.known_met {
            0 => String::new(),
            count => {
                let count = HumanCount(count);
                format!("failures that were known, or the same as one above: {count}\n")
            }
        }
    }

    /// The last line for people.
    pub(super) fn last_line(&self) -> String {
        let verdict = match self.failures.len() {
            _ if self.checked_nothing() => format!("failed: {}", self.nothing()),
            0 => "no failure".to_owned(),
            1 => "1 failure".to_owned(),
            count => format!("{count} failures"),
        };
        let (rule_set, seed, elapsed) = (self.rule_set, self.seed, self.elapsed.as_secs_f64());
        let mut line = format!("{rule_set}: {verdict} (seed {seed}) in {elapsed:.1} s");
        if self.judges_disagree {
            line += ", ended because the judges disagree";
        }
        if self.interrupted {
            line += ", interrupted";
        }
        line + "\n"
    }

    /// Reports everything there is to report, the failures before the `summary`, and says how the
    /// command ends; `done` is what went wrong of ours.
    pub(super) fn conclude(
        &self,
        options: &Check,
        summary: &str,
        json: &impl Serialize,
        done: Result<(), Failure>,
    ) -> Result<Exit, Failure> {
        let failed = self.has_failed();
        let failures = self.failures.iter().map(|failure| failure.text.clone() + "\n");
        let text: String = failures.chain([summary.to_owned()]).collect();
        let shown = options.results.show(&text, failed);
        let written = options.results.write(json);
        let suite = Suite {
            rule_set: self.rule_set,
            elapsed: self.elapsed,
            name: format!("{} {}s of seed {}", self.progress.cases, self.unit, self.seed),
            nothing: self.checked_nothing().then(|| self.nothing()),
            failures: &self.failures,
        };
        let junit = suite.write(options.junit.as_deref());
        let rest = failure::both(failure::both(done, shown), failure::both(written, junit));
        failure::conclude(failed, rest)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Progress, Test, Verdict};

    fn verdict(cases: u64) -> Verdict {
        Verdict {
            rule_set: "rules",
            seed: 7,
            unit: "case",
            progress: Progress { cases, ..Progress::default() },
            failures: Vec::new(),
            known_met: 0,
            judges_disagree: false,
            interrupted: false,
            elapsed: Duration::from_millis(1250),
        }
    }

    fn failure() -> Test {
        Test { name: "name".into(), headline: "headline".into(), text: "text".into() }
    }

    #[test]
    fn the_last_line_says_how_many_failures_there_are_and_why_it_ended() {
        let line = |verdict: Verdict| (verdict.has_failed(), verdict.last_line());
        let said = |failed, what: &str, why: &str| {
            (failed, format!("rules: {what} (seed 7) in 1.2 s{why}\n"))
        };
        assert_eq!(line(verdict(3)), said(false, "no failure", ""));
        assert_eq!(line(verdict(0)), said(true, "failed: not one case was checked", ""));
        let one = Verdict { failures: vec![failure()], ..verdict(3) };
        assert_eq!(line(one), said(true, "1 failure", ""));
        let two = Verdict { failures: vec![failure(), failure()], interrupted: true, ..verdict(3) };
        assert_eq!(line(two), said(true, "2 failures", ", interrupted"));
        let interrupted = Verdict { interrupted: true, ..verdict(0) };
        assert_eq!(line(interrupted), said(false, "no failure", ", interrupted"));
        let disagree = Verdict { judges_disagree: true, ..verdict(0) };
        assert_eq!(line(disagree), said(true, "no failure", ", ended because the judges disagree"));
    }

    #[test]
    fn failures_that_are_not_reported_have_a_line_if_there_are_any() {
        assert_eq!(verdict(3).known(), "");
        let known = Verdict { known_met: 1200, ..verdict(3) }.known();
        assert_eq!(known, "failures that were known, or the same as one above: 1,200\n");
    }
}
