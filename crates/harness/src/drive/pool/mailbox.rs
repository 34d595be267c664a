//! The channel from the workers to the owner of a pool, and their threads, without the types of the
//! work: the channels and threads of the standard library are much generic code, which would
//! otherwise be compiled once more for each pool, in each crate that has one.

use std::any::Any;
use std::io;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::Duration;

/// A message from a worker. An abandoned worker sends none.
pub(super) enum Message {
    /// The result of a job, a `Work::Result`.
    Done(Box<dyn Any + Send>),
    /// The worker with this number found no more jobs and ended.
    Left(usize),
    Panicked(Box<dyn Any + Send>),
}

/// The end of a worker. Clones send to the same pool.
#[derive(Clone)]
pub(super) struct Outbox(SyncSender<Message>);

/// The end of the owner.
pub(super) struct Inbox(Receiver<Message>);

/// A channel in which at most `bound` messages wait; the next sender is blocked.
pub(super) fn channel(bound: usize) -> (Outbox, Inbox) {
    let (sender, receiver) = mpsc::sync_channel(bound);
    (Outbox(sender), Inbox(receiver))
}

impl Outbox {
    /// Returns false if the pool was dropped.
    pub(super) fn send(&self, message: Message) -> bool {
        self.0.send(message).is_ok()
    }
}

impl Inbox {
    /// Waits for the next message for at most `limit`.
    pub(super) fn wait(&self, limit: Duration) -> Option<Message> {
        self.0.recv_timeout(limit).ok()
    }

    /// The next message that was sent already.
    pub(super) fn waiting(&self) -> Option<Message> {
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
pub(super) fn spawn(number: usize, body: Box<dyn FnOnce() + Send>) -> io::Result<()> {
    let thread = thread::Builder::new().name(format!("worker-{number}")).stack_size(stack());
    thread.spawn(body).map(drop)
}
