//! What the tests of the command share. They import all of it.

use std::borrow::BorrowMut;
pub(crate) use std::fs;
pub(crate) use std::path::{Path, PathBuf};
pub(crate) use std::process::{Child, Command, Output, Stdio};

pub(crate) use assert_cmd::assert::Assert;
pub(crate) use predicates::prelude::*;
pub(crate) use predicates::str::{contains, ends_with, is_empty, starts_with};
pub(crate) use serde_json::{Value, json};
pub(crate) use tempfile::TempDir;

pub(crate) use crate::shared::{
    example_process, folder, lossy, process, quoted, repository, sample, text, wait_until, words,
    write_files,
};

/// Fault: of two gaps in a column, only the lower one is closed. The engines `samegame` and
/// `samegame-list` share the code; `samegame-batch` has its own.
pub(crate) const LOWEST_RUN: &str = "samegame-lowest-run";
/// A case that shows it at its only step.
pub(crate) const TWO_GAPS: &[u8] = b"4 2\n0 0\n1 0\n0 0\n1 0\n1 1\n0 0\n0 0\n";

/// Fault: cells to the right of a column that drops are shifted with it.
pub(crate) const DROP_CARRY: &str = "samegame-drop-carry";

/// A grid of which games last up to seven moves.
pub(crate) const GRID: &str = "3 4\n2 0 2 0\n2 0 1 1\n2 1 2 0\n0 0\n0 0\n";

/// A board of paint. Painting the 2 downwards wins: it leaves no move. After either 1 the other one
/// is left.
pub(crate) const WON: &str = "3\n1 2 1\n# # #\n# # #\n";
/// Every other cell is a number, which no search can prove.
pub(crate) const LARGE: &str =
    "8\n1#2#1#2#\n#1#2#1#2\n1#2#1#2#\n#1#2#1#2\n1#2#1#2#\n#1#2#1#2\n1#2#1#2#\n#1#2#1#2\n";

/// The command, for a test that waits for its end.
pub(crate) fn twinboard(line: impl AsRef<str>) -> assert_cmd::Command {
    run_to_end(process(line))
}

/// The command with an active planted fault, for a test that waits for its end.
pub(crate) fn planted(fault: &str, line: impl AsRef<str>) -> assert_cmd::Command {
    run_to_end(planted_process(fault, line))
}

/// The command with an active planted fault, for a test that uses it while it runs.
pub(crate) fn planted_process(fault: &str, line: impl AsRef<str>) -> Command {
    let mut command = example_process("planted_twinboard", line);
    command.env("TWINBOARD_PLANTED", fault);
    command
}

/// The command for games whose set-ups are numbers.
pub(crate) fn nim(line: impl AsRef<str>) -> assert_cmd::Command {
    example("nim_twinboard", line)
}

/// The command in a folder. It ends with this code.
pub(crate) fn run_in(folder: impl AsRef<Path>, line: impl AsRef<str>, code: i32) -> Assert {
    twinboard(line).current_dir(folder.as_ref()).assert().code(code)
}

/// The program of an example of this package.
pub(crate) fn example(name: &str, line: impl AsRef<str>) -> assert_cmd::Command {
    run_to_end(example_process(name, line))
}

pub(crate) fn run_to_end(command: Command) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::from_std(command);
    command.timeout(crate::shared::TIME_LIMIT);
    command
}

/// Starts a process with pipes for its three streams.
pub(crate) fn start(mut command: impl BorrowMut<Command>) -> Child {
    let command = command.borrow_mut();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Standard output and standard error of a process that has ended with this code.
pub(crate) fn ended(output: &Output, code: i32) -> (String, String) {
    let (stdout, stderr) = (lossy(&output.stdout), lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{stdout}{stderr}");
    (stdout, stderr)
}

/// Runs a command, and sends Ctrl-C as soon as it has a handler for it. It ends with this code;
/// the result is its output.
#[cfg(target_os = "linux")]
pub(crate) fn interrupted(command: impl BorrowMut<Command>, code: i32) -> (String, String) {
    let child = start(command);
    interrupt(&child);
    ended(&child.wait_with_output().unwrap(), code)
}

/// Writes a file that can be executed.
#[cfg(unix)]
pub(crate) fn write_program(path: impl AsRef<Path>, script: impl AsRef<[u8]>) {
    use std::os::unix::fs::PermissionsExt;

    fs::write(&path, script).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[cfg(unix)]
pub(crate) fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// The names of the files and folders in a folder, in order.
pub(crate) fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

/// The only file in a folder.
pub(crate) fn only_file(folder: &Path) -> PathBuf {
    let names = names_in(folder);
    let [name] = &names[..] else { panic!("not one file: {names:?}") };
    folder.join(name)
}

/// The JSON of a file.
pub(crate) fn json_file(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// What a command has printed.
pub(crate) fn printed(done: &Assert) -> String {
    lossy(&done.get_output().stdout)
}

/// The JSON that a command has printed.
pub(crate) fn printed_json(done: &Assert) -> Value {
    serde_json::from_slice(&done.get_output().stdout).unwrap()
}

/// Sends Ctrl-C as soon as the process has a handler for it.
#[cfg(target_os = "linux")]
pub(crate) fn interrupt(child: &Child) {
    send_if_handled("-INT", child);
}

/// Sends a signal as soon as the process has a handler for Ctrl-C.
#[cfg(target_os = "linux")]
pub(crate) fn send_if_handled(signal: &str, child: &Child) {
    const SIGINT: u32 = 2;
    let status = format!("/proc/{}/status", child.id());
    wait_until("Ctrl-C is handled", || {
        let status = fs::read_to_string(&status).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() >> (SIGINT - 1) & 1 == 1
    });
    // Let the command do some work, so that it has something to report.
    std::thread::sleep(std::time::Duration::from_millis(300));
    send(signal, child);
}

/// Sends a signal to a process.
#[cfg(unix)]
pub(crate) fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
}
