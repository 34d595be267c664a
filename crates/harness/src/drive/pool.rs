//! A pool of worker threads under a watchdog.
//!
//! The pool starts the workers, hands them jobs, collects their results and watches their progress.
//! A thread in an endless loop cannot be stopped from outside. A worker that makes no progress for
//! the step limit is therefore abandoned: its job and stage are reported, a late result is dropped,
//! and its thread stays until the process ends. On a busy machine a worker may wait long for a CPU;
//! that time does not count (`slot.rs`).
//!
//! The owner of a pool defines the jobs ([`Work`]) and handles results and hangs:
//!
//! ```text
//! let mut pool = Pool::start(work, threads, POLL_INTERVAL);
//! while let Some(event) = pool.wait(limit) {
//!     match event {
//!         Event::Done(result) => ..             // in any order, see `InOrder`
//!         Event::Hung(place, hang) => ..    // report or retry; pool.add_worker()
//!         Event::Tick => ..                     // every 20 ms: report progress
//!     }
//! }
//! ```

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

use twinboard_vocabulary::waiting;

use crate::model::guard::no_thread;

mod slot;
#[cfg(test)]
mod tests;

pub use slot::Hang;
pub(crate) use slot::Slot;

use slot::Watch;

/// Interval at which the watchdog polls the workers.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Longest step limit after a stop request, so that a hang does not delay the end.
pub(crate) const LAST_LIMIT: Duration = Duration::from_millis(2_500);

/// The step limit in force: at most [`LAST_LIMIT`] after a stop request.
pub(crate) fn limit(step_limit: Duration, is_stopping: bool) -> Duration {
    if is_stopping { step_limit.min(LAST_LIMIT) } else { step_limit }
}

/// The jobs of a pool, shared by its workers.
pub(crate) trait Work: Send + Sync + 'static {
    /// A unit of work.
    type Job;
    /// The place in a job that is reported with a hang.
    type Place: Clone + Send + 'static;
    /// The result of a job.
    type Result: Send + 'static;

    /// Takes the next job; `None` ends the worker. May block: a worker between two jobs is not
    /// watched.
    fn take(&self) -> Option<Self::Job>;

    /// Returns the body of one worker, which runs a job and may keep state between jobs. The body
    /// must [enter](Slot::enter) a place when a job begins, and count progress at each step.
    fn worker<'a>(
        &'a self,
        slot: &'a Slot<Self::Place>,
    ) -> impl FnMut(Self::Job) -> Self::Result + 'a;
}

/// An event for the owner of a pool.
#[derive(Debug)]
pub(crate) enum Event<T, P> {
    /// A job is done.
    Done(T),
    /// A worker was abandoned at this place: the pool has one worker less, and the job has no
    /// result.
    Hung(P, Hang),
    /// The poll interval has passed.
    Tick,
}

/// A running worker, as the watchdog sees it.
struct Worker<P> {
    slot: Arc<Slot<P>>,
    watch: Watch,
}

/// Worker threads, and the watchdog that polls them while the owner [waits](Self::wait).
///
/// Dropping a pool ends each worker after its current job, without waiting for that.
pub(crate) struct Pool<W: Work> {
    work: Arc<W>,
    /// `None` for workers that have ended or were abandoned.
    workers: Vec<Option<Worker<W::Place>>>,
    outbox: Outbox,
    inbox: Inbox,
    interval: Duration,
    /// Time of the last tick. A tick starts a poll of all workers.
    ticked: Instant,
    /// Workers that remain to be polled after the last tick.
    unpolled: Range<usize>,
    /// True if the channel was read since the last tick, so that ticks cannot starve results.
    has_received: bool,
}

impl<W: Work> Pool<W> {
    /// Starts `threads` workers, or as many as the system permits. The watchdog polls them every
    /// `interval`, at most [`POLL_INTERVAL`].
    ///
    /// # Panics
    ///
    /// With a [`SystemFailure`](twinboard_vocabulary::SystemFailure) if no thread can be started.
    pub(crate) fn start(work: Arc<W>, threads: usize, interval: Duration) -> Self {
        let threads = threads.max(1);
        // The bound limits the memory of waiting results. A worker blocked on a full channel has
        // finished its job, so it is not watched.
        let (outbox, inbox) = channel(2 * threads);
        let mut pool = Self {
            work,
            workers: Vec::new(),
            outbox,
            inbox,
            interval,
            ticked: Instant::now(),
            unpolled: 0..0,
            has_received: false,
        };
        for _ in 0..threads {
            pool.add_worker();
        }
        pool
    }

    /// Starts another worker, for example to replace an abandoned one.
    ///
    /// # Panics
    ///
    /// With a [`SystemFailure`](twinboard_vocabulary::SystemFailure) if the thread cannot be started
    /// and no worker is left.
    pub(crate) fn add_worker(&mut self) {
        let number = self.workers.len();
        let slot = Arc::new(Slot::new());
        let worker = Worker { slot: Arc::clone(&slot), watch: Watch::new(slot.activity()) };
        let (work, outbox) = (Arc::clone(&self.work), self.outbox.clone());
        let body = move || run(&*work, number, &slot, &outbox);
        match spawn(number, Box::new(body)) {
            Ok(()) => self.workers.push(Some(worker)),
            Err(_) if self.is_running() => {}
            Err(error) => panic::resume_unwind(Box::new(no_thread(&error))),
        }
    }

    fn is_running(&self) -> bool {
        self.workers.iter().any(Option::is_some)
    }

    /// Waits for the next event; `None` once no worker is left. A worker that makes no progress for
    /// `limit` is abandoned.
    ///
    /// # Panics
    ///
    /// If a worker panics, with the same payload.
    pub(crate) fn wait(&mut self, limit: Duration) -> Option<Event<W::Result, W::Place>> {
        loop {
            if let Some((place, hang)) = self.poll(limit) {
                return Some(Event::Hung(place, hang));
            }
            if self.has_received && self.ticked.elapsed() >= self.interval {
                (self.ticked, self.has_received) = (Instant::now(), false);
                self.unpolled = 0..self.workers.len();
                return Some(Event::Tick);
            }
            self.has_received = true;
            let message = if self.is_running() {
                self.inbox.wait(POLL_INTERVAL)
            } else {
                // Results that an abandoned worker sent before its hang.
                Some(self.inbox.waiting()?)
            };
            match message {
                Some(Message::Done(result)) => {
                    let result = result.downcast().expect("workers send results of their work");
                    return Some(Event::Done(*result));
                }
                Some(Message::Left(number)) => self.workers[number] = None,
                Some(Message::Panicked(panic)) => panic::resume_unwind(panic),
                None => {}
            }
        }
    }

    /// True if a worker with a job has made no progress for `time`: its step is slow, or hangs.
    pub(crate) fn has_stalled(&self, time: Duration) -> bool {
        let mut workers = self.workers.iter().flatten();
        workers.any(|worker| worker.slot.place().is_some() && worker.watch.stalled() >= time)
    }

    /// Continues the poll until it finds a hung worker, and abandons that worker.
    fn poll(&mut self, limit: Duration) -> Option<(W::Place, Hang)> {
        for number in self.unpolled.by_ref() {
            let Some(Worker { slot, watch }) = &mut self.workers[number] else { continue };
            if let Some(hung) = slot.abandon_if_hung(watch, limit) {
                self.workers[number] = None;
                return Some(hung);
            }
        }
        None
    }
}

/// The body of a worker thread.
fn run<W: Work>(work: &W, number: usize, slot: &Arc<Slot<W::Place>>, outbox: &Outbox) {
    let worked = panic::catch_unwind(AssertUnwindSafe(|| {
        slot.watch_this_thread();
        let watched = Arc::clone(slot);
        waiting::watch(move || watched.activity().touch());
        let mut run_job = work.worker(slot);
        while let Some(job) = work.take() {
            let result = run_job(job);
            // `finish` first: an abandoned worker must not send its late result.
            if !slot.finish() || !outbox.send(Message::Done(Box::new(result))) {
                return;
            }
        }
        // The pool may have been dropped.
        let _ = outbox.send(Message::Left(number));
    }));
    if let Err(panic) = worked
        && slot.finish()
    {
        let _ = outbox.send(Message::Panicked(panic));
    }
}

// The channel from the workers to the owner of a pool, and their threads, without the types of the
// work: the channels and threads of the standard library are much generic code, which would
// otherwise be compiled once more for each pool, in each crate that has one.

/// A message from a worker. An abandoned worker sends none.
enum Message {
    /// The result of a job, a `Work::Result`.
    Done(Box<dyn Any + Send>),
    /// The worker with this number found no more jobs and ended.
    Left(usize),
    Panicked(Box<dyn Any + Send>),
}

/// The end of a worker. Clones send to the same pool.
#[derive(Clone)]
struct Outbox(SyncSender<Message>);

/// The end of the owner.
struct Inbox(Receiver<Message>);

/// A channel in which at most `bound` messages wait; the next sender is blocked.
fn channel(bound: usize) -> (Outbox, Inbox) {
    let (sender, receiver) = mpsc::sync_channel(bound);
    (Outbox(sender), Inbox(receiver))
}

impl Outbox {
    /// Returns false if the pool was dropped.
    fn send(&self, message: Message) -> bool {
        self.0.send(message).is_ok()
    }
}

impl Inbox {
    /// Waits for the next message for at most `limit`.
    fn wait(&self, limit: Duration) -> Option<Message> {
        self.0.recv_timeout(limit).ok()
    }

    /// The next message that was sent already.
    fn waiting(&self) -> Option<Message> {
        self.0.try_recv().ok()
    }
}

/// Smallest stack size of a worker in bytes. A side that recurses gets as much as on the main thread
/// of a program of its own. Pages that are never touched take no memory.
const STACK: usize = 8 << 20;

/// The stack size that the user asks for, as for other threads of Rust, if it is larger.
pub(crate) fn stack() -> usize {
    let asked = std::env::var("RUST_MIN_STACK").ok().and_then(|size| size.parse().ok());
    asked.map_or(STACK, |size: usize| size.max(STACK))
}

/// Starts the thread of a worker. It is detached, because a hung thread cannot be joined.
fn spawn(number: usize, body: Box<dyn FnOnce() + Send>) -> io::Result<()> {
    let thread = thread::Builder::new().name(format!("worker-{number}")).stack_size(stack());
    thread.spawn(body).map(drop)
}

/// Reorder buffer: results arrive in any order and leave in the order of their jobs.
#[derive(Debug)]
pub(crate) struct InOrder<T> {
    next: u64,
    early: BTreeMap<u64, T>,
}

impl<T> Default for InOrder<T> {
    fn default() -> Self {
        Self { next: 0, early: BTreeMap::new() }
    }
}

impl<T> InOrder<T> {
    /// Adds the result of a job.
    pub(crate) fn insert(&mut self, number: u64, result: T) {
        self.early.insert(number, result);
    }

    /// The next result with the number of its job, if it has arrived.
    pub(crate) fn pop(&mut self) -> Option<(u64, T)> {
        let entry = self.early.first_entry().filter(|entry| *entry.key() == self.next)?;
        self.next += 1;
        Some(entry.remove_entry())
    }

    /// The first result that has arrived, with the number of its job, even if earlier ones are
    /// missing. They must not arrive any more.
    pub(crate) fn pop_any(&mut self) -> Option<(u64, T)> {
        let (number, result) = self.early.pop_first()?;
        self.next = number + 1;
        Some((number, result))
    }

    /// The buffered results, up to that of job `last`.
    pub(crate) fn waiting_to(&self, last: u64) -> impl Iterator<Item = &T> {
        self.early.iter().take_while(move |(number, _)| **number <= last).map(|(_, result)| result)
    }
}

/// Scheduler statistics of one thread, in the folder that Linux keeps for it.
#[derive(Debug)]
struct Schedule(PathBuf);

/// What a thread has done with its time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Times {
    /// Time on a CPU.
    computed: Duration,
    /// Time of waiting for one, up to the last time that it got one.
    waited: Duration,
    /// True if it is running or waits for a CPU now, and not for anything else.
    is_runnable: bool,
}

impl Schedule {
    /// The statistics of the calling thread; `None` on a system without them.
    fn of_this_thread() -> Option<Self> {
        // `<process>/task/<thread>`, for example `12/task/14`.
        let thread = fs::read_link("/proc/thread-self").ok()?;
        let schedule = Self(Path::new("/proc").join(thread));
        schedule.times().map(|_| schedule)
    }

    /// The times of the thread so far; `None` once it has ended.
    fn times(&self) -> Option<Times> {
        let read = |file| fs::read_to_string(self.0.join(file)).ok();
        Times::read(&read("schedstat")?, &read("stat")?)
    }
}

impl Times {
    /// Reads three figures, nanoseconds on a CPU, nanoseconds waiting for one, time slices; and the
    /// state, the letter behind the name in parentheses, which may have any characters.
    fn read(statistics: &str, state: &str) -> Option<Self> {
        let mut figures = statistics.split_whitespace().map(|figure| figure.parse().ok());
        let mut next = || figures.next().flatten().map(Duration::from_nanos);
        let is_runnable = state.rsplit_once(')')?.1.trim_start().starts_with('R');
        Some(Self { computed: next()?, waited: next()?, is_runnable })
    }

    fn since(self, before: Self) -> Self {
        Self {
            computed: self.computed.saturating_sub(before.computed),
            waited: self.waited.saturating_sub(before.waited),
            ..self
        }
    }
}
