//! What all games of an engine share: its handshake, and a process for each thread that plays.

use std::panic;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::{self, ThreadId};
use std::time::Duration;

use parking_lot::Mutex;
use twinboard_vocabulary::{Plays, SetupOf, SystemFailure, Vocabulary};

use super::connect::Process;
use super::hello::Part;
use crate::answers::Texts;
use crate::breach::Breach;
use crate::connect::{ConnectError, Connected, EngineSettings, open};
use crate::connection::{Connection, Silence};
use crate::hello::{Hello, Offer};
use crate::setups::Setups;

/// Number of games after which a process without the offer `end` is replaced: it keeps all games.
const GAMES_MAX: u64 = 4096;

/// After a silence the limit of an answer is divided by this.
const SHORT_LIMIT: u32 = 8;

/// After a silence an answer may take this many times as long as the slowest answer before it.
const SLOWER: u32 = 8;

/// The state of an engine that its games share.
pub(crate) struct Shared<V: Vocabulary, O> {
    pub(crate) settings: EngineSettings,
    pub(crate) hello: Hello,
    pub(crate) texts: Texts<V>,
    pub(crate) oracle: Arc<O>,
    pub(crate) setups: Setups<V>,
    /// Parts of positions that are not compared.
    pub(crate) ignored: Vec<Part>,
    open: Mutex<Vec<Entry<V>>>,
    /// The limit of answers in processes that are started after a breach; `None` before the first,
    /// unless the settings want it. These processes get their requests one by one, so that the next
    /// breach names the request.
    limit_after_breach: Mutex<Option<Duration>>,
    /// True if a process was silent at the first request of a kind: no later one gets more time for
    /// such an answer than for others.
    fails_at_start: AtomicBool,
}

/// The process of one thread.
struct Entry<V: Vocabulary> {
    /// The thread; `None` if the process has played no game.
    thread: Option<ThreadId>,
    process: Arc<Mutex<Process<V>>>,
}

impl<V: Vocabulary, O: Plays<V>> Shared<V, O> {
    /// The state of an engine whose first process this is.
    pub(crate) fn new(
        connected: Connected,
        rule_set: &'static str,
        texts: Texts<V>,
        oracle: Arc<O>,
        starts: &[SetupOf<V>],
    ) -> Result<Self, ConnectError> {
        let Connected { settings, connection, hello, ignored } = connected;
        if hello.rule_set != rule_set {
            return Err(ConnectError::RuleSet { found: hello.rule_set, expected: rule_set });
        }
        let mut process = Process::new(connection);
        let one_by_one = settings.one_by_one.then_some(settings.limit);
        if let Some(limit) = one_by_one {
            process.connection.send_one_by_one(limit, false);
        }
        if hello.has(Offer::Coverage) {
            process.connection.reset_coverage();
        }
        let process = Arc::new(Mutex::new(process));
        let open = Mutex::new(vec![Entry { thread: None, process }]);
        let limit_after_breach = Mutex::new(one_by_one);
        let fails_at_start = AtomicBool::new(false);
        let setups = Setups::new(starts, &hello, &*oracle);
        Ok(Self {
            settings,
            hello,
            texts,
            oracle,
            setups,
            ignored,
            open,
            limit_after_breach,
            fails_at_start,
        })
    }

    pub(crate) fn has(&self, offer: Offer) -> bool {
        self.hello.has(offer)
    }

    /// True if the oracle plays every game too, for what the engine does not offer.
    pub(crate) fn needs_oracle(&self) -> bool {
        use Offer::{Events, Moves, Outcome, Position, Reasons};
        let lacks = [Events, Reasons, Moves, Position, Outcome].iter().any(|&it| !self.has(it));
        lacks || !self.ignored.is_empty()
    }

    /// Calls `visit` with the places of the engine's code that ran since the last call, over all
    /// processes; see [`Engine`](crate::Engine). False if it does not offer this.
    ///
    /// Afterwards a process plays each game as if it were its first one: questions that are asked in
    /// advance run code, too, and depend on the games before.
    pub(crate) fn take_coverage(&self, visit: &mut dyn FnMut(u16, u8)) -> Result<bool, Breach> {
        if !self.has(Offer::Coverage) {
            return Ok(false);
        }
        for entry in self.open.lock().iter() {
            let mut process = entry.process.lock();
            if process.connection.is_open() {
                process.connection.take_coverage(visit)?;
                process.forget_games();
            }
        }
        Ok(true)
    }

    /// The process of this thread: its own, one that no game uses, or a new one.
    pub(crate) fn process(&self) -> Result<Arc<Mutex<Process<V>>>, Breach> {
        let here = thread::current().id();
        if let Some(process) = self.take_open(here) {
            return Ok(process);
        }
        let mut process = self.start().map_err(|error| match error {
            ConnectError::Breach(breach) => *breach,
            // The first process was started, so the system lacks something now.
            error @ ConnectError::NotStarted(_) => {
                panic::resume_unwind(Box::new(SystemFailure(error.to_string())))
            }
            error @ ConnectError::RuleSet { .. } => Breach::new("EP-35", error.to_string()),
        })?;
        process.connection.adopt();
        let process = Arc::new(Mutex::new(process));
        self.open.lock().push(Entry { thread: Some(here), process: Arc::clone(&process) });
        Ok(process)
    }

    /// Starts another process.
    fn start(&self) -> Result<Process<V>, ConnectError> {
        let (connection, hello) = open(&self.settings)?;
        if hello != self.hello {
            let message = "another process of the engine has another handshake";
            return Err(ConnectError::Breach(Box::new(Breach::new("EP-11", message))));
        }
        let mut process = Process::new(connection);
        if self.has(Offer::Coverage) {
            process.connection.reset_coverage();
        }
        if let Some(limit) = *self.limit_after_breach.lock() {
            process.connection.send_one_by_one(limit, self.fails_at_start.load(Relaxed));
        }
        Ok(process)
    }

    /// A running process of this thread, or one that no game uses.
    fn take_open(&self, here: ThreadId) -> Option<Arc<Mutex<Process<V>>>> {
        let mut open = self.open.lock();
        // A process that is in use by another thread, which would have to be waited for, stays.
        open.retain(|entry| {
            let Some(process) = entry.process.try_lock() else { return true };
            let is_idle = Arc::strong_count(&entry.process) == 1;
            let is_full = !self.has(Offer::End) && process.games >= GAMES_MAX;
            process.connection.is_open() && !(is_idle && is_full)
        });
        let own = open.iter().position(|entry| entry.thread == Some(here));
        let idle = || open.iter().position(|it| Arc::strong_count(&it.process) == 1);
        let index = own.or_else(idle)?;
        let entry = &mut open[index];
        if entry.thread.replace(here) != Some(here) {
            entry.process.lock().connection.adopt();
        }
        Some(Arc::clone(&entry.process))
    }

    /// Notes a breach. After a silence the limit is reduced, because shrinking waits for the end of
    /// the limit with each smaller case that still fails.
    pub(crate) fn note_breach(&self, connection: &Connection) {
        let full = self.settings.limit;
        let short = (full / SHORT_LIMIT).max(SLOWER * connection.slowest()).min(full);
        let limit = if connection.silence().is_some() { short } else { full };
        if connection.silence() == Some(Silence::AtFirst) {
            self.fails_at_start.store(true, Relaxed);
        }
        let mut kept = self.limit_after_breach.lock();
        *kept = Some(kept.map_or(limit, |kept| kept.min(limit)));
    }
}
