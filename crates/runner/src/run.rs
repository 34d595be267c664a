//! A run of a program, or a session with one: its limits, its input and its result.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Resource limits of a program. A program that exceeds one is killed, except for memory: there
/// allocations fail.
///
/// Two of them are different for a [`Session`](crate::Session): it has no time limit, and neither
/// the conversation nor standard error counts as output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// Result of a run, or of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Reason why the program ended. [`End::Late`] for one that does not exit within the grace period
    /// of a session.
    pub end: End,
    /// Standard output, cut at the limit. Empty for a session.
    #[serde(skip)]
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
