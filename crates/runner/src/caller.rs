//! The caller's side: the command of a launcher, its failures, and the levels that it can give.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::environment;
use crate::exec::LACKING;
use crate::isolation::{Available, Level};
use crate::launcher::LAUNCHER_GRACE;
use crate::run::{End, Job, Limits, Run};
use crate::runner::Runner;
use crate::signals::reset_sigchld;

/// Interval at which the stop flag is polled.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Number of attempts to start a launcher that is killed before it has a session of its own.
const ATTEMPTS: u32 = 3;

/// Time between the end of a launcher by a signal that the caller got, too, and the flag that says
/// so: a handler sets it when the caller gets a processor.
const FLAG_GRACE: Duration = Duration::from_millis(100);

/// Limit of the output of a trial of isolation, in bytes.
const PROBE_OUTPUT: u64 = 1 << 20;

/// Signals that the stop flag may stand for: Ctrl-C, a request to end, and the end of the terminal.
const STOP_SIGNALS: [Signal; 3] = [Signal::INT, Signal::TERM, Signal::HUP];

impl Runner {
    /// Calls this until it returns a value: `None` stands for a launcher that was killed before it
    /// had a session of its own, as Ctrl-C does to all of a group, and before the program began.
    pub(crate) fn try_again<T>(
        &self,
        mut start: impl FnMut() -> io::Result<Option<T>>,
    ) -> io::Result<T> {
        let is_stopped = || self.stop.as_ref().is_some_and(|stop| stop.load(Relaxed));
        for _ in 0..ATTEMPTS {
            let started = start().map_err(|error| match error.kind() {
                // For the caller this kind means the flag, and nothing else.
                io::ErrorKind::Interrupted if !is_stopped() => io::Error::other(error.to_string()),
                _ => error,
            });
            if let Some(started) = started? {
                return Ok(started);
            }
            if self.is_stopped_soon() {
                return Err(io::ErrorKind::Interrupted.into());
            }
        }
        Err(io::Error::other("the launcher is killed before it starts the program"))
    }

    /// Reason why a program ended whose launcher had begun and ended without a result.
    ///
    /// Any process of the user, the program too, can signal a launcher that is in its reach. So a
    /// signal alone is no interruption; only the flag is.
    pub(crate) fn end_without_result(
        &self,
        launcher: ExitStatus,
        is_started: bool,
    ) -> io::Result<End> {
        let failed = || format!("the launcher failed: {launcher}");
        match launcher.signal() {
            Some(signal) if self.is_interruption(signal) => Err(io::ErrorKind::Interrupted.into()),
            // The launcher was killed, most likely by the program.
            Some(signal) if self.level() < Level::Sandbox => Ok(End::Signalled(signal)),
            // Only the program can have caused it.
            None if is_started && self.level() < Level::Sandbox => Ok(End::Unwatched(failed())),
            // A program in a sandbox cannot reach it.
            _ => Err(io::Error::other(failed())),
        }
    }

    fn is_interruption(&self, signal: i32) -> bool {
        STOP_SIGNALS.iter().any(|stop| stop.as_raw() == signal) && self.is_stopped_soon()
    }

    /// True if the stop flag is set, or is about to be.
    fn is_stopped_soon(&self) -> bool {
        let Some(stop) = &self.stop else { return false };
        let asked = Instant::now();
        while !stop.load(Relaxed) {
            if asked.elapsed() > FLAG_GRACE {
                return false;
            }
            thread::sleep(Duration::from_millis(1));
        }
        true
    }

    /// The command of a launcher, without its request, in the folder and the environment of its
    /// program.
    pub(crate) fn launcher_in(&self, folder: &Path) -> io::Result<Command> {
        reset_sigchld();
        let mut command = Command::new(&self.launcher);
        command.args(&self.arguments).current_dir(folder);
        environment::set(&mut command, folder, &self.environment)?;
        Ok(command)
    }

    /// The best level of isolation that this machine gives, found by trying.
    ///
    /// # Errors
    ///
    /// The launcher cannot be started, or no program at any level.
    pub fn available(&self) -> io::Result<Available> {
        let mut reasons = Vec::new();
        for level in [Level::Sandbox, Level::Landlock] {
            match self.missing(level)? {
                Some(reason) => reasons.push((level, reason)),
                None => return Ok(Available { level, missing: reasons }),
            }
        }
        match self.missing(Level::Limits)? {
            Some(reason) => Err(io::Error::other(reason)),
            None => Ok(Available { level: Level::Limits, missing: reasons }),
        }
    }

    /// Tries whether programs can run at this level of isolation on this machine. Returns the
    /// reason if they cannot.
    ///
    /// # Errors
    ///
    /// The system lacks something, such as memory, which says nothing about the level.
    pub fn missing(&self, level: Level) -> io::Result<Option<String>> {
        // A run without a program: all that precedes and follows one is tried, as some containers
        // refuse single system calls.
        let limits = Limits {
            time: LAUNCHER_GRACE,
            memory: u64::MAX - 1,
            output: PROBE_OUTPUT,
            processes: self.limits.processes,
        };
        let probe = self.without_stop().with_level(level).with_limits(limits);
        let job = Job { command: &[], folder: &probe_folder(), input: b"" };
        let reason = match probe.run(job) {
            Ok(Run { end: End::NotStarted(_), .. }) => return Ok(None),
            Ok(Run { end, .. }) => format!("the launcher failed: {end:?}"),
            Err(error) => error.to_string(),
        };
        // That is no property of the machine, and no reason for weaker isolation.
        if LACKING.iter().any(|error| reason.contains(&io::Error::from(*error).to_string())) {
            return Err(io::Error::other(reason));
        }
        Ok(Some(reason))
    }
}

/// A folder for the trial of a level: the temporary one if it exists, or else the present one. The
/// levels do not depend on it.
fn probe_folder() -> PathBuf {
    let folder = std::env::temp_dir();
    if folder.is_dir() { folder } else { PathBuf::from(".") }
}
