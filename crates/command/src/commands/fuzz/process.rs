//! Runs a fuzz target and reads its output line by line.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::process::stack;

/// Interval for checking the deadline and Ctrl-C while a process is silent.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// Time that a process may exceed its own time limit before it is killed.
const GRACE: Duration = Duration::from_secs(30);
/// Maximum length of a line in bytes; that of a report has large boards.
const LINE_MAX: u64 = 1 << 20;
/// Number of last lines that are kept for the report of an unknown failure.
const LAST_LINES: usize = 60;

/// The linker keeps several copies of some of Rust's symbols, which is no fault.
pub(super) const SANITIZER_OPTIONS: &str = "detect_odr_violation=0";

pub(super) struct Ended {
    /// `None` if the process was killed by the time limit or by Ctrl-C.
    pub(super) status: Option<ExitStatus>,
    /// The last lines of its output that `listen` did not recognize.
    pub(super) last_lines: VecDeque<String>,
}

impl Ended {
    /// True if it ended by itself with exit code 0.
    pub(super) fn is_success(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }
}

/// Runs a fuzz target until it ends, `is_stopped` returns true, or `time` is exceeded by [`GRACE`].
///
/// `listen` gets each line of its output and returns true if it recognizes the line. It gets `None`
/// at intervals while the process is silent.
pub(super) fn run(
    program: &mut Command,
    arguments: &[OsString],
    time: Duration,
    is_stopped: &dyn Fn() -> bool,
    listen: &mut dyn FnMut(Option<&str>) -> bool,
) -> io::Result<Ended> {
    let mut child = program
        .args(arguments)
        .env("ASAN_OPTIONS", SANITIZER_OPTIONS)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    let lines = lines_of(child.stderr.take().expect("standard error is piped"));
    let deadline = Instant::now().checked_add(time.saturating_add(GRACE));
    let mut last_lines = VecDeque::new();
    let is_wanted = loop {
        match lines.recv_timeout(POLL_INTERVAL) {
            Ok(line) => {
                if !listen(Some(&line)) {
                    last_lines.truncate(LAST_LINES);
                    last_lines.push_front(line);
                }
            }
            Err(RecvTimeoutError::Timeout) => {
                listen(None);
            }
            Err(RecvTimeoutError::Disconnected) => break true,
        }
        let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_stopped() || is_late {
            // An error means that the process has ended by itself. Its findings so far are in its
            // folders. Its stream is not read to the end, since child processes may keep it open.
            let _ = child.kill();
            break false;
        }
    };
    let status = child.wait()?;
    last_lines.make_contiguous().reverse();
    Ok(Ended { status: is_wanted.then_some(status), last_lines })
}

/// The lines of a stream, read by a thread.
fn lines_of(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    let read = move || {
        let mut stream = BufReader::new(stream);
        let mut line = Vec::new();
        while matches!(stream.by_ref().take(LINE_MAX).read_until(b'\n', &mut line), Ok(1..)) {
            let text = String::from_utf8_lossy(&line).trim_end().to_owned();
            if sender.send(text).is_err() {
                break;
            }
            line.clear();
        }
    };
    // Without a thread there are no lines.
    let _ = stack::thread().spawn(read);
    receiver
}
