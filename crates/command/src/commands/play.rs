//! `twinboard play`: answers judge input, or makes a move of a two-player game in time.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, value_parser};
use twinboard_harness::{Side, guard};
use twinboard_referee::delays::DELAYS;
use twinboard_referee::{BuiltIn, Contest, GameState, MoveBudget};
use twinboard_vocabulary::Limits;
use twinboard_vocabulary::random::digest;

use crate::args::{duration, side};
use crate::cases::case_file;
use crate::output::text::shown;
use crate::output::{Exit, Failure, files};
use crate::process;
use crate::session::Session;
use crate::session::engine::EngineOptions;

#[derive(Args)]
pub(crate) struct Play {
    /// Rule set.
    #[arg(value_name = "RULESET")]
    pub(crate) rule_set: String,
    /// Side that plays [default: engine].
    ///
    /// In a two-player game the side plays a whole case file and the answer is the final position.
    #[arg(long, value_name = "SIDE", value_parser = side())]
    #[arg(conflicts_with_all = ["player", "time", "threads", "stdio"])]
    pub(crate) with: Option<Side>,
    #[command(flatten)]
    pub(crate) turn: TurnOptions,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    /// Input file; `-` is standard input [default: standard input; in a two-player game a file in
    /// the current folder].
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

pub(crate) fn run(options: &Play, session: &Session) -> Result<Exit, Failure> {
    let subject = session.subject(&options.rule_set)?;
    let contest = session.contest(subject.name());
    if let Some(contest) = contest.as_ref().filter(|_| options.with.is_none())
        && let Some(player) = options.turn.player(contest.as_ref())?
    {
        let file = options.file.as_deref();
        return play_turn(&options.turn, file, session, contest.as_ref(), &player);
    }
    if let Some(option) = options.turn.given() {
        let reason = if contest.is_some() {
            "it has no solver; name a player with --player"
        } else {
            "it is not a two-player game"
        };
        return Err(usage!("{option} does not apply to {}: {reason}", options.rule_set));
    }
    let input = files::open(options.file.as_deref())?;
    let side = options.with.unwrap_or(Side::Engine);
    case_file::answer(subject.as_ref(), side, input, Limits::Judge, &mut io::stdout().lock())?;
    Ok(Exit::Success)
}

// A move of a two-player game in time, as a contest demands it.
//
// The time counts from the start of the process, not of the command: on a busy machine it may take a
// tenth of a second from the one to the other. The end of the process ends a search that still runs.

/// Options that apply to a two-player game only.
#[derive(Args)]
pub(crate) struct TurnOptions {
    /// In a two-player game: built-in player that makes the move [default: the solver].
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<String>,
    /// In a two-player game: wall-clock time from the start of the process to its answer [default:
    /// 900ms].
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// In a two-player game: number of search threads [default: number of CPUs, up
    /// to 4].
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// In a two-player game: board on standard input and move on standard output, instead of files
    /// in the current folder.
    #[arg(long, conflicts_with = "file")]
    pub(crate) stdio: bool,
}

impl TurnOptions {
    fn given(&self) -> Option<&'static str> {
        let given = [
            ("--player", self.player.is_some()),
            ("--time", self.time.is_some()),
            ("--threads", self.threads.is_some()),
            ("--stdio", self.stdio),
        ];
        given.into_iter().find_map(|(name, is_given)| is_given.then_some(name))
    }

    /// The player that makes the move: the named one, else the last of a contest with a solver, which
    /// plays its advice.
    fn player(&self, contest: &dyn Contest) -> Result<Option<BuiltIn>, Failure> {
        let mut players = contest.built_in();
        let Some(name) = &self.player else {
            return Ok(players.pop().filter(|_| contest.has_analyst()));
        };
        let all: Vec<&str> = players.iter().map(|player| player.name).collect();
        contest.player(name).map(Some).ok_or_else(|| {
            usage!("no player is called {}; built-in players: {}", shown(name), all.join(", "))
        })
    }
}

/// Default time for an answer. A contest allows 1 s from the start of a process to its end; the
/// rest is for writing the answer, for ending the process, and for the load of other processes.
const TIME: Duration = Duration::from_millis(900);

/// Most search threads by default. The gain was measured for two.
const THREADS_MAX: usize = 4;

/// Starting the process counts for at most 1/`START_SHARE` of the time: a script may do other
/// things in the process before the command.
const START_SHARE: u32 = 4;

fn play_turn(
    options: &TurnOptions,
    file: Option<&Path>,
    session: &Session,
    contest: &dyn Contest,
    player: &BuiltIn,
) -> Result<Exit, Failure> {
    let names = contest.files();
    let in_files = file.is_none() && !options.stdio;
    let file = file.unwrap_or_else(|| Path::new(if in_files { names.board } else { "-" }));
    let (name, text) = files::read(file).map_err(|failure| match failure {
        Failure::File { error, .. } if in_files && error.kind() == io::ErrorKind::NotFound => {
            usage!(
                "there is no {} in this folder; expected a board there, in FILE, or on standard \
                 input with --stdio",
                names.board
            )
        }
        failure => failure,
    })?;
    let play = contest.start(&text).map_err(|error| Failure::Input { name, error })?;
    let time = options.time.unwrap_or(TIME);
    let (started, waited) = process::process_started(session.started(), time / START_SHARE);
    DELAYS.add(Instant::now(), waited);
    let deadline = process::later(started, time);
    let cpus = || thread::available_parallelism().map_or(1, usize::from).min(THREADS_MAX);
    let threads = options.threads.map_or_else(cpus, usize::from);
    if options.player.is_some() && play.state().map_err(Failure::Judges)? != GameState::Playing {
        return Err(usage!("the game is over: there is no move to make"));
    }
    let board = play.board();
    let budget = MoveBudget { deadline, threads, stop: &AtomicBool::new(false) };
    // The board is the seed of its random choices.
    let answer =
        guard::catch_panic(|| player.seat(digest(board.as_bytes())).answer(&board, &budget))
            .map_err(|panic| Failure::Panic { side: Side::Engine, panic })?;
    if in_files {
        files::write_unsynced(Path::new(names.answer), answer)?;
    } else {
        let mut output = io::stdout().lock();
        output
            .write_all(answer.as_bytes())
            .and_then(|()| output.flush())
            .map_err(Failure::Output)?;
    }
    Ok(Exit::Success)
}
