//! Running a fuzz target and listening to it.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use harness::telemetry;

/// How often it is looked whether a process has ended, or should.
const LOOK: Duration = Duration::from_millis(100);
/// How long a process may go on after its time before it is ended.
const GRACE: Duration = Duration::from_secs(30);
/// The longest line that is listened to, in bytes; what is longer is no word of libFuzzer's.
const LINE_MAX: u64 = 64 * 1024;
/// How many of the last lines are kept, to be shown if nothing better can be said.
const LAST_LINES: usize = 60;

/// How a process ended.
pub(super) struct Ended {
    /// `None` if it had to be ended because it went on for too long, or nobody waits for it.
    pub(super) status: Option<ExitStatus>,
    /// The last lines it printed.
    pub(super) last_lines: VecDeque<String>,
}

impl Ended {
    /// Whether it ended by itself with nothing to complain of.
    pub(super) fn is_success(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }
}

/// Runs a fuzz target until it ends, `stop` is set, or it takes much longer than `time`.
/// `listen` hears every line it prints, and also when it is silent.
pub(super) fn run(
    program: &Path,
    arguments: &[OsString],
    time: Duration,
    stop: &AtomicBool,
    listen: &mut dyn FnMut(Option<&str>) -> bool,
) -> io::Result<Ended> {
    let mut child = Command::new(program)
        .args(arguments)
        .env(telemetry::TELEMETRY_VARIABLE, "1")
        // The linker keeps several copies of some of Rust's symbols, which is no fault.
        .env("ASAN_OPTIONS", "detect_odr_violation=0")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    let lines = lines_of(child.stderr.take().expect("it was asked for"));
    let deadline = Instant::now().checked_add(time.saturating_add(GRACE));
    let mut last_lines = VecDeque::new();
    let is_wanted = loop {
        match lines.recv_timeout(LOOK) {
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
        if stop.load(Relaxed) || is_late {
            // It may have ended by itself in the meantime. What a fuzzer has found until now is in
            // its folders already; and whatever it has started may keep its stream open for long.
            let _ = child.kill();
            break false;
        }
    };
    let status = child.wait()?;
    last_lines.make_contiguous().reverse();
    Ok(Ended { status: is_wanted.then_some(status), last_lines })
}

/// The lines of a stream as they come, from a thread of their own.
fn lines_of(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        let mut line = Vec::new();
        while matches!(stream.by_ref().take(LINE_MAX).read_until(b'\n', &mut line), Ok(1..)) {
            let text = String::from_utf8_lossy(&line).trim_end().to_owned();
            if sender.send(text).is_err() {
                break;
            }
            line.clear();
        }
    });
    receiver
}
