//! The engine: its processes, and the games that it sets up.

use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, ThreadId};
use std::time::Duration;

use twinboard_vocabulary::{ExactText, Implementation, Plays, SetupOf, Vocabulary};

use crate::breach::Breach;
use crate::channel::Connect;
use crate::connection::Connection;
use crate::game::RemoteGame;
use crate::hello::{Hello, Offer, VERSION};
use crate::kind::Kind;
use crate::process::Process;
use crate::transcript::{Log, Transcript};
use crate::words::push_number;

/// Games after which a process without the offer `end` is replaced, as it keeps all of them.
const GAMES_MAX: u64 = 4096;

/// Time for the answer to `hello`, at least: some runtimes take a second to start (EP-6).
const HELLO_LIMIT: Duration = Duration::from_secs(5);

/// After a silence the limit of an answer is divided by this.
const SHORT_LIMIT: u32 = 8;

/// After a silence an answer may take this many times as long as the slowest answer before it.
const SLOWER: u32 = 8;

/// The process of an engine, and the limits of the conversation.
#[derive(Clone)]
pub struct EngineSettings {
    /// Starts the process.
    pub connect: Connect,
    /// Time limit of each answer but that to `hello` (EP-6).
    pub limit: Duration,
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

/// An engine in another process. It keeps one process for each thread that plays.
///
/// `O` is the oracle of the rule set. It supplies the effects of moves and the reasons of refusals
/// that the engine does not offer (EP-19, EP-20): these are then equal on both sides, and so not
/// compared.
pub struct Engine<V: Vocabulary, O> {
    pub(crate) shared: Arc<Shared<V, O>>,
}

pub(crate) struct Shared<V: Vocabulary, O> {
    pub(crate) settings: EngineSettings,
    pub(crate) hello: Hello,
    pub(crate) texts: &'static dyn ExactText<V>,
    pub(crate) oracle: Arc<O>,
    open: Mutex<Vec<Entry<V>>>,
    /// The limit of answers in processes that are started after a breach; `None` before the first.
    /// These processes get their requests one by one, so that the next breach names the request.
    limit_after_breach: Mutex<Option<Duration>>,
}

/// The process of one thread.
struct Entry<V: Vocabulary> {
    /// The thread; `None` if the process has played no game.
    thread: Option<ThreadId>,
    process: Arc<Mutex<Process<V>>>,
}

impl<V: Vocabulary, O> fmt::Debug for Engine<V, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("hello", &self.shared.hello).finish_non_exhaustive()
    }
}

/// A running process whose handshake has been read. It plays the first games of the
/// [`Engine`] that is made of it.
pub struct Connected {
    settings: EngineSettings,
    pub(crate) connection: Connection,
    hello: Hello,
}

impl Connected {
    /// Starts a process and reads its handshake, whatever rule set it plays.
    ///
    /// # Errors
    ///
    /// If it cannot be started, or the handshake breaks the protocol.
    pub fn connect(settings: EngineSettings) -> Result<Self, ConnectError> {
        let (connection, hello) = open(&settings)?;
        Ok(Self { settings, connection, hello })
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

fn open(settings: &EngineSettings) -> Result<(Connection, Hello), ConnectError> {
    let channel = (settings.connect)().map_err(ConnectError::NotStarted)?;
    let log = Log::new(settings.transcript.as_ref());
    let mut connection = Connection::new(channel, log, settings.limit.max(HELLO_LIMIT));
    let number = connection.request(Kind::Hello, |out| push_number(out, u64::from(VERSION)));
    let hello = connection
        .answer(number)
        .and_then(|answer| Hello::read(&answer.lines).map_err(|breach| connection.close(breach)));
    let hello = hello.map_err(|breach| match connection.not_started() {
        Some(reason) => ConnectError::NotStarted(io::Error::other(reason)),
        None => ConnectError::Breach(Box::new(breach)),
    })?;
    connection.set_limit(settings.limit);
    Ok((connection, hello))
}

impl<V: Vocabulary, O: Plays<V>> Engine<V, O> {
    /// The engine that plays in this process, and in others that it starts.
    ///
    /// # Errors
    ///
    /// If it plays another rule set.
    pub fn new(
        connected: Connected,
        texts: &'static dyn ExactText<V>,
        oracle: Arc<O>,
    ) -> Result<Self, ConnectError> {
        let Connected { settings, connection, hello } = connected;
        if hello.rule_set != V::NAME {
            return Err(ConnectError::RuleSet { found: hello.rule_set, expected: V::NAME });
        }
        let process = Arc::new(Mutex::new(Process::new(connection)));
        let open = Mutex::new(vec![Entry { thread: None, process }]);
        let limit_after_breach = Mutex::default();
        let shared = Shared { settings, hello, texts, oracle, open, limit_after_breach };
        Ok(Self { shared: Arc::new(shared) })
    }

    /// The handshake.
    #[must_use]
    pub fn hello(&self) -> &Hello {
        &self.shared.hello
    }

    /// Time spent in the functions of the engine since its processes were started, over all of
    /// them; `None` if it does not offer this (EP-30), or a process does not answer.
    #[must_use]
    pub fn time(&self) -> Option<Duration> {
        if !self.shared.has(Offer::Time) {
            return None;
        }
        lock(&self.shared.open)
            .iter()
            .map(|entry| lock(&entry.process).connection.time().ok())
            .sum()
    }
}

impl<V: Vocabulary, O: Plays<V>> Shared<V, O> {
    pub(crate) fn has(&self, offer: Offer) -> bool {
        self.hello.has(offer)
    }

    /// True if the oracle plays every game too, for what the engine does not offer.
    pub(crate) fn needs_oracle(&self) -> bool {
        !self.has(Offer::Events) || !self.has(Offer::Reasons)
    }

    /// The process of this thread: its own, one that no game uses, or a new one.
    fn process(&self) -> Result<Arc<Mutex<Process<V>>>, Breach> {
        let here = thread::current().id();
        if let Some(process) = self.take_open(here) {
            return Ok(process);
        }
        let (connection, hello) = match open(&self.settings) {
            Ok(opened) => opened,
            Err(ConnectError::Breach(breach)) => return Err(*breach),
            Err(error) => return Err(Breach::new("EP-35", error.to_string())),
        };
        if hello != self.hello {
            return Err(Breach::new(
                "EP-11",
                "another process of the engine has another handshake",
            ));
        }
        let mut process = Process::new(connection);
        process.connection.adopt();
        if let Some(limit) = *lock(&self.limit_after_breach) {
            process.connection.send_one_by_one(limit);
        }
        let process = Arc::new(Mutex::new(process));
        lock(&self.open).push(Entry { thread: Some(here), process: Arc::clone(&process) });
        Ok(process)
    }

    /// A running process of this thread, or one that no game uses.
    fn take_open(&self, here: ThreadId) -> Option<Arc<Mutex<Process<V>>>> {
        let mut open = lock(&self.open);
        // A process that is in use by another thread, which would have to be waited for, stays.
        open.retain(|entry| {
            let process = match entry.process.try_lock() {
                Ok(process) => process,
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => return true,
            };
            let is_idle = Arc::strong_count(&entry.process) == 1;
            let is_full = !self.has(Offer::End) && process.games >= GAMES_MAX;
            process.connection.is_open() && !(is_idle && is_full)
        });
        let own = open.iter().position(|entry| entry.thread == Some(here));
        let idle = || open.iter().position(|it| Arc::strong_count(&it.process) == 1);
        let index = own.or_else(idle)?;
        let entry = &mut open[index];
        if entry.thread.replace(here) != Some(here) {
            lock(&entry.process).connection.adopt();
        }
        Some(Arc::clone(&entry.process))
    }

    /// Notes a breach. After a silence the limit is reduced, because shrinking waits for the end of
    /// the limit with each smaller case that still fails.
    pub(crate) fn note_breach(&self, is_silence: bool, slowest: Duration) {
        let full = self.settings.limit;
        let short = (full / SHORT_LIMIT).max(SLOWER * slowest).min(full);
        let limit = if is_silence { short } else { full };
        let mut kept = lock(&self.limit_after_breach);
        *kept = Some(kept.map_or(limit, |kept| kept.min(limit)));
    }

    /// True if the set-up is within the declared limits (EP-13).
    fn is_within_limits(&self, setup: &SetupOf<V>) -> Result<bool, Breach> {
        if self.hello.limits.is_empty() {
            return Ok(true);
        }
        let quantities = self.texts.quantities(setup);
        for limit in &self.hello.limits {
            let quantity = quantities.iter().find(|(name, _)| *name == limit.quantity);
            let Some(&(_, value)) = quantity else {
                let names: Vec<&str> = quantities.iter().map(|&(name, _)| name).collect();
                let names = names.join(", ");
                let message = format!("it limits `{}`; expected one of {names}", limit.quantity);
                return Err(Breach::new("EP-13", message));
            };
            if !(limit.least..=limit.most).contains(&value) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl<V: Vocabulary, O: Plays<V>> Implementation for Engine<V, O> {
    type Game = RemoteGame<V, O>;

    fn set_up(&self, setup: &SetupOf<V>) -> Option<RemoteGame<V, O>> {
        let shared = &self.shared;
        if !shared.is_within_limits(setup).unwrap_or_else(|breach| breach.raise()) {
            return None;
        }
        let filler = if shared.needs_oracle() { Some(shared.oracle.set_up(setup)?) } else { None };
        let process = shared.process().unwrap_or_else(|breach| breach.raise());
        let mut game = RemoteGame::new(Arc::clone(shared), process, filler);
        let begun = game.begin(&setup.to_string());
        game.checked(begun).then_some(game)
    }

    /// A set-up within the limits in place of one that is not.
    fn adapt(&self, setup: &SetupOf<V>) -> Option<SetupOf<V>> {
        let shared = &self.shared;
        if shared.is_within_limits(setup).unwrap_or(true) {
            return None;
        }
        let limit_of = |name: &str| {
            let limit = shared.hello.limits.iter().find(|limit| limit.quantity == name);
            limit.map_or(0..=u64::MAX, |limit| limit.least..=limit.most)
        };
        let quantities = shared.texts.quantities(setup);
        let limits: Vec<_> = quantities.iter().map(|&(name, _)| limit_of(name)).collect();
        let other = shared.texts.within(setup, &limits)?;
        shared.is_within_limits(&other).is_ok_and(|is_within| is_within).then_some(other)
    }

    /// True for every set-up within the limits, if the engine declares any.
    fn accepts(&self, setup: &SetupOf<V>) -> bool {
        if self.shared.hello.limits.is_empty() {
            self.set_up(setup).is_some()
        } else {
            self.shared.is_within_limits(setup).unwrap_or(true)
        }
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
