//! A tournament: all games of its settings, several at a time.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::thread;

use board::InputError;
use runner::Runner;

use crate::contest::STACK;
use crate::game::{self, ActivePlayer, Context};
use crate::program::Program;
use crate::settings::Pairing;
use crate::{BuiltIn, Contest, Divergence, Entrant, Player, PlayerKind, Record, Settings};

/// A tournament that can be played.
pub struct Tournament {
    contest: Arc<dyn Contest>,
    settings: Settings,
    entrants: Vec<PlayerSource>,
    pairings: Vec<Pairing>,
}

/// Somebody who is ready to be seated.
enum PlayerSource {
    BuiltIn(&'static BuiltIn),
    Program(Program),
}

/// Why settings are not those of a tournament.
#[derive(Debug)]
pub enum SettingsError {
    /// There is no built-in player of this name.
    NoSuchPlayer(String),
    /// A board cannot be read: its name, and why.
    Board(String, InputError),
    /// Two players or boards have this name.
    NotUnique(String),
    /// There is no such sequential test of these players; why.
    Test(String),
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchPlayer(name) => write!(f, "there is no built-in player called {name}"),
            Self::Board(name, error) => write!(f, "{name}: {error}"),
            Self::NotUnique(name) => write!(f, "there are two called {name}"),
            Self::Test(why) => write!(f, "there is no such sequential test: {why}"),
        }
    }
}

impl std::error::Error for SettingsError {}

/// Why games could not be played on. No player is to blame for it.
#[derive(Debug)]
pub enum RefereeError {
    /// The judges disagree in the game of this number.
    Divergence(Divergence),
    /// Something that a referee needs failed.
    Io {
        /// What was to be done.
        doing: String,
        /// Why it failed.
        error: io::Error,
    },
}

impl From<Divergence> for RefereeError {
    fn from(divergence: Divergence) -> Self {
        Self::Divergence(divergence)
    }
}

impl fmt::Display for RefereeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Divergence(divergence) => divergence.fmt(f),
            Self::Io { doing, error } => write!(f, "cannot {doing}: {error}"),
        }
    }
}

impl std::error::Error for RefereeError {}

/// How playing ended.
#[derive(Debug)]
pub enum End {
    /// All games have been played.
    Done,
    /// Nobody waits for the rest.
    Stopped,
    /// Something failed that no player is to blame for.
    Failed(RefereeError),
}

/// How games are played, apart from what decides them.
#[derive(Clone, Copy)]
pub struct RunOptions<'a> {
    /// How many games at a time, at least 1.
    pub games: usize,
    /// How many threads a player in this process may use for a move, at least 1.
    pub threads: usize,
    /// An empty folder where programs get their own.
    pub scratch: &'a Path,
    /// Runs programs. Its limits are replaced by those of the settings.
    pub runner: Option<&'a Runner>,
    /// Set when nobody waits for the games any more.
    pub stop: &'a AtomicBool,
}

impl Tournament {
    /// A tournament with these settings.
    ///
    /// # Errors
    ///
    /// Settings that name somebody or something that is not there.
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
        for board in &settings.boards {
            let started = contest.start(board.text.as_bytes());
            started.map_err(|error| SettingsError::Board(board.name.clone(), error))?;
        }
        if let Some(sprt) = settings.sprt {
            sprt.checked().map_err(|error| SettingsError::Test(error.to_string()))?;
            if settings.players.len() != 2 {
                return Err(SettingsError::Test("it is about two players".into()));
            }
        }
        let sources = settings.players.iter().map(|entrant| resolve(contest.as_ref(), entrant));
        let entrants = sources.collect::<Result<_, _>>()?;
        let pairings = settings.pairings();
        Ok(Self { contest, settings, entrants, pairings })
    }

    /// What decides the games.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> usize {
        self.pairings.len()
    }

    /// Whether somebody is a program, so that a runner is needed.
    #[must_use]
    pub fn has_programs(&self) -> bool {
        self.entrants.iter().any(|entrant| matches!(entrant, PlayerSource::Program(_)))
    }

    /// Plays all games but those that were played before, and shows each as soon as it has ended, in
    /// no certain order. If `ended` says no, no more games are begun.
    ///
    /// A game does not depend on what is played before or beside it, but for the time that players
    /// take.
    pub fn play(
        &self,
        played: &BTreeSet<usize>,
        options: &RunOptions<'_>,
        ended: &mut dyn FnMut(Record) -> bool,
    ) -> End {
        let left: Vec<usize> = (0..self.games()).filter(|game| !played.contains(game)).collect();
        let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let limits = self.settings.limits;
        let context = Context {
            contest: self.contest.as_ref(),
            runner: options.runner.map(|runner| runner.with_limits(limits.for_runner())),
            scratch: options.scratch,
            time: limits.time(),
            threads: options.threads,
            stop: options.stop,
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
            // No game is begun before the last one is taken care of.
            let (to, from) = mpsc::sync_channel(0);
            for number in 0..options.games.clamp(1, left.len().max(1)) {
                let (to, work) = (to.clone(), &work);
                let thread = thread::Builder::new().stack_size(STACK);
                let started = thread.spawn_scoped(scope, move || work(to));
                // The first one plays all games if there can be no other.
                assert!(started.is_ok() || number > 0, "no thread can be started");
            }
            drop(to);
            // Games that are under way when there is trouble are played to their end and count.
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
        let names = players.map(|player| &*self.settings.players[player].name);
        let seat = |seat: Player| match &self.entrants[players[seat.index()]] {
            PlayerSource::Program(program) => ActivePlayer::Program(program),
            PlayerSource::BuiltIn(player) => {
                let seed = bot_seed(self.settings.seed, &board.text, names, seat);
                ActivePlayer::Bot((player.seat)(seed))
            }
        };
        game::play(
            context,
            &board.text,
            Player::ALL.map(seat),
            game::unplayed(game, &board.name, names),
        )
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

/// What the choices of a player in a game follow from: FNV-1a over all that tells the game from
/// others, with the seed of the tournament. So a game does not depend on who else takes part.
fn bot_seed(seed: u64, board: &str, players: [&str; 2], seat: Player) -> u64 {
    let text = format!("{seed}\n{}\n{}\n{seat}\n{board}", players[0], players[1]);
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    text.bytes().fold(0xCBF2_9CE4_8422_2325, step)
}
