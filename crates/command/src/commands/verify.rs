//! `twinboard verify`: plays the corpus and generated cases in lockstep.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use clap::{Args, value_parser};
use twinboard_harness::Stats;
use twinboard_harness::campaign::{
    self, CampaignBudget, CampaignPlan, CampaignProgress, CampaignResult, CorpusCase,
    FoundDivergence, Visitor,
};
use twinboard_harness::report::as_argument;
use twinboard_harness::shard::Shard;
use twinboard_registration::Registration;

use crate::args::{Reporting, Threads, duration, random_seed};
use crate::cases::corpus;
use crate::cases::finding::Findings;
use crate::cases::verdict::Peer;
use crate::output::progress::CampaignBar;
use crate::output::result::{Table, Test};
use crate::output::results::{Html, JUnit};
use crate::output::tally::Conclusion;
use crate::output::text::counted;
use crate::output::{self, Failure, ci, failure};
use crate::session::engine::{ComparisonOptions, EngineOptions};
use crate::session::{AnySubject, Session};

mod collect;
mod result;

use collect::{Collector, Known};
use result::FinishedCampaign;

#[derive(Args)]
pub(crate) struct Verify {
    /// Rule sets to play [default: all].
    #[arg(value_name = "RULESET")]
    pub(crate) rule_sets: Vec<String>,
    /// Seed for generating cases, a whole number [default: a random one, which is printed].
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Time for each rule set, such as 90s or 5m, without shrinking [default: 60s]. Several engines
    /// share it.
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "cases")]
    pub(crate) time: Option<Duration>,
    /// Number of cases to generate for each rule set after its corpus, instead of --time.
    #[arg(long, value_name = "N")]
    pub(crate) cases: Option<u64>,
    /// Shard K of N: play every N-th case only, of the corpus and of those of --seed.
    ///
    /// Together, the shards play the cases of one run with the same --seed and --cases, and no case
    /// twice. With --time, each shard plays as many of its cases as it can.
    #[arg(long, value_name = "K/N", requires = "seed")]
    pub(crate) shard: Option<Shard>,
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// Folder of case files to play instead of the built-in corpus.
    ///
    /// Subfolders are searched, too. If some of them are named after rule sets, each rule set plays
    /// the files of its own folder, and other files are ignored. Otherwise the rule set of a file
    /// is detected from its path and its text, unless only one rule set is played.
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) page: Html,
    /// Number of findings to collect for each engine, distinct by kind and shrunk case.
    #[arg(long, value_name = "N", default_value = "1", value_parser = value_parser!(u16).range(1..=1000))]
    pub(crate) findings: u16,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) comparison: ComparisonOptions,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
    #[command(flatten)]
    pub(crate) junit: JUnit,
    /// Print how often each clause was reached, and sizes of boards, also without a warning.
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
}

/// Time for each rule set without `--time`. A campaign of this length fails if it does not reach
/// every clause; a shorter one warns.
const DEFAULT_TIME: Duration = Duration::from_mins(1);
/// Parts of the budget for the registered engine, for each part of another built-in one.
const SHARE: u32 = 8;

pub(crate) fn run(options: &Verify, session: &Session) -> Result<Conclusion, Failure> {
    let rule_sets = comparable(options, session, rule_sets(options, session)?)?;
    let subjects: Vec<_> = rule_sets.iter().map(|one| AnySubject::clone(&one[0].1)).collect();
    let (corpora, all_read) = corpus::of_each(session, &subjects, options.corpus.as_deref())?;
    // Rule sets without any case to play are skipped, unless they are named explicitly.
    let has_work = |corpus: &Vec<CorpusCase>| options.cases != Some(0) || !corpus.is_empty();
    let all_play = !options.rule_sets.is_empty() || !corpora.iter().any(has_work);
    let stop = session.catch_signals();
    let seed = options.seed.unwrap_or_else(random_seed);
    let work = rule_sets.into_iter().zip(corpora);
    let work = work.filter(|(_, corpus)| all_play || has_work(corpus));
    let campaigns = work.map(|(engines, corpus)| campaigns(options, engines, &corpus, seed));
    let campaigns: Vec<_> =
        campaigns.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    let mut tests = Vec::new();
    let (mut shown, mut is_all_plain) = (Ok(()), true);
    let mut show = |test: &Test| {
        let is_plain = test.is_plain() && !options.verbose;
        if !is_plain {
            let text = test.text(options.verbose) + "\n";
            shown = options.reporting.results.show(&text, test.has_failed());
        }
        is_all_plain &= is_plain;
        shown.is_ok()
    };
    for campaign in &campaigns {
        let test = campaign.play(options, &stop);
        let is_shown = show(&test);
        tests.push(test);
        // After Ctrl-C or a closed output, further campaigns would be wasted.
        if stop.load(Relaxed) || !is_shown {
            break;
        }
    }
    let left_out = campaigns[tests.len()..].iter().map(Campaign::not_run);
    tests.extend(left_out);
    let end = match tests.len() {
        _ if is_all_plain => result::in_short(&tests),
        1 => String::new(),
        _ => Table::of_tests(&tests).text(),
    };
    let shown = failure::both(shown, options.reporting.results.show(&end, false));
    session.publish(tests, failure::both(all_read, shown))
}

type Playing = (Session, AnySubject);

/// The rule sets to play, each with its engines of the command line, or with the registered one.
fn rule_sets(options: &Verify, session: &Session) -> Result<Vec<Vec<Playing>>, Failure> {
    let mut all: Vec<Vec<Playing>> = Vec::new();
    let sessions: Vec<&Session> = session.all().collect();
    for session in &sessions {
        // One of several engines need not play every rule set of the arguments.
        let is_played = |name: &&String| session.registration(name).is_some();
        let mut names: Vec<String> = options.rule_sets.iter().filter(is_played).cloned().collect();
        if names.is_empty() || sessions.len() == 1 {
            names.clone_from(&options.rule_sets);
        }
        let mut seen = HashSet::new();
        names.retain(|name| seen.insert(name.clone()));
        for subject in session.subjects_named(&names)? {
            match all.iter_mut().find(|engines| engines[0].1.name() == subject.name()) {
                Some(engines) if session.engine_command().is_some() => {
                    engines.push(((*session).clone(), subject));
                }
                // The arguments name it twice.
                Some(_) => {}
                None => all.push(vec![((*session).clone(), subject)]),
            }
        }
    }
    let is_played = |name: &&String| all.iter().any(|engines| engines[0].1.name() == **name);
    match options.rule_sets.iter().find(|name| !is_played(name)) {
        None => Ok(all),
        Some(name) => Err(usage!("no --engine plays '{name}'")),
    }
}

/// The rule sets that have an engine to compare with the oracle. Of those without, ones that the
/// arguments name are an error, and so are all if there are no others.
fn comparable(
    options: &Verify,
    session: &Session,
    rule_sets: Vec<Vec<Playing>>,
) -> Result<Vec<Vec<Playing>>, Failure> {
    let has_engine = |engines: &Vec<Playing>| {
        let (session, subject) = &engines[0];
        let others = session.registration(subject.name()).map(Registration::other_engines);
        subject.has_engine() || others.is_some_and(|mut others| others.next().is_some())
    };
    let (with, without): (Vec<_>, Vec<_>) = rule_sets.into_iter().partition(has_engine);
    match without.first() {
        Some(first) if !options.rule_sets.is_empty() || with.is_empty() => {
            session.demand_engine(&first[0].1)?;
        }
        Some(_) => {
            let names: Vec<_> = without.iter().map(|engines| engines[0].1.name()).collect();
            output::print_error_line(format!(
                "not played, because they have no engine without --engine: {}",
                names.join(", ")
            ));
        }
        None => {}
    }
    Ok(with)
}

struct Campaign {
    session: Session,
    /// Name of the engine if it is not the only one of the rule set, nor the registered one.
    engine: Option<String>,
    /// True if another engine of the rule set is played before.
    is_further: bool,
    subject: AnySubject,
    peers: Vec<Peer>,
    /// The known differences of the engine, with the result of their own cases.
    known: Vec<Known>,
    plan: CampaignPlan,
}

impl Campaign {
    fn not_run(&self) -> Test {
        let rule_set = self.subject.name();
        let title = self.engine.clone().unwrap_or_else(|| rule_set.to_owned());
        Test { title, ..Test::not_run(rule_set, ci::pairing(&self.session, rule_set)) }
    }

    fn corpus(&self) -> usize {
        self.plan.shard.share_of(self.plan.corpus.len() as u64) as usize
    }

    /// True if the campaign has the default time or more.
    fn is_long(&self, options: &Verify) -> bool {
        self.engine.is_none()
            && options.cases.is_none()
            && options.time.is_none_or(|time| time >= DEFAULT_TIME)
    }

    /// Plays the campaign to its end. The first finding, if it is enough, is shrunk then.
    fn play(&self, options: &Verify, stop: &Arc<AtomicBool>) -> Test {
        let Self { session, subject, plan, peers, .. } = self;
        let quiet = options.reporting.results.quiet;
        let name = self.engine.clone().unwrap_or_else(|| subject.name().to_owned());
        let bar = CampaignBar::new(name, plan.budget, self.corpus(), quiet);
        let announce = |line| bar.print(line);
        let findings = Findings {
            peers,
            campaign: Some(again(options)),
            ..Findings::new(session, &options.reporting, stop)
        };
        let mut collector = Collector::new(findings, subject, options.findings.into());
        let (corpus, clauses) = (self.corpus() as u64, subject.clauses().len());
        // Cases are counted, not time, so a run that ends at once prints the same on a busy machine.
        let mut has_told_corpus = corpus == 0 || !self.is_long(options) || quiet;
        // A first result: the rest of a long campaign takes a minute or more.
        let mut progress = |progress: &CampaignProgress| {
            let stats = &progress.stats;
            show(&bar, stats, progress.elapsed, clauses);
            if !has_told_corpus && stats.cases >= corpus + CASES_BEFORE_FIRST_RESULT {
                has_told_corpus = true;
                let (name, played) = (subject.name(), counted(corpus, "case"));
                bar.print(format!("{name}: {played} of the corpus played; random cases follow"));
            }
        };
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
        let CampaignResult { stats, interrupted, elapsed, .. } =
            campaign::collect(subject, plan, stop, visitor);
        if let Some(found) = first {
            bar.set_message("shrinking the failing case");
            let _ = collector.visit(found, &announce);
        }
        let mut known = self.known.clone();
        collect::count(&mut known, &stats);
        let is_whole = plan.shard.is_whole() && !interrupted && no_case.is_none();
        let finished = FinishedCampaign {
            campaign: self,
            stats: &stats,
            reports: collector.reports,
            failing: collector.counts,
            known,
            no_case,
            interrupted,
            elapsed,
            is_long: self.is_long(options) && is_whole,
        };
        finished.test()
    }
}

/// The campaigns of a rule set: one of the registered engine, and a short one of each other
/// built-in engine; or one for each engine of the command line.
fn campaigns(
    options: &Verify,
    mut engines: Vec<Playing>,
    corpus: &[CorpusCase],
    seed: u64,
) -> Result<Vec<Campaign>, Failure> {
    let (session, subject) = &engines[0];
    let is_registered = session.engine_command().is_none();
    if is_registered && let Some(registration) = session.registration(subject.name()).cloned() {
        let is_oracle = |name: &str| session.oracle_command() == Some(name);
        let others = registration.other_engines().filter(|name| !is_oracle(name));
        let others = others.filter_map(|name| {
            let registration = registration.with_other_engine(name)?;
            let subject = Arc::clone(registration.subject());
            Some((session.with_built_in(name, registration), subject))
        });
        let others: Vec<_> = others.collect();
        let is_left_out = is_oracle(subject.name()) || !subject.has_engine();
        let skips_registered = is_left_out && !others.is_empty();
        engines.extend(others);
        engines.drain(..usize::from(skips_registered));
    }
    let count = engines.len() as u32;
    let [first, other] = budgets(options, count, is_registered);
    let name = |(session, subject): &Playing| {
        session.engine_command().unwrap_or(subject.name()).to_owned()
    };
    let peers: Vec<Peer> = engines
        .iter()
        .map(|engine| Peer { name: name(engine), subject: AnySubject::clone(&engine.1) })
        .collect();
    let campaign = |(index, (session, subject)): (usize, Playing)| {
        let plan = CampaignPlan {
            seed,
            budget: if index == 0 { first } else { other },
            threads: options.threads.count(),
            step_limit: options.reporting.limits.step_limit,
            corpus: corpus.to_vec(),
            shard: options.shard.unwrap_or_default(),
        };
        let engine = session.engine_command().filter(|_| count > 1).map(str::to_owned);
        let (is_further, peers) = (index > 0, peers.clone());
        let known =
            collect::replayed(&subject, session.oracle_command().is_none(), plan.step_limit)?;
        Ok(Campaign { session, engine, is_further, subject, peers, known, plan })
    };
    engines.into_iter().enumerate().map(campaign).collect()
}

/// The budgets of the first of `count` engines and of each other one. The registered engine has
/// [`SHARE`] times as much time as another built-in one, which plays one case for `SHARE` of its cases.
/// Engines of the command line have an equal part of the time, or all cases.
fn budgets(options: &Verify, count: u32, is_registered: bool) -> [CampaignBudget; 2] {
    let share = if is_registered { SHARE } else { 1 };
    if let Some(cases) = options.cases {
        return [cases, cases.div_ceil(share.into())].map(CampaignBudget::Cases);
    }
    let part = options.time.unwrap_or(DEFAULT_TIME) / (share + count - 1);
    [part * share, part].map(CampaignBudget::Time)
}

/// The options of a campaign that decide what it plays, for a command that plays it again.
fn again(options: &Verify) -> String {
    let folder = options.corpus.as_ref().map(|it| it.display().to_string());
    let folder = folder.map(|it| format!("--corpus {} ", as_argument(&it)));
    let shard = options.shard.filter(|shard| !shard.is_whole());
    let shard = shard.map(|it| format!("--shard {}/{} ", it.number(), it.count()));
    // Which games a process has played before depends on the threads.
    let threads = format!("--threads {} ", options.threads.count());
    folder.into_iter().chain(shard).chain([threads]).collect()
}

/// Random cases before the corpus is reported as played.
const CASES_BEFORE_FIRST_RESULT: u64 = 100;

fn show(bar: &CampaignBar, stats: &Stats, elapsed: Duration, clauses: usize) {
    let reached = stats.clauses.iter().filter(|&&count| count > 0).count();
    bar.show(stats.cases, elapsed, |rate| {
        let (cases, steps) = (counted(stats.cases, "case"), counted(stats.steps, "step"));
        format!("{cases}, {steps}, {rate}/s, {reached}/{clauses} clauses")
    });
}
