//! The results of campaigns as a page.

use twinboard_harness::campaign::CampaignPlan;
use twinboard_harness::report::plain;
use twinboard_harness::stats::SIZE_CLASSES;

use super::summary::{self, Summary};
use crate::film::{Chart, Opens, Page, Part, Table};
use crate::output::history::History;
use crate::output::text::counted;
use crate::pages::FILMS_MAX;
use crate::session::AnySubject;
use crate::{charts, recording};

/// The page of all campaigns: with several, a summary that leads to their parts.
pub(super) fn whole(summaries: &[Summary], seed: u64, mut parts: Vec<Part>) -> Page {
    let verdict = verdict(summaries);
    let title = format!("Verification with seed {seed}: {verdict}");
    if let ([summary], [part]) = (summaries, &mut parts[..]) {
        part.title.clear();
        let title = format!("{}: {verdict}, verification with seed {seed}", summary.name());
        return Page { title, summary: None, parts };
    }
    let summary = Table { opens: Opens::Parts, ..Table::of("", rows(summaries)) };
    Page { title, summary: Some(summary), parts }
}

/// The table of the results, with the clauses that each campaign reached.
fn rows(summaries: &[Summary]) -> Vec<Vec<String>> {
    let mut rows = summary::rows(summaries);
    let reached = summaries.iter().map(|summary| {
        let counts = summary.sorted_counts();
        format!("{}/{}", counts.iter().filter(|(_, count)| *count > 0).count(), counts.len())
    });
    for (row, text) in rows.iter_mut().zip(std::iter::once("clauses".to_owned()).chain(reached)) {
        row.insert(row.len() - 1, text);
    }
    rows
}

/// The result of all campaigns in a few words.
fn verdict(summaries: &[Summary]) -> String {
    match summaries.iter().map(|summary| summary.reports.len()).sum::<usize>() {
        0 if summaries.iter().all(Summary::compared_nothing) => "nothing was compared".to_owned(),
        0 if summaries.iter().any(Summary::has_failed) => "no divergence, FAILED".to_owned(),
        0 => "no divergence".to_owned(),
        count => counted(count as u64, "divergence"),
    }
}

/// The part of one campaign: its figures, and the divergence as a film.
pub(super) fn of(
    subject: &AnySubject,
    plan: &CampaignPlan,
    summary: &Summary,
    history: &History<2>,
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
        ..Part::default()
    }
}

fn of_campaign(summary: &Summary, history: &History<2>) -> Vec<Chart> {
    let stats = &summary.stats;
    let share = |count: u64| count as f64 / stats.cases.max(1) as f64;
    let (names, shares) = (size_names(), stats.cases_by_size.map(share));
    vec![
        charts::over_time("Cases over time", "cases", history.curve(0)),
        charts::over_time("Clauses reached over time", "clauses", history.curve(1)),
        charts::shares(
            "Cases by size",
            &format!("Boards by their number of {}.", summary.unit),
            names.iter().map(|name| &**name).zip(shares),
        ),
        charts::clauses("Steps that reached each clause", &summary.sorted_counts()),
    ]
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
