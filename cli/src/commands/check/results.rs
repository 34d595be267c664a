//! The results of a check as a whole: a summary and JSON.

use std::ffi::OsString;
use std::fmt::Write;
use std::time::Duration;

use indicatif::HumanCount;
use serde::Serialize;

use super::campaign::Progress;
use super::report;
use super::verdict::Verdict;

/// What came of checking one program.
pub(super) struct Results {
    pub(super) verdict: Verdict,
    pub(super) corpus: usize,
    pub(super) failures: Vec<report::Json>,
    pub(super) slow: Option<Duration>,
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
    failures: &'a [report::Json],
}

impl Results {
    /// The last lines for people.
    pub(super) fn render(&self) -> String {
        let Progress { cases, generated, runs } = self.verdict.progress;
        let mut out = String::new();
        if let Some(time) = self.slow {
            let time = time.as_secs_f64();
            let _ = writeln!(out, "some cases took up to {time:.1} s, within the judge's limit");
        }
        out += &self.verdict.known();
        let _ = writeln!(
            out,
            "{} cases in {} runs; {} generated, cases of the corpus: {}",
            HumanCount(cases),
            HumanCount(runs),
            HumanCount(generated),
            self.corpus,
        );
        out + &self.verdict.last_line()
    }

    pub(super) fn to_json(&self, command: &[OsString]) -> impl Serialize {
        let verdict = &self.verdict;
        Json {
            rule_set: verdict.rule_set,
            command: command.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
            seed: verdict.seed,
            corpus_cases: self.corpus,
            cases: verdict.progress.cases,
            generated_cases: verdict.progress.generated,
            batches: verdict.progress.runs,
            seconds: verdict.elapsed.as_secs_f64(),
            interrupted: verdict.interrupted,
            failed: verdict.has_failed(),
            known_failures_met: verdict.known_met,
            slowest_case_seconds: self.slow.map(|time| time.as_secs_f64()),
            failures: &self.failures,
        }
    }
}
