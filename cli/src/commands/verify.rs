//! `twinboard verify`: plays the corpus and generated cases in lockstep.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use film::Page;
use harness::Stats;
use harness::campaign::{
    self, CampaignBudget, CampaignPlan, CampaignProgress, CampaignResult, CorpusCase,
};
use indicatif::HumanCount;

use crate::args::Verify;
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
/// Random cases before the corpus is reported as played.
const CASES_BEFORE_FIRST_RESULT: u64 = 100;

pub(crate) fn run(options: &Verify) -> Result<Exit, Failure> {
    options.page.check()?;
    let all = subjects::all();
    let named = if options.rule_sets.is_empty() { &all } else { &options.rule_sets };
    let subjects = options.settings.of(named)?;
    let corpora = read_corpora(options, &subjects)?;
    // Rule sets without any case to play are skipped, unless they are named explicitly.
    let has_work = |corpus: &Vec<CorpusCase>| options.cases != Some(0) || !corpus.is_empty();
    let all_play = !options.rule_sets.is_empty() || !corpora.iter().any(has_work);
    let stop = interrupt::flag();
    let seed = options.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    let mut summaries = Vec::new();
    let mut parts = Vec::new();
    let mut shown = Ok(());
    let work = subjects.iter().zip(corpora);
    for (subject, corpus) in work.filter(|(_, corpus)| all_play || has_work(corpus)) {
        let plan = plan(options, seed, corpus);
        let mut history = History::default();
        history.add(Duration::ZERO, || [0; 3]);
        let summary = verify(subject, &plan, options, &stop, &mut history);
        if options.page.is_wanted() {
            parts.push(page::of(subject, &plan, &summary, &history));
        }
        shown = options.reporting.results.show(&summary.render(), summary.report.is_some());
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
    failure::conclude(found, failure::both(have_played(&summaries), rest))
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

fn read_corpora(
    options: &Verify,
    subjects: &[AnySubject],
) -> Result<Vec<Vec<CorpusCase>>, Failure> {
    match &options.corpus {
        Some(folder) => corpus::of_folder(subjects, folder),
        None => subjects.iter().map(|subject| corpus::built_in(subject.as_ref())).collect(),
    }
}

fn plan(options: &Verify, seed: u64, corpus: Vec<CorpusCase>) -> CampaignPlan {
    let budget = match options.cases {
        Some(cases) => CampaignBudget::Cases(cases),
        None => CampaignBudget::Time(options.time.unwrap_or(DEFAULT_TIME)),
    };
    let threads = options.threads.count();
    let step_limit = options.reporting.limits.step_limit;
    let shard = options.shard.unwrap_or_default();
    CampaignPlan { seed, budget, threads, step_limit, corpus, shard }
}

fn verify(
    subject: &AnySubject,
    plan: &CampaignPlan,
    options: &Verify,
    stop: &Arc<AtomicBool>,
    history: &mut History<3>,
) -> Summary {
    let corpus = plan.shard.share_of(plan.corpus.len() as u64) as usize;
    let bar = CampaignBar::new(subject.name(), plan.budget, corpus);
    let clauses = subject.clauses().len();
    let full_budget = options.cases.is_none() && options.time.is_none_or(|t| t >= DEFAULT_TIME);
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
