//! No process of a program survives the end of its run.

#![cfg(target_os = "linux")]

mod support;

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use support::{WIDE, at_once, marker, processes_with, sh, wait_until};
use twinboard_runner::{End, Limits};

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
fn the_program_is_killed_when_the_caller_ends() {
    let marker = marker();
    let script = format!("setsid sleep {marker} & exec sleep {marker}");
    // The test sends the runner's request itself, so that it can close the pipe.
    let mut launcher = Command::new(env!("CARGO_BIN_EXE_launcher"))
        .args(["supervise", "60000000000", "1000000000", "1000000", "64", "1", "sh", "-c", &script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut control = launcher.stdin.take().unwrap();
    control.write_all(&0_u64.to_le_bytes()).unwrap();
    let sleeping = format!("sleep {marker}");
    let sleepers =
        || processes_with(&sleeping).iter().filter(|line| line.starts_with("sleep")).count();
    wait_until("both run", || sleepers() == 2);
    drop(control);
    launcher.wait().unwrap();
    assert_eq!(processes_with(&marker), [""; 0]);
}

#[test]
fn nothing_is_started_if_the_caller_has_already_ended() {
    let mut launcher = Command::new(env!("CARGO_BIN_EXE_launcher"))
        .args(["supervise", "60000000000", "1000000000", "1000000", "64", "1", "echo", "started"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    launcher.stdin.take().unwrap().write_all(&[9, 0, 0]).unwrap();
    let output = launcher.wait_with_output().unwrap();
    assert!(!output.status.success());
    // It had begun, and no more.
    assert_eq!(output.stdout, b"b");
}
