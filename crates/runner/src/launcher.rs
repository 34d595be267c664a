//! A launcher as a child of the caller, and the executable that becomes one.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// Time that a launcher has for starting the program, for ending all processes that it left, and to
/// exit after its socket is closed.
pub(crate) const LAUNCHER_GRACE: Duration = Duration::from_secs(30);

/// Launcher process; ended on drop.
#[derive(Debug)]
pub(crate) struct Launcher(pub(crate) Child);

impl Launcher {
    /// Waits for the launcher, which has been told to end; `None` if that takes longer than this.
    pub(crate) fn end_within(&mut self, time: Duration) -> io::Result<Option<ExitStatus>> {
        let started = Instant::now();
        // A launcher that has told its result ends within a fraction of a millisecond.
        let mut pause = Duration::from_micros(20);
        loop {
            let status = self.0.try_wait()?;
            if status.is_some() || started.elapsed() >= time {
                return Ok(status);
            }
            thread::sleep(pause);
            pause = (2 * pause).min(Duration::from_millis(1));
        }
    }
}

impl Drop for Launcher {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(Some(_))) {
            return;
        }
        // End of file on its socket has made the launcher kill all processes and exit. SIGKILL follows
        // only if that takes too long.
        if let Ok(None) = self.end_within(LAUNCHER_GRACE) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }
}

/// Name of the executable of each process, by which it finds itself.
pub(crate) const OWN_BY_KERNEL: &str = "/proc/self/exe";

/// Executable of this process, even if the file at its path has been replaced since.
pub(crate) fn own_executable() -> io::Result<PathBuf> {
    let by_kernel = Path::new(OWN_BY_KERNEL);
    if by_kernel.exists() { Ok(by_kernel.into()) } else { std::env::current_exe() }
}

/// Unblocks all signals, and executes this process anew if its parent has it ignore some: then neither a
/// launcher nor its program does. It stays as it is if that fails.
#[cfg(unix)]
pub(crate) fn with_default_signals() {
    use std::os::unix::process::CommandExt;

    if !crate::signals::handle_ignored_signals() {
        return;
    }
    let mut arguments = std::env::args_os();
    if let (Some(name), Ok(executable)) = (arguments.next(), own_executable()) {
        let _ = std::process::Command::new(executable).arg0(name).args(arguments).exec();
    }
}
