//! Plays the campaign of an engine.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use twinboard_harness::Stats;
use twinboard_harness::campaign::{
    self, CampaignProgress, CampaignResult, FoundDivergence, Visitor,
};

use twinboard_harness::reach::Reached;

use super::collect::Collector;
use super::result::FinishedCampaign;
use super::{Campaign, Verify, again, known, reached};
use crate::cases::finding::Findings;
use crate::output::progress::CampaignBar;
use crate::output::result::Test;
use crate::output::text::counted;

/// Random cases before the corpus is reported as played.
const CASES_BEFORE_FIRST_RESULT: u64 = 100;

/// Plays a campaign, and returns its result.
pub(super) fn play(campaign: &Campaign, options: &Verify, stop: &Arc<AtomicBool>) -> Test {
    let Campaign { session, engine, subject, plan, .. } = campaign;
    let quiet = options.reporting.results.quiet;
    let (corpus, clauses) = (campaign.corpus(), subject.clauses().len());
    let name = engine.clone().unwrap_or_else(|| subject.name().to_owned());
    let bar = CampaignBar::new(name, plan.budget, corpus, quiet);
    // A first result: the rest of a long campaign takes a minute or more. Cases are counted, not time,
    // so a run that ends at once prints the same on a busy machine.
    let mut has_told_corpus = corpus == 0 || !campaign.is_long(options) || quiet;
    let mut progress = |progress: &CampaignProgress| {
        let stats = &progress.stats;
        show(&bar, stats, progress.elapsed, clauses);
        if !has_told_corpus && stats.cases >= corpus as u64 + CASES_BEFORE_FIRST_RESULT {
            has_told_corpus = true;
            let (name, played) = (subject.name(), counted(corpus as u64, "case"));
            bar.print(format!("{name}: {played} of the corpus played; random cases follow"));
        }
    };
    let findings = Findings::new(session, &options.reporting, stop)
        .with_peers(&campaign.peers)
        .in_campaign(again(options));
    let mut collector = Collector::new(findings, subject, options.findings.into());
    let announce = |line| bar.print(line);
    let wants_first_only = options.findings == 1;
    let (mut first, mut no_case) = (None, None);
    let mut found = |found: FoundDivergence| {
        no_case = found.divergence.finding.of_no_case();
        if no_case.is_some() {
            return ControlFlow::Break(());
        }
        if wants_first_only {
            first = Some(found);
            return ControlFlow::Break(());
        }
        collector.visit(found, &announce)
    };
    let visitor = Visitor {
        progress: Some(&mut progress),
        found: &mut found,
        ends_at_first: wants_first_only,
    };
    let result = campaign::collect(subject, plan, stop, visitor);
    let CampaignResult { stats, interrupted, elapsed, .. } = result;
    if let Some(found) = first {
        bar.set_message("shrinking the failing case");
        let _ = collector.visit(found, &announce);
    }
    // After a divergence it would say little: the campaign has ended there.
    let is_clean = collector.reports().is_empty() && no_case.is_none() && !interrupted;
    let is_measured = is_clean && stats.accepted > 0;
    let reached = if is_measured { measure(campaign, options, &bar, elapsed, stop) } else { None };
    let mut known = campaign.known.clone();
    known::count(&mut known, &stats);
    let is_whole = plan.shard.is_whole() && !interrupted && no_case.is_none();
    let finished = FinishedCampaign {
        campaign,
        session,
        stats: &stats,
        reports: collector.reports(),
        failing: collector.counts,
        known,
        reached: reached.as_ref(),
        no_case,
        interrupted,
        elapsed,
        is_long: campaign.is_long(options) && is_whole,
    };
    let test = finished.test();
    if options.page.is_wanted() { Test { films: finished.films(), ..test } } else { test }
}

/// Measures the engine's code.
fn measure(
    campaign: &Campaign,
    options: &Verify,
    bar: &CampaignBar,
    elapsed: Duration,
    stop: &Arc<AtomicBool>,
) -> Option<Result<Reached, String>> {
    let Campaign { session, subject, plan, .. } = campaign;
    bar.set_message("measuring the engine's code");
    let announce = |line| {
        if !options.reporting.results.quiet {
            bar.print(format!("{}: {line}", subject.name()));
        }
    };
    let sides = (session, subject);
    reached::measure(sides, (plan, elapsed), stop, &announce)
}

fn show(bar: &CampaignBar, stats: &Stats, elapsed: Duration, clauses: usize) {
    let reached = stats.clauses.iter().filter(|&&count| count > 0).count();
    bar.show(stats.cases, elapsed, |rate| {
        let (cases, steps) = (counted(stats.cases, "case"), counted(stats.steps, "step"));
        format!("{cases}, {steps}, {rate}/s, {reached}/{clauses} clauses")
    });
}
