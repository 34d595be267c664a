//! Shared code of the tests: a runner, short ways to run commands, and a search for processes.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use twinboard_runner::{Job, Level, Limits, Run, Runner};

/// Limits that no test reaches by accident, even on a busy machine.
pub(crate) const WIDE: Limits =
    Limits { time: Duration::from_mins(1), memory: 1 << 30, output: 64 << 20, processes: 64 };

/// Runner that uses the launcher of this crate, with the best isolation, or with the level that the
/// variable `TWINBOARD_TEST_LEVEL` names.
pub(crate) fn runner(limits: Limits) -> Runner {
    static LEVEL: LazyLock<Level> = LazyLock::new(|| {
        let all = [Level::Limits, Level::Landlock, Level::Sandbox];
        match std::env::var("TWINBOARD_TEST_LEVEL") {
            Ok(name) => all.into_iter().find(|level| level.name() == name).expect("a level"),
            Err(_) => runner_at(Level::Limits, WIDE).available().unwrap().level,
        }
    });
    runner_at(*LEVEL, limits)
}

/// Runner that uses the launcher of this crate, with this isolation.
pub(crate) fn runner_at(level: Level, limits: Limits) -> Runner {
    // The tests may be a job in the background.
    twinboard_runner::reset_signals();
    Runner::of_program(env!("CARGO_BIN_EXE_launcher").into(), &[], limits).with_level(level)
}

pub(crate) fn sh_on(script: &str, input: &[u8], limits: Limits) -> Run {
    command(&["sh", "-c", script], input, limits)
}

pub(crate) fn sh(script: &str, limits: Limits) -> Run {
    sh_on(script, b"", limits)
}

/// Runs a program with arguments in the root folder.
pub(crate) fn command(words: &[&str], input: &[u8], limits: Limits) -> Run {
    run_by(&runner(limits), words, input).unwrap()
}

pub(crate) fn run_by(runner: &Runner, words: &[&str], input: &[u8]) -> io::Result<Run> {
    let command: Vec<OsString> = words.iter().map(OsString::from).collect();
    runner.run(Job { command: &command, folder: Path::new("/"), input })
}

/// Writes an executable file, in another process: if this one had it open for writing while another
/// test starts a program, that program inherits it for a moment, and the file cannot be executed.
pub(crate) fn write_program(path: &Path, content: &[u8]) {
    let script = ["-c", "cat > \"$0\" && chmod 755 \"$0\""];
    let mut writer =
        Command::new("sh").args(script).arg(path).stdin(Stdio::piped()).spawn().unwrap();
    writer.stdin.take().unwrap().write_all(content).unwrap();
    assert!(writer.wait().unwrap().success());
}

/// Unique number of seconds to sleep, by which a process is recognised in the process list.
pub(crate) fn marker() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("{}.{:06}", 100_000 + std::process::id(), COUNT.fetch_add(1, Relaxed))
}

/// Command lines that contain this marker, those of launchers included.
pub(crate) fn processes_with(marker: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path());
    let lines = entries.filter_map(|path| fs::read(path.join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines.filter(|line| line.contains(marker)).collect()
}

/// Runs a test for all of these at once: most of the time it waits for the end of a run.
pub(crate) fn at_once<T: Send>(all: impl IntoIterator<Item = T>, test: impl Fn(T) + Sync) {
    thread::scope(|scope| {
        for item in all {
            scope.spawn(|| test(item));
        }
    });
}

/// Waits until a condition holds; fails after a minute.
#[track_caller]
pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < Duration::from_mins(1), "timed out waiting until {what}");
        thread::sleep(Duration::from_millis(2));
    }
}
