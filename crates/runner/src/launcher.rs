//! A launcher as a child of the caller.

use std::io;
use std::process::{Child, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// Time that a launcher has for starting the program, for ending all processes that it left, and to
/// exit after its input is closed.
pub(crate) const LAUNCHER_GRACE: Duration = Duration::from_secs(30);

/// Launcher process; ended on drop.
#[derive(Debug)]
pub(crate) struct Launcher(pub(crate) Child);

impl Launcher {
    /// Waits for the launcher, which has been told to end; `None` if that takes longer than this.
    pub(crate) fn end_within(&mut self, time: Duration) -> io::Result<Option<ExitStatus>> {
        let started = Instant::now();
        loop {
            let status = self.0.try_wait()?;
            if status.is_some() || started.elapsed() >= time {
                return Ok(status);
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Launcher {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(Some(_))) {
            return;
        }
        // End of file on its input, or on its socket, has made the launcher kill all processes and
        // exit. SIGKILL follows only if that takes too long.
        if let Ok(None) = self.end_within(LAUNCHER_GRACE) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }
}
