//! Processes: this one, and the programs that it starts through the launcher, which is this
//! executable, started with a hidden first argument.

use std::num::NonZeroU32;
use std::process::{Child, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};
use std::{env, io, thread};

use tempfile::TempDir;
use twinboard_runner::{Limits, Runner};

use crate::output::text::shown;
use crate::output::{Exit, Failure};

pub(crate) mod clock;
pub(crate) mod cpu;
pub(crate) mod exits;
pub(crate) mod parallel;
pub(crate) mod programs;
pub(crate) mod stack;

/// First argument of a process that is a launcher.
const ARGUMENT: &str = "launch";

/// Memory of a machine that does not report it, in bytes.
const MEMORY: u64 = 16 << 30;

/// Limit on the processes of a program at a time: enough for an interpreter with its helpers.
pub(crate) const PROCESSES: u32 = 64;

/// Limit on the output of a program that answers, in bytes, for each stream and each file.
pub(crate) const OUTPUT: u64 = 1 << 20;

/// A runner whose launcher is this executable.
pub(crate) fn runner(limits: Limits) -> Result<Runner, Failure> {
    Runner::of_this_program(&[ARGUMENT], limits)
        .map_err(|error| usage!("cannot find this executable: {error}"))
}

/// Does the work of a launcher if this process is one.
///
/// Called before the arguments are parsed: a check starts thousands of launchers, and building the
/// parser would take most of their time.
pub(crate) fn answer() -> Option<Exit> {
    let mut arguments = env::args_os().skip(1);
    arguments.next().filter(|first| first == ARGUMENT)?;
    let order: Vec<_> = arguments.collect();
    Some(if twinboard_runner::launch(&order) { Exit::Success } else { Exit::BadInput })
}

/// The memory limit of a program in bytes, given in MiB. The default is half of the machine's
/// memory: enough for runtimes that reserve far more than they use, while a program without bounds
/// does not starve the other processes.
pub(crate) fn memory_limit(mebibytes: Option<NonZeroU32>) -> u64 {
    let half = || memory().unwrap_or(MEMORY) / 2;
    mebibytes.map_or_else(half, |mebibytes| u64::from(mebibytes.get()) << 20)
}

/// The machine's memory in bytes, from `/proc/meminfo`.
fn memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// Waits for the end of a child process. At the limit, or once `stop` is set, it is killed, with its
/// process group if it has one of its own; then there is no status.
pub(crate) fn wait(
    mut child: Child,
    limit: Duration,
    stop: &AtomicBool,
) -> io::Result<Option<ExitStatus>> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if stop.load(Relaxed) || started.elapsed() > limit {
            #[cfg(unix)]
            let _ = rustix::process::kill_process_group(
                rustix::process::Pid::from_child(&child),
                rustix::process::Signal::KILL,
            );
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// A new temporary folder, which is removed on drop, in the folder that the variable `TMPDIR` names.
pub(crate) fn scratch_folder() -> Result<TempDir, Failure> {
    tempfile::tempdir().map_err(|error| {
        let place = shown(env::temp_dir());
        usage!(
            "cannot create a temporary folder in {place}: {error}; set TMPDIR to a folder in which \
             you can write"
        )
    })
}
