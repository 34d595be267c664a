//! A conversation with an engine in the Universal Chess Interface, of which only the requests that
//! count are used: `position fen`, `go perft`.
//!
//! An answer is read up to the total, or to `bestmove`. Engines print other lines before and after
//! it; what is neither a count nor a word of the protocol is kept for reports, since it may say why
//! an engine does not do as it was told.

use std::io;
use std::time::{Duration, Instant};

use twinboard_bridges::check_option;
use twinboard_runner::{End, Session};

use super::lines::{Line, without_number};
use super::program::{OUTPUT_MAX, Request};

/// First words of lines that say nothing about a count.
const OTHER_ANSWERS: [&str; 5] = ["info", "id", "option", "uciok", "readyok"];
/// Lines that are kept of those without a meaning.
const SAID_MAX: usize = 8;
/// Time for an engine to exit by itself.
const GRACE: Duration = Duration::from_millis(200);
/// Time for an engine to exit after `quit`.
const GRACE_OF_QUIT: Duration = Duration::from_secs(1);
/// Bytes that are received at once.
const CHUNK: usize = 64 << 10;

/// A running engine.
pub(super) struct Conversation {
    /// `None` once it is closed.
    session: Option<Session>,
    /// Bytes that were received and not read.
    received: Vec<u8>,
    has_begun: bool,
    /// The request for a count, in which `%d` is the depth.
    count_with: String,
    /// The request that was sent last, for messages.
    awaits: &'static str,
    /// True once the program has printed anything.
    has_printed: bool,
    /// True once it has given a count.
    has_counted: bool,
    /// The number of `isready` that are not answered.
    unready: u32,
    /// The lines without a meaning since the last request.
    said: Vec<String>,
}

impl Conversation {
    pub(super) fn new(session: Session, count_with: &str) -> Self {
        Self {
            session: Some(session),
            received: Vec::new(),
            has_begun: false,
            count_with: count_with.to_owned(),
            awaits: "uci",
            has_printed: false,
            has_counted: false,
            unready: 0,
            said: Vec::new(),
        }
    }

    /// Asks for a count; returns the lines up to the total. Without a position, the engine counts
    /// from the one that it has.
    ///
    /// An engine may print the totals of smaller depths first, or a title with the depth: a total
    /// that is not the expected one is the answer only if nothing else follows, to which an engine
    /// gets time by `isready`.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::TimedOut`] if the engine does not answer within the limit,
    /// [`io::ErrorKind::BrokenPipe`] if it has ended, [`io::ErrorKind::Interrupted`] if the user
    /// wants no more, [`io::ErrorKind::Unsupported`] if it cannot be asked for counts,
    /// [`io::ErrorKind::InvalidInput`] if it does not take an option.
    pub(super) fn count(
        &mut self,
        options: &[(String, String)],
        position: Option<&str>,
        request: &Request<'_>,
        limit: Duration,
    ) -> io::Result<Vec<u8>> {
        let deadline = Instant::now() + limit;
        if !self.has_begun {
            self.begin(options, deadline)?;
        }
        self.ready(deadline)?;
        let position = position.map(|it| format!("position {it}\n")).unwrap_or_default();
        let request_line = self.count_with.replace("%d", &request.depth.to_string());
        let go = format!("{position}{request_line}\n");
        self.send("go perft", &go, deadline)?;
        let output = self.counts(request, deadline)?;
        self.has_counted = true;
        Ok(output)
    }

    /// The lines of a count.
    fn counts(&mut self, request: &Request<'_>, deadline: Instant) -> io::Result<Vec<u8>> {
        let (mut output, mut sum) = (String::new(), 0_u128);
        // The last total: whether it may be that of a smaller depth, and where its line ends.
        let (mut total, mut less) = (None::<bool>, 0);
        loop {
            let line = match self.line(deadline) {
                Err(error) if error.kind() == io::ErrorKind::TimedOut && total.is_some() => {
                    return Ok(output.into_bytes());
                }
                line => line?,
            };
            match line.split_whitespace().next() {
                Some("readyok") => {
                    self.unready = self.unready.saturating_sub(1);
                    if self.unready == 0 && total == Some(false) {
                        return Ok(output.into_bytes());
                    }
                }
                Some("bestmove") if total.is_some() => return Ok(output.into_bytes()),
                Some("bestmove") if !output.is_empty() => {
                    return Ok(format!("{output}Total: {sum}\n").into_bytes());
                }
                Some("bestmove") if !self.has_counted => return Err(self.no_counts(line)),
                Some("info") if is_of_search(&line) && output.is_empty() && !self.has_counted => {
                    return Err(self.no_counts(line));
                }
                _ => {}
            }
            let Some(read) = self.read(&line) else { continue };
            match read {
                Line::Labelled(_, count) => sum = sum.saturating_add(count),
                Line::Total(count) | Line::Number(count) => {
                    // The total of a smaller depth, or a title, is no part of the answer.
                    if total == Some(true) {
                        output.drain(..less);
                    }
                    // A title such as `perft 3` looks like a total.
                    let is_title = count == u128::from(request.depth) && count != sum;
                    let is_right = Some(count) == request.expected;
                    if is_right && !is_title {
                        return Ok(format!("{output}{line}\n").into_bytes());
                    }
                    if total.is_none() {
                        self.unready += 1;
                        self.send("go perft", "isready\n", deadline)?;
                    }
                    total = Some(!is_right && (is_title || (request.is_of_less)(count)));
                    (less, sum) = (output.len() + line.len() + 1, 0);
                }
                Line::Statistics => {}
            }
            output.push_str(&line);
            output.push('\n');
            if output.len() as u64 > OUTPUT_MAX {
                return Err(io::Error::other("the program printed too much"));
            }
        }
    }

    /// Sends `uci` and the options.
    fn begin(&mut self, options: &[(String, String)], deadline: Instant) -> io::Result<()> {
        self.send("uci", "uci\n", deadline)?;
        let mut offered = Vec::new();
        loop {
            let line = self.line(deadline)?;
            match line.split_whitespace().next() {
                Some("uciok") => break,
                Some("option") => offered.push(line),
                _ => {}
            }
        }
        let refused = |why: String| io::Error::new(io::ErrorKind::InvalidInput, why);
        for (name, value) in options {
            check_option(&offered, name, value).map_err(refused)?;
            self.said.clear();
            let request = format!("setoption name {name} value {value}\nisready\n");
            self.send("setoption", &request, deadline)?;
            self.unready += 1;
            self.wait_for_ready(deadline)?;
            if let Some(line) = self.said.iter().find(|line| !line.starts_with("info")) {
                return Err(refused(format!("the program refuses {name}={value}: `{line}`")));
            }
        }
        self.has_begun = true;
        Ok(())
    }

    /// Waits until the engine has done all that it was asked for.
    fn ready(&mut self, deadline: Instant) -> io::Result<()> {
        self.send("isready", "isready\n", deadline)?;
        self.unready += 1;
        self.wait_for_ready(deadline)?;
        self.said.clear();
        Ok(())
    }

    fn wait_for_ready(&mut self, deadline: Instant) -> io::Result<()> {
        while self.unready > 0 {
            let line = self.line(deadline)?;
            if line.trim() == "readyok" {
                self.unready -= 1;
            } else {
                self.read(&line);
            }
        }
        Ok(())
    }

    /// Reads a line of counts. Any other line is kept if it may be a complaint.
    fn read<'l>(&mut self, line: &'l str) -> Option<Line<'l>> {
        let text = line.trim();
        let first = text.split_whitespace().next()?;
        let is_other = OTHER_ANSWERS.contains(&first) || first == "bestmove";
        // No move of this protocol has a blank, nor are words like those of a total moves.
        let is_move = |label| !without_number(label).unwrap_or(label).contains(char::is_whitespace);
        let read = Line::read(text, |_| false).filter(|_| !is_other);
        let read = read.filter(|it| !matches!(it, Line::Labelled(label, _) if !is_move(label)));
        let is_kept = !is_other || text.starts_with("info string");
        if read.is_none() && is_kept && self.said.len() < SAID_MAX {
            self.said.push(text.to_owned());
        }
        read
    }

    /// The error of an engine that searches for a move when it is asked for counts.
    fn no_counts(&mut self, line: String) -> io::Error {
        self.said.push(line);
        let why = "the program has no `go perft`: it searches for a move and gives no count";
        io::Error::new(io::ErrorKind::Unsupported, why)
    }

    /// The request without an answer.
    pub(super) fn awaits(&self) -> &'static str {
        self.awaits
    }

    /// True once the program has printed anything.
    pub(super) fn has_printed(&self) -> bool {
        self.has_printed
    }

    /// True once the options are set: from then on, counts are asked for.
    pub(super) fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// The first lines since the last request that are neither counts nor words of the protocol.
    pub(super) fn said(&self) -> &[String] {
        &self.said
    }

    fn session(&mut self) -> io::Result<&mut Session> {
        self.session.as_mut().ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }

    fn send(&mut self, what: &'static str, text: &str, deadline: Instant) -> io::Result<()> {
        self.awaits = what;
        self.session()?.send(text.as_bytes(), deadline)
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
        self.close_within(GRACE)
    }

    fn close_within(&mut self, grace: Duration) -> io::Result<(Option<End>, Vec<u8>)> {
        let Some(session) = self.session.take() else { return Ok((None, Vec::new())) };
        let end = session.close(grace)?;
        Ok((Some(end.end), end.errors))
    }

    /// Asks the engine to exit after its last count; returns whether it was alive until then, how it
    /// ended, and the end of its standard error.
    ///
    /// # Errors
    ///
    /// As [`close`](Self::close).
    pub(super) fn quit(&mut self, limit: Duration) -> io::Result<(bool, Option<End>, Vec<u8>)> {
        let deadline = Instant::now() + limit;
        let is_alive = match self.ready(deadline) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
            ready => ready.and_then(|()| self.send("quit", "quit\n", deadline)).is_ok(),
        };
        let (end, errors) = self.close_within(GRACE_OF_QUIT)?;
        Ok((is_alive, end, errors))
    }
}

/// True for the information of a search for a move, which no count has.
fn is_of_search(line: &str) -> bool {
    let mut words = line.split_whitespace().skip(1);
    !line.contains(" string ") && words.any(|word| word == "score" || word == "pv")
}

#[cfg(test)]
mod tests {
    use super::is_of_search;

    #[test]
    fn a_search_is_told_from_a_count() {
        assert!(is_of_search("info depth 1 seldepth 1 score cp 62 nodes 2 pv e1d1"));
        for line in ["info string a score of moves", "info nodes 20 time 1", "info depth 3"] {
            assert!(!is_of_search(line), "{line}");
        }
    }
}
