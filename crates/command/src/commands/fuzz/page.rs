//! Charts and films of fuzzing, for a page.

use std::time::Duration;

use twinboard_harness::ClauseName;

use super::campaign::TargetRun;
use super::crash::Crash;
use crate::film::Chart;
use crate::output::result::Drawings;
use crate::{charts, recording};

/// Charts of a run, and the film of its finding.
pub(super) fn drawings(run: &TargetRun, step_limit: Duration) -> Drawings {
    let films = run.crash.iter().filter_map(|crash| match crash {
        Crash::Divergence { report, played, .. } => {
            Some(recording::of_report(&played.session, &played.subject, report, step_limit))
        }
        Crash::InTarget { .. } | Crash::Text { .. } | Crash::Unknown { .. } => None,
    });
    Drawings { charts: charts_of(run), films: films.collect() }
}

fn charts_of(run: &TargetRun) -> Vec<Chart> {
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
