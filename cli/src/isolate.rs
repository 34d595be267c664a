//! Playing a case in a process of its own, which can be ended when it does not come back.

use std::io::{self, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crate::failure::Exit;

/// Of the many cases that are tried, each that does not come back costs the whole step limit. So
/// it is lower here: far above what a step takes, far below what a user waits for.
const STEP_LIMIT_MAX: Duration = Duration::from_secs(1);

/// How long a process may take in all. It watches its steps itself; this is for one that cannot.
const PROCESS_LIMIT: Duration = Duration::from_secs(10);

/// How cases are played in processes of their own.
pub(crate) struct Isolation<'a> {
    /// Their rule set.
    pub(crate) rule_set: &'a str,
    /// When a step counts as not coming back.
    pub(crate) step_limit: Duration,
    /// Whether nobody waits for an answer any more.
    pub(crate) stop: &'a AtomicBool,
}

/// What is known of a case after it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Played {
    /// Nothing is wrong with it, as far as it was played.
    Agreed,
    /// It fails, and can be played in this process to see how.
    Fails,
    /// It ended the process, in this way; a stack that overflows does that.
    Killed(String),
}

impl Isolation<'_> {
    /// Whether a case fails, or does not come back. Of one that could not be played to its end
    /// nothing is known, so it does not.
    pub(crate) fn fails(&self, case: &str) -> bool {
        self.play(case) != Played::Agreed
    }

    /// Plays a case.
    pub(crate) fn play(&self, case: &str) -> Played {
        let ended = self.start(case).and_then(|child| self.wait(child)).ok().flatten();
        let Some(status) = ended else { return Played::Agreed };
        let is = |exit: Exit| status.code() == Some(exit as i32);
        if is(Exit::Success) || is(Exit::BadInput) {
            Played::Agreed
        } else if is(Exit::Found) {
            Played::Fails
        } else {
            Played::Killed(status.to_string())
        }
    }

    fn start(&self, case: &str) -> io::Result<Child> {
        let step_limit = self.step_limit.min(STEP_LIMIT_MAX);
        let mut child = Command::new(std::env::current_exe()?)
            .args(["probe", self.rule_set, "--step-limit"])
            .arg(format!("{}ns", step_limit.as_nanos()))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            // A process that ended early says more by its exit code.
            let _ = stdin.write_all(case.as_bytes());
        }
        Ok(child)
    }

    /// How the process ended; `None` if it had to be ended.
    fn wait(&self, mut child: Child) -> io::Result<Option<ExitStatus>> {
        let started = Instant::now();
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(Some(status));
            }
            if self.stop.load(Relaxed) || started.elapsed() > PROCESS_LIMIT {
                child.kill()?;
                child.wait()?;
                return Ok(None);
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}
