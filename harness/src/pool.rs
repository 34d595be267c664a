//! A pool of worker threads under a watchdog.
//!
//! The pool starts the workers, hands them jobs, collects their results and watches their progress.
//! A thread that loops for ever cannot be stopped from outside. So a worker that makes no progress
//! for the step limit is abandoned: its job and stage are reported, its result is dropped if one
//! comes after all, and its thread spins until the process ends.
//!
//! The owner of a pool defines the jobs ([`Work`]) and decides what becomes of results and hangs:
//!
//! ```text
//! let mut pool = Pool::start(work, threads, LOOK);
//! while let Some(event) = pool.wait(limit) {
//!     match event {
//!         Event::Done(result) => ..             // in any order, see `InOrder`
//!         Event::Hung(Hung { place, .. }) => .. // report or retry; pool.add_worker()
//!         Event::Tick => ..                     // every 20 ms: report progress
//!     }
//! }
//! ```

mod order;
mod slot;
#[cfg(test)]
mod tests;

use std::any::Any;
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

pub(crate) use order::InOrder;
use slot::Watch;
pub(crate) use slot::{Hung, Slot};

/// The interval at which the watchdog polls the workers.
pub(crate) const LOOK: Duration = Duration::from_millis(20);

/// The longest step limit once the user wants an end.
pub(crate) const LAST_LIMIT: Duration = Duration::from_secs(1);

/// The step limit in force: at most [`LAST_LIMIT`] once an end is wanted.
pub(crate) fn limit(step_limit: Duration, wants_end: bool) -> Duration {
    if wants_end { step_limit.min(LAST_LIMIT) } else { step_limit }
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

    /// The body of one worker: runs a job, and keeps what the worker needs from one job to the next.
    /// It must [enter](Slot::enter) a place when a job begins, and count progress at each step.
    fn worker<'a>(
        &'a self,
        slot: &'a Slot<Self::Place>,
    ) -> impl FnMut(Self::Job) -> Self::Result + 'a;
}

/// What the owner of a pool has to know of.
#[derive(Debug)]
pub(crate) enum Event<T, P> {
    /// A job is done.
    Done(T),
    /// A worker has been abandoned; there is one worker less, and its job is not done.
    Hung(Hung<P>),
    /// The poll interval has passed.
    Tick,
}

/// What a worker sends. An abandoned worker sends nothing more.
enum Message<T> {
    Done(T),
    /// There are no more jobs for the worker of this number.
    Left(usize),
    Panicked(Box<dyn Any + Send>),
}

/// A running worker, as the watchdog sees it.
struct Worker<P> {
    slot: Arc<Slot<P>>,
    watch: Watch,
}

/// Workers, and the watchdog that polls them whenever the owner waits.
///
/// Dropping a pool ends each worker after the job it is at; nobody waits for that.
pub(crate) struct Pool<W: Work> {
    work: Arc<W>,
    /// `None` for workers that have left or were abandoned.
    workers: Vec<Option<Worker<W::Place>>>,
    sender: SyncSender<Message<W::Result>>,
    receiver: Receiver<Message<W::Result>>,
    interval: Duration,
    /// The time of the last tick. A tick begins a poll of all workers.
    ticked: Instant,
    /// The workers that are left of the present poll.
    unpolled: Range<usize>,
    /// Whether the channel has been read since the last tick.
    has_received: bool,
}

impl<W: Work> Pool<W> {
    /// Starts `threads` workers, or as many as the system grants. The watchdog polls them every
    /// `interval`, which is [`LOOK`] or less.
    ///
    /// # Panics
    ///
    /// If no thread can be started.
    pub(crate) fn start(work: Arc<W>, threads: usize, interval: Duration) -> Self {
        let threads = threads.max(1);
        // A small bound: the memory of waiting results stays small, and a worker that waits for room
        // is not watched.
        let (sender, receiver) = mpsc::sync_channel(2 * threads);
        let mut pool = Self {
            work,
            workers: Vec::new(),
            sender,
            receiver,
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

    /// Starts one more worker, for example in place of an abandoned one.
    ///
    /// # Panics
    ///
    /// If the thread cannot be started and no worker is left.
    pub(crate) fn add_worker(&mut self) {
        let number = self.workers.len();
        let slot = Arc::new(Slot::new());
        let worker = Worker { slot: Arc::clone(&slot), watch: Watch::new(slot.activity()) };
        let (work, sender) = (Arc::clone(&self.work), self.sender.clone());
        let thread = thread::Builder::new().name(format!("worker-{number}"));
        // The thread is detached: it could not be joined if it hung.
        match thread.spawn(move || run(&*work, number, &slot, &sender)) {
            Ok(_) => self.workers.push(Some(worker)),
            Err(error) => assert!(self.is_running(), "no thread can be started: {error}"),
        }
    }

    /// The number of workers that have been started.
    pub(crate) fn size(&self) -> usize {
        self.workers.len()
    }

    fn is_running(&self) -> bool {
        self.workers.iter().any(Option::is_some)
    }

    /// Waits for the next event; `None` once no worker is left. A worker that makes no progress for
    /// `limit` is abandoned.
    ///
    /// # Panics
    ///
    /// If a worker panics, with what it panicked with.
    pub(crate) fn wait(&mut self, limit: Duration) -> Option<Event<W::Result, W::Place>> {
        loop {
            if let Some(hung) = self.poll(limit) {
                return Some(Event::Hung(hung));
            }
            if self.has_received && self.ticked.elapsed() >= self.interval {
                (self.ticked, self.has_received) = (Instant::now(), false);
                self.unpolled = 0..self.workers.len();
                return Some(Event::Tick);
            }
            self.has_received = true;
            let message = if self.is_running() {
                self.receiver.recv_timeout(LOOK).ok()
            } else {
                // Results of an abandoned worker from before its hang.
                Some(self.receiver.try_recv().ok()?)
            };
            match message {
                Some(Message::Done(result)) => return Some(Event::Done(result)),
                Some(Message::Left(number)) => self.workers[number] = None,
                Some(Message::Panicked(panic)) => panic::resume_unwind(panic),
                None => {}
            }
        }
    }

    /// Goes on with the present poll up to a worker that hangs, and abandons it.
    fn poll(&mut self, limit: Duration) -> Option<Hung<W::Place>> {
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

/// The life of one worker.
fn run<W: Work>(
    work: &W,
    number: usize,
    slot: &Slot<W::Place>,
    sender: &SyncSender<Message<W::Result>>,
) {
    let worked = panic::catch_unwind(AssertUnwindSafe(|| {
        let mut run_job = work.worker(slot);
        while let Some(job) = work.take() {
            let result = run_job(job);
            // Whether it was abandoned is asked first, so no late result is sent.
            if !slot.finish() || sender.send(Message::Done(result)).is_err() {
                return;
            }
        }
        // The pool may have been dropped.
        let _ = sender.send(Message::Left(number));
    }));
    if let Err(panic) = worked
        && slot.finish()
    {
        let _ = sender.send(Message::Panicked(panic));
    }
}
