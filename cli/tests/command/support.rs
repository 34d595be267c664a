//! What the tests of the command have in common.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// No test waits for the command longer than this.
const TIME_LIMIT: Duration = Duration::from_mins(2);

/// The sample of the statement, answered to the byte as SG-19 asks.
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

/// The root of the repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The command, to be run to its end.
pub(crate) fn twinboard(arguments: &[&str]) -> assert_cmd::Command {
    run_to_end(process(arguments))
}

/// The command, to be talked to while it runs.
pub(crate) fn process(arguments: &[&str]) -> Command {
    plain(Command::new(env!("CARGO_BIN_EXE_twinboard")), arguments)
}

/// The command whose engine has a fault, to be run to its end.
pub(crate) fn planted(fault: &str, arguments: &[&str]) -> assert_cmd::Command {
    run_to_end(planted_process(fault, arguments))
}

/// The command whose engine has a fault, to be talked to while it runs.
pub(crate) fn planted_process(fault: &str, arguments: &[&str]) -> Command {
    let folder = Path::new(env!("CARGO_BIN_EXE_twinboard")).parent().unwrap();
    let mut example = folder.join("examples/planted_twinboard");
    example.set_extension(std::env::consts::EXE_EXTENSION);
    assert!(
        example.is_file(),
        "the example planted_twinboard is missing: cargo builds it with all tests, but not with \
         `--test`; then it takes `cargo build --example planted_twinboard`"
    );
    let mut command = plain(Command::new(example), arguments);
    command.env("TWINBOARD_PLANTED", fault);
    command
}

/// Without what the surroundings may say about colours.
fn plain(mut command: Command, arguments: &[&str]) -> Command {
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE"] {
        command.env_remove(name);
    }
    command.args(arguments);
    command
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

/// A folder with these files, by their names and texts.
pub(crate) fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// A path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// What a process wrote to a stream.
pub(crate) fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The one file in a folder.
pub(crate) fn only_file(folder: &Path) -> PathBuf {
    let mut files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let file = files.next().expect("the folder has a file");
    assert_eq!(files.next(), None, "the folder has one file only");
    file
}

/// Waits until `holds`, but not for ever.
pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < TIME_LIMIT, "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Presses Ctrl-C, as soon as the process knows what to do about it.
#[cfg(target_os = "linux")]
pub(crate) fn interrupt(child: &Child) {
    const SIGINT: u32 = 2;
    let status = format!("/proc/{}/status", child.id());
    wait_until("Ctrl-C is handled", || {
        let status = fs::read_to_string(&status).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() >> (SIGINT - 1) & 1 == 1
    });
    // It has something to report then.
    std::thread::sleep(Duration::from_millis(300));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
}
