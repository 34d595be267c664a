//! No process of a program survives the end of its run.

use std::fs;
use std::io::Write;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{
    WIDE, at_once, marker, processes_with, run_by, runner, sh, wait_until, write_program,
};
use twinboard_runner::{End, Job, Level, Limits, Runner};

/// Ways to leave a process behind; `TIME` is replaced by the seconds it sleeps.
const WAYS: &[(&str, &str)] = &[
    ("a child that holds the output open", "sleep TIME & echo done"),
    ("a child with other streams", "sleep TIME <&- >&- 2>&- & echo done"),
    ("a child of a child", "(sh -c 'sleep TIME & sleep TIME' &) ; echo done"),
    ("a session of its own", "setsid sleep TIME & echo done"),
    (
        "a daemon",
        "setsid sh -c 'cd /; exec <&- >&- 2>&-; (sleep TIME; :) & (setsid sleep TIME; :) &'; echo done",
    ),
    ("one that ignores signals", "(trap '' TERM HUP INT; sleep TIME; sleep TIME) & echo done"),
    ("one that is stopped", "sleep TIME & kill -STOP $!; echo done"),
];

#[test]
fn nothing_survives_a_program_that_ends_by_itself() {
    at_once(WAYS, |(name, way)| {
        let marker = marker();
        let started = Instant::now();
        let run = sh(&way.replace("TIME", &marker), WIDE);
        assert_eq!(processes_with(&marker), [""; 0], "{name}");
        assert_eq!((run.end, &*run.output), (End::Exited(0), &b"done\n"[..]), "{name}");
        assert!(run.left > 0, "{name}");
        // Neither the processes nor the streams that they hold open delay the result.
        assert!(started.elapsed() < Duration::from_secs(20), "{name}");
    });
}

#[test]
fn a_process_that_ends_soon_after_the_program_is_not_counted() {
    assert_eq!(sh("sleep 0.01 & wait", WIDE).left, 0);
    // The process has 300 ms to end. On a busy machine it may not even have started by then, but
    // not every time; without that time it would be counted always.
    let counts: Vec<u32> = (0..10).map(|_| sh("sleep 0.01 & echo done", WIDE).left).collect();
    assert!(counts.contains(&0), "{counts:?}");
}

#[test]
fn nothing_survives_a_program_that_is_late_or_writes_too_much() {
    for (name, way) in WAYS {
        let marker = marker();
        let script = format!("{}; exec sleep {marker}", way.replace("TIME", &marker));
        let limits = Limits { time: Duration::from_millis(150), ..WIDE };
        assert_eq!(sh(&script, limits).end, End::Late, "{name}");
        assert_eq!(processes_with(&marker), [""; 0], "{name}");

        let script = format!("{}; exec yes {marker}", way.replace("TIME", &marker));
        let limits = Limits { output: 10_000, ..WIDE };
        assert_eq!(sh(&script, limits).end, End::TooMuchOutput, "{name}");
        assert_eq!(processes_with(&marker), [""; 0], "{name}");
    }
}

#[test]
fn the_program_is_killed_when_the_caller_ends_or_not_started() {
    let marker = marker();
    let script = format!("setsid sleep {marker} & exec sleep {marker}");
    // The test sends the runner's request itself, so that it can close the pipe.
    let supervise = |words: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_launcher"))
            .args(["supervise", "60000000000", "1000000000", "1000000", "64", "1"])
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let mut launcher = supervise(&["sh", "-c", &script]);
    let mut control = launcher.stdin.take().unwrap();
    control.write_all(&0_u64.to_le_bytes()).unwrap();
    let sleeping = format!("sleep {marker}");
    let sleepers =
        || processes_with(&sleeping).iter().filter(|line| line.starts_with("sleep")).count();
    wait_until("both run", || sleepers() == 2);
    drop(control);
    launcher.wait().unwrap();
    assert_eq!(processes_with(&marker), [""; 0]);
    let mut launcher = supervise(&["echo", "started"]);
    launcher.stdin.take().unwrap().write_all(&[9, 0, 0]).unwrap();
    let output = launcher.wait_with_output().unwrap();
    assert!(!output.status.success());
    // It had begun, and no more.
    assert_eq!(output.stdout, b"b");
}

#[test]
fn a_run_has_nothing_of_the_one_before() {
    let runner = runner(WIDE);
    let parent = tempfile::tempdir().unwrap();
    let left = marker();
    // Elsewhere `/tmp` is the user's.
    let leave = if runner.level() == Level::Sandbox { "touch" } else { "true" };
    let script = format!("pwd; echo $HOME; ls /tmp | grep -c {left}; {leave} /tmp/{left}");
    let command = ["sh".into(), "-c".into(), script.into()];
    for name in ["first", "second"] {
        let folder = parent.path().canonicalize().unwrap().join(name);
        fs::create_dir(&folder).unwrap();
        let run = runner.run(Job { command: &command, folder: &folder, input: b"" }).unwrap();
        let expected = format!("{0}\n{0}\n0\n", folder.display());
        assert_eq!(String::from_utf8_lossy(&run.output), expected);
    }
}

#[test]
fn runs_of_one_runner_at_the_same_time_are_apart() {
    let runner = runner(WIDE);
    at_once(0..4, |thread| {
        for run in 0..3 {
            let input = format!("{thread} {run}");
            let run = run_by(&runner, &["cat"], input.as_bytes()).unwrap();
            assert_eq!(run.output, input.as_bytes());
        }
    });
}

/// Ids of the processes that were started as this executable, those that have ended left out.
fn processes_of(executable: &Path) -> Vec<String> {
    let folders = fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path());
    let own = folders.filter(|folder| {
        fs::read(folder.join("cmdline"))
            .is_ok_and(|line| line.starts_with(executable.as_os_str().as_bytes()))
    });
    own.map(|folder| folder.file_name().unwrap().to_str().unwrap().to_owned()).collect()
}

#[test]
fn a_starter_that_is_gone_is_replaced_and_ends_with_its_runner() {
    let folder = tempfile::tempdir().unwrap();
    // A launcher of its own, by which its processes are known.
    let launcher = folder.path().canonicalize().unwrap().join("launcher");
    write_program(&launcher, &fs::read(env!("CARGO_BIN_EXE_launcher")).unwrap());
    let runner = Runner::of_program(launcher.clone(), &[], WIDE).with_level(runner(WIDE).level());
    let run = || assert_eq!(run_by(&runner, &["true"], b"").unwrap().end, End::Exited(0));
    run();
    run();
    let waiting = processes_of(&launcher);
    assert_eq!(waiting.len(), usize::from(runner.level() == Level::Sandbox), "{waiting:?}");
    for id in &waiting {
        assert!(Command::new("kill").args(["-KILL", id]).status().unwrap().success());
    }
    wait_until("the starter is gone", || processes_of(&launcher).is_empty());
    run();
    drop(runner);
    assert_eq!(processes_of(&launcher), [""; 0]);
}

#[test]
fn a_starter_ends_with_its_caller() {
    for order in [&b""[..], &[1, 0, 0], &[9, 0, 0, 0, 0, 0, 0, 0, 1]] {
        let (mut caller, of_starter) = UnixStream::pair().unwrap();
        let mut starter = Command::new(env!("CARGO_BIN_EXE_launcher"))
            .arg("serve")
            .stdin(OwnedFd::from(of_starter))
            .spawn()
            .unwrap();
        caller.write_all(order).unwrap();
        drop(caller);
        assert!(starter.wait().unwrap().success());
    }
}
