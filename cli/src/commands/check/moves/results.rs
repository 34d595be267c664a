//! The results of a check as a whole: a summary and JSON.

use std::ffi::OsString;
use std::fmt::Write;
use std::time::Duration;

use indicatif::HumanCount;
use serde::Serialize;

use super::report;
use crate::commands::check::campaign::Progress;
use crate::commands::check::verdict::Verdict;

/// What came of checking one program.
pub(super) struct Results {
    pub(super) verdict: Verdict,
    pub(super) corpus: usize,
    pub(super) failures: Vec<report::Json>,
    pub(super) late_once: u64,
    pub(super) slowest: Duration,
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
    failures: &'a [report::Json],
}

impl Results {
    /// The last lines for people.
    pub(super) fn render(&self) -> String {
        let mut out = String::new();
        if self.late_once > 0 {
            let count = HumanCount(self.late_once);
            let _ = writeln!(out, "late, but in time when asked again: {count}");
        }
        out += &self.verdict.known();
        let Progress { cases, generated, .. } = self.verdict.progress;
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
        out + &self.verdict.last_line()
    }

    pub(super) fn to_json(&self, command: &[OsString]) -> impl Serialize {
        let verdict = &self.verdict;
        Json {
            rule_set: verdict.rule_set,
            command: command.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
            seed: verdict.seed,
            corpus_positions: self.corpus,
            positions: verdict.progress.cases,
            generated_positions: verdict.progress.generated,
            seconds: verdict.elapsed.as_secs_f64(),
            judges_disagree: verdict.judges_disagree,
            interrupted: verdict.interrupted,
            failed: verdict.has_failed(),
            known_failures_met: verdict.known_met,
            late_once: self.late_once,
            slowest_move_seconds: self.slowest.as_secs_f64(),
            failures: &self.failures,
        }
    }
}
