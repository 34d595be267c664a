//! The results of fuzzing, and the table of all targets.

use indicatif::HumanCount;
use serde::Serialize;
use twinboard_harness::ClauseName;

use super::campaign::TargetRun;
use crate::output::result::{Figures, Table, Test};
use crate::output::tally::Tally;
use crate::output::text::{self, counted};

#[derive(Serialize)]
struct KnownCount {
    reason: String,
    cases: u64,
}

impl TargetRun {
    /// The clauses that were never reached, if this is the main target of a rule set.
    fn unreached(&self) -> Vec<ClauseName> {
        if !self.target.is_for_rules() || self.crash.is_some() {
            return Vec::new();
        }
        self.counted_clauses().filter(|&(_, count)| count == 0).map(|(clause, _)| clause).collect()
    }

    /// The clauses of the rule set, with the number of steps that reached each.
    fn counted_clauses(&self) -> impl Iterator<Item = (ClauseName, u64)> {
        let counts = self.counts.telemetry.clauses.iter().copied().chain(std::iter::repeat(0));
        self.target.subject.clauses().into_iter().zip(counts)
    }

    fn known(&self) -> Vec<KnownCount> {
        let engine = self.counts.telemetry.engine.as_deref();
        let Ok(registration) = self.target.playing(engine) else { return Vec::new() };
        let counts = self.counts.telemetry.known.iter().copied().chain(std::iter::repeat(0));
        let reasons = registration.subject().known().iter().map(|known| known.reason().to_owned());
        reasons.zip(counts).map(|(reason, cases)| KnownCount { reason, cases }).collect()
    }

    fn rate(&self) -> u64 {
        (self.counts.executions as f64 / self.elapsed.as_secs_f64().max(0.001)) as u64
    }

    /// The inputs that were executed; of a target that plays cases, the cases that were compared.
    fn tally(&self) -> Tally {
        let executions = self.counts.executions;
        let telemetry = &self.counts.telemetry;
        let tally = Tally::new("input", "compared")
            .named(&self.target.name)
            .interrupted_if(self.interrupted);
        // The telemetry of a short run may be missing.
        let has_telemetry = telemetry.executions > 0;
        if has_telemetry && telemetry.readable() == 0 {
            let none = "none of them is a case that both sides support";
            return tally.without(executions.max(telemetry.executions), none);
        }
        let known: u64 = telemetry.known.iter().sum();
        if has_telemetry && known == telemetry.readable() {
            return tally
                .without(known, "they end at known differences, which hide all that follows");
        }
        tally.with(executions.max(self.checked_in)).hint("no input was executed")
    }

    /// The reason why the engine in another process has not guided the fuzzer, although it offers
    /// coverage; `None` if it has.
    fn coverage_missing(&self) -> Option<&'static str> {
        let telemetry = &self.counts.telemetry;
        (telemetry.engine_places == Some(0) && telemetry.readable() > 0).then_some(
            "the engine offers coverage, and no place of its code ever ran (EP-36), so the fuzzer was \
             guided by the oracle alone",
        )
    }

    fn result(&self) -> String {
        match (&self.crash, self.interrupted) {
            (Some(_), _) if self.elapsed.is_zero() => "FAILED in the corpus".into(),
            (Some(_), _) => format!("FAILED after {:.1} s", self.elapsed.as_secs_f64()),
            (None, true) => "interrupted".into(),
            (None, false) => self.tally().verdict("no divergence"),
        }
    }

    pub(super) fn test(&self, must_reach_all: bool) -> Test {
        let telemetry = &self.counts.telemetry;
        let finding = self.crash.as_ref().map(|crash| crash.finding.clone());
        let unreached = self.unreached();
        let never = unreached.iter();
        let never = never.map(|it| format!("{} ({}) was never reached", it.id, it.name));
        let (failures, warnings): (Vec<_>, Vec<_>) = never.partition(|_| must_reach_all);
        let known = self.known();
        let met = known.iter().filter(|known| known.cases > 0);
        let met = met.map(|it| format!("known: {}, `{}`", counted(it.cases, "case"), it.reason));
        let aborts = telemetry.aborts.then_some(
            "built with panic=abort, so a panic of a side ends the process and its message is lost; \
             leave the flag out of RUSTFLAGS",
        );
        let missing = [aborts, self.coverage_missing()].into_iter().flatten();
        let warnings = warnings.into_iter().chain(missing.map(str::to_owned));
        let warnings = warnings.map(|warning| format!("warning: {warning}"));
        let rule_set = self.target.subject.name();
        let test = Test::new(rule_set, &self.target.name, self.tally(), "no divergence")
            .with_findings(finding.into_iter().collect(), "divergence")
            .failed_by(failures);
        let notes = test.notes.into_iter().chain(warnings).chain(met).collect();
        Test {
            title: self.target.name.clone(),
            scope: counted(self.counts.executions, "execution"),
            elapsed: Some(self.elapsed),
            figures: self.figures().with("known", &known),
            tables: vec![self.clause_table()],
            notes,
            ..test
        }
    }

    fn figures(&self) -> Figures {
        let telemetry = &self.counts.telemetry;
        Figures::default()
            .with_some("engine", telemetry.engine.as_deref())
            .with("checked_in", self.checked_in)
            .with("executions", self.counts.executions)
            .with("executions_readable", telemetry.readable())
            .with("median_accepted_moves", telemetry.median_accepted())
            .with("coverage", self.counts.coverage)
            .with("coverage_of_the_corpus", self.counts.coverage_at_first)
            .with_some("engine_coverage", telemetry.engine_places)
            .with_some("engine_coverage_of_the_corpus", telemetry.engine_places_at_first)
            .with("corpus", self.counts.corpus)
    }

    /// The steps that reached each clause.
    fn clause_table(&self) -> Table {
        let table = Table::of_clauses(self.counted_clauses());
        Table { is_detail: true, ..table }
    }
}

/// Place of the coverage among the columns.
const COVERAGE: usize = 5;

pub(super) fn render(runs: &[TargetRun]) -> String {
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
    // Names and results are aligned to the left, numbers to the right.
    text::table(&rows, |column| column == 0 || column + 1 == rows[0].len())
}

fn row(run: &TargetRun) -> Vec<String> {
    let counts = &run.counts;
    let telemetry = &counts.telemetry;
    let plays = telemetry.readable() > 0;
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
