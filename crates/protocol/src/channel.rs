//! Bytes to and from the process of an engine.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The standard streams of one running engine.
pub trait Channel: Send {
    /// Sends bytes to the standard input of the engine. An engine that is blocked in writing must
    /// not block the caller.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::TimedOut`] at the deadline, [`io::ErrorKind::BrokenPipe`] if the engine has
    /// closed its input.
    fn send(&mut self, bytes: &[u8], deadline: Instant) -> io::Result<()>;

    /// Reads bytes from the standard output of the engine to the beginning of `buffer`, at least
    /// one; returns their number, 0 at the end of the stream.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::TimedOut`] at the deadline.
    fn receive(&mut self, buffer: &mut [u8], deadline: Instant) -> io::Result<usize>;

    /// The CPU time of the process and of those that it has started, and whether one of their threads
    /// runs or waits for a CPU. The default cannot tell.
    fn cpu_use(&self) -> Option<(Duration, bool)> {
        None
    }

    /// Called by the thread that uses the channel from now on, before its first request. The
    /// default does nothing.
    fn adopt(&mut self) {}

    /// Called when a request is sent, and when all are answered: an engine with unanswered requests
    /// needs time for them at its end. The default does nothing.
    fn set_unanswered(&mut self, _has_unanswered_requests: bool) {}

    /// Ends the process with all its child processes, and returns its last words.
    fn close(&mut self) -> LastWords;

    /// Ends a process that has kept the protocol until now: it gets the end of its input, and has
    /// to exit with code 0 (EP-9). The default does not check that.
    fn finish(&mut self) {
        self.close();
    }
}

/// The end of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LastWords {
    /// Reason why the process had ended before it was closed, such as `killed by SIGSEGV (11)`; `None`
    /// if it was running.
    pub end: Option<String>,
    /// Reason why the program could not be started at all.
    pub not_started: Option<String>,
    /// Reason why the conversation ended that is no fault of the engine, such as a failure of the
    /// process that watches it.
    pub failure: Option<String>,
    /// Last bytes of its standard error.
    pub errors: Vec<u8>,
}

/// Starts an engine; called once for each thread, and again after a breach.
///
/// # Errors
///
/// If it cannot be started.
pub type Connect = Arc<dyn Fn() -> io::Result<Box<dyn Channel>> + Send + Sync>;
