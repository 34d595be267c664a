//! Helpers: the command, and its output.

use std::process::{Command, Output};

use crate::shared::{TIME_LIMIT, lossy};
pub(crate) use crate::shared::{process as twinboard, repository, text};

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
}

/// Runs a command to its end, with this standard input.
pub(crate) fn run_with(command: Command, stdin: &str) -> Done {
    let mut command = assert_cmd::Command::from_std(command);
    let output = command.timeout(TIME_LIMIT).write_stdin(stdin).output();
    let Output { status, stdout, stderr } = output.expect("the command ends in time");
    Done { code: status.code(), stdout: lossy(&stdout), stderr: lossy(&stderr) }
}

/// Runs `twinboard` to its end.
pub(crate) fn run(arguments: &[&str]) -> Done {
    run_with(twinboard(arguments), "")
}
