//! Players of a two-player game, which are asked for single moves that the referee judges.
//!
//! For rule sets with a contest, which have no stream of judge input. The contest lists the
//! positions of a case file and draws boards (`Contest::positions`, `Contest::draw_any`).

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use twinboard_harness::campaign::CorpusCase;
use twinboard_harness::random;
use twinboard_referee::program::Program as Player;
use twinboard_referee::{
    Contest, Files, Foul as Losing, MoveBudget, MoveCheck, RefereeError, move_check,
};
use twinboard_runner::Runner;
use twinboard_vocabulary::InputError;

use super::foul::Foul;
use super::{
    Kind, Names, Program, Section, Setup, Trial, campaign, not_started, results, words_stand_apart,
};
use crate::commands::check::Check;
use crate::commands::tournament::arguments;
use crate::output::failure::Failure;
use crate::output::tally::Conclusion;
use crate::output::text::shown;
use crate::process::{self, OUTPUT};
use crate::session::{AnySubject, Session};

const DEFAULT_LIMIT: Duration = Duration::from_secs(1);

/// Number of positions for each thread in a round.
const ROUND: usize = 8;

/// 1/`GROUP_EVERY` of the generated boards are from a group of the contest, the others arbitrary.
const GROUP_EVERY: u64 = 4;

/// Maximum number of moves before a position in the middle of a game.
const MOVES_MAX: u64 = 12;

/// Number of attempts to generate a board with a move.
const TRIES: usize = 16;

/// Time limit for a move of a built-in player, which needs far less.
const THINKING: Duration = Duration::from_secs(1);

pub(super) fn run(
    options: &Check,
    session: &Session,
    subject: &AnySubject,
    contest: &dyn Contest,
) -> Result<Conclusion, Failure> {
    let name = subject.name();
    if options.exact {
        let reason = "a move is valid or not, regardless of its format";
        return Err(usage!("--exact does not apply to {name}: {reason}"));
    }
    let files = (!options.stdio).then(|| contest.files());
    let command = command(&options.command, files)?;
    let mut setup = Setup::new(options, session, subject, command.clone(), true)?;
    let corpus = positions(contest, &setup.corpus)?;
    // Each case of a file is a separate failure here.
    setup.known = setup.known.into_iter().flatten().map(|case| vec![case]).collect();
    let place = process::scratch_folder()?;
    let player = Player { command, files };
    let moves = Moves { contest, player, place: place.path(), seed: setup.about.seed };
    // A CPU is left to other processes, so that time limits are fair.
    let jobs = thread::available_parallelism().map_or(1, |count| (count.get() - 1).max(1));
    let program = Program {
        kind: &moves,
        subject,
        runner: setup.runner(options.limit.unwrap_or(DEFAULT_LIMIT), OUTPUT, None)?,
        cases_max: 1,
        // The judges may disagree about a generated position, which ends the check.
        early: 0,
        jobs,
        round: jobs * ROUND,
    };
    results::conclude(&setup, campaign::run(&setup, corpus, &program))
}

/// The program and its arguments with absolute paths, since it is started in other folders.
fn command(given: &[OsString], files: Option<Files>) -> Result<Vec<OsString>, Failure> {
    let word = |word: &OsString| {
        word.to_str()
            .map(str::to_owned)
            .ok_or_else(|| usage!("the argument {} is not valid UTF-8", shown(word)))
    };
    let words = given.iter().map(word).collect::<Result<Vec<_>, _>>()?;
    let missing = || {
        let hint = words_stand_apart(given);
        usage!("no program is called {}{hint}", words[0])
    };
    let command = arguments::command(&words, files)?.ok_or_else(missing)?;
    Ok(command.into_iter().map(OsString::from).collect())
}

/// The boards of all positions of a corpus, each once, under the name of its case.
fn positions(contest: &dyn Contest, cases: &[CorpusCase]) -> Result<Vec<CorpusCase>, Failure> {
    let mut boards = BTreeSet::new();
    let mut corpus = Vec::new();
    for case in cases {
        let failure = |error: InputError| Failure::Input { name: case.name.clone(), error };
        for board in contest.positions(case.text.as_bytes()).map_err(failure)? {
            if boards.insert(board.clone()) {
                corpus.push(CorpusCase { name: case.name.clone(), text: board });
            }
        }
    }
    Ok(corpus)
}

struct Moves<'a> {
    contest: &'a dyn Contest,
    player: Player,
    /// The folder in which each run gets a folder of its own.
    place: &'a Path,
    seed: u64,
}

impl Moves<'_> {
    fn draw_board(&self, number: u64, seed: u64) -> String {
        let groups = self.contest.groups();
        let round = number / GROUP_EVERY;
        let group = if number % GROUP_EVERY == GROUP_EVERY - 1 && !groups.is_empty() {
            let group = groups[(round % groups.len() as u64) as usize];
            self.contest.draw(group.number, seed)
        } else {
            None
        };
        group.unwrap_or_else(|| self.contest.draw_any(seed))
    }

    /// With probability 1/2 the board itself, otherwise a later board of a game from there.
    fn play_on(
        &self,
        board: &str,
        word: &mut impl FnMut() -> u64,
    ) -> Result<Option<String>, Failure> {
        let moves = if word().is_multiple_of(2) { 0 } else { 1 + word() % MOVES_MAX };
        let mut player = self.contest.built_in()[0].seat(word());
        let stop = AtomicBool::new(false);
        let budget = MoveBudget { deadline: Instant::now() + THINKING, threads: 1, stop: &stop };
        move_check::play_ahead(self.contest, board, player.as_mut(), moves, &budget)
            .map_err(Failure::Judges)
    }
}

impl Kind for Moves<'_> {
    fn names(&self) -> Names {
        let Files { board: input, answer } = self.contest.files();
        let is_answer_in_file = self.player.files.is_some();
        Names { title: "the board", input, answer, is_answer_in_file }
    }

    fn draw(&self, number: u64) -> Result<Option<String>, Failure> {
        let mut word = random::stream(self.seed, number);
        for _ in 0..TRIES {
            let board = self.draw_board(number, word());
            if let Some(board) = self.play_on(&board, &mut word)? {
                return Ok(Some(board));
            }
        }
        Ok(None)
    }

    fn run(&self, cases: &[String], runner: &Runner, _: bool) -> Result<Option<Trial>, Failure> {
        let [board] = cases else { return Ok(None) };
        if !move_check::has_move(self.contest, board).map_err(Failure::Judges)? {
            return Ok(None);
        }
        let MoveCheck { reply, foul, case } =
            MoveCheck::run(self.contest, board, &self.player, runner, self.place).map_err(
                |error| match error {
                    RefereeError::Divergence(divergence) => Failure::Judges(divergence),
                    RefereeError::Io { doing, error } => process::failure(&doing, &error),
                },
            )?;
        if let Some(Losing::NotStarted { reason }) = &foul {
            return Err(not_started(reason, &self.player.command));
        }
        let is_astray = reply.answer.is_err() && self.player.files.is_some();
        Ok(Some(Trial {
            foul: foul.map(Foul::Losing).or_else(|| Foul::of_processes(reply.left)),
            suspect: None,
            time: reply.time,
            input: board.clone(),
            answer: reply.answer.ok(),
            expected: None,
            case: Some(case),
            stray: if is_astray { reply.output } else { Vec::new() },
            errors: reply.errors.into_bytes(),
        }))
    }

    /// A move is a foul by itself, and its refusal says why.
    fn explain(&self, _: usize, _: &Trial) -> String {
        String::new()
    }

    fn show(&self, trial: &mut Trial) -> Result<Vec<Section>, Failure> {
        Ok(match &trial.answer {
            Some(answer) if answer.trim_ascii().is_empty() => {
                vec![Section::Sentence("the answer is empty")]
            }
            Some(answer) => {
                vec![Section::Cut("its answer", String::from_utf8_lossy(answer).into_owned())]
            }
            None if !trial.stray.trim_ascii().is_empty() => vec![Section::Sentence(
                "It wrote to its standard output. Programs that answer there are checked with \
                 --stdio.",
            )],
            None => Vec::new(),
        })
    }
}
