//! Plays all games of a tournament, several at a time.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::panic;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::thread;

use twinboard_runner::Runner;
use twinboard_vocabulary::InputError;
use twinboard_vocabulary::random::digest;
use twinboard_vocabulary::two_player::Player;

use crate::contest::{BuiltIn, Contest, STACK};
use crate::error::RefereeError;
use crate::game::{self, ActivePlayer, Context};
use crate::pauses::{Pauses, SetOnDrop};
use crate::program::Program;
use crate::record::Record;
use crate::settings::{Entrant, Pairing, PlayerKind, Settings};

/// A tournament with valid settings.
pub struct Tournament {
    contest: Arc<dyn Contest>,
    settings: Settings,
    entrants: Vec<PlayerSource>,
    pairings: Vec<Pairing>,
}

/// Source of a participant's player, resolved from its [`Entrant`].
enum PlayerSource {
    BuiltIn(BuiltIn),
    Program(Program),
}

/// Error in the settings of a tournament.
#[derive(Debug)]
pub enum SettingsError {
    /// There is no built-in player of this name.
    NoSuchPlayer(String),
    /// The board of this name cannot be read.
    Board(String, InputError),
    /// Two players or two boards have this name.
    NotUnique(String),
    /// The sequential test is invalid, for this reason.
    Test(String),
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchPlayer(name) => write!(f, "there is no built-in player called {name}"),
            Self::Board(name, error) => write!(f, "{name}: {error}"),
            Self::NotUnique(name) => write!(f, "the name {name} is used twice"),
            Self::Test(reason) => write!(f, "invalid sequential test: {reason}"),
        }
    }
}

impl std::error::Error for SettingsError {}

/// Reason why [`Tournament::play`] returned.
#[derive(Debug)]
pub enum End {
    /// All games have been played.
    Done,
    /// Playing was cancelled before the last game.
    Stopped,
    /// The referee failed.
    Failed(RefereeError),
}

/// Options that do not affect the results of games (except through time).
#[derive(Clone, Copy)]
pub struct RunOptions<'a> {
    /// Number of concurrent games, at least 1.
    pub games: usize,
    /// Number of threads that a built-in player may use for a move, at least 1.
    pub threads: usize,
    /// Folder for the temporary folders in which programs run.
    pub scratch: &'a Path,
    /// Runs programs; required if there are any. Its limits are replaced by those of the settings.
    pub runner: Option<&'a Runner>,
    /// Cancels all games when set.
    pub stop: &'a AtomicBool,
}

impl Tournament {
    /// Checks the settings and creates the tournament.
    ///
    /// # Errors
    ///
    /// If a built-in player does not exist, a board cannot be read, a name is not unique, or the
    /// sequential test is invalid.
    pub fn new(contest: Arc<dyn Contest>, settings: Settings) -> Result<Self, SettingsError> {
        let names = [
            settings.players.iter().map(|player| &player.name).collect::<Vec<_>>(),
            settings.boards.iter().map(|board| &board.name).collect(),
        ];
        for names in names {
            let mut seen = BTreeSet::new();
            if let Some(name) = names.iter().find(|name| !seen.insert(**name)) {
                return Err(SettingsError::NotUnique((*name).clone()));
            }
        }
        for board in settings.boards.iter().filter(|board| board.drawn.is_none()) {
            let started = contest.start(board.text.as_bytes());
            started.map_err(|error| SettingsError::Board(board.name.clone(), error))?;
        }
        if let Some(sprt) = settings.sprt {
            sprt.checked().map_err(|error| SettingsError::Test(error.to_string()))?;
            if settings.players.len() != 2 {
                return Err(SettingsError::Test("it needs exactly two players".into()));
            }
        }
        let sources = settings.players.iter().map(|entrant| resolve(contest.as_ref(), entrant));
        let entrants = sources.collect::<Result<_, _>>()?;
        let pairings = settings.pairings();
        Ok(Self { contest, settings, entrants, pairings })
    }

    /// Settings of the tournament.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.pairings.len()
    }

    /// True if a player is a program, so that a runner is required.
    #[must_use]
    pub fn has_programs(&self) -> bool {
        self.entrants.iter().any(|entrant| matches!(entrant, PlayerSource::Program(_)))
    }

    /// Plays all games except those in `played` and passes each record to `ended` as soon as the
    /// game ends, in any order. No further game is begun once `ended` returns false.
    ///
    /// Apart from thinking times, games are independent of each other and of the options.
    pub fn play(
        &self,
        played: &BTreeSet<usize>,
        options: &RunOptions<'_>,
        ended: &mut dyn FnMut(Record) -> bool,
    ) -> End {
        let left: Vec<usize> = (0..self.games()).filter(|game| !played.contains(game)).collect();
        let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let limits = self.settings.limits;
        let (pauses, over) = (Pauses::default(), AtomicBool::new(false));
        let context = Context {
            contest: self.contest.as_ref(),
            runner: options.runner.map(|runner| runner.with_limits(limits.for_runner())),
            scratch: options.scratch,
            time: limits.time(),
            threads: options.threads,
            stop: options.stop,
            pauses: &pauses,
        };
        let work = |to: mpsc::SyncSender<Result<Record, RefereeError>>| {
            while !stopped.load(Relaxed)
                && let Some(&game) = left.get(next.fetch_add(1, Relaxed))
            {
                let Some(result) = self.play_game(&context, game).transpose() else { return };
                if result.is_err() {
                    stopped.store(true, Relaxed);
                }
                if to.send(result).is_err() {
                    return;
                }
            }
        };
        let mut end = None;
        let mut count = 0;
        thread::scope(|scope| {
            let _over = SetOnDrop(&over);
            // Without this thread a pause is not noticed.
            let watcher = thread::Builder::new().stack_size(STACK);
            let _ = watcher.spawn_scoped(scope, || pauses.watch(&over));
            // With capacity 0 a worker begins its next game only after `ended` got its last one.
            let (to, from) = mpsc::sync_channel(0);
            let mut workers = Vec::new();
            for number in 0..options.games.clamp(1, left.len().max(1)) {
                let (to, work) = (to.clone(), &work);
                let thread = thread::Builder::new().stack_size(STACK);
                match thread.spawn_scoped(scope, move || work(to)) {
                    Ok(worker) => workers.push(worker),
                    Err(error) if number == 0 => {
                        let doing = "start a thread".to_owned();
                        end = Some(End::Failed(RefereeError::Io { doing, error }));
                        break;
                    }
                    // A single thread suffices for all games.
                    Err(_) => {}
                }
            }
            drop(to);
            // After a failure the games in progress are played to their end and count.
            for result in from {
                match result {
                    Ok(record) => {
                        count += 1;
                        if !ended(record) {
                            stopped.store(true, Relaxed);
                        }
                    }
                    Err(error) => end = end.take().or(Some(End::Failed(error))),
                }
            }
            for worker in workers {
                // The payload says what happened, which the end of the scope would not.
                worker.join().unwrap_or_else(|payload| panic::resume_unwind(payload));
            }
        });
        let all_ended = count == left.len();
        end.unwrap_or(if all_ended { End::Done } else { End::Stopped })
    }

    fn play_game(
        &self,
        context: &Context<'_>,
        game: usize,
    ) -> Result<Option<Record>, RefereeError> {
        let Pairing { board, players } = self.pairings[game];
        let board = &self.settings.boards[board];
        let text = match board.drawn {
            None => board.text.clone(),
            Some([group, seed]) => self.contest.draw(group, seed).ok_or_else(|| {
                let error = io::Error::other(format!("there is no group {group}"));
                RefereeError::Io { doing: format!("draw the board {}", board.name), error }
            })?,
        };
        let names = players.map(|player| &*self.settings.players[player].name);
        let seat = |seat: Player| match &self.entrants[players[seat.index()]] {
            PlayerSource::Program(program) => ActivePlayer::Program(program),
            PlayerSource::BuiltIn(player) => {
                let seed = bot_seed(self.settings.seed, &text, names, seat);
                ActivePlayer::Bot(player.seat(seed))
            }
        };
        game::play(context, &text, Player::ALL.map(seat), game::unplayed(game, &board.name, names))
    }
}

fn resolve(contest: &dyn Contest, entrant: &Entrant) -> Result<PlayerSource, SettingsError> {
    let program = |command: &[String], files| {
        let command = command.iter().map(OsString::from).collect();
        PlayerSource::Program(Program { command, files })
    };
    match &entrant.kind {
        PlayerKind::BuiltIn(name) => {
            let player = contest.player(name).map(PlayerSource::BuiltIn);
            player.ok_or_else(|| SettingsError::NoSuchPlayer(name.clone()))
        }
        PlayerKind::Files(command) => Ok(program(command, Some(contest.files()))),
        PlayerKind::Stdio(command) => Ok(program(command, None)),
    }
}

/// Seed of a built-in player for a game: FNV-1a over the seed of the tournament and everything that
/// identifies the game and the seat. So a game does not depend on the other participants.
fn bot_seed(seed: u64, board: &str, players: [&str; 2], seat: Player) -> u64 {
    let text = format!("{seed}\n{}\n{}\n{seat}\n{board}", players[0], players[1]);
    digest(text.as_bytes())
}
