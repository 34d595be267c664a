//! The results of campaigns as a page.

use twinboard_harness::campaign::CampaignPlan;
use twinboard_harness::report::plain;
use twinboard_harness::stats::SIZE_CLASSES;

use super::summary::Summary;
use crate::film::{Chart, Part};
use crate::output::history::History;
use crate::output::text::counted;
use crate::pages::FILMS_MAX;
use crate::session::AnySubject;
use crate::{charts, recording};

/// The result of all campaigns in a few words.
pub(super) fn verdict(summaries: &[Summary]) -> String {
    match summaries.iter().map(|summary| summary.reports.len()).sum::<usize>() {
        0 if summaries.iter().all(Summary::compared_nothing) => "nothing was compared".to_owned(),
        0 => "no divergence".to_owned(),
        count => counted(count as u64, "divergence"),
    }
}

/// The part of one campaign: its figures, and the divergence as a film.
pub(super) fn of(
    subject: &AnySubject,
    plan: &CampaignPlan,
    summary: &Summary,
    history: &History<3>,
) -> Part {
    let reports = &summary.reports;
    let films = reports.iter().take(FILMS_MAX);
    let films = films
        .map(|report| recording::of_report(&summary.session, subject, report, plan.step_limit));
    Part {
        title: format!("{}: {}", summary.name(), verdict(std::slice::from_ref(summary))),
        text: plain(&summary.render(true)),
        // A campaign that ended early says nothing about coverage.
        charts: if reports.is_empty() { of_campaign(summary, history) } else { Vec::new() },
        films: films.collect(),
    }
}

fn of_campaign(summary: &Summary, history: &History<3>) -> Vec<Chart> {
    let stats = &summary.stats;
    let sizes = |counts: [u64; SIZE_CLASSES.len()], sum: u64| {
        let share = move |count: u64| count as f64 / sum.max(1) as f64;
        size_names().into_iter().zip(counts.map(share)).collect::<Vec<_>>()
    };
    let (cases, steps) =
        (sizes(stats.cases_by_size, stats.cases), sizes(stats.steps_by_size, stats.steps));
    let bars = |title: &str, shares: &[(String, f64)]| {
        charts::shares(
            title,
            &format!("Boards by their number of {}.", summary.unit),
            shares.iter().map(|(name, share)| (&**name, *share)),
        )
    };
    let mut all = vec![
        charts::over_time("Cases over time", "cases", history.curve(0)),
        charts::over_time("Steps over time", "steps", history.curve(1)),
        charts::over_time("Clauses reached over time", "clauses", history.curve(2)),
        bars("Cases by size", &cases),
        bars("Steps by size", &steps),
    ];
    all.push(charts::clauses("Steps that reached each clause", &summary.sorted_counts()));
    all
}

/// The ranges of the classes of sizes.
fn size_names() -> Vec<String> {
    let mut from = 1;
    let name = |to: usize| {
        let name =
            if to == usize::MAX { format!("{from} and more") } else { format!("{from} to {to}") };
        from = to.saturating_add(1);
        name
    };
    SIZE_CLASSES.map(name).to_vec()
}
