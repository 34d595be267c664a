//! Parses the output of a fuzz target, libFuzzer's status lines and the telemetry, and options that the
//! user passes to libFuzzer.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use twinboard_harness::telemetry::Telemetry;

use crate::output::Failure;
use crate::process;

/// File name prefix of artifacts that are merely slow.
const SLOW: &str = "slow-unit-";

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Counts {
    pub(super) executions: u64,
    /// Number of reached places in the code, libFuzzer's `cov`.
    pub(super) coverage: u64,
    /// The coverage right after the corpus was read.
    pub(super) coverage_at_first: Option<u64>,
    /// Number of inputs in libFuzzer's corpus; each reaches something new.
    pub(super) corpus: u64,
    pub(super) telemetry: Telemetry,
    /// Path of the last failing input that libFuzzer has written.
    pub(super) artifact: Option<String>,
}

impl Counts {
    pub(super) fn clauses_reached(&self) -> usize {
        self.telemetry.clauses.iter().filter(|&&count| count > 0).count()
    }

    /// The state of a target that several processes run on the same corpus.
    pub(super) fn of_all(processes: &[Self]) -> Self {
        let mut all = Self::default();
        for counts in processes {
            all.executions += counts.executions;
            all.coverage = all.coverage.max(counts.coverage);
            all.coverage_at_first = all.coverage_at_first.max(counts.coverage_at_first);
            all.corpus = all.corpus.max(counts.corpus);
            all.telemetry.merge(&counts.telemetry);
            all.artifact = all.artifact.or_else(|| counts.artifact.clone());
        }
        all
    }

    /// Records the figures of a line. Returns false if the line has none.
    pub(super) fn record(&mut self, line: &str) -> bool {
        if let Some(telemetry) = Telemetry::read(line) {
            self.executions = self.executions.max(telemetry.executions);
            self.telemetry = telemetry;
            return true;
        }
        if let Some((_, path)) = line.split_once("Test unit written to ") {
            // A slow input is written too, but is no failure and does not end the run.
            let path = path.trim();
            if !path.rsplit('/').next().is_some_and(|name| name.starts_with(SLOW)) {
                self.artifact = Some(path.to_owned());
            }
            return true;
        }
        if let Some(executions) = line.strip_prefix("stat::number_of_executed_units:") {
            self.executions = executions.trim().parse().unwrap_or(self.executions);
            return true;
        }
        self.record_status(line).is_some()
    }

    /// Records a line such as `#1234  NEW  cov: 12 ft: 34 corp: 5/678b exec/s: 90 rss: 40Mb`.
    fn record_status(&mut self, line: &str) -> Option<()> {
        let mut words = line.strip_prefix('#')?.split_whitespace();
        let executions = words.next()?.parse().ok()?;
        let event = words.next()?;
        while let Some(word) = words.next() {
            match word {
                "cov:" => self.coverage = words.next()?.parse().ok()?,
                "corp:" => self.corpus = words.next()?.split('/').next()?.parse().ok()?,
                _ => {}
            }
        }
        self.executions = self.executions.max(executions);
        if event == "INITED" {
            self.coverage_at_first = Some(self.coverage);
        }
        Some(())
    }
}

/// Options of libFuzzer after which its processes would do other work, or write findings where they
/// are not looked for.
const REFUSED: [&str; 8] = [
    "artifact_prefix",
    "close_fd_mask",
    "exact_artifact_path",
    "fork",
    "help",
    "jobs",
    "merge",
    "minimize_crash",
];

/// Fails if an argument is no option of libFuzzer, or one that the command sets itself.
pub(super) fn check_options(arguments: &[String]) -> Result<(), Failure> {
    for argument in arguments {
        let Some((name, _)) = argument.strip_prefix('-').and_then(|it| it.split_once('=')) else {
            return Err(usage!(
                "{argument}: after -- come options of libFuzzer, such as -rss_limit_mb=4096; inputs are \
                 those of the corpus"
            ));
        };
        if REFUSED.contains(&name) {
            return Err(usage!("-{name} is left to this command (--jobs, --working)"));
        }
    }
    Ok(())
}

/// The option that libFuzzer does not know, by a line of its output: it ignores such options.
pub(super) fn unknown_option(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("WARNING: unrecognized flag '")?;
    rest.split_once('\'').map(|(option, _)| option)
}

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
    let _ = process::thread().spawn(read);
    receiver
}

#[cfg(test)]
mod tests {
    use twinboard_harness::telemetry::Telemetry;

    use super::Counts;

    #[test]
    fn lines_are_recorded() {
        let mut counts = Counts::default();
        for line in ["", "INFO: seed corpus: files: 62", "#", "# ", "#x y", "DIVERGENCE of sorts"] {
            assert!(!counts.record(line), "{line}");
        }
        assert_eq!(counts, Counts::default());
        assert!(counts.record("#73\tINITED cov: 2098 ft: 6011 corp: 70/12Kb exec/s: 0 rss: 46Mb"));
        assert!(
            counts.record("#1024\tREDUCE cov: 2301 ft: 7011 corp: 91/15Kb lim: 4096 exec/s: 512")
        );
        let Counts { executions, coverage, coverage_at_first, corpus, .. } = counts;
        assert_eq!((executions, coverage, coverage_at_first, corpus), (1024, 2301, Some(2098), 91));
        let telemetry = Telemetry { executions: 1030, ..Telemetry::default() };
        counts.record(&telemetry.line());
        assert_eq!((counts.executions, &counts.telemetry), (1030, &telemetry));
        counts.record("stat::number_of_executed_units: 1100");
        assert_eq!(counts.executions, 1100);
        counts.record("artifact_prefix='a/'; Test unit written to a/slow-unit-1");
        assert_eq!(counts.artifact, None, "it is no failure");
        counts.record("artifact_prefix='a/'; Test unit written to a/crash-1");
        counts.record("artifact_prefix='a/'; Test unit written to a/crash-2");
        assert_eq!(counts.artifact.as_deref(), Some("a/crash-2"));
    }
}
