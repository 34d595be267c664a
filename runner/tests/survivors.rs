//! Nothing that a program has started is left when its run has ended.

#![cfg(target_os = "linux")]

mod support;

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use support::{WIDE, marker, processes_with, sh, wait_until};
use twinboard_runner::{End, Limits};

/// Ways to leave a process behind; `TIME` is how long it would sleep.
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
    for (name, way) in WAYS {
        let marker = marker();
        let started = Instant::now();
        let run = sh(&way.replace("TIME", &marker), WIDE);
        assert_eq!(processes_with(&marker), [""; 0], "{name}");
        assert_eq!((run.end, &*run.output), (End::Exited(0), &b"done\n"[..]), "{name}");
        assert!(run.left > 0, "{name}");
        // Nobody waited for the others, nor for the end of a stream that they hold open.
        assert!(started.elapsed() < Duration::from_secs(20), "{name}");
    }
}

#[test]
fn whoever_ends_soon_after_the_program_was_not_left_behind() {
    assert_eq!(sh("sleep 0.01 & echo done", WIDE).left, 0);
    assert_eq!(sh("sleep 0.01 & wait", WIDE).left, 0);
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
fn everything_ends_with_whoever_wanted_it_run() {
    let marker = marker();
    let script = format!("setsid sleep {marker} & exec sleep {marker}");
    // The order is that of the runner; the test takes its place, to be able to go away.
    let mut launcher = Command::new(env!("CARGO_BIN_EXE_launcher"))
        .args(["supervise", "60000000000", "1000000000", "1000000", "64", "sh", "-c", &script])
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
fn nothing_is_started_for_somebody_who_has_gone_already() {
    let mut launcher = Command::new(env!("CARGO_BIN_EXE_launcher"))
        .args(["supervise", "60000000000", "1000000000", "1000000", "64", "echo", "started"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    launcher.stdin.take().unwrap().write_all(&[9, 0, 0]).unwrap();
    let output = launcher.wait_with_output().unwrap();
    assert!(!output.status.success());
    assert_eq!(output.stdout, b"");
}
