//! Conversations with running programs.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{WIDE, marker, processes_with, runner, wait_until};
use twinboard_runner::{ERRORS_KEPT, End, Limits, Run, Runner, Session};

const SIGKILL: i32 = 9;

/// Grace period for programs that exit by themselves, even on a busy machine.
const LONG: Duration = Duration::from_mins(1);

/// Variable that turns [`caller_with_a_session`] into a program.
const SCRIPT_OF_CALLER: &str = "TWINBOARD_TEST_SCRIPT_OF_CALLER";

fn open_on(runner: &Runner, script: &str) -> Session {
    let command = ["sh", "-c", script].map(OsString::from);
    runner.open(&command, Path::new("/")).unwrap()
}

fn open(script: &str) -> Session {
    open_on(&runner(WIDE), script)
}

fn far() -> Instant {
    Instant::now() + Duration::from_mins(1)
}

fn soon() -> Instant {
    Instant::now() + Duration::from_millis(100)
}

/// Receives this number of bytes, or fewer if the output ends.
fn receive(session: &mut Session, count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count];
    let mut filled = 0;
    while filled < count {
        match session.receive(&mut bytes[filled..], far()).unwrap() {
            0 => break,
            count => filled += count,
        }
    }
    bytes.truncate(filled);
    bytes
}

fn receive_all(session: &mut Session) -> Vec<u8> {
    receive(session, 100_000)
}

/// Sends until that fails. The launcher and the kernel close their copies of the pipe a little
/// later than the program.
fn wait_until_broken(session: &mut Session) {
    wait_until("the pipe is broken", || match session.send(b"line\n", far()) {
        Ok(()) => false,
        Err(error) => {
            assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
            true
        }
    });
}

/// Result that is the same in all runs.
fn close(session: Session) -> (End, String, u32) {
    let Run { end, errors, left, .. } = session.close(LONG).unwrap();
    (end, String::from_utf8(errors).unwrap(), left)
}

#[test]
fn an_echo_answers_until_its_input_is_closed_even_if_it_is_blocked() {
    let mut session = open("exec cat");
    for text in ["hello\n", "x", "", "good bye\n"] {
        session.send(text.as_bytes(), far()).unwrap();
        assert_eq!(receive(&mut session, text.len()), text.as_bytes());
    }
    assert_eq!(close(session), (End::Exited(0), String::new(), 0));
    let mut session = open("cat; exit 6");
    let bytes = vec![b'x'; 3 << 20];
    session.send(&bytes, far()).unwrap();
    assert_eq!(close(session).0, End::Exited(6));
}

#[test]
fn the_program_reads_and_writes_pipes_in_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let script = "pwd; test -p /dev/stdin && test -p /dev/stdout && echo pipes; cat < /dev/stdin";
    let command = ["sh", "-c", script].map(OsString::from);
    let mut session = runner(WIDE).open(&command, &folder).unwrap();
    session.send(b"from a pipe opened by name", far()).unwrap();
    let expected = format!("{}\npipes\nfrom a pipe opened by name", folder.display());
    assert_eq!(receive(&mut session, expected.len()), expected.as_bytes());
    assert_eq!(close(session).0, End::Exited(0));
}

#[test]
fn megabytes_pass_in_both_directions_at_once() {
    let bytes: Vec<u8> = (0..8_u32 << 20).map(|i| (i % 251) as u8).collect();
    let mut session = open("exec cat");
    for _ in 0..2 {
        session.send(&bytes, far()).unwrap();
        assert!(receive(&mut session, bytes.len()) == bytes);
    }
    // A part of the stored output is still there at the next `send`.
    session.send(&bytes, far()).unwrap();
    assert!(receive(&mut session, bytes.len() - 10) == bytes[..bytes.len() - 10]);
    session.send(&bytes, far()).unwrap();
    assert!(receive(&mut session, 10) == bytes[bytes.len() - 10..]);
    assert!(receive(&mut session, bytes.len()) == bytes);
    assert_eq!(close(session).0, End::Exited(0));
}

#[test]
fn output_of_a_program_that_does_not_read_is_stored_up_to_a_limit() {
    let mut session = open("exec yes");
    let bytes = vec![0; 4 << 20];
    let started = Instant::now();
    let late = session.send(&bytes, started + Duration::from_millis(500)).unwrap_err();
    assert_eq!(late.kind(), io::ErrorKind::TimedOut);
    assert!(started.elapsed() >= Duration::from_millis(500));
    assert_eq!(receive(&mut session, 4), b"y\ny\n");
}

#[test]
fn the_end_of_the_program_is_the_end_of_the_output_and_known_at_once() {
    let mut session = open("echo answer; echo complaint >&2; exit 3");
    assert_eq!(receive_all(&mut session), b"answer\n");
    assert_eq!(session.receive(&mut [0; 9], far()).unwrap(), 0);
    assert_eq!(close(session), (End::Exited(3), "complaint\n".into(), 0));

    let mut session = open("kill -KILL $$");
    assert_eq!(receive_all(&mut session), b"");
    assert_eq!(close(session).0, End::Signalled(SIGKILL));
    let marker = marker();
    let mut session = open(&format!("exit 4; {marker}"));
    assert_eq!(receive_all(&mut session), b"");
    wait_until("the program and the launcher have ended", || processes_with(&marker).is_empty());
    assert_eq!(session.close(Duration::ZERO).unwrap().end, End::Exited(4));
}

#[test]
fn errors_have_no_limit_but_only_their_end_is_kept() {
    let limits = Limits { output: 1000, ..WIDE };
    let script = "head -c 5000000 /dev/zero >&2; echo the end >&2; echo done; cat";
    let mut session = open_on(&runner(limits), script);
    assert_eq!(receive(&mut session, 5), b"done\n");
    let errors = session.close(LONG).unwrap().errors;
    assert_eq!(errors.len(), ERRORS_KEPT);
    assert!(errors.ends_with(b"the end\n"));
    // A program that writes errors without end can still be killed.
    let marker = marker();
    let mut session = open(&format!("echo started; exec yes {marker} >&2"));
    assert_eq!(receive(&mut session, 8), b"started\n");
    assert_eq!(session.close(Duration::from_millis(10)).unwrap().end, End::Late);
    assert_eq!(processes_with(&marker), [""; 0]);
}

#[test]
fn a_silent_program_is_late_at_the_deadline_and_the_session_goes_on() {
    let mut session = open("read line; read line; echo two");
    for _ in 0..2 {
        let started = Instant::now();
        let late = session.receive(&mut [0; 9], soon()).unwrap_err();
        assert_eq!(late.kind(), io::ErrorKind::TimedOut);
        let elapsed = started.elapsed();
        assert!(elapsed >= Duration::from_millis(90) && elapsed < Duration::from_secs(20));
        session.send(b"line\n", far()).unwrap();
    }
    assert_eq!(receive_all(&mut session), b"two\n");
    assert_eq!(close(session).0, End::Exited(0));
}

#[test]
fn a_program_that_ignores_its_input_blocks_only_until_the_deadline() {
    let marker = marker();
    let mut session = open(&format!("echo started; exec sleep {marker}"));
    session.send(b"fits into the pipe", far()).unwrap();
    let late = session.send(&vec![0; 4 << 20], soon()).unwrap_err();
    assert_eq!(late.kind(), io::ErrorKind::TimedOut);
    assert_eq!(receive(&mut session, 8), b"started\n");
    let end = session.close(Duration::from_millis(50)).unwrap();
    assert_eq!((end.end, end.left), (End::Late, 0));
    assert!(end.time >= Duration::from_millis(50), "{:?}", end.time);
    assert_eq!(processes_with(&marker), [""; 0]);
}

#[test]
fn a_program_can_close_its_streams_and_go_on() {
    let mut session = open("echo last; exec >&-; read line; echo \"got $line\" >&2; exit 5");
    assert_eq!(receive_all(&mut session), b"last\n");
    session.send(b"line\n", far()).unwrap();
    assert_eq!(close(session), (End::Exited(5), "got line\n".into(), 0));

    let mut session = open("exec <&-; echo closed; sleep 0.1; echo done");
    assert_eq!(receive(&mut session, 7), b"closed\n");
    for _ in 0..2 {
        wait_until_broken(&mut session);
    }
    assert_eq!(receive_all(&mut session), b"done\n");
    assert_eq!(close(session).0, End::Exited(0));
}

#[test]
fn processes_left_behind_are_killed_and_counted() {
    let marker = marker();
    // It says so once its children are there.
    let children = format!("(sleep {marker}; :) & sleep {marker} & echo started; wait");
    let daemon = format!("setsid sh -c '{children}' &");
    let mut session = open(&format!("{daemon} cat"));
    assert_eq!(receive(&mut session, 8), b"started\n");
    let end = session.close(LONG).unwrap();
    assert_eq!(end.end, End::Exited(0));
    assert!(end.left >= 2, "{}", end.left);
    assert_eq!(processes_with(&marker), [""; 0]);

    let mut session = open(&format!("{daemon} cat"));
    assert_eq!(receive(&mut session, 8), b"started\n");
    let started = Instant::now();
    drop(session);
    assert!(started.elapsed() < Duration::from_secs(10));
    assert_eq!(processes_with(&marker), [""; 0]);

    // The daemon holds the output open, but only until the launcher kills it.
    let mut session = open(&daemon);
    assert_eq!(receive_all(&mut session), b"started\n");
    assert!(session.close(LONG).unwrap().left >= 2);
}

/// Not a test by itself: the process that the next test kills.
#[test]
fn caller_with_a_session() {
    let Ok(script) = std::env::var(SCRIPT_OF_CALLER) else { return };
    let mut session = open(&script);
    assert_eq!(session.receive(&mut [0; 9], far()).unwrap(), 0);
}

#[test]
fn nothing_survives_a_caller_that_is_killed() {
    let marker = marker();
    let script = format!("setsid sleep {marker} & exec sleep {marker}");
    let mut caller = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "sessions::caller_with_a_session"])
        .env(SCRIPT_OF_CALLER, script)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let sleeping = format!("sleep {marker}");
    let sleepers =
        || processes_with(&sleeping).iter().filter(|line| line.starts_with("sleep")).count();
    wait_until("both run", || sleepers() == 2);
    caller.kill().unwrap();
    caller.wait().unwrap();
    // The launcher has the marker among its arguments.
    wait_until("all are gone", || processes_with(&marker).is_empty());
}

#[test]
fn a_program_that_cannot_be_started_is_reported_with_the_reason() {
    let runner = runner(WIDE);
    let command = ["no-such-program-anywhere".into()];
    let mut session = runner.open(&command, Path::new("/")).unwrap();
    assert_eq!(receive_all(&mut session), b"");
    wait_until_broken(&mut session);
    let (End::NotStarted(reason), errors, 0) = close(session) else { panic!("it was started") };
    assert_eq!(reason, "no-such-program-anywhere: there is no such program");
    assert_eq!(errors, "");

    let no_folder = runner.open(&command, Path::new("/no/such/folder")).unwrap_err();
    assert_eq!(no_folder.kind(), io::ErrorKind::NotFound);
}

#[test]
fn limits_apply_to_sessions() {
    let limits = Limits { time: Duration::from_millis(1), output: 100_000, ..WIDE };
    let runner = runner(limits);

    // Neither the time nor the conversation is limited.
    let mut session = open_on(&runner, "sleep 0.1; exec cat");
    session.send(&vec![b'x'; 300_000], far()).unwrap();
    assert_eq!(receive(&mut session, 300_000).len(), 300_000);
    assert_eq!(close(session).0, End::Exited(0));

    let folder = tempfile::tempdir().unwrap();
    let command = ["sh", "-c", "exec yes > file"].map(OsString::from);
    let mut session = runner.open(&command, folder.path()).unwrap();
    assert_eq!(receive_all(&mut session), b"");
    assert_eq!(close(session).0, End::TooMuchOutput);
    assert_eq!(fs::metadata(folder.path().join("file")).unwrap().len(), 100_000);

    let marker = marker();
    let limited = runner.with_limits(Limits { processes: 5, ..limits });
    let script = format!("for i in 1 2 3 4 5 6 7 8; do sleep {marker} & done; wait");
    let mut session = open_on(&limited, &script);
    assert_eq!(receive_all(&mut session), b"");
    assert_eq!(close(session).0, End::TooManyProcesses);
    assert_eq!(processes_with(&marker), [""; 0]);

    let limited = runner.with_limits(Limits { memory: 1 << 28, ..limits });
    let mut session = open_on(&limited, "exec dd if=/dev/zero of=/dev/null bs=512M count=1");
    assert_eq!(receive_all(&mut session), b"");
    let (end, errors, _) = close(session);
    assert!(end == End::Exited(1) && errors.contains("memory"), "{end:?} {errors}");
}

#[test]
fn the_stop_flag_interrupts_a_session() {
    let marker = marker();
    let stop = Arc::new(AtomicBool::new(false));
    let runner = runner(WIDE).with_stop(Arc::clone(&stop));
    let mut session = open_on(&runner, &format!("echo started; exec sleep {marker}"));
    assert_eq!(receive(&mut session, 8), b"started\n");
    let interrupted = thread::scope(|scope| {
        let waiting = scope.spawn(|| session.receive(&mut [0; 9], far()));
        thread::sleep(Duration::from_millis(20));
        assert!(!waiting.is_finished());
        stop.store(true, Relaxed);
        waiting.join().unwrap().unwrap_err()
    });
    assert_eq!(interrupted.kind(), io::ErrorKind::Interrupted);
    let interrupted = session.send(b"line\n", far()).unwrap_err();
    assert_eq!(interrupted.kind(), io::ErrorKind::Interrupted);
    // The grace period ends at once.
    let started = Instant::now();
    assert_eq!(session.close(LONG).unwrap().end, End::Late);
    assert!(started.elapsed() < LONG);
    assert_eq!(processes_with(&marker), [""; 0]);
}

#[test]
fn the_cpu_time_of_children_counts_and_sleep_is_told_from_it() {
    let busy = open("(while :; do :; done); :");
    wait_until("a child computes", || {
        busy.cpu_use().is_some_and(|(time, runs)| runs && time.as_millis() > 100)
    });
    let asleep = open("(sleep 1000); :");
    wait_until("all sleep", || asleep.cpu_use().is_some_and(|(_, runs)| !runs));
    for session in [busy, asleep] {
        session.close(Duration::ZERO).unwrap();
    }
}
