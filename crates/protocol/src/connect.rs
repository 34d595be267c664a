//! The start of an engine: its process, and its handshake.

use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

use twinboard_vocabulary::{LegalMoveOf, PositionOf, Vocabulary, waiting};

use super::hello::{Kind, Part};
use super::transcript::Recent;
use crate::ahead::{BESIDE_MAX, Expectations};
use crate::breach::Breach;
use crate::channel::Connect;
use crate::connection::Connection;
use crate::hello::{Hello, VERSION};
use crate::transcript::{Log, Transcript};
use crate::words::push_number;

/// Bounds of the time limit of the answer to `hello`: some runtimes take seconds to start, and an
/// engine that does not flush its output is to be reported soon (EP-6).
const HELLO_MIN: Duration = Duration::from_secs(5);
const HELLO_MAX: Duration = Duration::from_secs(30);

/// The process of an engine, and the limits of the conversation.
#[derive(Clone)]
pub struct EngineSettings {
    /// Starts the process.
    pub connect: Connect,
    /// Time limit of each answer but that to `hello` (EP-6).
    pub limit: Duration,
    /// Time limit of the first answer of each kind in a process, if it is more: runtimes that
    /// compile functions at their first use take long then (EP-6).
    pub start_limit: Duration,
    /// True if a request is sent only when all before have been answered, as after a breach.
    pub one_by_one: bool,
    /// File that keeps the conversations.
    pub transcript: Option<Transcript>,
}

impl fmt::Debug for EngineSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineSettings").field("limit", &self.limit).finish_non_exhaustive()
    }
}

/// Reason why an engine cannot be used.
#[derive(Debug)]
pub enum ConnectError {
    /// The process cannot be started.
    NotStarted(io::Error),
    /// The handshake breaks the protocol.
    Breach(Box<Breach>),
    /// The engine plays another rule set.
    RuleSet {
        /// The rule set that it plays.
        found: String,
        /// The rule set that is wanted.
        expected: &'static str,
    },
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStarted(error) => write!(f, "the engine cannot be started: {error}"),
            Self::Breach(breach) => breach.fmt(f),
            Self::RuleSet { found, expected } => {
                write!(f, "the engine plays `{found}`; expected {expected} (EP-11)")
            }
        }
    }
}

impl std::error::Error for ConnectError {}

/// A running process whose handshake has been read. It plays the first games of the
/// [`Engine`](crate::Engine) that is made of it.
pub struct Connected {
    pub(crate) settings: EngineSettings,
    pub(crate) connection: Connection,
    pub(crate) hello: Hello,
    /// Parts of positions that are not compared.
    pub(crate) ignored: Vec<Part>,
}

impl Connected {
    /// Starts a process and reads its handshake, whatever rule set it plays.
    ///
    /// # Errors
    ///
    /// If it cannot be started, or the handshake breaks the protocol.
    pub fn connect(settings: EngineSettings) -> Result<Self, ConnectError> {
        let (connection, hello) = open(&settings)?;
        let ignored = hello.ignores.iter().map(|(part, _)| part.clone()).collect();
        Ok(Self { settings, connection, hello, ignored })
    }

    /// The same engine, with further parts of its positions taken from the oracle: they are not
    /// compared.
    #[must_use]
    pub fn ignoring(mut self, ignored: Vec<Part>) -> Self {
        self.ignored.extend(ignored);
        self
    }

    /// The handshake.
    #[must_use]
    pub fn hello(&self) -> &Hello {
        &self.hello
    }
}

impl fmt::Debug for Connected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connected").field("hello", &self.hello).finish_non_exhaustive()
    }
}

/// Starts a process and reads its handshake.
pub(crate) fn open(settings: &EngineSettings) -> Result<(Connection, Hello), ConnectError> {
    let channel = (settings.connect)().map_err(ConnectError::NotStarted)?;
    // On a busy machine the start alone may take as long as a step.
    waiting::keep_alive();
    let log = Log::new(settings.transcript.as_ref());
    let hello_limit = settings.start_limit.clamp(HELLO_MIN, HELLO_MAX).max(settings.limit);
    let mut connection = Connection::new(channel, log, hello_limit);
    let number = connection.request(Kind::Hello, |out| push_number(out, u64::from(VERSION)));
    let hello = connection.answer(number).and_then(|answer| {
        let hello = Hello::read(&answer.lines);
        let hello = hello.and_then(|hello| connection.check_nothing_early().map(|()| hello));
        hello.map_err(|breach| connection.close(breach))
    });
    let hello = hello.map_err(|breach| match connection.not_started() {
        Some(reason) => ConnectError::NotStarted(io::Error::other(reason)),
        None if breach.is_of_system => ConnectError::NotStarted(io::Error::other(breach.message)),
        None => ConnectError::Breach(Box::new(breach)),
    })?;
    connection.set_limits(settings.limit, settings.start_limit);
    Ok((connection, hello))
}

/// A process that plays games of one vocabulary.
pub(crate) struct Process<V: Vocabulary> {
    pub(crate) connection: Connection,
    /// Number of games begun so far, which is the number of the last one (EP-14).
    pub(crate) games: u64,
    /// Number of games in progress.
    pub(crate) in_progress: usize,
    pub(crate) expectations: Expectations,
    /// True once a set-up was not supported: then questions are not sent with a set-up, as they
    /// might be about a game that does not exist.
    pub(crate) has_refused_setup: bool,
    pub(crate) positions: Recent<PositionOf<V>>,
    pub(crate) lists: Recent<Arc<[LegalMoveOf<V>]>>,
}

impl<V: Vocabulary> Process<V> {
    pub(crate) fn new(connection: Connection) -> Self {
        Self {
            connection,
            games: 0,
            in_progress: 0,
            expectations: Expectations::default(),
            has_refused_setup: false,
            positions: Recent::default(),
            lists: Recent::default(),
        }
    }

    /// Forgets what it has learnt from the games so far.
    pub(crate) fn forget_games(&mut self) {
        self.expectations = Expectations::default();
        self.has_refused_setup = false;
        self.positions = Recent::default();
        self.lists = Recent::default();
    }

    /// Number of games in progress, as expectations tell them apart.
    pub(crate) fn beside(&self) -> usize {
        self.in_progress.min(BESIDE_MAX)
    }

    /// The number of a new game.
    pub(crate) fn new_game(&mut self) -> u64 {
        self.games += 1;
        self.games
    }
}
