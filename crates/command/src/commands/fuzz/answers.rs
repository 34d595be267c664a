//! Asks the fuzz target that failed to replay, shrink and report its input. It has the sides that
//! failed; this program may have been built from other sources.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process_group};
use twinboard_harness::fuzz::{Answer, Asked, Request, TRIAGE_VARIABLE};

use super::process::SANITIZER_OPTIONS;
use crate::process::stack;

/// Interval for checking the deadline and Ctrl-C while the target is silent.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// Time that a target may take for what does not count as shrinking: replays, and the report.
const GRACE: Duration = Duration::from_mins(2);

/// Asks a target for the report on an input. `listen` gets each answer. Returns the exit status, or
/// `None` if `is_stopped` or the time limit has ended the target.
pub(super) fn ask(
    mut target: Command,
    asked: &Asked,
    input: &[u8],
    is_stopped: &dyn Fn() -> bool,
    listen: &mut dyn FnMut(Answer),
) -> io::Result<Option<ExitStatus>> {
    let time = asked.time_limit.saturating_add(asked.step_limit).saturating_add(GRACE);
    target.env(TRIAGE_VARIABLE, Request::Triage(asked.clone()).to_json());
    target.env("ASAN_OPTIONS", format!("{SANITIZER_OPTIONS}:detect_leaks=0"));
    target.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    // Ctrl-C reaches this process, which then asks for a report without shrinking.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut target, 0);
    let mut target = target.spawn()?;
    if let Some(mut stdin) = target.stdin.take() {
        // A target that does not read would stop this thread. If it has ended early, its exit code is
        // the result.
        let input = input.to_vec();
        let _ = stack::thread().spawn(move || stdin.write_all(&input));
    }
    let answers = answers_of(target.stdout.take().expect("standard output is piped"));
    let deadline = Instant::now().checked_add(time);
    loop {
        match answers.recv_timeout(POLL_INTERVAL) {
            Ok(answer) => listen(answer),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return target.wait().map(Some),
        }
        if is_stopped() || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return end(target);
        }
    }
}

/// Kills a target with all its child processes, which play cases for it.
fn end(mut target: Child) -> io::Result<Option<ExitStatus>> {
    #[cfg(unix)]
    let _ = kill_process_group(Pid::from_child(&target), Signal::KILL);
    // An error means that the process has ended by itself.
    let _ = target.kill();
    target.wait().map(|_| None)
}

/// The answers of a target, read by a thread.
fn answers_of(stdout: ChildStdout) -> Receiver<Answer> {
    let (sender, receiver) = mpsc::channel();
    let read = move || {
        let answers = BufReader::new(stdout).lines().map_while(Result::ok);
        for answer in answers.filter_map(|line| Answer::read(&line)) {
            if sender.send(answer).is_err() {
                break;
            }
        }
    };
    // Without a thread there are no answers.
    let _ = stack::thread().spawn(read);
    receiver
}

#[cfg(all(test, unix))]
mod tests {
    use std::cell::Cell;
    use std::process::Command;
    use std::time::Duration;

    use twinboard_harness::fuzz::{Answer, Asked};

    use super::ask;

    #[test]
    fn a_target_that_does_not_read_is_ended_with_its_children() {
        // The child keeps a pipe open, which ends with the last process that has it.
        let folder = tempfile::tempdir().unwrap();
        let fifo = folder.path().join("alive");
        let made = Command::new("mkfifo").arg(&fifo).status().unwrap();
        assert!(made.success());
        let mut target = Command::new("sh");
        let script =
            r#"exec 3> "$0"; sleep 600 & echo '{"found":{"headline":"","case":""}}'; wait"#;
        target.args(["-c", script]).arg(&fifo);
        let reader = std::thread::spawn(move || std::fs::read(fifo));
        let asked = Asked {
            step_limit: Duration::from_mins(10),
            time_limit: Duration::from_mins(10),
            corpus: None,
        };
        // More than a pipe takes.
        let (input, is_found) = (vec![b'1'; 1 << 20], Cell::new(false));
        let mut listen = |answer| is_found.set(matches!(answer, Answer::Found { .. }));
        let ended = ask(target, &asked, &input, &|| is_found.get(), &mut listen);
        assert!(ended.unwrap().is_none(), "it was killed");
        assert_eq!(reader.join().unwrap().unwrap(), b"");
    }
}
