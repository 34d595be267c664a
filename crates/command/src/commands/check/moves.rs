//! Checks a program that plays a two-player game, by single moves that the referee judges.
//!
//! For rule sets with a contest, which have no stream of judge input. The contest lists the
//! positions of a case file and draws boards (`Contest::positions`, `Contest::draw_any`).

use std::ffi::OsString;
use std::thread;
use std::time::Duration;

use twinboard_referee::program::Program;
use twinboard_referee::{Contest, Files};

use self::asker::Asker;
use self::positions::Positions;
use self::rounds::Rounds;
use super::campaign;
use super::error::words_stand_apart;
use super::results::{self, Extra};
use super::setup::Setup;
use crate::args::check::Check;
use crate::commands::tournament::players;
use crate::output::failure::Failure;
use crate::output::tally::Conclusion;
use crate::output::text::shown;
use crate::process::scratch;
use crate::session::{AnySubject, Session};

mod asker;
mod positions;
mod report;
mod rounds;
mod shrinking;

/// Time limit for a move without `--limit`.
const DEFAULT_LIMIT: Duration = Duration::from_secs(1);

/// Output limit in bytes for each stream and each file, as in a game.
const OUTPUT: u64 = 1 << 20;

pub(super) fn run(
    options: &Check,
    session: &Session,
    subject: &AnySubject,
    contest: &dyn Contest,
) -> Result<Conclusion, Failure> {
    let name = subject.name();
    if options.exact {
        let reason = "a move is valid or not, regardless of its format";
        return Err(Failure::Usage(format!("--exact does not apply to {name}: {reason}")));
    }
    let files = (!options.stdio).then(|| contest.files());
    let command = command(&options.command, files)?;
    let mut setup = Setup::new(options, session, subject, command.clone(), "position")?;
    let corpus = positions::of_corpus(contest, &setup.corpus)?;
    // Each case of a file is a separate failure here.
    setup.known = setup.known.into_iter().flatten().map(|case| vec![case]).collect();
    let limit = options.limit.unwrap_or(DEFAULT_LIMIT);
    let place = scratch::folder()?;
    let asker = Asker {
        contest,
        program: Program { command, files },
        runner: setup.runner(limit, OUTPUT, None)?,
        place: place.path(),
        limit,
        // A CPU is left to other processes, so that time limits are fair.
        jobs: thread::available_parallelism().map_or(1, |count| (count.get() - 1).max(1)),
    };
    let positions = Positions { contest, seed: setup.about.seed };
    let mut rounds = Rounds { asker: &asker, positions, late_once: 0, slowest: Duration::ZERO };
    let outcome = campaign::run(&setup, corpus, &mut rounds);
    let (late_once, slowest_move_seconds) = (rounds.late_once, rounds.slowest.as_secs_f64());
    results::conclude(&setup, outcome, Extra::Moves { late_once, slowest_move_seconds })
}

/// The program and its arguments with absolute paths, since it is started in other folders.
fn command(given: &[OsString], files: Option<Files>) -> Result<Vec<OsString>, Failure> {
    let word = |word: &OsString| {
        word.to_str().map(str::to_owned).ok_or_else(|| {
            Failure::Usage(format!("the argument {} is not valid UTF-8", shown(word)))
        })
    };
    let words = given.iter().map(word).collect::<Result<Vec<_>, _>>()?;
    let missing = || {
        let hint = words_stand_apart(given);
        Failure::Usage(format!("no program is called {}{hint}", words[0]))
    };
    let command = players::command(&words, files)?.ok_or_else(missing)?;
    Ok(command.into_iter().map(OsString::from).collect())
}
