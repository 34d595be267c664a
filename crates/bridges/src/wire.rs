//! Lines to an engine and from it, and the process of an engine.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes that are read at once.
const CHUNK: usize = 64 << 10;
/// Chunks that wait to be read.
const CHUNKS_MAX: usize = 64;
/// Time after which a silence is described on standard error, which reports quote.
pub(crate) const SILENCE: Duration = Duration::from_secs(2);
/// Time for an engine to exit after its end was seen or `quit` was sent.
const GRACE: Duration = Duration::from_secs(1);

/// The standard streams of an engine.
pub trait Pipe {
    /// Sends bytes.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::BrokenPipe`] if the engine has ended.
    fn send(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// The next bytes that it prints; `None` if none come within this time.
    ///
    /// # Errors
    ///
    /// As [`send`](Self::send).
    fn receive(&mut self, time: Duration) -> io::Result<Option<Vec<u8>>>;

    /// Called when the answer to a line does not come, with the last line that did.
    fn silent(&self, _asked: &str, _heard: &str) {}

    /// How it has ended, in words.
    fn end(&mut self) -> String {
        "closed its output".to_owned()
    }
}

/// A conversation in lines.
#[derive(Debug)]
pub(crate) struct Wire<P = Process> {
    pub(crate) pipe: P,
    /// Bytes that were received, and how many of them were read.
    received: Vec<u8>,
    read: usize,
    /// The last line that was sent, for messages.
    pub(crate) asked: String,
    /// The last line that was received.
    pub(crate) heard: String,
    /// True if any white space separates the words of a line, as in UCI: single blanks are returned.
    in_words: bool,
}

impl<P: Pipe> Wire<P> {
    pub(crate) fn new(pipe: P) -> Self {
        let (asked, heard) = (String::new(), String::new());
        Self { pipe, received: Vec::new(), read: 0, asked, heard, in_words: false }
    }

    /// With single blanks between the words of a line.
    pub(crate) fn in_words(self) -> Self {
        Self { in_words: true, ..self }
    }

    /// Sends lines, each with its end.
    pub(crate) fn send(&mut self, lines: &str) -> io::Result<()> {
        lines.lines().last().unwrap_or_default().clone_into(&mut self.asked);
        self.pipe.send(lines.as_bytes()).map_err(|error| self.ended(error))
    }

    /// The next line without its end.
    ///
    /// # Errors
    ///
    /// A sentence if the engine has ended.
    pub(crate) fn line(&mut self) -> io::Result<String> {
        if let Some(line) = self.line_within(SILENCE)? {
            return Ok(line);
        }
        self.pipe.silent(&self.asked, &self.heard);
        loop {
            if let Some(line) = self.line_within(Duration::from_hours(1))? {
                return Ok(line);
            }
        }
    }

    /// The next line, if it comes within this time.
    pub(crate) fn line_within(&mut self, time: Duration) -> io::Result<Option<String>> {
        let deadline = Instant::now() + time;
        loop {
            let rest = &self.received[self.read..];
            if let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
                let line = String::from_utf8_lossy(&rest[..end]);
                let line = if self.in_words {
                    line.split_whitespace().collect::<Vec<_>>().join(" ")
                } else {
                    line.trim_end().to_owned()
                };
                self.read += end + 1;
                if !line.is_empty() && !line.starts_with("Error") {
                    self.heard.clone_from(&line);
                }
                return Ok(Some(line));
            }
            self.received.drain(..self.read);
            self.read = 0;
            let left = deadline.saturating_duration_since(Instant::now());
            match self.pipe.receive(left).map_err(|error| self.ended(error))? {
                Some(chunk) => self.received.extend(chunk),
                None => return Ok(None),
            }
        }
    }

    /// The lines up to the first for which `is_last` holds, that one included.
    pub(crate) fn until(&mut self, is_last: impl Fn(&str) -> bool) -> io::Result<Vec<String>> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line()?);
            if is_last(lines.last().expect("a line was added")) {
                return Ok(lines);
            }
        }
    }

    /// The same within a time; `None` if they do not come.
    pub(crate) fn until_within(
        &mut self,
        time: Duration,
        is_last: impl Fn(&str) -> bool,
    ) -> io::Result<Option<Vec<String>>> {
        let mut lines = Vec::new();
        Ok(self.add_until(&mut lines, time, is_last)?.then_some(lines))
    }

    /// Adds the lines up to the first for which `is_last` holds; false if it does not come within a
    /// time, for those that came before are no less of the answer.
    pub(crate) fn add_until(
        &mut self,
        lines: &mut Vec<String>,
        time: Duration,
        is_last: impl Fn(&str) -> bool,
    ) -> io::Result<bool> {
        let deadline = Instant::now() + time;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let Some(line) = self.line_within(left)? else { return Ok(false) };
            let is_end = is_last(&line);
            lines.push(line);
            if is_end {
                return Ok(true);
            }
        }
    }

    /// The error of an engine that has ended, with the question at which it did.
    fn ended(&mut self, error: io::Error) -> io::Error {
        if error.kind() != io::ErrorKind::BrokenPipe {
            return error;
        }
        let (asked, heard, end) = (&self.asked, last_said(&self.heard), self.pipe.end());
        let sentence = format!("the engine ended at `{asked}`: {end}{heard}");
        io::Error::new(io::ErrorKind::BrokenPipe, sentence)
    }
}

/// The last line of an engine, for messages: it may be a complaint, or in another protocol.
fn last_said(heard: &str) -> String {
    let heard = heard.trim();
    if heard.is_empty() {
        return ", after no line at all".to_owned();
    }
    format!(", after its line `{heard}`")
}

/// A process of an engine.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    chunks: Receiver<Vec<u8>>,
}

impl Process {
    pub(crate) fn start(command: &[OsString]) -> io::Result<Self> {
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut output = child.stdout.take().expect("it is piped");
        let input = child.stdin.take();
        let (sender, chunks) = sync_channel(CHUNKS_MAX);
        thread::spawn(move || {
            let mut buffer = vec![0; CHUNK];
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, input, chunks })
    }

    /// Threads and address space of the engine, for the report of a silence.
    pub(crate) fn about(&self) -> String {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            line.map_or_else(|| "?".to_owned(), |value| value.trim().to_owned())
        };
        format!(
            "the engine has {} threads and {} of addresses",
            field("Threads:"),
            field("VmSize:")
        )
    }
}

impl Pipe for Process {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        let input = self.input.as_mut().expect("it is open until the end");
        let sent = input.write_all(bytes).and_then(|()| input.flush());
        sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    fn receive(&mut self, time: Duration) -> io::Result<Option<Vec<u8>>> {
        match self.chunks.recv_timeout(time) {
            Ok(chunk) => Ok(Some(chunk)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn silent(&self, asked: &str, heard: &str) {
        eprintln!("no answer to `{asked}` for {SILENCE:?}{}; {}", last_said(heard), self.about());
    }

    fn end(&mut self) -> String {
        let deadline = Instant::now() + GRACE;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                Ok(Some(status)) => return status.to_string(),
                _ => return "closed its output".to_owned(),
            }
        }
    }
}

impl Process {
    /// Tells the engine to quit, and ends it if it does not; its exit status, if it has quit.
    pub(crate) fn quit(&mut self) -> Option<ExitStatus> {
        // Most engines exit at the end of their input; all protocols have `quit`.
        if self.input.is_some() {
            let _ = self.send(b"quit\n");
            self.input = None;
        }
        let deadline = Instant::now() + GRACE;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                Ok(Some(status)) => return Some(status),
                _ => break,
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        None
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.quit();
    }
}
