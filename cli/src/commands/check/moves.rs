//! A program that plays a game for two: it is asked for single moves, and the referee's judges say
//! whether they are valid and in time.

use std::ffi::OsString;
use std::path::Path;
use std::thread;
use std::time::Duration;

use harness::campaign::Budget;
use referee::program::Program;
use referee::{Contest, Divergence};

use self::asker::{Asker, Halt};
use self::campaign::{Campaign, Outcome, Plan};
use self::positions::Source;
use self::report::Report;
use self::results::Results;
use super::verdict::Verdict;
use crate::args::Check;
use crate::commands::tournament::players;
use crate::failure::{Exit, Failure};
use crate::progress_bar::CampaignBar;
use crate::subjects::{self, AnySubject};
use crate::{files, interrupt, output};

mod asker;
mod campaign;
mod positions;
mod report;
mod results;
mod shrinking;

/// For how long a program may think about a move if nothing else is said.
const DEFAULT_LIMIT: Duration = Duration::from_secs(1);

/// How much a program may write to each stream and each file, as in a game.
const OUTPUT: u64 = 1 << 20;

pub(super) fn run(
    options: &Check,
    subject: &AnySubject,
    contest: &dyn Contest,
) -> Result<Exit, Failure> {
    if options.exact {
        let name = subject.name();
        let why = "a move is valid or not, however it is written";
        return Err(Failure::Usage(format!("there is no --exact in {name}: {why}")));
    }
    let command = command(&options.command)?;
    let corpus = super::read_corpus(options, subject)?;
    let (budget, seed) = (super::budget(options), super::seed(options));
    let cases = if let Budget::Cases(cases) = budget { cases } else { u64::MAX };
    let source = Source::new(contest, &corpus, seed, cases)?;
    let known = super::read_known(options, subject)?.into_iter().flatten().collect();
    let stop = interrupt::flag();
    let limit = options.limit.unwrap_or(DEFAULT_LIMIT);
    let place = tempfile::tempdir().map_err(|error| Failure::File {
        path: std::env::temp_dir(),
        doing: "make a folder in",
        error,
    })?;
    let files = (!options.stdio).then(|| contest.files());
    let asker = Asker {
        contest,
        program: Program { command, files },
        runner: super::runner(options, (limit, OUTPUT), &stop)?,
        place: place.path(),
        limit,
        // One processor is left to what else goes on, so that limits of time are fair.
        jobs: thread::available_parallelism().map_or(1, |count| (count.get() - 1).max(1)),
    };
    let bar = CampaignBar::new(subject.name(), budget, source.corpus());
    let corpus = source.corpus();
    let failures_max = options.failures_max();
    let plan = Plan { subject, budget, known, failures_max, bar: &bar, stop: &stop };
    let (outcome, done) = Campaign::new(&asker, plan, source).run();
    bar.finish();
    let about = About { rule_set: subject.name(), seed, asker: &asker };
    conclude(options, about, corpus, outcome, done)
}

/// Reports everything there is to report.
fn conclude(
    options: &Check,
    about: About<'_>,
    corpus: usize,
    outcome: Outcome,
    done: Result<(), Halt>,
) -> Result<Exit, Failure> {
    let judges_disagree = matches!(done, Err(Halt::Divergence(_)));
    let mut rest = match done {
        Err(Halt::Failed(failure)) => Err(failure),
        Err(Halt::Divergence(divergence)) => disagreed(about.rule_set, &divergence, &options.out),
        Ok(()) | Err(Halt::Interrupted) => Ok(()),
    };
    if outcome.found.is_empty() && !judges_disagree {
        rest?;
        rest = Ok(());
    }
    let reports = outcome.found.into_iter().map(|found| Report::of(found, about, &options.out));
    let reports: Vec<Report> = reports.collect();
    let verdict = Verdict {
        rule_set: about.rule_set,
        seed: about.seed,
        unit: "position",
        progress: outcome.progress,
        failures: reports.iter().map(Report::told).collect(),
        known_met: outcome.known_met,
        judges_disagree,
        interrupted: outcome.interrupted,
        elapsed: outcome.elapsed,
    };
    let results = Results {
        verdict,
        corpus,
        failures: reports.iter().map(Report::to_json).collect(),
        late_once: outcome.late_once,
        slowest: outcome.slowest,
    };
    let json = results.to_json(&about.asker.program.command);
    results.verdict.conclude(options, &results.render(), &json, rest)
}

/// The judges disagree: that is what the rest of this program is there to find.
fn disagreed(rule_set: &str, divergence: &Divergence, out: &Path) -> Result<(), Failure> {
    output::complain(format!("error: {divergence}; the program is not to blame"));
    let path = out.join(format!("{rule_set}-divergence.txt"));
    files::write(&path, &divergence.case)?;
    let (program, path) = (subjects::program(), path.display());
    output::complain(format!("the case is kept; see it with: {program} diff {path}"));
    Ok(())
}

/// What all reports have in common.
#[derive(Clone, Copy)]
struct About<'a> {
    rule_set: &'static str,
    seed: u64,
    asker: &'a Asker<'a>,
}

/// The program and its arguments, to be started in other folders.
fn command(words: &[OsString]) -> Result<Vec<OsString>, Failure> {
    let word = |word: &OsString| {
        word.to_str().map(str::to_owned).ok_or_else(|| {
            Failure::Usage(format!("the argument {} is no text in UTF-8", word.display()))
        })
    };
    let words = words.iter().map(word).collect::<Result<Vec<_>, _>>()?;
    let command = players::command(&words)?
        .ok_or_else(|| Failure::Usage(format!("there is no program called {}", words[0])))?;
    Ok(command.into_iter().map(OsString::from).collect())
}
