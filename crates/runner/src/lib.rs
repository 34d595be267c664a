//! Runs an untrusted program within limits of time, memory, output and processes, and leaves no
//! process behind.
//!
//! ```no_run
//! use std::path::Path;
//! use std::time::Duration;
//! use twinboard_runner::{End, Job, Limits, Runner};
//!
//! let limits = Limits {
//!     time: Duration::from_secs(2),
//!     memory: 1 << 30,
//!     output: 1 << 20,
//!     processes: 8,
//! };
//! // `my-command launch ...` calls `twinboard_runner::launch` with the arguments after `launch`.
//! let runner = Runner::of_this_program(&["launch"], limits)?;
//! let command = ["sort".into(), "-n".into()];
//! let run = runner.run(Job { command: &command, folder: Path::new("/tmp"), input: b"10\n9\n" })?;
//! assert_eq!(run.end, End::Exited(0));
//! assert_eq!(run.output, b"9\n10\n");
//! # std::io::Result::Ok(())
//! ```
//!
//! A [`Session`] is a conversation with a program that keeps running, within the same limits of
//! memory, files and processes. The time limit is replaced by the deadlines of the caller:
//!
//! ```no_run
//! # use std::path::Path;
//! # use std::time::{Duration, Instant};
//! # use twinboard_runner::{End, Limits, Runner};
//! # let limits = Limits { time: Duration::MAX, memory: 1 << 30, output: 1 << 20, processes: 8 };
//! # let runner = Runner::of_this_program(&["launch"], limits)?;
//! let mut session = runner.open(&["bc".into()], Path::new("/tmp"))?;
//! let deadline = Instant::now() + Duration::from_secs(2);
//! session.send(b"6 * 7\n", deadline)?;
//! let mut buffer = vec![0; 64 << 10];
//! let count = session.receive(&mut buffer, deadline)?;
//! assert_eq!(&buffer[..count], b"42\n");
//! let end = session.close(Duration::from_secs(1))?;
//! assert_eq!(end.end, End::Exited(0));
//! # std::io::Result::Ok(())
//! ```
//!
//! # Design
//!
//! The calling process does not start the program itself. It starts a *launcher*: the same
//! executable with a hidden subcommand that calls [`launch`]. The launcher gets its request as
//! arguments and standard input, and sends the result to its standard output. It has to be a
//! separate process because it changes its own process attributes: it becomes a subreaper and kills
//! all its children. A second stage of the launcher sets the limits on itself and then execs the
//! program, so no unsafe code is needed.
//!
//! In a session, standard input and output of the launcher are the pipes of the conversation. The
//! program inherits them and the launcher closes its copies, so no process is between the caller
//! and the program. Standard error of the launcher is a socket to the caller, for requests and the
//! result. The launcher reads the standard error of the program and keeps the end of it.
//!
//! # Guarantees
//!
//! On Linux the launcher is a subreaper: every process that the program starts remains a descendant
//! of the launcher, including daemons (double fork, new session). The launcher exits only when the
//! kernel reports that it has no children left. If the caller dies, even by SIGKILL, the launcher
//! notices and kills everything too. Other Unix systems have no subreapers; there only the process
//! group of the program is killed, and a process that left the group survives. On all other systems
//! [`Runner::run`] and [`Runner::open`] return errors.
//!
//! These hold for a program that does not attack its launcher. [`Level`] has what protects against
//! an attack: at [`Level::Sandbox`] a program cannot name the launcher. At the other levels it may
//! kill it. The program then dies with the launcher, the run is reported as ended by that signal,
//! and processes that it started before may survive. [`Runner::available`] finds the best level of
//! the machine; without [`Runner::with_level`] there are limits only.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[cfg(unix)]
mod caller;
#[cfg(unix)]
mod conversation;
#[cfg(unix)]
mod exec;
mod isolation;
#[cfg(unix)]
mod processes;
mod protocol;
mod session;
#[cfg(unix)]
mod streams;
#[cfg(unix)]
mod supervisor;

pub use isolation::{Available, Level};
pub use session::{Session, SessionEnd};

/// Resource limits of a program. A program that exceeds one is killed, except for memory: there
/// allocations fail.
///
/// Two of them are different for a [`Session`]: it has no time limit, and neither the conversation
/// nor standard error counts as output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time from start to end.
    pub time: Duration,
    /// Address space of each process, in bytes; `u64::MAX` means no limit.
    ///
    /// Some runtimes reserve far more than they use, often several gigabytes.
    pub memory: u64,
    /// Bytes that may be written to standard output, to standard error and to each file (separate
    /// limits of equal size).
    pub output: u64,
    /// Number of simultaneous processes, the program itself included. They are counted every few
    /// milliseconds, so the limit can be exceeded for that long.
    pub processes: u32,
}

/// A single run of a program.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// Program and arguments. A name without a slash is searched in `PATH`; a relative path starts
    /// at `folder`.
    pub command: &'a [OsString],
    /// Working directory.
    pub folder: &'a Path,
    /// Contents of standard input. A program that does not read it all causes no error.
    pub input: &'a [u8],
}

/// Reason why a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The program exited by itself, with this code.
    Exited(i32),
    /// The program was killed by this signal, which the launcher did not send.
    Signalled(i32),
    /// The program exceeded the time limit.
    Late,
    /// The program exceeded the output limit, on a stream or in a file.
    TooMuchOutput,
    /// The program exceeded the process limit.
    TooManyProcesses,
    /// The launcher, which watches the program, failed while it ran, for this reason. Without a
    /// sandbox a program can cause that.
    Unwatched(String),
    /// The program could not be started; the message gives the reason, for example a missing file.
    NotStarted(String),
}

/// Result of running a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Reason why it ended.
    pub end: End,
    /// Standard output, cut at the limit.
    pub output: Vec<u8>,
    /// Last [`ERRORS_KEPT`] bytes of standard error.
    pub errors: Vec<u8>,
    /// Number of processes left behind by a program that ended by itself; they have been killed.
    /// Processes that end within 0.3 seconds after the program do not count.
    pub left: u32,
    /// Wall-clock time from start to end, or until the limit was found to be exceeded.
    pub time: Duration,
}

/// Number of bytes of standard error that are kept.
pub const ERRORS_KEPT: usize = 8 << 10;

/// Runs programs within limits. One runner can be used by several threads at once.
#[derive(Clone, Debug)]
pub struct Runner {
    launcher: PathBuf,
    arguments: Vec<OsString>,
    limits: Limits,
    level: Level,
    owns_folder: bool,
    stop: Option<Arc<AtomicBool>>,
}

impl Runner {
    /// A runner whose launcher is this process's own executable. Called with `arguments` and some
    /// more, the executable must pass those additional ones to [`launch`].
    ///
    /// # Errors
    ///
    /// If the path of the executable cannot be determined.
    pub fn of_this_program(arguments: &[&str], limits: Limits) -> io::Result<Self> {
        Ok(Self::of_program(own_executable()?, arguments, limits))
    }

    /// A runner whose launcher is another executable, see
    /// [`of_this_program`](Self::of_this_program).
    #[must_use]
    pub fn of_program(launcher: PathBuf, arguments: &[&str], limits: Limits) -> Self {
        let arguments = arguments.iter().map(OsString::from).collect();
        Self { launcher, arguments, limits, level: Level::Limits, owns_folder: true, stop: None }
    }

    /// Isolates programs at this level. [`available`](Self::available) tells the best one.
    #[must_use]
    pub fn with_level(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// Keeps isolated programs from writing to the folder in which they run.
    #[must_use]
    pub fn with_read_only_folder(self) -> Self {
        Self { owns_folder: false, ..self }
    }

    /// Level of isolation of each run and session.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// True if this machine gives this level of isolation.
    ///
    /// # Errors
    ///
    /// The launcher cannot be started.
    pub fn has(&self, level: Level) -> io::Result<bool> {
        #[cfg(unix)]
        return caller::missing(self, level).map(|reason| reason.is_none());
        #[cfg(not(unix))]
        Ok(level == Level::Limits)
    }

    /// The best level of isolation that this machine gives, found by trying.
    ///
    /// # Errors
    ///
    /// The launcher cannot be started.
    pub fn available(&self) -> io::Result<Available> {
        #[cfg(unix)]
        return caller::available(self);
        #[cfg(not(unix))]
        Ok(Available { level: Level::Limits, missing: Vec::new() })
    }

    /// Cancels runs and interrupts sessions as soon as this flag is set; it is polled every 50
    /// milliseconds.
    #[must_use]
    pub fn with_stop(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// A copy whose runs and sessions cannot be cancelled.
    #[must_use]
    pub fn without_stop(&self) -> Self {
        Self { stop: None, ..self.clone() }
    }

    /// A copy with other limits.
    #[must_use]
    pub fn with_limits(&self, limits: Limits) -> Self {
        Self { limits, ..self.clone() }
    }

    #[cfg(unix)]
    pub(crate) fn confinement(&self) -> isolation::Confinement {
        isolation::Confinement { level: self.level, owns_folder: self.owns_folder }
    }

    /// Limits of each run and session.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Runs a program to its end. No process of it is left when this returns.
    ///
    /// # Errors
    ///
    /// Only failures for which the program is not responsible: the launcher cannot be started or
    /// fails, processes cannot be killed, or the folder does not exist.
    /// [`io::ErrorKind::Interrupted`] if the flag of [`with_stop`](Self::with_stop) was set.
    pub fn run(&self, job: Job<'_>) -> io::Result<Run> {
        #[cfg(unix)]
        return caller::run(self, job);
        #[cfg(not(unix))]
        return Err(unsupported(job.command));
    }

    /// Starts a program that holds a conversation on its standard streams. The arguments are those
    /// of [`Job`].
    ///
    /// Does not wait for the program: a failed start is the end of its output, and
    /// [`Session::close`] reports the reason.
    ///
    /// # Errors
    ///
    /// The launcher cannot be started, or the folder does not exist. [`io::ErrorKind::Unsupported`]
    /// on systems other than Unix.
    pub fn open(&self, command: &[OsString], folder: &Path) -> io::Result<Session> {
        #[cfg(unix)]
        return conversation::Conversation::open(self, command, folder).map(Session::new);
        #[cfg(not(unix))]
        {
            let _ = folder;
            Err(unsupported(command))
        }
    }
}

#[cfg(not(unix))]
fn unsupported(_command: &[OsString]) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, "programs can only be run on Unix")
}

/// Body of the hidden subcommand: runs one program as requested by [`Runner::run`] or
/// [`Runner::open`].
///
/// `arguments` are the process's arguments without those given to [`Runner::of_this_program`].
/// Returns true on success. Either way the process should exit then.
#[must_use]
pub fn launch(arguments: &[OsString]) -> bool {
    #[cfg(unix)]
    match protocol::Request::parse(arguments) {
        Some(protocol::Request::Supervise(limits, confinement, command)) => {
            supervisor::supervise(limits, confinement, command, arguments.len())
        }
        Some(protocol::Request::Converse(limits, confinement, command)) => {
            supervisor::converse(limits, confinement, command, arguments.len())
        }
        Some(protocol::Request::Exec(request, command)) => exec::exec(&request, command),
        Some(protocol::Request::Init(confinement)) => isolation::sandbox::init(confinement),
        Some(protocol::Request::Probe(level)) => supervisor::probe(level, arguments.len()),
        None => false,
    }
    #[cfg(not(unix))]
    {
        let _ = arguments;
        false
    }
}

/// Executable of this process, even if the file at its path has been replaced since.
fn own_executable() -> io::Result<PathBuf> {
    let by_kernel = Path::new("/proc/self/exe");
    if by_kernel.exists() { Ok(by_kernel.into()) } else { std::env::current_exe() }
}
