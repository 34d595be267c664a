//! The streams of an engine that runs in the sandbox.

use std::io;
use std::time::{Duration, Instant};

use twinboard_bridges::Pipe;
use twinboard_runner::{End, Session};

/// Bytes that a program may print: a million moves of a hundred characters.
pub(super) const OUTPUT_MAX: u64 = 100 << 20;
/// Bytes that are received at once.
const CHUNK: usize = 64 << 10;

/// The streams of a running engine.
pub(super) struct Confined {
    /// `None` once it is closed.
    session: Option<Session>,
    /// The end of the time for an answer.
    deadline: Instant,
    /// Bytes that it has printed, and how many of them before the last request.
    printed: u64,
    before: u64,
}

impl Confined {
    pub(super) fn new(session: Session) -> Self {
        Self { session: Some(session), deadline: Instant::now(), printed: 0, before: 0 }
    }

    /// Begins the time for an answer.
    pub(super) fn within(&mut self, limit: Duration) {
        self.deadline = Instant::now() + limit;
        self.before = self.printed;
    }

    pub(super) fn has_printed(&self) -> bool {
        self.printed > 0
    }

    /// Ends the engine; returns how it ended, if that is known, and the end of its standard error.
    ///
    /// # Errors
    ///
    /// A failure for which the engine is not responsible.
    pub(super) fn close(&mut self, grace: Duration) -> io::Result<(Option<End>, Vec<u8>)> {
        let Some(session) = self.session.take() else { return Ok((None, Vec::new())) };
        let end = session.close(grace)?;
        Ok((Some(end.end), end.errors))
    }

    fn session(&mut self) -> io::Result<&mut Session> {
        self.session.as_mut().ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }
}

impl Pipe for Confined {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        let deadline = self.deadline;
        self.session()?.send(bytes, deadline)
    }

    fn receive(&mut self, time: Duration) -> io::Result<Option<Vec<u8>>> {
        let now = Instant::now();
        // A program that prints without end would never be late.
        if now >= self.deadline {
            return Err(io::ErrorKind::TimedOut.into());
        }
        if self.printed - self.before > OUTPUT_MAX {
            return Err(io::Error::other("the program printed too much"));
        }
        let (until, mut buffer) = (self.deadline.min(now + time), vec![0; CHUNK]);
        match self.session()?.receive(&mut buffer, until) {
            Ok(0) => Err(io::ErrorKind::BrokenPipe.into()),
            Ok(count) => {
                self.printed += count as u64;
                buffer.truncate(count);
                Ok(Some(buffer))
            }
            Err(error) if error.kind() == io::ErrorKind::TimedOut && until < self.deadline => {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}
