//! Conversation with a program that keeps running.

#[cfg(unix)]
use std::ffi::OsString;
use std::io;
#[cfg(unix)]
use std::path::Path;
use std::time::{Duration, Instant};

#[cfg(unix)]
use crate::conversation::Conversation;
use crate::run::SessionEnd;
#[cfg(unix)]
use crate::runner::Runner;

/// Conversation with a running program on its standard streams, opened by
/// [`Runner::open`](crate::Runner::open). The crate documentation has an example.
///
/// The program is killed with all its processes when the session is closed or dropped, when the
/// caller dies, and when a limit is exceeded. The end of the program is the end of its output;
/// [`close`](Self::close) then reports the reason.
///
/// Messages are not delimited: one call of [`receive`](Self::receive) may return a part of an
/// answer or several answers. Sending many requests at once saves a change of processes for each.
#[derive(Debug)]
pub struct Session {
    #[cfg(unix)]
    conversation: Conversation,
    #[cfg(not(unix))]
    never: std::convert::Infallible,
}

#[cfg(unix)]
impl Runner {
    /// Starts a program that holds a conversation on its standard streams. The arguments are those
    /// of [`Job`](crate::Job).
    ///
    /// Does not wait for the program: a failed start is the end of its output, and
    /// [`Session::close`] reports the reason.
    ///
    /// # Errors
    ///
    /// The launcher cannot be started, or the folder does not exist. [`io::ErrorKind::Unsupported`]
    /// on systems other than Unix.
    pub fn open(&self, command: &[OsString], folder: &Path) -> io::Result<Session> {
        Ok(Session { conversation: Conversation::open(self, command, folder)? })
    }
}

#[cfg(unix)]
impl Session {
    /// Writes all bytes to the standard input of the program.
    ///
    /// Never blocks because the program is blocked in writing: what it writes meanwhile is stored
    /// for [`receive`](Self::receive), up to 64 MiB.
    ///
    /// # Errors
    ///
    /// - [`io::ErrorKind::TimedOut`] if the program did not read all bytes by the deadline,
    /// - [`io::ErrorKind::BrokenPipe`] if it has ended or closed its standard input,
    /// - [`io::ErrorKind::Interrupted`] if the flag of
    ///   [`with_stop`](crate::Runner::with_stop) is set.
    ///
    /// Some of the bytes may have been sent. After each of these errors, output of the program can
    /// still be received.
    pub fn send(&mut self, bytes: &[u8], deadline: Instant) -> io::Result<()> {
        self.conversation.send(bytes, deadline)
    }

    /// Reads available bytes from the standard output of the program, or else waits for some.
    /// Returns their number; 0 is the end of the output (or an empty buffer).
    ///
    /// A deadline in the past is useful: it makes this return at once.
    ///
    /// # Errors
    ///
    /// - [`io::ErrorKind::TimedOut`] if there are none at the deadline; the session goes on,
    /// - [`io::ErrorKind::Interrupted`] if the flag of
    ///   [`with_stop`](crate::Runner::with_stop) is set.
    pub fn receive(&mut self, buffer: &mut [u8], deadline: Instant) -> io::Result<usize> {
        self.conversation.receive(buffer, deadline)
    }

    /// Last [`ERRORS_KEPT`](crate::ERRORS_KEPT) bytes of standard error until now. This includes
    /// all that the program wrote to it before the last output received.
    ///
    /// Asks the launcher, which takes about as long as a round trip to the program. A launcher that
    /// does not answer within two seconds causes an older answer.
    pub fn errors(&mut self) -> Vec<u8> {
        self.conversation.errors()
    }

    /// Closes the standard input of the program, gives it this time to exit (at most a day), and
    /// then kills it. No process of it is left when this returns. Output not received is lost.
    ///
    /// The flag of [`with_stop`](crate::Runner::with_stop) ends the grace period.
    ///
    /// # Errors
    ///
    /// Only failures for which the program is not responsible: the launcher fails, or processes
    /// cannot be killed.
    pub fn close(self, grace: Duration) -> io::Result<SessionEnd> {
        self.conversation.close(grace)
    }
}

/// Without Unix there are no values of this type.
#[cfg(not(unix))]
#[allow(missing_docs, clippy::missing_errors_doc, reason = "see the implementation for Unix")]
impl Session {
    pub fn send(&mut self, _bytes: &[u8], _deadline: Instant) -> io::Result<()> {
        match self.never {}
    }

    pub fn receive(&mut self, _buffer: &mut [u8], _deadline: Instant) -> io::Result<usize> {
        match self.never {}
    }

    pub fn errors(&mut self) -> Vec<u8> {
        match self.never {}
    }

    pub fn close(self, _grace: Duration) -> io::Result<SessionEnd> {
        match self.never {}
    }
}
