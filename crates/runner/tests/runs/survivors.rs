//! No process of a program survives the end of its run.

use std::fs;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{WIDE, at_once, marker, processes_with, run_by, runner, sh, wait_until};
use twinboard_runner::{End, Job, Level, Limits};

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
    // The test sends the runner's request itself, so that it can close the socket.
    let request = r#"{"limits":{"time":{"secs":60,"nanos":0},"memory":1000000000,"output":1000000,
        "processes":64},"errors":1000000,"confinement":{"level":"Limits","owns_folder":true}}"#;
    let supervise = |words: &[&str], caller: UnixStream| {
        Command::new(env!("CARGO_BIN_EXE_launcher"))
            .arg(request)
            .args(words)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(OwnedFd::from(caller))
            .spawn()
            .unwrap()
    };
    let (control, of_launcher) = UnixStream::pair().unwrap();
    let mut launcher = supervise(&["sh", "-c", &script], of_launcher);
    let sleeping = format!("sleep {marker}");
    let sleepers =
        || processes_with(&sleeping).iter().filter(|line| line.starts_with("sleep")).count();
    wait_until("both run", || sleepers() == 2);
    drop(control);
    launcher.wait().unwrap();
    assert_eq!(processes_with(&marker), [""; 0]);
    let (control, of_launcher) = UnixStream::pair().unwrap();
    drop(control);
    let output = supervise(&["echo", "started"], of_launcher).wait_with_output().unwrap();
    assert!(!output.status.success());
    assert_eq!(output.stdout, b"");
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
