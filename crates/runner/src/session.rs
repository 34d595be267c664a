//! A conversation with a program, and a run, which is a conversation whose end is waited for: the
//! caller's side.
//!
//! Both pipes are non-blocking. The fast path of sending is one `write` and that of receiving one
//! `read`; `poll` is called only if there is nothing to do.

use std::ffi::OsString;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::net::Shutdown;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};

use crate::caller::POLL_INTERVAL;
use crate::cpu_use::cpu_use;
use crate::launcher::{LAUNCHER_GRACE, Launcher};
use crate::protocol::{self, Message, Request, RunResult};
use crate::run::{End, Job, Limits, Run};
use crate::runner::Runner;
use crate::streams::{Input, Output, set_nonblocking};

/// Size of the pipes, in bytes. More is hardly faster, and the system limits the sum for each user.
#[cfg(target_os = "linux")]
const PIPE_SIZE: usize = 256 << 10;

/// Size of a read while sending, in bytes.
const CHUNK: usize = 256 << 10;

/// Maximum number of bytes received while sending.
const STORED_MAX: usize = 64 << 20;

/// Stack size of the thread that waits for a launcher, in bytes, whatever `RUST_MIN_STACK` says.
const STACK: usize = 1 << 20;

/// Time that the launcher has for ending all processes.
const CLOSE_GRACE: Duration = Duration::from_secs(25);

/// Maximum time for a program to exit; longer ones might overflow the clock.
const GRACE_MAX: Duration = Duration::from_hours(24);

/// Time beyond the limit of a run after which a launcher that has not ended the program is taken to be
/// stopped, which only the program can have done.
const STOPPED_NOTICE: Duration = Duration::from_secs(3);

/// Time beyond the limit of a run after which the program is late although the launcher says that it
/// is not: both clocks start and end with a message, which takes time.
const LATE_NOTICE: Duration = Duration::from_millis(200);

/// Time that dropping waits for the launcher to end; then a thread waits for it.
const DROP_TIMEOUT: Duration = Duration::from_secs(2);

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
    /// Standard input of the program; `None` when closed.
    input: Option<PipeWriter>,
    /// Standard output of the program; `None` after its end.
    output: Option<PipeReader>,
    /// Bytes received while sending; those before `taken` have been passed on.
    stored: Vec<u8>,
    taken: usize,
    /// Socket to the launcher, which ends when this side is closed.
    control: UnixStream,
    /// `None` when the launcher has been reaped.
    launcher: Option<Launcher>,
    launcher_state: LauncherState,
    /// That opened the session.
    runner: Runner,
    opened: Instant,
    /// Start and end of the program, as far as the launcher has told them, on the clock of this
    /// process.
    started: Option<Instant>,
    ended: Option<Instant>,
}

#[derive(Debug)]
enum LauncherState {
    /// It has no session of its own yet.
    Starting,
    /// It is about to start the program.
    Begun,
    Running,
    /// The program has ended with this result.
    Done(RunResult),
    /// The launcher ended without a result.
    Lost,
}

impl Runner {
    /// Runs a program to its end. No process of it is left when this returns.
    ///
    /// # Errors
    ///
    /// Only failures for which the program is not responsible: the launcher cannot be started or
    /// fails, processes cannot be killed, or the folder does not exist.
    /// [`io::ErrorKind::Interrupted`] if the flag of [`with_stop`](Self::with_stop) was set.
    pub fn run(&self, job: Job<'_>) -> io::Result<Run> {
        let Limits { time, output, .. } = self.limits;
        let (mut session, mut input, mut output) = self.try_again(|| {
            let (mut session, input, from) =
                self.start(self.limits, output, job.command, job.folder)?;
            // It is there when the program starts.
            let input = Input::new(input, job.input)?;
            let output = Output::new(from, output, None)?;
            Ok(session.awaits_start()?.then_some((session, input, output)))
        })?;
        let exchanged = session.exchange(&mut input, &mut output);
        let ended = session.end();
        exchanged?;
        let mut run = ended?;
        run.output = output.bytes().to_vec();
        if output.exceeds_limit() && run.end != End::TooManyProcesses {
            run.end = End::TooMuchOutput;
        }
        if let (Some(started), Some(ended)) = (session.started, session.ended) {
            // Both events are seen a little late, so the launcher measures more exactly.
            run.time = run.time.max(ended.duration_since(started));
        }
        // The launcher may have been stopped for a while.
        if run.time > time.saturating_add(LATE_NOTICE) {
            run.end = End::Late;
        }
        Ok(run)
    }

    /// Starts a program that holds a conversation on its standard streams. The arguments are those
    /// of [`Job`].
    ///
    /// Waits until the launcher has started the program, but not for the program: a missing one is
    /// the end of its output, and [`Session::close`] reports the reason.
    ///
    /// # Errors
    ///
    /// Only failures for which the program is not responsible: the launcher cannot be started or
    /// fails, or the folder does not exist. [`io::ErrorKind::Interrupted`] if the flag of
    /// [`with_stop`](Self::with_stop) was set. [`io::ErrorKind::Unsupported`] on systems other than
    /// Unix.
    pub fn open(&self, command: &[OsString], folder: &Path) -> io::Result<Session> {
        let limits = Limits { time: Duration::MAX, ..self.limits };
        self.try_again(|| {
            let (mut session, input, output) = self.start(limits, u64::MAX, command, folder)?;
            prepare(&input)?;
            prepare(&output)?;
            (session.input, session.output) = (Some(input), Some(output));
            Ok(session.awaits_start()?.then_some(session))
        })
    }

    /// Starts a launcher, with the other ends of its standard input and output. The program may write
    /// as many bytes to standard error as `errors`.
    fn start(
        &self,
        limits: Limits,
        errors: u64,
        command: &[OsString],
        folder: &Path,
    ) -> io::Result<(Session, PipeWriter, PipeReader)> {
        let opened = Instant::now();
        let (control, control_of_launcher) = UnixStream::pair()?;
        control.set_read_timeout(Some(CLOSE_GRACE))?;
        let (stdin, input) = io::pipe()?;
        let (output, stdout) = io::pipe()?;
        let request = Request { limits, errors, confinement: self.confinement() };
        // The statement drops the command and with it the launcher's ends of all three.
        let child = self
            .launcher_in(folder)?
            .args(request.arguments(command))
            .stdin(stdin)
            .stdout(stdout)
            .stderr(OwnedFd::from(control_of_launcher))
            .spawn()?;
        let session = Session {
            input: None,
            output: None,
            stored: Vec::new(),
            taken: 0,
            control,
            launcher: Some(Launcher(child)),
            launcher_state: LauncherState::Starting,
            runner: self.clone(),
            opened,
            started: None,
            ended: None,
        };
        Ok((session, input, output))
    }
}

impl Session {
    /// Waits until the launcher has started the program. False if a signal has killed it before it
    /// had a session of its own.
    fn awaits_start(&mut self) -> io::Result<bool> {
        let deadline = Instant::now() + LAUNCHER_GRACE;
        let mut has_begun = false;
        while let LauncherState::Starting | LauncherState::Begun = self.launcher_state {
            has_begun = matches!(self.launcher_state, LauncherState::Begun);
            let mut fds = [PollFd::new(&self.control, PollFlags::IN)];
            wait(&mut fds, deadline, self.stop()).map_err(|error| match error.kind() {
                // The program has nothing to do with it.
                kind @ io::ErrorKind::TimedOut => {
                    io::Error::new(kind, "the launcher does not start the program")
                }
                _ => error,
            })?;
            self.hear_launcher();
        }
        match &mut self.launcher_state {
            LauncherState::Done(Err(message)) => Err(io::Error::other(std::mem::take(message))),
            LauncherState::Lost if !has_begun => {
                let launcher = self.launcher.as_mut().expect("only closing and dropping take it");
                let status = launcher.0.wait()?;
                match status.signal() {
                    Some(_) => Ok(false),
                    None => Err(io::Error::other(format!("the launcher failed: {status}"))),
                }
            }
            _ => Ok(true),
        }
    }

    /// Passes on input and output of a run, until the launcher has told its result, there is too much
    /// output, or the launcher does not do its work in time.
    fn exchange(&mut self, input: &mut Input<'_>, output: &mut Output) -> io::Result<()> {
        loop {
            input.write();
            output.read();
            let (since, limit) = match self.ended {
                Some(ended) => (ended, LAUNCHER_GRACE),
                None => (
                    self.started.unwrap_or(self.opened),
                    self.runner.limits.time.saturating_add(STOPPED_NOTICE),
                ),
            };
            let left = limit.saturating_sub(since.elapsed());
            if output.exceeds_limit() || left.is_zero() || !self.is_running() {
                return Ok(());
            }
            let mut fds = vec![PollFd::new(&self.control, PollFlags::IN)];
            fds.extend(output.fd().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)));
            fds.extend(input.fd().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::OUT)));
            match wait(&mut fds, Instant::now() + left.min(GRACE_MAX), self.stop()) {
                Err(error) if error.kind() != io::ErrorKind::TimedOut => return Err(error),
                _ => {}
            }
            if !fds[0].revents().is_empty() {
                self.hear_launcher();
            }
        }
    }

    fn is_running(&self) -> bool {
        matches!(self.launcher_state, LauncherState::Running)
    }

    fn stop(&self) -> Option<&AtomicBool> {
        self.runner.stop.as_deref()
    }

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
    pub fn send(&mut self, mut bytes: &[u8], deadline: Instant) -> io::Result<()> {
        self.check_stop()?;
        while !bytes.is_empty() {
            let Some(input) = &mut self.input else {
                return Err(io::ErrorKind::BrokenPipe.into());
            };
            match input.write(bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.wait_to_send(deadline)?;
                }
                Err(error) => {
                    self.input = None;
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Waits until the program can take more input, and stores its output meanwhile.
    fn wait_to_send(&mut self, deadline: Instant) -> io::Result<()> {
        let output = self.output.as_ref().filter(|_| self.stored.len() < STORED_MAX);
        let output = output.map(|output| PollFd::new(output, PollFlags::IN));
        let input = self.input.as_ref().map(|input| PollFd::new(input, PollFlags::OUT));
        let mut fds: Vec<PollFd<'_>> = input.into_iter().chain(output).collect();
        wait(&mut fds, deadline, self.stop())?;
        if fds.get(1).is_some_and(|output| !output.revents().is_empty()) {
            self.store()?;
        }
        Ok(())
    }

    /// Appends available output to the stored bytes.
    fn store(&mut self) -> io::Result<()> {
        let Some(output) = &mut self.output else { return Ok(()) };
        if self.taken > self.stored.len() / 2 {
            self.stored.drain(..self.taken);
            self.taken = 0;
        }
        let length = self.stored.len();
        self.stored.resize(length + CHUNK, 0);
        let count = output.read(&mut self.stored[length..]);
        self.stored.truncate(length + *count.as_ref().unwrap_or(&0));
        match count {
            Ok(0) => self.output = None,
            Ok(_) => {}
            Err(error) if is_temporary(&error) => {}
            Err(error) => return Err(error),
        }
        Ok(())
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
        self.check_stop()?;
        if buffer.is_empty() {
            return Ok(0);
        }
        if self.taken < self.stored.len() {
            return Ok(self.take_stored(buffer));
        }
        while let Some(output) = &mut self.output {
            match output.read(buffer) {
                Ok(0) => self.output = None,
                Ok(count) => return Ok(count),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let mut fds = [PollFd::new(output, PollFlags::IN)];
                    wait(&mut fds, deadline, self.runner.stop.as_deref())?;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(0)
    }

    /// The CPU time of the program and the processes that it has started, and whether one of their
    /// threads runs or waits for a CPU; `None` on systems other than Linux.
    #[must_use]
    pub fn cpu_use(&self) -> Option<(Duration, bool)> {
        cpu_use(self.launcher.as_ref()?.0.id())
    }

    fn take_stored(&mut self, buffer: &mut [u8]) -> usize {
        let stored = &self.stored[self.taken..];
        let count = stored.len().min(buffer.len());
        buffer[..count].copy_from_slice(&stored[..count]);
        self.taken += count;
        if self.taken == self.stored.len() {
            // The memory is returned: few sends store anything.
            self.stored = Vec::new();
            self.taken = 0;
        }
        count
    }

    fn check_stop(&self) -> io::Result<()> {
        if is_set(self.stop()) { Err(io::ErrorKind::Interrupted.into()) } else { Ok(()) }
    }

    /// Waits for one message of the launcher.
    fn hear_launcher(&mut self) {
        match protocol::receive(&mut self.control) {
            Ok(Message::Begun) => self.launcher_state = LauncherState::Begun,
            Ok(Message::Started) => {
                self.started = Some(Instant::now());
                self.launcher_state = LauncherState::Running;
            }
            Ok(Message::Ended) => self.ended = Some(Instant::now()),
            Ok(Message::Result(result)) => self.launcher_state = LauncherState::Done(result),
            Err(_) => self.launcher_state = LauncherState::Lost,
        }
    }

    /// Closes the standard input of the program, whose output can still be received.
    pub fn end_input(&mut self) {
        self.input = None;
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
    pub fn close(mut self, grace: Duration) -> io::Result<Run> {
        self.input = None;
        let deadline = Instant::now() + grace.min(GRACE_MAX);
        while self.is_running() && self.wait_to_close(deadline).is_ok() {}
        self.end()
    }

    /// Ends the program if it is still running, and waits for the end of its launcher.
    fn end(&mut self) -> io::Result<Run> {
        let mut launcher = self.launcher.take().expect("only closing and dropping take it");
        if self.is_running() {
            // The program may have stopped it. Killed, it would leave processes behind.
            let _ = kill_process(Pid::from_child(&launcher.0), Signal::CONT);
        }
        // Makes the launcher kill the program if it is still running.
        let _ = self.control.shutdown(Shutdown::Write);
        while self.is_running() {
            self.hear_launcher();
        }
        self.output = None;
        if let LauncherState::Lost = self.launcher_state {
            // The launcher does not answer: the program may have stopped it again.
            launcher.0.kill()?;
        }
        let status = launcher.end_within(LAUNCHER_GRACE)?;
        let state = std::mem::replace(&mut self.launcher_state, LauncherState::Lost);
        let end = match (state, status) {
            // A result counts only from a launcher that lived to the end: without a sandbox, the
            // program might kill it and answer in its place.
            (LauncherState::Done(result), Some(status)) if status.success() => {
                return result.map_err(io::Error::other);
            }
            (_, Some(status)) => self.runner.end_without_result(status, self.started.is_some())?,
            // Only the program can have stopped it.
            (_, None) => End::Late,
        };
        let time = self.started.unwrap_or(self.opened).elapsed();
        Ok(Run { end, output: Vec::new(), errors: Vec::new(), left: 0, time })
    }

    /// Waits for a message of the launcher, and drops output: a program that is blocked in writing
    /// would not exit.
    fn wait_to_close(&mut self, deadline: Instant) -> io::Result<()> {
        let output = self.output.as_ref().map(|output| PollFd::new(output, PollFlags::IN));
        let control = PollFd::new(&self.control, PollFlags::IN);
        let mut fds: Vec<PollFd<'_>> = std::iter::once(control).chain(output).collect();
        wait(&mut fds, deadline, self.stop())?;
        let has_message = !fds[0].revents().is_empty();
        if fds.get(1).is_some_and(|output| !output.revents().is_empty()) {
            self.stored.clear();
            self.taken = 0;
            self.store()?;
        }
        if has_message {
            self.hear_launcher();
        }
        Ok(())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let Some(mut launcher) = self.launcher.take() else { return };
        self.input = None;
        self.output = None;
        let _ = self.control.shutdown(Shutdown::Both);
        if let Ok(None) = launcher.end_within(DROP_TIMEOUT) {
            // The launcher is still killing processes. Dropping it waits for the end of that.
            let thread = thread::Builder::new().stack_size(STACK);
            let _ = thread.spawn(move || drop(launcher));
        }
    }
}

/// Makes a pipe non-blocking and large.
fn prepare(pipe: &impl AsFd) -> io::Result<()> {
    // Fails if the user has too many large pipes. Then the session is slower.
    #[cfg(target_os = "linux")]
    let _ = rustix::pipe::fcntl_setpipe_size(pipe, PIPE_SIZE);
    set_nonblocking(pipe)
}

/// Waits until one of the descriptors is ready. Fails with `TimedOut` at the deadline and with
/// `Interrupted` if the stop flag is set.
fn wait(fds: &mut [PollFd<'_>], deadline: Instant, stop: Option<&AtomicBool>) -> io::Result<()> {
    loop {
        if is_set(stop) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let timeout = if stop.is_some() { left.min(POLL_INTERVAL) } else { left };
        let timeout = Timespec::try_from(timeout).map_err(io::Error::other)?;
        match poll(fds, Some(&timeout)) {
            Ok(0) | Err(rustix::io::Errno::INTR) => {}
            Ok(_) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
    }
}

fn is_set(stop: Option<&AtomicBool>) -> bool {
    stop.is_some_and(|stop| stop.load(Relaxed))
}

/// True if the call can be repeated later.
fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock)
}
