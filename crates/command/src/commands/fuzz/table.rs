//! The results of fuzzing as a table and as JSON.

use indicatif::HumanCount;
use serde::Serialize;
use twinboard_harness::ClauseName;

use super::campaign::TargetRun;
use super::crash::Crash;
use crate::output::result::Test;
use crate::output::results::{CountedClause, as_json};
use crate::output::tally::Tally;
use crate::output::text::{self, counted};

#[derive(Serialize)]
struct Json<'a> {
    target: &'a str,
    rule_set: &'a str,
    /// Name of the engine, if it is not the registered one.
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'a str>,
    seconds: f64,
    interrupted: bool,
    failed: bool,
    checked_in: u64,
    executions: u64,
    executions_readable: u64,
    median_accepted_moves: Option<usize>,
    coverage: u64,
    coverage_of_the_corpus: Option<u64>,
    /// Places of an engine in another process that ran (EP-36).
    #[serde(skip_serializing_if = "Option::is_none")]
    engine_coverage: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine_coverage_of_the_corpus: Option<u64>,
    /// The reason if the engine offers coverage and has none here.
    #[serde(skip_serializing_if = "Option::is_none")]
    engine_coverage_missing: Option<&'a str>,
    corpus: u64,
    clauses: Vec<CountedClause>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    known: Vec<KnownCount>,
    crash: Option<&'a Crash>,
}

/// Results of several targets as JSON.
#[derive(Serialize)]
pub(super) struct Targets<T> {
    pub(super) targets: Vec<T>,
}

/// A known difference, with the number of cases that ended at it.
#[derive(Serialize)]
struct KnownCount {
    reason: String,
    cases: u64,
}

impl TargetRun {
    /// The clauses that were never reached, if this is the main target of a rule set.
    pub(super) fn unreached(&self) -> Vec<ClauseName> {
        if !self.target.is_for_rules() || self.crash.is_some() {
            return Vec::new();
        }
        self.counted_clauses().filter(|&(_, count)| count == 0).map(|(clause, _)| clause).collect()
    }

    /// The clauses of the rule set, with the number of steps that reached each.
    pub(super) fn counted_clauses(&self) -> impl Iterator<Item = (ClauseName, u64)> {
        let counts = self.counts.telemetry.clauses.iter().copied().chain(std::iter::repeat(0));
        self.target.subject.clauses().into_iter().zip(counts)
    }

    /// The known differences of the engine of the target.
    fn known(&self) -> Vec<KnownCount> {
        let engine = self.counts.telemetry.engine.as_deref();
        let Ok(registration) = self.target.playing(engine) else { return Vec::new() };
        let counts = self.counts.telemetry.known.iter().copied().chain(std::iter::repeat(0));
        let reasons = registration.subject().known().iter().map(|known| known.reason().to_owned());
        reasons.zip(counts).map(|(reason, cases)| KnownCount { reason, cases }).collect()
    }

    /// A line for each known difference that was met.
    pub(super) fn render_known(&self) -> String {
        let met = self.known().into_iter().filter(|known| known.cases > 0);
        let line = |KnownCount { reason, cases }| {
            format!("{}: known: {}, `{reason}`\n", self.target.name, counted(cases, "case"))
        };
        met.map(line).collect()
    }

    fn rate(&self) -> u64 {
        (self.counts.executions as f64 / self.elapsed.as_secs_f64().max(0.001)) as u64
    }

    /// The inputs that were executed; of a target that plays cases, the cases that were compared.
    pub(super) fn tally(&self) -> Tally {
        let executions = self.counts.executions;
        let telemetry = &self.counts.telemetry;
        let tally = Tally::new("input", "compared")
            .named(&self.target.name)
            .interrupted_if(self.interrupted);
        // The telemetry of a short run may be missing.
        let is_told = !self.target.is_text && telemetry.executions > 0;
        if is_told && telemetry.readable() == 0 {
            let none = "none of them is a case that both sides support";
            return tally.without(executions.max(telemetry.executions), none);
        }
        let known: u64 = telemetry.known.iter().sum();
        if is_told && known == telemetry.readable() {
            return tally
                .without(known, "they end at known differences, which hide all that follows");
        }
        tally.with(executions.max(self.checked_in)).hint("no input was executed")
    }

    /// The reason why the engine in another process has not guided the fuzzer, although it offers
    /// coverage; `None` if it has.
    pub(super) fn coverage_missing(&self) -> Option<&'static str> {
        let telemetry = &self.counts.telemetry;
        (telemetry.engine_places == Some(0) && telemetry.readable() > 0).then_some(
            "the engine offers coverage, and no place of its code ever ran (EP-36), so the fuzzer was \
             guided by the oracle alone",
        )
    }

    /// The result in a few words.
    pub(super) fn result(&self) -> String {
        match (&self.crash, self.interrupted) {
            (Some(_), _) if self.elapsed.is_zero() => "FAILED in the corpus".into(),
            (Some(_), _) => format!("FAILED after {:.1} s", self.elapsed.as_secs_f64()),
            (None, true) => "interrupted".into(),
            (None, false) => self.tally().verdict("no divergence"),
        }
    }

    /// The result as a test for a CI service.
    pub(super) fn as_test(&self, must_reach_all: bool) -> Test {
        let unreached = self.unreached();
        let misses = must_reach_all && !unreached.is_empty();
        let finding = self.crash.as_ref().map(|it| it.as_finding(&self.target.name));
        let never = unreached.iter().filter(|_| misses);
        let never = never.map(|clause| format!("{} was never reached", clause.id)).collect();
        let rule_set = self.target.subject.name();
        let test = Test::new(rule_set, &self.target.name, self.tally(), "no divergence")
            .with_findings(finding.into_iter().collect(), "divergence")
            .failed_by(never);
        let executions = counted(self.counts.executions, "execution");
        Test { elapsed: Some(self.elapsed), scope: executions, ..test }
    }

    pub(super) fn to_json(&self, failed: bool) -> impl Serialize + '_ {
        let telemetry = &self.counts.telemetry;
        Json {
            target: &self.target.name,
            rule_set: self.target.subject.name(),
            engine: telemetry.engine.as_deref(),
            seconds: self.elapsed.as_secs_f64(),
            interrupted: self.interrupted,
            failed,
            checked_in: self.checked_in,
            executions: self.counts.executions,
            executions_readable: telemetry.readable(),
            median_accepted_moves: telemetry.median_accepted(),
            coverage: self.counts.coverage,
            coverage_of_the_corpus: self.counts.coverage_at_first,
            engine_coverage: telemetry.engine_places,
            engine_coverage_of_the_corpus: telemetry.engine_places_at_first,
            engine_coverage_missing: self.coverage_missing(),
            corpus: self.counts.corpus,
            clauses: if self.target.is_text { Vec::new() } else { as_json(self.counted_clauses()) },
            known: self.known(),
            crash: self.crash.as_ref(),
        }
    }
}

/// Place of the coverage among the columns.
const COVERAGE: usize = 5;

/// The table, with a row for each target.
pub(super) fn render(runs: &[TargetRun]) -> String {
    let rows = rows(runs);
    // Names and results are aligned to the left, numbers to the right.
    text::table(&rows, |column| column == 0 || column + 1 == rows[0].len())
}

/// The rows of the table, with the names of its columns first.
pub(super) fn rows(runs: &[TargetRun]) -> Vec<Vec<String>> {
    let head =
        ["target", "executions", "per s", "cases", "median", "coverage", "corpus", "clauses", ""];
    let mut rows = vec![text::head(head)];
    rows.extend(runs.iter().map(row));
    // The coverage of this process is that of the oracle and the checks, if the engine is in another.
    if runs.iter().any(|run| run.counts.telemetry.engine_places.is_some()) {
        rows[0].insert(COVERAGE, "engine".into());
        for (row, run) in rows[1..].iter_mut().zip(runs) {
            let telemetry = &run.counts.telemetry;
            let places = telemetry.engine_places;
            let gained = places.map(|places| gained(places, telemetry.engine_places_at_first));
            row.insert(COVERAGE, gained.unwrap_or_else(|| "–".into()));
        }
        rows[0][COVERAGE + 1] = "oracle".into();
    }
    rows
}

fn row(run: &TargetRun) -> Vec<String> {
    let counts = &run.counts;
    let telemetry = &counts.telemetry;
    let plays = !run.target.is_text && telemetry.readable() > 0;
    let if_it_plays = |text: String| if plays { text } else { "–".to_owned() };
    let share = telemetry.share_readable().unwrap_or(0.0) * 100.0;
    let median = telemetry.median_accepted().unwrap_or(0);
    let all = run.target.subject.clauses().len();
    vec![
        run.target.name.clone(),
        HumanCount(counts.executions).to_string(),
        HumanCount(run.rate()).to_string(),
        if_it_plays(format!("{share:.1} %")),
        if_it_plays(median.to_string()),
        gained(counts.coverage, counts.coverage_at_first),
        HumanCount(counts.corpus).to_string(),
        if_it_plays(format!("{}/{all}", counts.clauses_reached())),
        run.result(),
    ]
}

/// A number with its increase since the start.
fn gained(now: u64, at_first: Option<u64>) -> String {
    match at_first {
        Some(first) => format!("{} (+{})", HumanCount(now), HumanCount(now.saturating_sub(first))),
        None => HumanCount(now).to_string(),
    }
}
