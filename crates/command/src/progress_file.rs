//! The progress of a command as a number in a file, for the process that has started it.
//!
//! `selftest` tells a slow `verify` from one that hangs by it: on a busy machine, time alone does
//! not.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Environment variable with the path of the file.
pub(crate) const VARIABLE: &str = "TWINBOARD_PROGRESS";

/// Interval between two writes.
const INTERVAL: Duration = Duration::from_secs(1);

/// The file that the environment names, if any.
pub(crate) struct ProgressFile {
    path: Option<PathBuf>,
    written: Option<Instant>,
}

impl ProgressFile {
    pub(crate) fn of_environment() -> Self {
        Self { path: env::var_os(VARIABLE).map(PathBuf::from), written: None }
    }

    /// Writes the number of steps so far, at most once a second. Errors are ignored: the reader
    /// sees no progress then.
    pub(crate) fn show(&mut self, steps: u64) {
        let Some(path) = &self.path else { return };
        if self.written.is_none_or(|written| written.elapsed() >= INTERVAL) {
            self.written = Some(Instant::now());
            let _ = fs::write(path, steps.to_string());
        }
    }
}
