//! A conversation with an engine in the Universal Chess Interface, of which only the requests that
//! count are used: `position fen`, `go perft`.
//!
//! The answer ends with its total. Engines print other lines before and after it, which are dropped:
//! those without a count, and all before the next `readyok`.

use std::io;
use std::time::{Duration, Instant};

use twinboard_runner::{End, Session};

use super::lines::Line;
use super::program::OUTPUT_MAX;

/// First words of lines that are no answer to a request for a count.
const OTHER_ANSWERS: [&str; 6] = ["info", "id", "option", "uciok", "readyok", "bestmove"];
/// Time for an engine to exit by itself.
const GRACE: Duration = Duration::from_millis(200);
/// Bytes that are received at once.
const CHUNK: usize = 64 << 10;

/// A running engine.
pub(super) struct Conversation {
    /// `None` once it is closed.
    session: Option<Session>,
    /// Bytes that were received and not read.
    received: Vec<u8>,
    has_begun: bool,
    /// The request that was sent last, for messages.
    awaits: &'static str,
    /// True once the program has printed anything.
    has_printed: bool,
}

impl Conversation {
    pub(super) fn new(session: Session) -> Self {
        Self {
            session: Some(session),
            received: Vec::new(),
            has_begun: false,
            awaits: "uci",
            has_printed: false,
        }
    }

    /// Asks for a count; returns the lines up to the total.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::TimedOut`] if the engine does not answer within the limit,
    /// [`io::ErrorKind::BrokenPipe`] if it has ended, [`io::ErrorKind::Interrupted`] if the user
    /// wants no more.
    pub(super) fn count(
        &mut self,
        options: &[(String, String)],
        position: &str,
        depth: u32,
        limit: Duration,
    ) -> io::Result<Vec<u8>> {
        let deadline = Instant::now() + limit;
        if !self.has_begun {
            self.send("uci", "uci\n", deadline)?;
            self.wait_for("uciok", deadline)?;
            for (name, value) in options {
                let request = format!("setoption name {name} value {value}\n");
                self.send("setoption", &request, deadline)?;
            }
            self.has_begun = true;
        }
        self.send("isready", "isready\n", deadline)?;
        self.wait_for("readyok", deadline)?;
        let request = format!("position {position}\ngo perft {depth}\n");
        self.send("go perft", &request, deadline)?;
        let mut output = Vec::new();
        loop {
            let line = self.line(deadline)?;
            let first = line.split_whitespace().next();
            if first.is_none_or(|first| OTHER_ANSWERS.contains(&first)) {
                continue;
            }
            // Words like those of a total are no moves of a game of this protocol.
            let Some(read) = Line::read(line.trim(), |_| false) else { continue };
            output.extend_from_slice(line.as_bytes());
            output.push(b'\n');
            if output.len() as u64 > OUTPUT_MAX {
                return Err(io::Error::other("the program printed too much"));
            }
            if matches!(read, Line::Total(_) | Line::Number(_)) {
                return Ok(output);
            }
        }
    }

    /// The request without an answer.
    pub(super) fn awaits(&self) -> &'static str {
        self.awaits
    }

    /// True once the program has printed anything.
    pub(super) fn has_printed(&self) -> bool {
        self.has_printed
    }

    fn session(&mut self) -> io::Result<&mut Session> {
        self.session.as_mut().ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }

    fn send(&mut self, what: &'static str, text: &str, deadline: Instant) -> io::Result<()> {
        self.awaits = what;
        self.session()?.send(text.as_bytes(), deadline)
    }

    fn wait_for(&mut self, word: &str, deadline: Instant) -> io::Result<()> {
        while self.line(deadline)?.trim() != word {}
        Ok(())
    }

    /// The next line without its end.
    fn line(&mut self, deadline: Instant) -> io::Result<String> {
        loop {
            if let Some(end) = self.received.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.received.drain(..=end).collect();
                return Ok(String::from_utf8_lossy(&line).trim_end().to_owned());
            }
            if self.received.len() as u64 > OUTPUT_MAX {
                return Err(io::Error::other("the program printed too much"));
            }
            // A program that prints without end would never be late.
            if Instant::now() >= deadline {
                return Err(io::ErrorKind::TimedOut.into());
            }
            let mut buffer = vec![0; CHUNK];
            let count = self.session()?.receive(&mut buffer, deadline)?;
            if count == 0 {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            self.has_printed = true;
            self.received.extend_from_slice(&buffer[..count]);
        }
    }

    /// Ends the engine; returns how it ended, if that is known, and the end of its standard error.
    ///
    /// # Errors
    ///
    /// A failure for which the engine is not responsible.
    pub(super) fn close(&mut self) -> io::Result<(Option<End>, Vec<u8>)> {
        let Some(session) = self.session.take() else { return Ok((None, Vec::new())) };
        let end = session.close(GRACE)?;
        Ok((Some(end.end), end.errors))
    }
}
