//! The results of fuzzing as a page.

use std::time::Duration;

use twinboard_harness::ClauseName;
use twinboard_harness::report::plain;

use super::campaign::TargetRun;
use super::crash::Crash;
use super::table;
use crate::film::{Chart, Opens, Page, Part, Table};
use crate::output::text::counted;
use crate::{charts, recording};

/// All targets, with a part for the whole campaign first.
pub(super) fn of(
    runs: &[TargetRun],
    has_failed: &dyn Fn(&TargetRun) -> bool,
    step_limit: Duration,
) -> Page {
    let failed = runs.iter().filter(|run| has_failed(run)).count() as u64;
    let is_nothing = runs.iter().any(|run| run.tally().is_nothing());
    let verdict = match failed {
        0 if is_nothing => "a target compared nothing".to_owned(),
        0 => "no divergence".to_owned(),
        count => counted(count, "failed target"),
    };
    let summary = Table { opens: Opens::Parts, ..Table::of("", table::rows(runs)) };
    Page {
        title: format!("Fuzzing of {}: {verdict}", counted(runs.len() as u64, "target")),
        summary: Some(summary),
        parts: runs.iter().map(|run| part(run, step_limit)).collect(),
    }
}

fn part(run: &TargetRun, step_limit: Duration) -> Part {
    let films = run.crash.iter().filter_map(|crash| match crash {
        Crash::Divergence { report, played, .. } => {
            Some(recording::of_report(&played.session, &played.subject, report, step_limit))
        }
        Crash::InTarget { .. } | Crash::Text { .. } | Crash::Unknown { .. } => None,
    });
    let text = run.crash.as_ref().map(|crash| plain(&crash.render(&run.target.name)));
    Part {
        title: format!("{}: {}", run.target.name, run.result()),
        text: text.unwrap_or_default(),
        charts: of_run(run),
        films: films.collect(),
        ..Part::default()
    }
}

fn of_run(run: &TargetRun) -> Vec<Chart> {
    let mut all: Vec<Chart> = Vec::new();
    if !run.elapsed.is_zero() {
        let curves = [
            ("Executions over time", "executions"),
            ("Coverage over time", "places in the code"),
            ("Corpus over time", "inputs"),
        ];
        let curves = curves.into_iter().enumerate();
        all.extend(curves.map(|(n, (title, y))| charts::over_time(title, y, run.history.curve(n))));
        if run.counts.telemetry.engine_places.is_some() {
            let title = "Coverage of the engine over time";
            all.push(charts::over_time(title, "places in its code", run.history.curve(4)));
        }
    }
    // Targets of texts play nothing.
    if run.target.is_text || run.crash.is_some() {
        return all;
    }
    all.push(charts::over_time("Clauses reached over time", "clauses", run.history.curve(3)));
    let clauses: Vec<(ClauseName, u64)> = run.counted_clauses().collect();
    all.push(charts::clauses("Steps that reached each clause", &clauses));
    all
}
