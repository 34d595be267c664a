//! The caller's side: starts a launcher and waits for its result.

#[cfg(target_os = "linux")]
use std::ffi::{OsStr, OsString};
use std::io::{self, PipeReader, PipeWriter, Read};
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};

use crate::environment;
use crate::exec::LACKING;
use crate::isolation::{Available, Level};
use crate::launcher::{LAUNCHER_GRACE, Launcher};
use crate::protocol::{self, Request};
use crate::run::{End, Job, Limits, Run};
use crate::runner::Runner;
use crate::signals::reset_sigchld;
#[cfg(target_os = "linux")]
use crate::starter::Starter;
use crate::streams::set_nonblocking;

/// Time beyond the limit of the program after which a launcher that has not ended it is taken to be
/// stopped, which only the program can have done.
const STOPPED_NOTICE: Duration = Duration::from_secs(3);

/// Time beyond the limit of the program after which it is late although the launcher says that it
/// is not: both clocks start and end with a message, which takes time.
const LATE_NOTICE: Duration = Duration::from_millis(200);

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
    /// Runs a program to its end. No process of it is left when this returns.
    ///
    /// # Errors
    ///
    /// Only failures for which the program is not responsible: the launcher cannot be started or
    /// fails, processes cannot be killed, or the folder does not exist.
    /// [`io::ErrorKind::Interrupted`] if the flag of [`with_stop`](Self::with_stop) was set.
    pub fn run(&self, job: Job<'_>) -> io::Result<Run> {
        self.try_again(|| self.run_once(job))
    }

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

    fn run_once(&self, job: Job<'_>) -> io::Result<Option<Run>> {
        let started = Instant::now();
        let request = Request::Supervise(self.limits, self.confinement(), job.command);
        let launcher;
        // Kept open for the whole run: the launcher takes end of file as the end of its caller. It is
        // dropped first, since dropping the launcher waits for its end.
        let mut control;
        let mut answers;
        let Some(all) = self.start_for_run(job.folder, &request)? else { return Ok(None) };
        (launcher, control, answers) = all;
        let sent = protocol::send_bytes(&mut control, job.input);
        let answer = Answer::read(&mut answers, self, started)?;
        let without_result = |end| {
            let (output, errors) = (Vec::new(), Vec::new());
            let since = answer.started.unwrap_or(started);
            Ok(Some(Run { end, output, errors, left: 0, time: since.elapsed() }))
        };
        if answer.is_hung {
            // The launcher may be stopped, or need time to end many processes. The end of its input
            // makes it do so, and dropping waits for that: killed at once, it would leave them
            // behind.
            launcher.resume();
            drop(control);
            return without_result(End::Late);
        }
        let status = launcher.wait(self)?;
        // A result counts only from a launcher that lived to the end: without a sandbox, the
        // program might kill it and answer in its place.
        if status.success()
            && let Ok(result) = protocol::receive_result(&mut &answer.bytes[..])
        {
            let mut run = result.map_err(io::Error::other)?;
            if let (Some(started), Some(ended)) = (answer.started, answer.ended) {
                // Both events are seen a little late, so the launcher measures more exactly.
                run.time = run.time.max(ended.duration_since(started));
            }
            // The launcher may have been stopped for a while.
            if run.time > self.limits.time.saturating_add(LATE_NOTICE) {
                run.end = End::Late;
            }
            return Ok(Some(run));
        }
        if status.signal().is_some() && !answer.has_begun {
            return Ok(None);
        }
        let end = self.end_without_result(status, answer.started.is_some());
        // A launcher that has ended reads no input, which says less than its exit.
        let sent = sent.err().filter(|error| error.kind() != io::ErrorKind::BrokenPipe);
        without_result(end.map_err(|failure| sent.unwrap_or(failure))?)
    }

    /// Starts a launcher for a run, with pipes to its standard input and from its standard output;
    /// `None` if it is killed at once, as with all of the group of the caller.
    fn start_for_run(
        &self,
        folder: &Path,
        request: &Request<'_>,
    ) -> io::Result<Option<(LauncherOfRun, PipeWriter, PipeReader)>> {
        let (stdin, control) = io::pipe()?;
        let (answers, stdout) = io::pipe()?;
        #[cfg(target_os = "linux")]
        if self.level() == Level::Sandbox {
            let folder = folder.canonicalize()?;
            let home = self.environment.get(OsStr::new("HOME"));
            let place = [home.map_or(folder.as_os_str(), OsString::as_os_str), folder.as_os_str()];
            let command = || self.launcher_in(&folder, &Request::Serve);
            let streams = [stdin.into(), stdout.into()];
            let starter = Starter::start(&self.idle, place, request, &streams, command)?;
            return Ok(starter.map(|it| (LauncherOfRun::OfStarter(it), control, answers)));
        }
        // The statement drops the command and with it the launcher's ends of the pipes.
        let child = self
            .launcher_in(folder, request)?
            .stdin(stdin)
            .stdout(stdout)
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Some((LauncherOfRun::Child(Launcher(child)), control, answers)))
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

    /// The command of a launcher in the folder and the environment of its program.
    pub(crate) fn launcher_in(&self, folder: &Path, request: &Request<'_>) -> io::Result<Command> {
        reset_sigchld();
        let mut command = Command::new(&self.launcher);
        command.args(&self.arguments).args(request.arguments()).current_dir(folder);
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
        // A starter of its own ends with it: perhaps another level is chosen.
        let probe = self.without_stop().with_level(level).with_limits(limits).with_own_starters();
        let job = Job { command: &[], folder: &probe_folder(), input: b"" };
        let reason = match probe.try_again(|| probe.run_once(job)) {
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

/// The launcher of a run. Dropping it waits until it has ended.
enum LauncherOfRun {
    Child(Launcher),
    #[cfg(target_os = "linux")]
    OfStarter(Starter),
}

impl LauncherOfRun {
    /// Waits for the end. A starter is then idle in the runner.
    #[cfg_attr(not(target_os = "linux"), expect(unused_variables, reason = "it has no starters"))]
    fn wait(self, runner: &Runner) -> io::Result<ExitStatus> {
        match self {
            Self::Child(mut launcher) => launcher.0.wait(),
            #[cfg(target_os = "linux")]
            Self::OfStarter(starter) => starter.wait(&runner.idle),
        }
    }

    /// Lets a launcher go on that a program has stopped.
    fn resume(&self) {
        match self {
            Self::Child(launcher) => {
                let _ = kill_process(Pid::from_child(&launcher.0), Signal::CONT);
            }
            // In a sandbox no program can stop it.
            #[cfg(target_os = "linux")]
            Self::OfStarter(_) => {}
        }
    }
}

/// Bytes and events that a launcher has sent.
#[derive(Debug, Default)]
struct Answer {
    /// The result, if it is complete.
    bytes: Vec<u8>,
    /// True if the launcher has a session of its own.
    has_begun: bool,
    /// Start of the program, on the clock of this process.
    started: Option<Instant>,
    /// End of the program, on the same clock.
    ended: Option<Instant>,
    /// True if the launcher does not do its work in time.
    is_hung: bool,
}

impl Answer {
    /// Reads the standard output of a launcher until end of file, or until it counts as hung.
    fn read(stream: &mut PipeReader, runner: &Runner, called: Instant) -> io::Result<Self> {
        set_nonblocking(stream)?;
        let timeout = Timespec::try_from(POLL_INTERVAL).map_err(io::Error::other)?;
        let mut answer = Self::default();
        loop {
            let read = stream.read_to_end(&mut answer.bytes);
            answer.take_events();
            match read {
                Ok(_) => return Ok(answer),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
            if runner.stop.as_ref().is_some_and(|stop| stop.load(Relaxed)) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            match (answer.started, answer.ended) {
                // The program has nothing to do with it.
                (None, _) if called.elapsed() > LAUNCHER_GRACE => {
                    let message = "the launcher does not start the program";
                    return Err(io::Error::new(io::ErrorKind::TimedOut, message));
                }
                (Some(started), None)
                    if started.elapsed() > runner.limits.time.saturating_add(STOPPED_NOTICE) =>
                {
                    return Ok(Self { is_hung: true, ..answer });
                }
                (_, Some(ended)) if ended.elapsed() > LAUNCHER_GRACE => {
                    return Ok(Self { is_hung: true, ..answer });
                }
                _ => {}
            }
            let mut fds = [PollFd::from_borrowed_fd(stream.as_fd(), PollFlags::IN)];
            match poll(&mut fds, Some(&timeout)) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Moves the bytes of events from the start of what was read to their times.
    fn take_events(&mut self) {
        if !self.has_begun && self.bytes.first() == Some(&protocol::BEGUN) {
            self.bytes.remove(0);
            self.has_begun = true;
        }
        let events = [(protocol::STARTED, &mut self.started), (protocol::ENDED, &mut self.ended)];
        for (event, time) in events {
            if time.is_none() && self.bytes.first() == Some(&event) {
                self.bytes.remove(0);
                *time = Some(Instant::now());
            }
        }
    }
}
