//! `twinboard verify`.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use harness::campaign::{self, Budget, CorpusCase, Found, Outcome, Plan};
use harness::conclude::{Shrinking, conclude};
use harness::random::digest;
use harness::report::Report;

use super::shrink::TIME_LIMIT;
use crate::args::Verify;
use crate::failure::{self, Exit, Failure};
use crate::isolate::Isolation;
use crate::subjects::AnySubject;
use crate::{corpus, files, interrupt, output};

mod bar;
mod summary;

use bar::Bar;
use summary::Summary;

/// How long a rule set is played if nothing else is said. A campaign of this length that does not
/// reach every clause fails; a shorter one warns.
const DEFAULT_TIME: Duration = Duration::from_mins(1);

pub(crate) fn run(options: &Verify) -> Result<Exit, Failure> {
    let all = games::all();
    let subjects = if options.rule_sets.is_empty() { &all } else { &options.rule_sets };
    let corpora = read_corpora(options, subjects)?;
    let stop = interrupt::flag();
    let seed = options.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    let mut summaries = Vec::new();
    let mut shown = Ok(());
    for (subject, corpus) in subjects.iter().zip(corpora) {
        let plan = plan(options, seed, corpus);
        let summary = verify(subject, &plan, options, &stop);
        shown = show(&summary, options);
        summaries.push(summary);
        // What nobody asks for or reads any more is not worth the time.
        if stop.load(Relaxed) || shown.is_err() {
            break;
        }
    }
    let written = options.json.as_deref().map_or(Ok(()), |path| write_json(path, &summaries));
    if let (Err(_), Err(failure)) = (&shown, &written) {
        failure.report();
    }
    let found = summaries.iter().any(Summary::has_failed);
    failure::conclude(found, shown.and(written))
}

fn read_corpora(
    options: &Verify,
    subjects: &[AnySubject],
) -> Result<Vec<Vec<CorpusCase>>, Failure> {
    let corpora = subjects.iter().map(|subject| match &options.corpus {
        Some(folder) => corpus::of_folder(subject.as_ref(), folder),
        None => corpus::built_in(subject.as_ref()),
    });
    corpora.collect()
}

fn plan(options: &Verify, seed: u64, corpus: Vec<CorpusCase>) -> Plan {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let budget = match options.cases {
        Some(cases) => Budget::Cases(cases),
        None => Budget::Time(options.time.unwrap_or(DEFAULT_TIME)),
    };
    let threads = options.threads.map_or(processors, usize::from);
    Plan { seed, budget, threads, step_limit: options.limits.step_limit, corpus }
}

fn verify(subject: &AnySubject, plan: &Plan, options: &Verify, stop: &Arc<AtomicBool>) -> Summary {
    let bar = Bar::new(subject.as_ref(), plan);
    let Outcome { stats, found, interrupted, elapsed } =
        campaign::run(subject, plan, stop, &mut |progress| bar.show(progress));
    let report = found.map(|found| {
        bar.say("shrinking the case that was found");
        report(subject, found, options, stop)
    });
    bar.finish();
    let full_budget = options.cases.is_none() && options.time.is_none_or(|t| t >= DEFAULT_TIME);
    Summary {
        rule_set: subject.name(),
        seed: plan.seed,
        threads: plan.threads,
        corpus: plan.corpus.len(),
        clauses: subject.clauses(),
        stats,
        report,
        interrupted,
        elapsed,
        must_reach_all: full_budget && !interrupted,
    }
}

/// Shrinks and saves what was found.
fn report(subject: &AnySubject, found: Found, options: &Verify, stop: &Arc<AtomicBool>) -> Report {
    let step_limit = options.limits.step_limit;
    let isolation = Isolation { rule_set: subject.name(), step_limit, stop };
    let shrinking = Shrinking {
        step_limit,
        time_limit: TIME_LIMIT,
        stop,
        isolated: Some(&|case| isolation.fails(case)),
    };
    // Kept as it is until there is something better: shrinking takes time, and may be ended.
    let unshrunk = found.text.as_deref().and_then(|text| save(subject, text, &options.out));
    let mut report = conclude(subject, found, &shrinking);
    report.saved = report.text().and_then(|text| save(subject, text, &options.out));
    match (unshrunk, &report.saved) {
        (Some(unshrunk), Some(saved)) if unshrunk != *saved => {
            // A case too many does no harm.
            let _ = fs::remove_file(unshrunk);
        }
        (unshrunk, None) => report.saved = unshrunk,
        _ => {}
    }
    report
}

/// Saves a case under a name that equal cases share. If that fails, the report still has it.
fn save(subject: &AnySubject, text: &str, folder: &Path) -> Option<String> {
    let name = format!("{}-{:016x}.txt", subject.name(), digest(text.as_bytes()));
    let path = folder.join(name);
    let written = files::write(&path, text).inspect_err(Failure::report);
    written.ok().map(|()| path.display().to_string())
}

/// Shows a summary on standard output, or beside it if that is where the JSON goes. A report that
/// cannot be shown there is shown where it can.
fn show(summary: &Summary, options: &Verify) -> Result<(), Failure> {
    let text = summary.render();
    if options.json.as_deref().is_some_and(files::is_standard_stream) {
        output::complain(text);
        return Ok(());
    }
    let shown = output::print(&text);
    if shown.is_err() && summary.report.is_some() {
        output::complain(text);
    }
    shown
}

fn write_json(path: &Path, summaries: &[Summary]) -> Result<(), Failure> {
    let summaries: Vec<_> = summaries.iter().map(Summary::to_json).collect();
    let text = serde_json::to_string_pretty(&summaries).expect("plain data can be written");
    output::deliver(Some(path), &format!("{text}\n"))
}
