//! Helpers: the command, and its output.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// Time limit for a command, and for every other wait of a test.
const TIME_LIMIT: Duration = Duration::from_mins(2);

/// The root of the repository.
pub(crate) fn repository() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    folder.canonicalize().expect("the repository is there")
}

/// The command `twinboard`.
pub(crate) fn twinboard(arguments: &[&str]) -> Command {
    // The tests may be a job in the background, which ignores Ctrl-C.
    twinboard_runner::reset_signals();
    let mut command = Command::new(env!("CARGO_BIN_EXE_twinboard"));
    let colours = ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"];
    for name in colours.into_iter().chain(["RUST_BACKTRACE", "GITHUB_ACTIONS"]) {
        command.env_remove(name);
    }
    command.args(arguments);
    command
}

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
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Done { code: status.code(), stdout: text(&stdout), stderr: text(&stderr) }
}

/// Runs `twinboard` to its end.
pub(crate) fn run(arguments: &[&str]) -> Done {
    run_with(twinboard(arguments), "")
}

/// A path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

/// Waits until a condition holds, and panics after [`TIME_LIMIT`].
pub(crate) fn wait_until(description: &str, mut condition: impl FnMut() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < TIME_LIMIT, "timeout while waiting until {description}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
