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
//! arguments. It has to be a separate process because it changes its own process attributes: it
//! becomes a subreaper and kills all its children. A second stage of the launcher, a copy of it by
//! `fork`, sets the limits on itself and then execs the program.
//!
//! Standard input and output of the launcher are pipes to the caller. The program inherits them and
//! the launcher closes its copies, so no process is between the caller and the program. Standard
//! error of the launcher is a socket to the caller, for events and the result. The launcher reads the
//! standard error of the program and keeps the end of it. A run is a session whose caller sends the
//! input, reads all output and waits for the end.
//!
//! Launcher and program get an allow-list of the caller's environment: `PATH`, `LANG`, `LC_*`,
//! `TERM` and `TZ`, with the folder as `HOME`, and what [`Runner::with_env`] adds.
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

#[cfg(unix)]
mod caller;
#[cfg(unix)]
mod counting;
#[cfg(unix)]
mod cpu_use;
mod environment;
#[cfg(unix)]
mod exec;
#[cfg(unix)]
mod forks;
mod isolation;
mod launcher;
#[cfg(unix)]
mod own_limits;
#[cfg(unix)]
mod processes;
#[cfg(unix)]
mod protocol;
mod run;
mod runner;
#[cfg(unix)]
mod session;
mod signals;
#[cfg(unix)]
mod streams;
#[cfg(unix)]
mod supervisor;
#[cfg(not(unix))]
mod unsupported;

use std::ffi::OsString;

pub use environment::is_passed;
pub use isolation::{Available, Level};
pub use run::{ERRORS_KEPT, End, Job, Limits, Run};
pub use runner::Runner;
#[cfg(unix)]
pub use session::Session;
pub use signals::{Signal, reset_sigchld, reset_signals};
#[cfg(not(unix))]
pub use unsupported::Session;

/// The stack that programs get, in bytes: the limit of this process (`ulimit -s`), which they
/// inherit. `None` for as much as their memory, and where it is unknown.
#[must_use]
pub fn stack_limit() -> Option<u64> {
    #[cfg(unix)]
    return exec::limit_of(rustix::process::Resource::Stack)?.current;
    #[cfg(not(unix))]
    None
}

/// Body of the hidden subcommand: runs one program as requested by [`Runner::run`] or
/// [`Runner::open`].
///
/// `arguments` are the process's arguments without those given to [`Runner::of_this_program`].
/// Returns true on success. Either way the process should exit then. It must have a single thread, so
/// this is called first of all.
#[must_use]
pub fn launch(arguments: &[OsString]) -> bool {
    #[cfg(unix)]
    launcher::with_default_signals();
    reset_sigchld();
    #[cfg(unix)]
    return protocol::Request::parse(arguments)
        .is_some_and(|(request, command)| supervisor::supervise(request, command));
    #[cfg(not(unix))]
    {
        let _ = arguments;
        false
    }
}
