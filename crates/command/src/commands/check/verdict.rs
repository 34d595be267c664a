//! The verdict of a check: its last line, its exit code, and its output files.

use indicatif::HumanCount;
use serde::Serialize;

use super::campaign::Figures;
use super::junit::{Suite, Test};
use super::report::About;
use crate::args::Check;
use crate::failure::{self, Exit, Failure};

/// The verdict of a check.
pub(super) struct Verdict<'a> {
    pub(super) about: About<'a>,
    pub(super) figures: Figures,
    pub(super) failures: Vec<Test>,
    /// True if the check ended because engine and oracle disagree, which is no fault of the
    /// program.
    pub(super) judges_disagree: bool,
}

impl Verdict<'_> {
    pub(super) fn has_failed(&self) -> bool {
        self.judges_disagree || !self.failures.is_empty() || self.checked_nothing()
    }

    fn checked_nothing(&self) -> bool {
        self.figures.progress.cases == 0 && !self.figures.interrupted && !self.judges_disagree
    }

    fn nothing(&self) -> String {
        format!("not one {} was checked", self.about.unit)
    }

    /// The line about failures that are not reported; empty if there are none.
    pub(super) fn known(&self) -> String {
        match self.figures.known_met {
            0 => String::new(),
            count => {
                let count = HumanCount(count);
                format!("known or repeated failures, not reported: {count}\n")
            }
        }
    }

    /// The last line of the output.
    pub(super) fn last_line(&self) -> String {
        let verdict = match self.failures.len() {
            _ if self.checked_nothing() => format!("failed: {}", self.nothing()),
            0 => "no failure".to_owned(),
            1 => "1 failure".to_owned(),
            count => format!("{count} failures"),
        };
        let About { rule_set, seed, .. } = self.about;
        let elapsed = self.figures.elapsed.as_secs_f64();
        let mut line = format!("{rule_set}: {verdict} (seed {seed}) in {elapsed:.1} s");
        if self.judges_disagree {
            line += ", ended because the judges disagree";
        }
        if self.figures.interrupted {
            line += ", interrupted";
        }
        line + "\n"
    }

    /// Writes all results, the failures before the `summary`, and returns the exit code. `done` is
    /// an error of this program that ended the check, if any.
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
            rule_set: self.about.rule_set,
            elapsed: self.figures.elapsed,
            name: format!(
                "{} {}s of seed {}",
                self.figures.progress.cases, self.about.unit, self.about.seed
            ),
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

    use super::{About, Figures, Test, Verdict};
    use crate::commands::check::campaign::CheckProgress;

    fn verdict(cases: u64) -> Verdict<'static> {
        let progress = CheckProgress { cases, ..CheckProgress::default() };
        let elapsed = Duration::from_millis(1250);
        Verdict {
            about: About { rule_set: "rules", seed: 7, command: &[], unit: "case" },
            figures: Figures { progress, elapsed, ..Figures::default() },
            failures: Vec::new(),
            judges_disagree: false,
        }
    }

    fn interrupted(verdict: Verdict) -> Verdict {
        Verdict { figures: Figures { interrupted: true, ..verdict.figures }, ..verdict }
    }

    fn failure() -> Test {
        Test { name: "name".into(), headline: "headline".into(), text: "text".into() }
    }

    #[test]
    fn the_last_line_counts_failures_and_states_an_early_end() {
        let line = |verdict: Verdict| (verdict.has_failed(), verdict.last_line());
        let expected = |failed, result: &str, end: &str| {
            (failed, format!("rules: {result} (seed 7) in 1.2 s{end}\n"))
        };
        assert_eq!(line(verdict(3)), expected(false, "no failure", ""));
        assert_eq!(line(verdict(0)), expected(true, "failed: not one case was checked", ""));
        let one = Verdict { failures: vec![failure()], ..verdict(3) };
        assert_eq!(line(one), expected(true, "1 failure", ""));
        let two = Verdict { failures: vec![failure(), failure()], ..verdict(3) };
        assert_eq!(line(interrupted(two)), expected(true, "2 failures", ", interrupted"));
        assert_eq!(line(interrupted(verdict(0))), expected(false, "no failure", ", interrupted"));
        let disagree = Verdict { judges_disagree: true, ..verdict(0) };
        assert_eq!(
            line(disagree),
            expected(true, "no failure", ", ended because the judges disagree")
        );
    }

    #[test]
    fn unreported_failures_are_counted_in_a_line() {
        assert_eq!(verdict(3).known(), "");
        let mut known = verdict(3);
        known.figures.known_met = 1200;
        assert_eq!(known.known(), "known or repeated failures, not reported: 1,200\n");
    }
}
