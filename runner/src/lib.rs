//! Runs a program that nobody trusts: within limits of time, memory, output and processes, and
//! nothing that it started survives it.
//!
//! # How
//!
//! The program is not started by the process that wants it run, but by a *launcher*: the same
//! executable with a hidden subcommand that calls [`launch`]. It is told what to do on its standard
//! input and answers on its standard output. A launcher is a process of its own because what it does
//! to itself would harm any other: it becomes the parent of all orphans below it and ends every
//! child it has. Limits are set by a second step of the launcher, on itself, right before it becomes
//! the program. So all of it is safe code.
//!
//! # What is promised
//!
//! On Linux the launcher is a subreaper: whatever the program starts stays below it, also what was
//! forked twice or began a session of its own, and it ends only when the kernel says that it has no
//! children left. If the process that wants the program run ends, even by SIGKILL, the launcher
//! notices and ends everything too. Elsewhere on Unix there is no such thing, and only the process
//! group of the program is ended: what has left it survives. On other systems nothing is run.
//!
//! A program of the same user may kill its launcher. Then the program itself ends with it, and the run
//! counts as one that ended by that signal; what it had started before may survive. Keeping out
//! somebody who means harm takes another user or a container.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[cfg(unix)]
mod caller;
#[cfg(unix)]
mod exec;
#[cfg(unix)]
mod processes;
mod protocol;
#[cfg(unix)]
mod streams;
#[cfg(unix)]
mod supervisor;

/// What a program may use. All of it is enforced; what a program reaches ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The time from its start to its end, on the wall clock.
    pub time: Duration,
    /// The address space of each of its processes, in bytes; `u64::MAX` is no limit.
    ///
    /// Some runtimes reserve far more than they use: several gigabytes is usual.
    pub memory: u64,
    /// What it may write to each of its two streams, and to each file, in bytes.
    pub output: u64,
    /// How many processes it may have at a time, itself included. They are counted now and then, so
    /// a few more may live for some milliseconds.
    pub processes: u32,
}

/// A program to be run once.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The program and its arguments. A name without a slash is looked for as a shell does; a
    /// relative path starts from `folder`.
    pub command: &'a [OsString],
    /// Where it runs.
    pub folder: &'a Path,
    /// What is on its standard input. It need not read it.
    pub input: &'a [u8],
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The program ended by itself, with this exit code.
    Exited(i32),
    /// The program was ended by this signal, and not by us.
    Signalled(i32),
    /// It took longer than it may.
    Late,
    /// It wrote more than it may, to a stream or to a file.
    TooMuchOutput,
    /// It had more processes than it may.
    TooManyProcesses,
    /// It could not be started, for this reason: there is no such program, for example.
    NotStarted(String),
}

/// What came of running a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// What it wrote to its standard output, up to the limit.
    pub output: Vec<u8>,
    /// The last [`ERRORS_KEPT`] bytes of what it wrote to its standard error.
    pub errors: Vec<u8>,
    /// How many processes it had left behind when it ended by itself, those not counted that ended
    /// soon after it. They have been ended.
    pub left: u32,
    /// From its start to its end, on the wall clock; to the moment when it was ended if it had to be.
    pub time: Duration,
}

/// How much of the standard error of a program is kept, in bytes.
pub const ERRORS_KEPT: usize = 8 << 10;

/// Runs programs within limits. It may be used by several threads at once.
#[derive(Clone, Debug)]
pub struct Runner {
    launcher: PathBuf,
    arguments: Vec<OsString>,
    limits: Limits,
    stop: Option<Arc<AtomicBool>>,
}

impl Runner {
    /// Runs programs by means of this process's own executable: with `arguments`, and what is added
    /// behind them, it must call [`launch`].
    ///
    /// # Errors
    ///
    /// If the system does not say which executable this is.
    pub fn of_this_program(arguments: &[&str], limits: Limits) -> io::Result<Self> {
        Ok(Self::of_program(own_executable()?, arguments, limits))
    }

    /// Runs programs by means of this executable, likewise.
    #[must_use]
    pub fn of_program(launcher: PathBuf, arguments: &[&str], limits: Limits) -> Self {
        let arguments = arguments.iter().map(OsString::from).collect();
        Self { launcher, arguments, limits, stop: None }
    }

    /// Gives up as soon as this flag is set.
    #[must_use]
    pub fn with_stop(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Never gives up.
    #[must_use]
    pub fn without_stop(&self) -> Self {
        Self { stop: None, ..self.clone() }
    }

    /// The same with other limits.
    #[must_use]
    pub fn with_limits(&self, limits: Limits) -> Self {
        Self { limits, ..self.clone() }
    }

    /// What programs may use.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Runs a program to its end. When this returns, nothing of it is left.
    ///
    /// # Errors
    ///
    /// What the program is not to blame for: the launcher cannot be started or has failed, processes
    /// cannot be ended, or the folder is not there. [`io::ErrorKind::Interrupted`] if the flag of
    /// [`with_stop`](Self::with_stop) was set.
    pub fn run(&self, job: Job<'_>) -> io::Result<Run> {
        #[cfg(unix)]
        return caller::run(self, job);
        #[cfg(not(unix))]
        return Err(unsupported(job));
    }
}

#[cfg(not(unix))]
fn unsupported(_job: Job<'_>) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, "programs can only be run on Unix")
}

/// What the hidden subcommand does: it runs one program as [`Runner::run`] asks.
///
/// `arguments` are those behind the ones that [`Runner::of_this_program`] was given. Returns whether it
/// did what it was asked for; then there is nothing left to do but to end.
#[must_use]
pub fn launch(arguments: &[OsString]) -> bool {
    #[cfg(unix)]
    match protocol::Request::parse(arguments) {
        Some(protocol::Request::Supervise(limits, command)) => {
            supervisor::supervise(limits, command, arguments.len())
        }
        Some(protocol::Request::Exec(request, command)) => exec::exec(&request, command),
        None => false,
    }
    #[cfg(not(unix))]
    {
        let _ = arguments;
        false
    }
}

/// The executable of this process, also if its file has been replaced by another since.
fn own_executable() -> io::Result<PathBuf> {
    let by_kernel = Path::new("/proc/self/exe");
    if by_kernel.exists() { Ok(by_kernel.into()) } else { std::env::current_exe() }
}
