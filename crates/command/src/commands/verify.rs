//! `twinboard verify`: plays the corpus and generated cases in lockstep.

use std::hash::{BuildHasher, RandomState};
use std::iter;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use crate::film::Page;
use indicatif::HumanCount;
use twinboard_harness::Stats;
use twinboard_harness::campaign::{
    self, CampaignBudget, CampaignPlan, CampaignProgress, CampaignResult, CorpusCase,
};
use twinboard_registration::Registration;

use crate::args::Verify;
use crate::corpus::FolderCases;
use crate::failure::{self, Exit, Failure};
use crate::finding::Findings;
use crate::history::History;
use crate::progress_bar::CampaignBar;
use crate::progress_file::ProgressFile;
use crate::subjects::{self, AnySubject};
use crate::text::counted;
use crate::{corpus, interrupt, registry};

mod page;
mod summary;

use summary::Summary;

/// Time for each rule set without `--time`. A campaign of this length fails if it does not reach
/// every clause; a shorter one warns.
const DEFAULT_TIME: Duration = Duration::from_mins(1);
/// Parts of the budget for the registered engine, for each part of another built-in one.
const SHARE: u32 = 8;
/// Random cases before the corpus is reported as played.
const CASES_BEFORE_FIRST_RESULT: u64 = 100;

pub(crate) fn run(options: &Verify) -> Result<Exit, Failure> {
    options.page.check()?;
    let all = subjects::all();
    let named = if options.rule_sets.is_empty() { &all } else { &options.rule_sets };
    let subjects = options.settings.of(named)?;
    let (corpora, all_read) = read_corpora(options, &subjects)?;
    // Rule sets without any case to play are skipped, unless they are named explicitly.
    let has_work = |corpus: &Vec<CorpusCase>| options.cases != Some(0) || !corpus.is_empty();
    let all_play = !options.rule_sets.is_empty() || !corpora.iter().any(has_work);
    let stop = interrupt::flag();
    let seed = options.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    let mut summaries = Vec::new();
    let mut parts = Vec::new();
    let mut shown = Ok(());
    let work = subjects.into_iter().zip(corpora);
    let work = work.filter(|(_, corpus)| all_play || has_work(corpus));
    for campaign in work.flat_map(|(subject, corpus)| campaigns(options, subject, &corpus, seed)) {
        let Campaign { subject, plan, .. } = &campaign;
        // The engines of a rule set share code: one divergence is enough to look at.
        let of_same = |summary: &&Summary| summary.rule_set == subject.name();
        if summaries.iter().filter(of_same).any(|summary| summary.report.is_some()) {
            continue;
        }
        let replaced = campaign.engine.as_ref().map(Replaced::by);
        let mut history = History::default();
        history.add(Duration::ZERO, || [0; 3]);
        let summary = verify(&campaign, options, &stop, &mut history);
        if options.page.is_wanted() {
            parts.push(page::of(subject, plan, &summary, &history));
        }
        shown = options.reporting.results.show(&summary.render(), summary.report.is_some());
        drop(replaced);
        summaries.push(summary);
        // After Ctrl-C or a closed output, further campaigns would be wasted.
        if stop.load(Relaxed) || shown.is_err() {
            break;
        }
    }
    let json: Vec<_> = summaries.iter().map(Summary::to_json).collect();
    let written = options.reporting.results.write(&json);
    let found = summaries.iter().any(Summary::has_failed);
    let title = format!("Verification with seed {seed}: {}", page::verdict(&summaries));
    let drawn = options.page.write(|| Page { title, parts });
    let rest = failure::both(shown, failure::both(written, drawn));
    let complete = failure::both(all_read, have_played(&summaries));
    failure::conclude(found, failure::both(complete, rest))
}

/// Fails if a rule set had nothing to play: that is a mistake in the options or in the corpus.
fn have_played(summaries: &[Summary]) -> Result<(), Failure> {
    match summaries.iter().find(|summary| summary.played_nothing()) {
        Some(Summary { rule_set, .. }) => Err(Failure::Usage(format!(
            "not one case of {rule_set} was played; choose more --cases, another --corpus or --time"
        ))),
        None => Ok(()),
    }
}

/// The corpus of each rule set, and an error if files of it cannot be read: the command ends with
/// that error once it has played the others.
fn read_corpora(
    options: &Verify,
    subjects: &[AnySubject],
) -> Result<(Vec<Vec<CorpusCase>>, Result<(), Failure>), Failure> {
    if let Some(folder) = &options.corpus {
        let cases = FolderCases::read(subjects, folder)?;
        let all_read = cases.report();
        return Ok((cases.corpora, all_read));
    }
    let built_in: Result<_, _> =
        subjects.iter().map(|subject| corpus::built_in(subject.as_ref())).collect();
    Ok((built_in?, Ok(())))
}

/// A campaign of one engine of a rule set.
struct Campaign {
    /// Another built-in engine in place of the registered one.
    engine: Option<(&'static str, Registration)>,
    subject: AnySubject,
    plan: CampaignPlan,
}

/// The campaigns of a rule set: one of the registered engine, and a short one of each other
/// built-in engine. An engine of the command line plays alone.
fn campaigns(
    options: &Verify,
    subject: AnySubject,
    corpus: &[CorpusCase],
    seed: u64,
) -> Vec<Campaign> {
    let others = match registry::engine_command() {
        Some(_) => Vec::new(),
        None => registry::other_engines(subject.name()),
    };
    let [registered, other] = budgets(options, others.len() as u32);
    let plan = |budget| CampaignPlan {
        seed,
        budget,
        threads: options.threads.count(),
        step_limit: options.reporting.limits.step_limit,
        corpus: corpus.to_vec(),
        shard: options.shard.unwrap_or_default(),
    };
    let others = others.into_iter().map(|(name, registration)| {
        let subject = options.settings.applied_to(registration.subject());
        Campaign { engine: Some((name, registration)), subject, plan: plan(other) }
    });
    iter::once(Campaign { engine: None, subject, plan: plan(registered) }).chain(others).collect()
}

/// The budgets of the registered engine and of each of `others`. The time is divided, with
/// [`SHARE`] times as much for the registered one; cases are added, one for `SHARE` of its cases.
fn budgets(options: &Verify, others: u32) -> [CampaignBudget; 2] {
    if let Some(cases) = options.cases {
        return [cases, cases.div_ceil(SHARE.into())].map(CampaignBudget::Cases);
    }
    let part = options.time.unwrap_or(DEFAULT_TIME) / (SHARE + others);
    [part * SHARE, part].map(CampaignBudget::Time)
}

/// Another engine in place of the registered one, until it is dropped.
struct Replaced;

impl Replaced {
    fn by((name, registration): &(&str, Registration)) -> Self {
        registry::replace_by_built_in(name, registration.clone());
        Self
    }
}

impl Drop for Replaced {
    fn drop(&mut self) {
        registry::restore();
    }
}

fn verify(
    campaign: &Campaign,
    options: &Verify,
    stop: &Arc<AtomicBool>,
    history: &mut History<3>,
) -> Summary {
    let Campaign { engine, subject, plan } = campaign;
    let corpus = plan.shard.share_of(plan.corpus.len() as u64) as usize;
    let engine = engine.as_ref().map(|&(name, _)| name);
    let bar = CampaignBar::new(engine.unwrap_or(subject.name()), plan.budget, corpus);
    let clauses = subject.clauses().len();
    let full_budget = engine.is_none()
        && options.cases.is_none()
        && options.time.is_none_or(|t| t >= DEFAULT_TIME);
    // A first result: the rest of a long campaign takes a minute or more. Cases are counted, not
    // time, so a run that ends at once prints the same on a busy machine.
    let mut has_told_corpus = corpus == 0 || !full_budget;
    let mut progress_file = ProgressFile::of_environment();
    let CampaignResult { stats, found, interrupted, elapsed } =
        campaign::run(subject, plan, stop, &mut |progress| {
            progress_file.show(progress.stats.steps);
            show(&bar, progress, clauses);
            let is_past_corpus = progress.stats.cases >= corpus as u64 + CASES_BEFORE_FIRST_RESULT;
            if !has_told_corpus && is_past_corpus {
                has_told_corpus = true;
                let name = subject.name();
                let played = counted(corpus as u64, "case");
                bar.print(format!("{name}: {played} of the corpus played; random cases follow"));
            }
            history.add(progress.elapsed, || figures(&progress.stats));
        });
    history.end(elapsed, figures(&stats));
    let report = found.map(|found| {
        bar.set_message("shrinking the failing case");
        let announce = |line| bar.print(line);
        Findings::new(&options.reporting, stop).conclude(subject, found, &announce)
    });
    bar.finish();
    Summary {
        rule_set: subject.name(),
        engine,
        seed: plan.seed,
        threads: plan.threads,
        shard: plan.shard,
        corpus,
        clauses: subject.clauses(),
        stats,
        report,
        interrupted,
        elapsed,
        must_reach_all: full_budget
            && plan.shard.is_whole()
            && !interrupted
            && registry::engine_limits().is_none(),
    }
}

/// Cases, steps, and the clauses that were reached.
fn figures(stats: &Stats) -> [u64; 3] {
    let reached = stats.clauses.iter().filter(|&&count| count > 0).count();
    [stats.cases, stats.steps, reached as u64]
}

fn show(bar: &CampaignBar, progress: &CampaignProgress, clauses: usize) {
    let stats = &progress.stats;
    let [_, _, reached] = figures(stats);
    bar.show(stats.cases, progress.elapsed, |rate| {
        let (cases, steps) = (HumanCount(stats.cases), HumanCount(stats.steps));
        format!("{cases} cases, {steps} steps, {rate}/s, {reached}/{clauses} clauses")
    });
}
