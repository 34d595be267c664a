//! `twinboard check`: a program of somebody's own against the oracle.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use harness::campaign::{Budget, CorpusCase};
use runner::{Limits, Runner};

use crate::args::Check;
use crate::failure::{Exit, Failure};
use crate::progress_bar::CampaignBar;
use crate::subjects::{self, AnySubject};
use crate::{case_file, corpus, files, interrupt, memory};

mod campaign;
mod expected;
mod junit;
mod locate;
mod moves;
mod program;
mod report;
mod results;
mod side;
mod verdict;

use campaign::{Campaign, Outcome, Plan};
use expected::Comparison;
use locate::Times;
use program::{Halt, PROCESSES, Program};
use report::Report;
use results::Results;
use verdict::Verdict;

/// For how long a program is checked if nothing else is said.
const DEFAULT_TIME: Duration = Duration::from_secs(30);

/// How long an input may take if nothing else is said.
const DEFAULT_LIMIT: Duration = Duration::from_secs(3);

/// Batches may take so long at first, so that a program that never ends is found soon.
const BATCH_LIMIT: Duration = Duration::from_secs(1);

pub(crate) fn run(options: &Check) -> Result<Exit, Failure> {
    let subject = options.settings.of_one(&options.rule_set)?;
    if let Some(contest) = subjects::contest(subject.name()) {
        return moves::run(options, &subject, contest.as_ref());
    }
    if options.stdio {
        let name = subject.name();
        let why = "programs read standard input and write standard output there anyway";
        return Err(Failure::Usage(format!("there is no --stdio in {name}: {why}")));
    }
    if subject.judge_input(&[]).is_none() {
        let name = subject.name();
        return Err(Failure::Usage(format!("the input of {name} is no stream of cases to check")));
    }
    let comparison = if options.exact { Comparison::Exact } else { Comparison::Lenient };
    let material = read_corpus(options, &subject)?;
    let given =
        |case: &&CorpusCase| subject.judge_input(std::slice::from_ref(&case.text)).is_some();
    let corpus: Vec<CorpusCase> = material.iter().filter(given).cloned().collect();
    let material = material.into_iter().map(|case| case.text).collect();
    let known = read_known(options, &subject)?;
    let stop = interrupt::flag();
    let judge = options.limit.unwrap_or(DEFAULT_LIMIT);
    let program = Program {
        subject: &subject,
        // How much it may print depends on the input.
        runner: runner(options, (judge, u64::MAX), &stop)?,
        command: &options.command,
        comparison,
    };
    let (budget, seed) = (budget(options), seed(options));
    let bar = CampaignBar::new(subject.name(), budget, corpus.len());
    let corpus_count = corpus.len();
    let failures_max = options.failures_max();
    let plan = Plan { seed, budget, corpus, material, failures_max, known, stop: &stop };
    let times = Times { judge, batch: BATCH_LIMIT.min(judge), slowest: Duration::ZERO };
    let (outcome, done) = Campaign::new(&program, plan, times, &bar).run();
    bar.finish();
    let done = match done {
        Err(Halt::Failed(failure)) => Err(failure),
        _ => Ok(()),
    };
    if outcome.found.is_empty() {
        done?;
        return conclude(options, outcome, (subject.name(), seed, corpus_count), Ok(()));
    }
    conclude(options, outcome, (subject.name(), seed, corpus_count), done)
}

/// Reports everything there is to report.
fn conclude(
    options: &Check,
    outcome: Outcome,
    (rule_set, seed, corpus): (&'static str, u64, usize),
    done: Result<(), Failure>,
) -> Result<Exit, Failure> {
    let comparison = if options.exact { Comparison::Exact } else { Comparison::Lenient };
    let reports = outcome.found.into_iter().map(|found| {
        Report::of(found, (rule_set, seed), &options.command, comparison, &options.out)
    });
    let reports: Vec<Report> = reports.collect();
    let verdict = Verdict {
        rule_set,
        seed,
        unit: "case",
        progress: outcome.progress,
        failures: reports.iter().map(Report::told).collect(),
        known_met: outcome.known_met,
        judges_disagree: false,
        interrupted: outcome.interrupted,
        elapsed: outcome.elapsed,
    };
    let failures = reports.iter().map(Report::to_json).collect();
    let results = Results { verdict, corpus, failures, slow: outcome.slow };
    let json = results.to_json(&options.command);
    results.verdict.conclude(options, &results.render(), &json, done)
}

fn runner(
    options: &Check,
    (limit, output): (Duration, u64),
    stop: &Arc<AtomicBool>,
) -> Result<Runner, Failure> {
    let limits = Limits {
        time: limit,
        memory: options
            .memory
            .map_or_else(memory::half, |mebibytes| u64::from(mebibytes.get()) << 20),
        output,
        processes: PROCESSES,
    };
    let runner = Runner::of_this_program(&["launch", "--"], limits)
        .map_err(|error| Failure::Usage(format!("cannot find the own executable: {error}")))?;
    Ok(runner.with_stop(Arc::clone(stop)))
}

fn budget(options: &Check) -> Budget {
    match options.cases {
        Some(cases) => Budget::Cases(cases),
        None => Budget::Time(options.time.unwrap_or(DEFAULT_TIME)),
    }
}

fn seed(options: &Check) -> u64 {
    options.seed.unwrap_or_else(|| RandomState::new().hash_one(0))
}

fn read_corpus(options: &Check, subject: &AnySubject) -> Result<Vec<CorpusCase>, Failure> {
    match &options.corpus {
        Some(folder) => {
            Ok(corpus::of_folder(std::slice::from_ref(subject), folder)?.swap_remove(0))
        }
        None => corpus::built_in(subject.as_ref()),
    }
}

/// The failures that are known, each by the cases of a file.
fn read_known(options: &Check, subject: &AnySubject) -> Result<Vec<Vec<String>>, Failure> {
    let read = |path: &std::path::PathBuf| {
        let (name, text) = files::read(path)?;
        case_file::split(subject.as_ref(), &name, &text)
    };
    options.known.iter().map(read).collect()
}
