//! Errors that end a check early.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use twinboard_referee::Divergence;

use crate::output::failure::Failure;
use crate::output::text::shown;
use crate::process::programs;

/// The reason why a check ends early.
#[derive(Debug)]
pub(super) enum CheckError {
    /// Ctrl-C.
    Interrupted,
    /// The judges of a two-player game disagree.
    Divergence(Divergence),
    /// An error that is no failure of the program, or the program cannot be started.
    Failed(Failure),
}

impl CheckError {
    /// The program, with its arguments, cannot be started.
    pub(super) fn not_started(reason: &str, command: &[OsString]) -> Self {
        let hint = words_stand_apart(command);
        Self::Failed(Failure::Usage(format!("cannot start the program: {reason}{hint}")))
    }

    /// A run has no result. The runner reports Ctrl-C in this way.
    pub(super) fn of_run(doing: &str, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::Interrupted => Self::Interrupted,
            _ => Self::Failed(programs::failure(doing, error)),
        }
    }
}

/// The hint for a program that does not exist: no shell splits a single word with blanks. Empty if
/// the command is another one.
pub(super) fn words_stand_apart(command: &[OsString]) -> String {
    let [word] = command else { return String::new() };
    let is_file = Path::new(word).is_file();
    let text = word.to_str().filter(|text| !is_file && text.contains(char::is_whitespace));
    text.map_or_else(String::new, |text| {
        let text = shown(text.trim());
        format!("; the words of a command stand apart, without quotes around them all: -- {text}")
    })
}

impl From<Failure> for CheckError {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<Divergence> for CheckError {
    fn from(divergence: Divergence) -> Self {
        Self::Divergence(divergence)
    }
}
