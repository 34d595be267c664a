//! Shared code of the tests: a runner, short ways to run commands, and a search for processes.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use twinboard_runner::{Job, Limits, Run, Runner};

/// Limits that no test reaches by accident, even on a busy machine.
pub(crate) const WIDE: Limits =
    Limits { time: Duration::from_mins(1), memory: 1 << 30, output: 64 << 20, processes: 64 };

/// Runner that uses the launcher of this crate.
pub(crate) fn runner(limits: Limits) -> Runner {
    Runner::of_program(env!("CARGO_BIN_EXE_launcher").into(), &[], limits)
}

/// Runs a shell script with this input.
pub(crate) fn sh_on(script: &str, input: &[u8], limits: Limits) -> Run {
    command(&["sh", "-c", script], input, limits)
}

/// Runs a shell script without input.
pub(crate) fn sh(script: &str, limits: Limits) -> Run {
    sh_on(script, b"", limits)
}

/// Runs a program with arguments in the root folder.
pub(crate) fn command(words: &[&str], input: &[u8], limits: Limits) -> Run {
    let command: Vec<OsString> = words.iter().map(OsString::from).collect();
    let folder = Path::new("/");
    runner(limits).run(Job { command: &command, folder, input }).unwrap()
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

/// Waits until a condition holds; fails after a minute.
#[track_caller]
pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < Duration::from_mins(1), "timed out waiting until {what}");
        thread::sleep(Duration::from_millis(2));
    }
}
