//! Helpers for the tests of the command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use assert_cmd::assert::Assert;
use serde_json::Value;
use tempfile::TempDir;

use crate::shared::{TIME_LIMIT, example_process};
pub(crate) use crate::shared::{lossy, process, repository, text, wait_until};

/// The answer to the sample of the statement, byte by byte as in SG-19.
pub(crate) const SAMPLE_ANSWER: &str = "Grid 1.
    Game Won

Grid 2.

    1   2
    1 2 1

Grid 3.
    Game Won
";

/// The sample of the statement.
pub(crate) fn sample() -> PathBuf {
    repository().join("corpus/samegame/sample/statement.txt")
}

/// The command, for a test that waits for its end.
pub(crate) fn twinboard(arguments: &[&str]) -> assert_cmd::Command {
    run_to_end(process(arguments))
}

/// The command with an active planted fault, for a test that waits for its end.
pub(crate) fn planted(fault: &str, arguments: &[&str]) -> assert_cmd::Command {
    run_to_end(planted_process(fault, arguments))
}

/// The command with an active planted fault, for a test that uses it while it runs.
pub(crate) fn planted_process(fault: &str, arguments: &[&str]) -> Command {
    let mut command = example_process("planted_twinboard", arguments);
    command.env("TWINBOARD_PLANTED", fault);
    command
}

/// The command for games whose set-ups are numbers.
pub(crate) fn nim(arguments: &[&str]) -> assert_cmd::Command {
    example("nim_twinboard", arguments)
}

/// The program of an example of this package.
pub(crate) fn example(name: &str, arguments: &[&str]) -> assert_cmd::Command {
    run_to_end(example_process(name, arguments))
}

pub(crate) fn run_to_end(command: Command) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::from_std(command);
    command.timeout(TIME_LIMIT);
    command
}

/// Starts a process with pipes for its three streams.
pub(crate) fn start(mut command: Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// A temporary folder with these files, given by names and texts.
pub(crate) fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// The only file in a folder.
pub(crate) fn only_file(folder: &Path) -> PathBuf {
    let mut files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let file = files.next().expect("the folder has a file");
    assert_eq!(files.next(), None, "the folder has one file only");
    file
}

/// The JSON of a file.
pub(crate) fn json_file(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// The JSON that a command has printed.
pub(crate) fn printed_json(done: &Assert) -> Value {
    serde_json::from_slice(&done.get_output().stdout).unwrap()
}

/// Sends Ctrl-C as soon as the process has a handler for it.
#[cfg(target_os = "linux")]
pub(crate) fn interrupt(child: &Child) {
    signal(child, "-INT");
}

/// Sends SIGTERM as soon as the process has a handler for Ctrl-C.
#[cfg(target_os = "linux")]
pub(crate) fn terminate(child: &Child) {
    signal(child, "-TERM");
}

#[cfg(target_os = "linux")]
fn signal(child: &Child, option: &str) {
    const SIGINT: u32 = 2;
    let status = format!("/proc/{}/status", child.id());
    wait_until("Ctrl-C is handled", || {
        let status = fs::read_to_string(&status).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() >> (SIGINT - 1) & 1 == 1
    });
    // Let the command do some work, so that it has something to report.
    std::thread::sleep(std::time::Duration::from_millis(300));
    let killed = Command::new("kill").args([option, &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
}
