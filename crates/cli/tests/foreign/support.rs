//! Helpers: the command, and its output.

use std::path::Path;
use std::process::{Command, Output};

use crate::shared::{TIME_LIMIT, lossy};
pub(crate) use crate::shared::{
    folder, process as twinboard, quoted, repository, sample, text, write_files,
};

/// The end of a command: exit code, standard output and standard error.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Done {
    /// Panics unless the command has ended with this code.
    pub(crate) fn with_code(self, code: i32) -> Self {
        let Self { code: found, stdout, stderr } = &self;
        assert_eq!(*found, Some(code), "{stdout}\n{stderr}");
        self
    }

    /// Panics unless standard output contains this text.
    pub(crate) fn says(self, text: &str) -> Self {
        assert!(self.stdout.contains(text), "`{text}` is expected\n{}", self.stdout);
        self
    }

    /// Panics unless standard error contains this text.
    pub(crate) fn complains(self, text: &str) -> Self {
        assert!(self.stderr.contains(text), "`{text}` is expected\n{}", self.stderr);
        self
    }
}

/// Runs a command to its end, with this standard input.
pub(crate) fn run_with(command: Command, stdin: &str) -> Done {
    let mut command = assert_cmd::Command::from_std(command);
    let output = command.timeout(TIME_LIMIT).write_stdin(stdin).output();
    let Output { status, stdout, stderr } = output.expect("the command ends in time");
    Done { code: status.code(), stdout: lossy(&stdout), stderr: lossy(&stderr) }
}

/// Runs `twinboard` to its end, in an empty folder.
pub(crate) fn run(line: impl AsRef<str>) -> Done {
    run_in(folder(&[]), line)
}

/// The same in a folder that is there.
pub(crate) fn run_in(folder: impl AsRef<Path>, line: impl AsRef<str>) -> Done {
    let mut command = twinboard(line);
    command.current_dir(folder.as_ref());
    run_with(command, "")
}

/// The option for an engine with this command.
pub(crate) fn engine(command: &str) -> String {
    format!("--engine {}", shell_words::quote(command))
}
