//! First stage of the launcher: starts the program, watches it, and kills all processes it leaves.

use std::collections::hash_map::RandomState;
use std::ffi::OsString;
use std::fs::File;
use std::hash::BuildHasher;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitStatus};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};

use crate::counting::Counting;
use crate::exec::{self, ExecRequest};
use crate::forks;
use crate::isolation::sandbox::{self, Sandbox};
use crate::isolation::tasks::Tasks;
use crate::isolation::{Level, landlock};
use crate::own_limits::OwnLimits;
use crate::processes::{self, Children, Reach};
use crate::protocol::{self, Message, Request, RunResult};
use crate::run::{ERRORS_KEPT, End, Limits, Run};
use crate::streams::Output;

/// Interval at which the exit of the program is polled on systems without pidfd.
const FALLBACK_INTERVAL: Duration = Duration::from_millis(1);

/// Maximum time to wait for an event; longer ones might overflow the clock.
const PAUSE_MAX: Duration = Duration::from_hours(1);

/// Time that remaining processes have to end by themselves after the program.
const EXIT_GRACE: Duration = Duration::from_millis(300);

/// Number of tasks (processes and threads) allowed by the system limit beyond those running and
/// those in [`Limits::processes`]. It only slows down fork bombs; the actual limit is the count.
const SPARE_TASKS: u64 = 1024;

/// Runs the command on the standard input and output of this process. Standard error is a socket to
/// the caller, for messages.
pub(crate) fn supervise(request: Request, command: &[OsString]) -> bool {
    processes::begin_session();
    // A caller that has ended needs no program.
    if protocol::send(&mut io::stderr(), &Message::Begun).is_err() {
        return false;
    }
    // Before the streams are taken: init of a sandbox would hold them open, too.
    let prepared = Prepared::prepare(&request);
    let Ok([input, output, control]) = take_streams() else { return false };
    let caller = UnixStream::from(control);
    // A caller that has ended is noticed when the program is watched.
    let tell = |message| protocol::send(&mut &caller, &message).is_ok();
    let started = prepared
        .and_then(|prepared| prepared.start(&request, command, [input, output], &caller))
        .inspect(|_| _ = tell(Message::Started));
    tell(Message::Result(result_of(started, || _ = tell(Message::Ended))))
}

/// The result of a program, if it was started. `ended` is called at its end.
fn result_of(started: io::Result<Supervisor<'_>>, ended: impl FnOnce()) -> RunResult {
    let program = started.map_err(|error| error.to_string())?;
    let (since, is_out_of_reach) = (program.started, program.sandbox.is_some());
    match program.run(ended) {
        Ok(result) => result,
        Err(error) if is_out_of_reach => Err(error.to_string()),
        Err(error) => {
            let (end, time) = (End::Unwatched(error.to_string()), since.elapsed());
            Ok(Run { end, output: Vec::new(), errors: Vec::new(), left: 0, time })
        }
    }
}

/// Moves the standard streams to descriptors that no program inherits by accident. This process
/// must not hold those of the conversation open: the caller has to notice when the program closes
/// them.
fn take_streams() -> io::Result<[OwnedFd; 3]> {
    let input = io::stdin().as_fd().try_clone_to_owned()?;
    let output = io::stdout().as_fd().try_clone_to_owned()?;
    let errors = io::stderr().as_fd().try_clone_to_owned()?;
    let null = File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&null)?;
    dup2_stdout(&null)?;
    dup2_stderr(&null)?;
    Ok([input, output, errors])
}

/// Process state with everything the program needs set up.
struct Prepared {
    sandbox: Option<Sandbox>,
    own_limits: OwnLimits,
}

/// A running program.
struct Supervisor<'a> {
    limits: Limits,
    sandbox: Option<Sandbox>,
    own_limits: OwnLimits,
    /// Number of processes and threads that the user may have.
    tasks: u64,
    /// True if signals of this process reach its descendants only.
    confines_signals: bool,
    secret: u64,
    children: Children,
    /// File descriptor that becomes readable when the program ends (Linux only).
    exit_notice: Option<OwnedFd>,
    /// The caller sends nothing. End of file means that it has ended or needs the program no more.
    caller: &'a UnixStream,
    errors: Output,
    started: Instant,
    /// `None` in a sandbox whose init counts.
    counting: Option<Counting>,
}

/// Reason to stop watching the program.
enum StopReason {
    Ended(WaitStatus),
    Late,
    TooMuchOutput,
    TooManyProcesses,
    /// See [`Supervisor::caller`].
    CallerGone,
}

impl Prepared {
    fn prepare(request: &Request) -> io::Result<Self> {
        processes::check_system()?;
        processes::adopt_orphans()?;
        let own_limits = OwnLimits::now();
        own_limits.check_files()?;
        let sandbox = Sandbox::enter(request.confinement, Tasks::of(request.limits.processes))?;
        Ok(Self { sandbox, own_limits })
    }

    /// Starts the program on these streams for standard input and output.
    fn start<'a>(
        self,
        request: &Request,
        command: &[OsString],
        [stdin, stdout]: [OwnedFd; 2],
        caller: &'a UnixStream,
    ) -> io::Result<Supervisor<'a>> {
        let Self { sandbox, own_limits } = self;
        let limits = request.limits;
        // Not at the level of limits only: there it would take new privileges from the program.
        let confines_signals =
            request.confinement.level == Level::Landlock && landlock::confine_signals();
        processes::hide()?;
        let secret = RandomState::new().hash_one(std::process::id());
        let allowed = task_limit(limits, sandbox.as_ref());
        let started = Instant::now();
        let (errors, stderr) = io::pipe()?;
        // The program alone holds them open from then on, so that their ends are noticed.
        let streams = [stdin, stdout, stderr.into()];
        let program =
            start_second_stage(request, command, secret, sandbox.as_ref(), allowed, streams)?;
        let children = Children::new(program, sandbox.as_ref().map(Sandbox::init));
        let counts = !sandbox.as_ref().is_some_and(Sandbox::counts);
        let others = u32::from(sandbox.is_some());
        let counting = counts.then(|| Counting::new(limits.processes.saturating_add(others)));
        Ok(Supervisor {
            limits,
            sandbox,
            own_limits,
            tasks: allowed,
            confines_signals,
            secret,
            children,
            exit_notice: processes::exit_notice(program),
            caller,
            errors: Output::new(errors, request.errors, Some(ERRORS_KEPT))?,
            started,
            counting,
        })
    }
}

impl Supervisor<'_> {
    /// Watches the program to its end, calls `ended`, and kills all remaining processes.
    fn run(mut self, ended: impl FnOnce()) -> io::Result<RunResult> {
        let watched = self.watch();
        let time = self.started.elapsed();
        ended();
        let left = match watched {
            Ok(StopReason::Ended(_)) => self.count_left()?,
            _ => 0,
        };
        let reach = match &mut self.sandbox {
            Some(sandbox) => {
                sandbox.end(self.children.init_end.is_some());
                Reach::Sandbox
            }
            None if self.confines_signals => Reach::Confined,
            None if !self.own_limits.are_kept() => Reach::Starved,
            None => Reach::AllOfUser,
        };
        processes::kill_all(&mut self.children, reach)?;
        let reason = watched?;
        // Errors from just before the end.
        self.errors.read();
        // Others may have what the program lacked.
        let may_lack = match &reason {
            StopReason::Ended(status) => status.exit_status() != Some(0),
            reason => matches!(reason, StopReason::Late),
        };
        if may_lack
            && self.sandbox.is_none()
            && let Some(error) = self.own_limits.lack_of_tasks(self.tasks, self.limits.processes)
        {
            return Ok(Err(format!("the processes and threads of this user: {error}")));
        }
        let has_ended = matches!(reason, StopReason::Ended(_));
        let end = match reason {
            StopReason::CallerGone | StopReason::Late => End::Late,
            StopReason::TooManyProcesses => End::TooManyProcesses,
            StopReason::TooMuchOutput => End::TooMuchOutput,
            StopReason::Ended(_) if self.has_filled_sandbox() => End::TooManyProcesses,
            StopReason::Ended(_) if self.errors.exceeds_limit() => End::TooMuchOutput,
            StopReason::Ended(status) => end_of(status),
        };
        let (output, errors) = (Vec::new(), self.errors.bytes().to_vec());
        // A second stage that was about to start the program when its time was over may not have
        // found the sandbox any more.
        if has_ended && let Some(report) = find_after(&errors, &self.secret.to_le_bytes()) {
            let kind = report.first();
            let message = String::from_utf8_lossy(report.get(1..).unwrap_or_default()).into_owned();
            if kind == Some(&exec::FAILED) {
                return Ok(Err(message));
            }
            let (end, errors) = (End::NotStarted(message), Vec::new());
            return Ok(Ok(Run { end, output, errors, left: 0, time }));
        }
        Ok(Ok(Run { end, output, errors, left, time }))
    }

    fn watch(&mut self) -> io::Result<StopReason> {
        loop {
            self.errors.read();
            self.children.reap()?;
            if let Some(status) = self.children.program_end {
                return Ok(StopReason::Ended(status));
            }
            if self.errors.exceeds_limit() {
                return Ok(StopReason::TooMuchOutput);
            }
            let elapsed = self.started.elapsed();
            let Some(left) = self.limits.time.checked_sub(elapsed).filter(|left| !left.is_zero())
            else {
                return Ok(StopReason::Late);
            };
            let program = self.children.program;
            if let Some(counting) = &mut self.counting
                && counting.is_due()
                && counting.finds_too_many(|| Ok(processes::count(program)))
            {
                return Ok(StopReason::TooManyProcesses);
            }
            if self.wait(left)? && self.is_caller_gone() {
                // The caller may have closed it because the program has ended.
                self.children.reap()?;
                return Ok(self
                    .children
                    .program_end
                    .map_or(StopReason::CallerGone, StopReason::Ended));
            }
        }
    }

    /// Reads the end of the channel of the caller, which is readable.
    fn is_caller_gone(&self) -> bool {
        let mut caller = self.caller;
        let read = caller.read(&mut [0]);
        !read.is_err_and(|error| error.kind() == io::ErrorKind::Interrupted)
    }

    /// Number of processes that are still running some time after the program has ended. The helper
    /// processes of some runtimes end a little later than the program.
    fn count_left(&mut self) -> io::Result<u32> {
        let ended = Instant::now();
        loop {
            self.children.reap()?;
            let is_empty = self.sandbox.as_ref().is_some_and(Sandbox::is_empty);
            if self.children.none_left || self.children.init_end.is_some() || is_empty {
                return Ok(0);
            }
            let count = self.count();
            if ended.elapsed() > EXIT_GRACE || count > self.limits.processes as usize {
                // A process that gets another parent during the count is missed.
                return Ok(u32::try_from(count).unwrap_or(u32::MAX).max(1));
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Number of running processes of the program.
    fn count(&self) -> usize {
        let all = processes::count(self.children.program);
        all.saturating_sub(usize::from(self.sandbox.is_some()))
    }

    /// True if init has ended the sandbox because it had too many processes.
    fn has_filled_sandbox(&self) -> bool {
        let code = self.children.init_end.and_then(WaitStatus::exit_status);
        code == Some(sandbox::TOO_MANY_PROCESSES)
    }

    /// Waits for the next event, at most `left`. Returns true if the channel of the caller is
    /// readable.
    fn wait(&self, left: Duration) -> io::Result<bool> {
        let pause = self.counting.as_ref().map_or(PAUSE_MAX, Counting::pause);
        let mut timeout = left.min(pause);
        let mut fds = vec![PollFd::new(self.caller, PollFlags::IN)];
        match &self.exit_notice {
            Some(exit_notice) => fds.push(PollFd::new(exit_notice, PollFlags::IN)),
            None => timeout = timeout.min(FALLBACK_INTERVAL),
        }
        fds.extend(self.errors.fd().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)));
        let timeout = Timespec::try_from(timeout).map_err(io::Error::other)?;
        match poll(&mut fds, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(!fds[0].revents().is_empty()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Starts the second stage of the launcher, which becomes the program.
fn start_second_stage(
    &Request { limits, confinement, .. }: &Request,
    command: &[OsString],
    secret: u64,
    sandbox: Option<&Sandbox>,
    tasks: u64,
    [stdin, stdout, stderr]: [OwnedFd; 3],
) -> io::Result<Pid> {
    let request = ExecRequest {
        secret,
        parent: std::process::id(),
        memory: limits.memory,
        output: limits.output,
        // Sum over all threads of a process. Only a process that escapes the launcher reaches it.
        seconds: limits.time.as_secs().saturating_add(2).saturating_mul(processes::processors()),
        tasks,
        confinement,
        init: sandbox.map_or(0, |sandbox| sandbox.init().as_raw_nonzero().get() as u64),
    };
    if let Some(program) = forks::fork()? {
        return Ok(program);
    }
    forks::work_and_exit(|| {
        // Without standard error there is nobody to tell.
        let taken = dup2_stderr(stderr).and_then(|()| dup2_stdin(stdin));
        taken.and_then(|()| dup2_stdout(stdout)).is_ok() && exec::exec(&request, command)
    })
}

/// Number of processes and threads that the user may have while the program runs.
fn task_limit(limits: Limits, sandbox: Option<&Sandbox>) -> u64 {
    let all = |tasks: u64| tasks + u64::from(limits.processes) + SPARE_TASKS;
    let of_sandbox = sandbox.and_then(|_| Tasks::of(limits.processes).of_user());
    of_sandbox.or_else(|| system_tasks().map(all)).unwrap_or(u64::MAX)
}

/// Number of processes and threads in the system.
fn system_tasks() -> Option<u64> {
    let load = std::fs::read_to_string("/proc/loadavg").ok()?;
    load.split_ascii_whitespace().nth(3)?.split_once('/')?.1.parse().ok()
}

/// Rest of the text after this key. A panic may have been reported before it.
fn find_after<'a>(text: &'a [u8], key: &[u8]) -> Option<&'a [u8]> {
    let at = text.windows(key.len()).position(|window| window == key)?;
    Some(&text[at + key.len()..])
}

fn end_of(status: WaitStatus) -> End {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => End::Exited(code),
        // Sent by the kernel when a file exceeds its limit.
        (_, Some(signal)) if signal == Signal::XFSZ.as_raw() => End::TooMuchOutput,
        (_, signal) => End::Signalled(signal.unwrap_or_default()),
    }
}
