//! The processes of engines: their limits, and how they end.

use std::io;
use std::time::Duration;

use twinboard_protocol::LastWords;
use twinboard_runner::{End, Run, Signal};

/// Limit on the bytes of a file that an engine writes.
pub const OUTPUT: u64 = 64 << 20;

/// Limit on the simultaneous processes of an engine; runtimes count their threads as one.
pub const PROCESSES: u32 = 64;

/// Time for an engine to exit by itself after the end of its input.
pub const GRACE: Duration = Duration::from_millis(200);

/// The last words of an engine whose session was closed.
#[must_use]
pub fn last_words(end: io::Result<Run>) -> LastWords {
    match end {
        Ok(Run { end: End::NotStarted(reason), .. }) => {
            LastWords { not_started: Some(reason), ..LastWords::default() }
        }
        Ok(Run { end, errors, .. }) => {
            LastWords { end: describe(&end), errors, ..LastWords::default() }
        }
        Err(error) => LastWords { failure: Some(error.to_string()), ..LastWords::default() },
    }
}

/// The end of a process as the second part of a sentence; `None` if it was killed by its caller.
#[must_use]
pub fn describe(end: &End) -> Option<String> {
    match end {
        End::Exited(code) => Some(format!("exited with code {code}")),
        End::Signalled(signal) => Some(format!("was killed by {}", Signal(*signal))),
        End::TooMuchOutput => Some(format!("wrote more than {} MiB to a file", OUTPUT >> 20)),
        End::TooManyProcesses => Some(format!("had more than {PROCESSES} processes")),
        End::Unwatched(reason) => Some(format!("disturbed the process that watches it: {reason}")),
        End::NotStarted(_) | End::Late => None,
    }
}
