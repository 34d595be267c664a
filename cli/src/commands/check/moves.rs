//! A program that plays a game for two: it is asked for single moves, and the referee's judges say
//! whether they are valid and in time.

use std::ffi::OsString;
use std::thread;
use std::time::Duration;

use referee::Contest;
use referee::program::Program;

use self::asker::Asker;
use self::positions::Positions;
use self::rounds::Rounds;
use super::report::About;
use super::setup::Setup;
use super::{campaign, results};
use crate::args::Check;
use crate::commands::tournament::players;
use crate::failure::{Exit, Failure};
use crate::subjects::AnySubject;

mod asker;
mod positions;
mod report;
mod rounds;
mod shrinking;

/// The limit for a move without `--limit`.
const DEFAULT_LIMIT: Duration = Duration::from_secs(1);

/// The number of bytes that a program may write to each stream and each file, as in a game.
const OUTPUT: u64 = 1 << 20;

pub(super) fn run(
    options: &Check,
    subject: &AnySubject,
    contest: &dyn Contest,
) -> Result<Exit, Failure> {
    let name = subject.name();
    if options.exact {
        let why = "a move is valid or not, however it is written";
        return Err(Failure::Usage(format!("there is no --exact in {name}: {why}")));
    }
    let command = command(&options.command)?;
    let mut setup = Setup::new(options, subject)?;
    let corpus = positions::of_corpus(contest, &setup.corpus)?;
    // Each case of a file is a failure of its own here.
    setup.known = setup.known.into_iter().flatten().map(|case| vec![case]).collect();
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
        runner: setup.runner(limit, OUTPUT)?,
        place: place.path(),
        limit,
        // One processor is left to what else goes on, so that limits of time are fair.
        jobs: thread::available_parallelism().map_or(1, |count| (count.get() - 1).max(1)),
    };
    let positions = Positions { contest, seed: setup.seed };
    let mut rounds = Rounds { asker: &asker, positions, late_once: 0, slowest: Duration::ZERO };
    let outcome = campaign::run(&setup, corpus, &mut rounds);
    let command = &asker.program.command;
    let about = About { rule_set: name, seed: setup.seed, command, unit: "position" };
    let summary = report::summary(&outcome, &rounds);
    results::conclude(&setup, about, outcome, summary, |failing, certainty| {
        report::describe(failing, certainty, &asker)
    })
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
