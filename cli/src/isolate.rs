//! Playing a case in a process of its own, which can be ended when it does not come back.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::Exit;

/// How long a process may take to play one case, its start included. Far above what a case takes,
/// far below what a user waits for the many tries of shrinking.
const LIMIT: Duration = Duration::from_secs(1);

/// Whether a case fails, or does not come back, in a process of its own.
pub(crate) fn fails(rule_set: &str, case: &str) -> bool {
    run(rule_set, case).unwrap_or(false)
}

fn run(rule_set: &str, case: &str) -> std::io::Result<bool> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["probe", rule_set]);
    #[cfg(feature = "planted")]
    if let Some(fault) = engine::planted::active() {
        let planted: &engine::planted::Planted = fault.into();
        command.args(["--planted", planted.name]);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A process that ended early says more by its exit code.
        let _ = stdin.write_all(case.as_bytes());
    }
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code() != Some(Exit::Success as i32));
        }
        if started.elapsed() > LIMIT {
            child.kill()?;
            child.wait()?;
            return Ok(true);
        }
        thread::sleep(Duration::from_millis(1));
    }
}
