//! Plays a case in a child process, which can be killed when the case hangs. This is how cases that
//! hang, or that end the process, are shrunk.

use std::io::{self, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use crate::output::Exit;
use crate::process;
use crate::session::Session;

/// Maximum step limit for shrinking, which tries many cases, and each one that hangs costs the whole
/// limit; a regular step takes far less.
const SHRINKING_LIMIT: Duration = Duration::from_millis(250);

/// The same for an engine in another process, which may have to wait for a CPU.
const SHRINKING_LIMIT_OF_PROCESSES: Duration = Duration::from_secs(1);

/// Time limit for a child process, which normally detects hung steps itself.
const PROCESS_LIMIT: Duration = Duration::from_secs(10);
/// Step limits in that time, at least: a step that waits for its limit is tried again.
const STEP_LIMITS: u32 = 4;

pub(crate) struct CaseProcess<'a> {
    pub(crate) session: &'a Session,
    pub(crate) rule_set: &'a str,
    pub(crate) step_limit: Duration,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) option: Option<&'static str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Probed {
    /// The case was played to its end without a failure.
    Agreed,
    /// The case was not played to its end, and nobody knows whether it fails: it ends at a known
    /// difference, or the time was over, for example.
    Unknown,
    Fails,
    /// The case ended the process, for example by a stack overflow; the exit status.
    Killed(String),
}

impl Probed {
    fn of(status: ExitStatus) -> Self {
        let is = |exit: Exit| status.code() == Some(exit as i32);
        match () {
            () if is(Exit::Success) => Self::Agreed,
            () if is(Exit::Found) => Self::Fails,
            () if is(Exit::BadInput) || is(Exit::Undecided) => Self::Unknown,
            () => Self::Killed(status.to_string()),
        }
    }
}

impl CaseProcess<'_> {
    pub(crate) fn with(&self, option: &'static str) -> Self {
        Self { option: Some(option), ..*self }
    }

    /// For shrinking, with a smaller step limit.
    pub(crate) fn for_shrinking(&self) -> Self {
        let is_process = self.session.engine_command().is_some();
        let limit = if is_process { SHRINKING_LIMIT_OF_PROCESSES } else { SHRINKING_LIMIT };
        Self { step_limit: self.step_limit.min(limit), ..*self }
    }

    /// True if a case fails or hangs; false if it could not be played to its end.
    pub(crate) fn fails(&self, case: &str) -> bool {
        matches!(self.play(case), Probed::Fails | Probed::Killed(_))
    }

    pub(crate) fn play(&self, case: impl AsRef<[u8]>) -> Probed {
        let limit = PROCESS_LIMIT.max(self.step_limit.saturating_mul(STEP_LIMITS));
        let child = self.start(case.as_ref());
        let ended = child.and_then(|child| process::wait(child, limit, self.stop)).ok().flatten();
        // Ctrl-C reaches the child process, too, and may have killed it.
        let ended = ended.filter(|_| !self.stop.load(Relaxed));
        ended.map_or(Probed::Unknown, Probed::of)
    }

    fn start(&self, case: &[u8]) -> io::Result<Child> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(["probe", self.rule_set, "--step-limit"])
            .arg(format!("{}ns", self.step_limit.as_nanos()))
            .args(self.option)
            .args(self.session.engine_arguments())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            // If the process has ended early, its exit code is the result.
            let _ = stdin.write_all(case);
        }
        Ok(child)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    use super::Probed;

    #[test]
    fn only_a_process_that_ends_with_success_has_played_a_case_to_its_end() {
        let of = |code: i32| Probed::of(ExitStatus::from_raw(code << 8));
        let expected = [Probed::Agreed, Probed::Fails, Probed::Unknown, Probed::Unknown];
        assert_eq!([0, 1, 2, 3].map(of), expected);
        assert!(matches!(of(101), Probed::Killed(_)));
        assert!(matches!(Probed::of(ExitStatus::from_raw(11)), Probed::Killed(_)));
    }
}
