//! The results of a check as a whole: a summary, JSON and `JUnit`.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use indicatif::HumanCount;
use serde::Serialize;

use super::campaign::Progress;
use super::junit::{Suite, Test};
use super::report::{self, Report};
use crate::failure::Failure;

/// What came of checking one program.
pub(super) struct Results<'a> {
    pub(super) rule_set: &'static str,
    pub(super) seed: u64,
    pub(super) corpus: usize,
    pub(super) progress: Progress,
    pub(super) reports: Vec<Report<'a>>,
    pub(super) known_met: u64,
    pub(super) slow: Option<Duration>,
    pub(super) interrupted: bool,
    pub(super) elapsed: Duration,
}

#[derive(Serialize)]
struct Json<'a> {
    rule_set: &'a str,
    command: Vec<String>,
    seed: u64,
    corpus_cases: usize,
    cases: u64,
    generated_cases: u64,
    batches: u64,
    seconds: f64,
    interrupted: bool,
    failed: bool,
    known_failures_met: u64,
    slowest_case_seconds: Option<f64>,
    failures: Vec<report::Json>,
}

impl Results<'_> {
    pub(super) fn has_failed(&self) -> bool {
        !self.reports.is_empty() || self.checked_nothing()
    }

    fn checked_nothing(&self) -> bool {
        self.progress.cases == 0 && !self.interrupted
    }

    /// The last lines for people.
    pub(super) fn render(&self) -> String {
        let Progress { cases, generated, runs } = self.progress;
        let mut out = String::new();
        if let Some(time) = self.slow {
            let _ = writeln!(
                out,
                "some cases took up to {:.1} s, within the judge's limit",
                time.as_secs_f64()
            );
        }
        if self.known_met > 0 {
            let _ = writeln!(
                out,
                "failures that were known, or the same as one above: {}",
                HumanCount(self.known_met)
            );
        }
        let _ = writeln!(
            out,
            "{} cases in {} runs; {} generated, cases of the corpus: {}",
            HumanCount(cases),
            HumanCount(runs),
            HumanCount(generated),
            self.corpus,
        );
        let verdict = match self.reports.len() {
            _ if self.checked_nothing() => "failed: not one case was checked".to_owned(),
            0 => "no failure".to_owned(),
            1 => "1 failure".to_owned(),
            count => format!("{count} failures"),
        };
        let interrupted = if self.interrupted { ", interrupted" } else { "" };
        let _ = writeln!(
            out,
            "{}: {verdict} (seed {}) in {:.1} s{interrupted}",
            self.rule_set,
            self.seed,
            self.elapsed.as_secs_f64(),
        );
        out
    }

    pub(super) fn to_json(&self, command: &[std::ffi::OsString]) -> impl Serialize {
        Json {
            rule_set: self.rule_set,
            command: command.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
            seed: self.seed,
            corpus_cases: self.corpus,
            cases: self.progress.cases,
            generated_cases: self.progress.generated,
            batches: self.progress.runs,
            seconds: self.elapsed.as_secs_f64(),
            interrupted: self.interrupted,
            failed: self.has_failed(),
            known_failures_met: self.known_met,
            slowest_case_seconds: self.slow.map(|time| time.as_secs_f64()),
            failures: self.reports.iter().map(Report::to_json).collect(),
        }
    }

    /// Writes the results as `JUnit`, if that was asked for.
    pub(super) fn write_junit(&self, path: Option<&Path>) -> Result<(), Failure> {
        let test = |report: &Report| Test {
            name: report.name(),
            headline: report.headline(),
            text: report.render(),
        };
        let suite = Suite {
            rule_set: self.rule_set,
            elapsed: self.elapsed,
            name: format!("{} cases of seed {}", self.progress.cases, self.seed),
            nothing: self.checked_nothing().then_some("not one case was checked"),
            failures: self.reports.iter().map(test).collect(),
        };
        suite.write(path)
    }
}
