//! The results of a check as a whole: a summary, JSON and `JUnit`.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use indicatif::HumanCount;
use serde::Serialize;

use super::About;
use super::report::{self, Report};
use crate::commands::check::campaign::Progress;
use crate::commands::check::junit::{Suite, Test};
use crate::failure::Failure;

/// What came of checking one program.
pub(super) struct Results<'a> {
    pub(super) about: About<'a>,
    pub(super) corpus: usize,
    pub(super) progress: Progress,
    pub(super) reports: Vec<Report<'a>>,
    pub(super) known_met: u64,
    pub(super) late_once: u64,
    pub(super) slowest: Duration,
    /// Whether it ended because engine and oracle disagree, which is no fault of the program.
    pub(super) diverged: bool,
    pub(super) interrupted: bool,
    pub(super) elapsed: Duration,
}

#[derive(Serialize)]
struct Json<'a> {
    rule_set: &'a str,
    command: Vec<String>,
    seed: u64,
    corpus_positions: usize,
    positions: u64,
    generated_positions: u64,
    seconds: f64,
    judges_disagree: bool,
    interrupted: bool,
    failed: bool,
    known_failures_met: u64,
    late_once: u64,
    slowest_move_seconds: f64,
    failures: Vec<report::Json>,
}

impl Results<'_> {
    pub(super) fn has_failed(&self) -> bool {
        self.diverged || !self.reports.is_empty() || self.checked_nothing()
    }

    fn checked_nothing(&self) -> bool {
        self.progress.cases == 0 && !self.interrupted && !self.diverged
    }

    /// The last lines for people.
    pub(super) fn render(&self) -> String {
        let mut out = String::new();
        if self.late_once > 0 {
            let count = HumanCount(self.late_once);
            let _ = writeln!(out, "late, but in time when asked again: {count}");
        }
        if self.known_met > 0 {
            let count = HumanCount(self.known_met);
            let _ = writeln!(out, "failures that were known, or the same as one above: {count}");
        }
        let Progress { cases, generated, .. } = self.progress;
        let _ = writeln!(
            out,
            "positions checked: {}; {} generated, positions of the corpus: {}",
            HumanCount(cases),
            HumanCount(generated),
            self.corpus,
        );
        if self.slowest > Duration::ZERO {
            let slowest = self.slowest.as_secs_f64();
            let _ = writeln!(out, "the slowest valid move took {slowest:.3} s");
        }
        let verdict = match self.reports.len() {
            _ if self.checked_nothing() => "failed: not one position was checked".to_owned(),
            0 => "no failure".to_owned(),
            1 => "1 failure".to_owned(),
            count => format!("{count} failures"),
        };
        let disagree = if self.diverged { ", ended because the judges disagree" } else { "" };
        let interrupted = if self.interrupted { ", interrupted" } else { "" };
        let About { rule_set, seed, .. } = self.about;
        let elapsed = self.elapsed.as_secs_f64();
        let _ = writeln!(
            out,
            "{rule_set}: {verdict} (seed {seed}) in {elapsed:.1} s{disagree}{interrupted}"
        );
        out
    }

    pub(super) fn to_json(&self) -> impl Serialize {
        let words = self.about.asker.program.command.iter();
        Json {
            rule_set: self.about.rule_set,
            command: words.map(|word| word.to_string_lossy().into_owned()).collect(),
            seed: self.about.seed,
            corpus_positions: self.corpus,
            positions: self.progress.cases,
            generated_positions: self.progress.generated,
            seconds: self.elapsed.as_secs_f64(),
            judges_disagree: self.diverged,
            interrupted: self.interrupted,
            failed: self.has_failed(),
            known_failures_met: self.known_met,
            late_once: self.late_once,
            slowest_move_seconds: self.slowest.as_secs_f64(),
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
            rule_set: self.about.rule_set,
            elapsed: self.elapsed,
            name: format!("{} positions of seed {}", self.progress.cases, self.about.seed),
            nothing: self.checked_nothing().then_some("not one position was checked"),
            failures: self.reports.iter().map(test).collect(),
        };
        suite.write(path)
    }
}
