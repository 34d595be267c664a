//! The campaigns of a rule set, which take turns: a fault of an engine with a small share of the
//! time shows early, too.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use twinboard_harness::Stats;
use twinboard_harness::campaign::{
    self, CampaignBudget, CampaignPlan, CampaignProgress, CampaignResult, FoundDivergence, Part,
    Visitor,
};
use twinboard_harness::reach::Reached;

use super::collect::Collector;
use super::reached::Measured;
use super::result::FinishedCampaign;
use super::{Campaign, Verify, again, known, reached};
use crate::cases::finding::Findings;
use crate::output::progress::CampaignBar;
use crate::output::result::Test;
use crate::output::text::counted;
use crate::session::Session;

/// The shares of its time that a campaign has used up at the ends of its turns, in 64ths. The first
/// turns are short, because most faults show at once; the later ones are long, because each ends
/// with a wait for the cases that are being played.
const TURNS: [u32; 7] = [1, 2, 4, 8, 16, 32, LAST_TURN];

/// The last turn, or the only one.
const LAST_TURN: u32 = 64;

/// The part of a campaign's time that is used up at the end of a turn.
fn end_of(time: Duration, turn: u32) -> Duration {
    if turn == LAST_TURN { time } else { time / LAST_TURN * turn }
}

/// Random cases before the corpus is reported as played.
const CASES_BEFORE_FIRST_RESULT: u64 = 100;

/// Plays the campaigns of a rule set, and returns the results of those that have begun. `show` gets
/// each result as soon as its campaign is over; if it returns false, nobody reads them, and the
/// others end.
///
/// Campaigns of a fixed number of cases do not take turns, nor do engines of the command line, which
/// have equal shares.
pub(super) fn play(
    campaigns: &[Campaign],
    options: &Verify,
    stop: &Arc<AtomicBool>,
    show: &mut dyn FnMut(&Test) -> bool,
) -> Vec<Test> {
    let have_equal_shares = campaigns.windows(2).all(|it| it[0].plan.budget == it[1].plan.budget);
    let takes_turns = options.cases.is_none() && !have_equal_shares;
    let turns = if takes_turns { &TURNS[..] } else { &[LAST_TURN] };
    let set_up = |campaign| Running::new(campaign, options, stop);
    let mut running: Vec<Running<'_>> = campaigns.iter().map(set_up).collect();
    let mut is_wanted = true;
    for &turn in turns {
        for one in &mut running {
            if is_wanted && !stop.load(Relaxed) && one.state != State::Over {
                one.take_turn(turn, stop);
                is_wanted = one.state != State::Over || show(&one.result());
            }
        }
    }
    for one in running.iter_mut().filter(|one| one.state == State::Begun) {
        one.interrupted = true;
        is_wanted = is_wanted && show(&one.result());
    }
    let begun = running.into_iter().filter(|one| one.state != State::Waiting);
    begun.map(|one| one.result()).collect()
}

/// The state of a campaign that takes turns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Its first turn has not come.
    Waiting,
    Begun,
    /// The budget is used up, or a finding has ended it.
    Over,
}

/// A campaign, and what it has played so far.
struct Running<'a> {
    campaign: &'a Campaign,
    options: &'a Verify,
    collector: Collector<'a>,
    has_told_corpus: bool,
    stats: Stats,
    elapsed: Duration,
    /// The first case of the next turn.
    next: u64,
    state: State,
    interrupted: bool,
    reached: Option<Result<Reached, String>>,
    /// The reason if the rule set failed to make a case, which ended the campaign.
    no_case: Option<String>,
    /// The session of a finding that was made while the engine's code was measured.
    counting: Option<Session>,
}

impl<'a> Running<'a> {
    fn new(campaign: &'a Campaign, options: &'a Verify, stop: &'a Arc<AtomicBool>) -> Self {
        let Campaign { session, subject, .. } = campaign;
        let findings = Findings::new(session, &options.reporting, stop)
            .with_peers(&campaign.peers)
            .in_campaign(again(options), &options.settings);
        // A first result: the rest of a long campaign takes a minute or more. Cases are counted, not
        // time, so a run that ends at once prints the same on a busy machine.
        let is_quiet = options.reporting.results.quiet;
        let has_told_corpus = campaign.corpus() == 0 || !campaign.is_long(options) || is_quiet;
        Self {
            campaign,
            options,
            collector: Collector::new(findings, subject, options.findings.into()),
            has_told_corpus,
            stats: Stats::default(),
            elapsed: Duration::ZERO,
            next: 0,
            state: State::Waiting,
            interrupted: false,
            reached: None,
            no_case: None,
            counting: None,
        }
    }

    /// Plays until the end of a turn.
    fn take_turn(&mut self, turn: u32, stop: &Arc<AtomicBool>) {
        self.state = State::Begun;
        let Campaign { engine, subject, plan, .. } = self.campaign;
        let is_last = turn == LAST_TURN;
        let budget = match plan.budget {
            CampaignBudget::Time(time) => {
                let left = end_of(time, turn).saturating_sub(self.elapsed);
                if left.is_zero() && !is_last {
                    return;
                }
                CampaignBudget::Time(left)
            }
            cases @ CampaignBudget::Cases(_) => cases,
        };
        let (corpus, clauses) = (self.campaign.corpus(), subject.clauses().len());
        let name = engine.clone().unwrap_or_else(|| subject.name().to_owned());
        let bar = CampaignBar::new(name, plan.budget, corpus, self.options.reporting.results.quiet);
        let Self { stats, elapsed, has_told_corpus, .. } = self;
        let mut progress = |progress: &CampaignProgress| {
            let elapsed = *elapsed + progress.elapsed;
            let mut sum = stats.clone();
            sum.add(&progress.stats);
            show(&bar, &sum, elapsed, clauses);
            let is_past_corpus = sum.cases >= corpus as u64 + CASES_BEFORE_FIRST_RESULT;
            if !*has_told_corpus && is_past_corpus {
                *has_told_corpus = true;
                let name = subject.name();
                let played = counted(corpus as u64, "case");
                bar.print(format!("{name}: {played} of the corpus played; random cases follow"));
            }
        };
        let announce = |line| bar.print(line);
        let part = Part { first: self.next, is_last };
        let plan = CampaignPlan { budget, ..plan.clone() };
        let mut ends = false;
        let wants_first_only = self.options.findings == 1;
        let (mut first, collector, no_case) = (None, &mut self.collector, &mut self.no_case);
        let mut found = |found: FoundDivergence| {
            *no_case = found.divergence.finding.of_no_case();
            if no_case.is_some() {
                return ControlFlow::Break(());
            }
            if wants_first_only {
                first = Some(found);
                return ControlFlow::Break(());
            }
            let is_hung = found.divergence.finding.is_hung();
            let flow = collector.visit(found, &announce);
            ends |= is_hung || flow.is_break();
            flow
        };
        let visitor = Visitor {
            progress: Some(&mut progress),
            found: &mut found,
            ends_at_first: wants_first_only,
        };
        let result = campaign::collect(subject, &plan, part, stop, visitor);
        let CampaignResult { stats, interrupted, elapsed, next, .. } = result;
        self.stats.add(&stats);
        self.elapsed += elapsed;
        (self.next, self.interrupted) = (next, interrupted);
        if is_last || ends || first.is_some() || self.no_case.is_some() || interrupted {
            self.state = State::Over;
        }
        if let Some(found) = first {
            bar.set_message("shrinking the failing case");
            let _ = self.collector.visit(found, &announce);
        }
        // After a divergence it would say little: the campaign has ended there.
        let is_whole = self.collector.reports().is_empty() && self.no_case.is_none();
        if self.state == State::Over && !interrupted && is_whole {
            self.measure(&bar, stop);
        }
        bar.finish();
    }

    /// Measures the engine's code. A failure is a finding like those of the campaign.
    fn measure(&mut self, bar: &CampaignBar, stop: &Arc<AtomicBool>) {
        let Campaign { session, subject, plan, .. } = self.campaign;
        bar.set_message("measuring the engine's code");
        let announce = |line| {
            if !self.options.reporting.results.quiet {
                bar.print(format!("{}: {line}", subject.name()));
            }
        };
        let measured = reached::measure(
            (session, subject),
            &self.options.settings,
            (plan, self.elapsed),
            stop,
            &announce,
        );
        self.reached = match measured {
            None => None,
            Some(Measured::Reached(reached)) => Some(Ok(reached)),
            Some(Measured::Prevented(reason)) => Some(Err(reason)),
            Some(Measured::Failed(failed)) => {
                let (session, subject, found) = *failed;
                bar.set_message("shrinking the failing case");
                let announce = |line| bar.print(line);
                self.collector.visit_counting((&session, &subject), found, &announce);
                self.counting = Some(session);
                None
            }
        };
    }

    fn result(&self) -> Test {
        let Campaign { session, plan, .. } = self.campaign;
        let mut known = self.campaign.known.clone();
        known::count(&mut known, &self.stats);
        let is_whole = plan.shard.is_whole() && !self.interrupted && self.no_case.is_none();
        let finished = FinishedCampaign {
            campaign: self.campaign,
            session: self.counting.as_ref().unwrap_or(session),
            stats: &self.stats,
            reports: self.collector.reports(),
            failing: self.collector.counts,
            known,
            reached: self.reached.as_ref(),
            no_case: self.no_case.clone(),
            interrupted: self.interrupted,
            elapsed: self.elapsed,
            is_long: self.campaign.is_long(self.options) && is_whole,
        };
        let test = finished.test();
        if !self.options.page.is_wanted() {
            return test;
        }
        Test { films: finished.films(), ..test }
    }
}

fn show(bar: &CampaignBar, stats: &Stats, elapsed: Duration, clauses: usize) {
    let reached = stats.clauses.iter().filter(|&&count| count > 0).count();
    bar.show(stats.cases, elapsed, |rate| {
        let (cases, steps) = (counted(stats.cases, "case"), counted(stats.steps, "step"));
        format!("{cases}, {steps}, {rate}/s, {reached}/{clauses} clauses")
    });
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{LAST_TURN, TURNS, end_of};

    #[test]
    fn turns_grow_and_use_up_the_time() {
        let time = Duration::from_mins(1);
        let ends = TURNS.map(|turn| end_of(time, turn));
        assert!(ends.is_sorted() && ends[0] < time / 60, "every campaign begins within a second");
        assert_eq!((TURNS.last(), ends.last()), (Some(&LAST_TURN), Some(&time)));
        assert_eq!(end_of(Duration::MAX, LAST_TURN), Duration::MAX);
    }
}
