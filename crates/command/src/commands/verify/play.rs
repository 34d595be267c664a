//! Plays the campaign of an engine, in turns with those of others.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use twinboard_harness::Stats;
use twinboard_harness::campaign::{
    CampaignProgress, CampaignResult, FoundDivergence, Turns, Visitor,
};

use super::collect::Collector;
use super::result::FinishedCampaign;
use super::{Campaign, Verify, again, known, reached};
use crate::cases::finding::Findings;
use crate::output::progress::CampaignBar;
use crate::output::result::Test;
use crate::output::text::counted;

/// Random cases before the corpus is reported as played.
const CASES_BEFORE_FIRST_RESULT: u64 = 100;

pub(super) struct RunningCampaign<'a> {
    campaign: &'a Campaign,
    options: &'a Verify,
    stop: &'a Arc<AtomicBool>,
    turns: Turns<'a>,
    collector: Collector<'a>,
    /// False until a long campaign has said that its corpus is played.
    has_told_corpus: bool,
    no_case: Option<String>,
}

impl<'a> RunningCampaign<'a> {
    pub(super) fn new(
        campaign: &'a Campaign,
        options: &'a Verify,
        stop: &'a Arc<AtomicBool>,
    ) -> Self {
        let Campaign { session, subject, plan, .. } = campaign;
        // Cases are counted, not time, so a run that ends at once prints the same on a busy machine.
        let quiet = options.reporting.results.quiet;
        let has_told_corpus = campaign.corpus() == 0 || !campaign.is_long(options) || quiet;
        let findings = Findings {
            peers: &campaign.peers,
            campaign: Some(again(options)),
            ..Findings::new(session, &options.reporting, stop)
        };
        let collector = Collector::new(findings, subject, options.findings.into());
        let turns = Turns::new(subject, plan, stop);
        Self { campaign, options, stop, turns, collector, has_told_corpus, no_case: None }
    }

    pub(super) fn is_finished(&self) -> bool {
        self.turns.is_finished()
    }

    fn bar(&self) -> CampaignBar {
        let Campaign { engine, subject, plan, .. } = self.campaign;
        let name = engine.clone().unwrap_or_else(|| subject.name().to_owned());
        let quiet = self.options.reporting.results.quiet;
        CampaignBar::new(name, plan.budget, self.campaign.corpus(), quiet)
    }

    /// Plays until the campaign has taken `until` altogether, or to its end. The first finding, if it
    /// is enough, is shrunk then.
    pub(super) fn turn(&mut self, until: Duration) {
        let bar = self.bar();
        let Self { campaign, options, turns, collector, has_told_corpus, no_case, .. } = self;
        let (subject, corpus) = (&campaign.subject, campaign.corpus() as u64);
        let clauses = subject.clauses().len();
        // A first result: the rest of a long campaign takes a minute or more.
        let mut progress = |progress: &CampaignProgress| {
            let stats = &progress.stats;
            show(&bar, stats, progress.elapsed, clauses);
            if !*has_told_corpus && stats.cases >= corpus + CASES_BEFORE_FIRST_RESULT {
                *has_told_corpus = true;
                let (name, played) = (subject.name(), counted(corpus, "case"));
                bar.print(format!("{name}: {played} of the corpus played; random cases follow"));
            }
        };
        let announce = |line| bar.print(line);
        let wants_first_only = options.findings == 1;
        let mut first = None;
        let mut found = |found: FoundDivergence| {
            *no_case = found.divergence.finding.of_no_case();
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
        turns.play(until, visitor);
        if let Some(found) = first {
            bar.set_message("shrinking the failing case");
            let _ = collector.visit(found, &announce);
        }
    }

    pub(super) fn finish(self) -> Test {
        let bar = self.bar();
        let Self { campaign, options, stop, turns, collector, no_case, .. } = self;
        let CampaignResult { stats, interrupted, elapsed, .. } = turns.into_result();
        // After a divergence it would say little: the campaign has ended there.
        let is_clean = collector.reports().is_empty() && no_case.is_none() && !interrupted;
        let is_measured = is_clean && stats.accepted > 0;
        let announce = |line| {
            if !options.reporting.results.quiet {
                bar.print(format!("{}: {line}", campaign.subject.name()));
            }
        };
        let reached = is_measured.then(|| {
            bar.set_message("measuring the engine's code");
            let sides = (&campaign.session, &campaign.subject);
            reached::measure(sides, (&campaign.plan, elapsed), stop, &announce)
        });
        let reached = reached.flatten();
        let mut known = campaign.known.clone();
        known::count(&mut known, &stats);
        let is_whole = campaign.plan.shard.is_whole() && !interrupted && no_case.is_none();
        let finished = FinishedCampaign {
            campaign,
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
        finished.test()
    }
}

fn show(bar: &CampaignBar, stats: &Stats, elapsed: Duration, clauses: usize) {
    let reached = stats.clauses.iter().filter(|&&count| count > 0).count();
    bar.show(stats.cases, elapsed, |rate| {
        let (cases, steps) = (counted(stats.cases, "case"), counted(stats.steps, "step"));
        format!("{cases}, {steps}, {rate}/s, {reached}/{clauses} clauses")
    });
}
