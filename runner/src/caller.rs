//! The caller's side: starts a launcher and waits for its result.

use std::io::{self, Read};
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::protocol::Request;
use crate::streams::set_nonblocking;
use crate::{End, Job, Run, Runner, protocol};

/// Time that a launcher gets beyond the time limit of the program before it counts as hung, and the
/// time to exit after its input is closed.
pub(crate) const LAUNCHER_GRACE: Duration = Duration::from_secs(30);

/// Interval at which the stop flag is polled.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(50);

const SIGINT: i32 = 2;

pub(crate) fn run(runner: &Runner, job: Job<'_>) -> io::Result<Run> {
    let started = Instant::now();
    let mut launcher = Launcher(
        Command::new(&runner.launcher)
            .args(&runner.arguments)
            .args(Request::Supervise(runner.limits, job.command).arguments())
            .current_dir(job.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?,
    );
    // Kept open for the whole run: the launcher takes end of file as the end of its caller.
    let mut control = launcher.0.stdin.take().expect("stdin is piped");
    let sent = protocol::send_bytes(&mut control, job.input);
    let answer = launcher.answer(runner, started)?;
    let status = launcher.0.wait()?;
    if let Ok(result) = protocol::receive_result(&mut &answer[..]) {
        return result.map_err(io::Error::other);
    }
    let end = end_without_result(status).map_err(|failure| sent.err().unwrap_or(failure))?;
    let (output, errors) = (Vec::new(), Vec::new());
    Ok(Run { end, output, errors, left: 0, time: started.elapsed() })
}

/// Reason why a program ended whose launcher ended without a result.
pub(crate) fn end_without_result(launcher: ExitStatus) -> io::Result<End> {
    match launcher.signal() {
        // Ctrl-C arrived before the launcher had begun its own session.
        Some(SIGINT) => Err(io::ErrorKind::Interrupted.into()),
        // The launcher was killed, most likely by the program.
        Some(signal) => Ok(End::Signalled(signal)),
        None => Err(io::Error::other(format!("the launcher failed: {launcher}"))),
    }
}

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
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Reads the standard output of the launcher until end of file.
    fn answer(&mut self, runner: &Runner, started: Instant) -> io::Result<Vec<u8>> {
        let mut stream = self.0.stdout.take().expect("stdout is piped");
        set_nonblocking(&stream)?;
        let timeout = Timespec::try_from(POLL_INTERVAL).map_err(io::Error::other)?;
        let mut answer = Vec::new();
        loop {
            match stream.read_to_end(&mut answer) {
                Ok(_) => return Ok(answer),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
            if runner.stop.as_ref().is_some_and(|stop| stop.load(Relaxed)) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            if started.elapsed() > runner.limits.time.saturating_add(LAUNCHER_GRACE) {
                return Err(io::Error::new(
                    io::ErrorKind::TimedOut,
                    "the launcher does not answer",
                ));
            }
            let mut fds = [PollFd::from_borrowed_fd(stream.as_fd(), PollFlags::IN)];
            match poll(&mut fds, Some(&timeout)) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

impl Drop for Launcher {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(Some(_))) {
            return;
        }
        // End of file on its input makes the launcher kill all processes and exit. SIGKILL follows
        // only if that takes too long.
        drop(self.0.stdin.take());
        if let Ok(None) = self.end_within(LAUNCHER_GRACE) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }
}
