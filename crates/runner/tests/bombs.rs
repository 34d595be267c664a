//! Fork bombs. They have their own test binary because they slow down all other tests.

#![cfg(target_os = "linux")]

mod support;

use std::fs;
use std::thread;
use std::time::Duration;

use support::{WIDE, command, marker, processes_with, runner, sh};
use twinboard_runner::{End, Level, Limits};

/// Scripts that start two copies of themselves, to a depth of eight: 511 processes in all. The
/// depth protects the machine that runs the tests: without the limit they still end by themselves.
const BOMBS: [(&str, &str); 3] = [
    (
        "of functions",
        "bomb() { if [ $1 -gt 0 ]; then bomb $(($1 - 1)) & bomb $(($1 - 1)) & wait; else sleep 9; fi; }
         bomb 8",
    ),
    (
        "of scripts",
        "n=${1:-8}; [ $n -gt 0 ] || exec sleep 9; m=$((n - 1)); sh $0 $m & sh $0 $m & wait",
    ),
    (
        "of sessions, so that no group has all of them",
        "n=${1:-8}; [ $n -gt 0 ] || exec sleep 9; m=$((n - 1))
         setsid sh $0 $m & setsid sh $0 $m & wait",
    ),
];

#[test]
fn a_fork_bomb_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    for (name, script) in BOMBS {
        let bomb = folder.path().join(marker());
        fs::write(&bomb, script).unwrap();
        let bomb = bomb.to_str().unwrap();
        let run = command(&["sh", bomb], b"", Limits { processes: 20, ..WIDE });
        assert_eq!(run.end, End::TooManyProcesses, "{name}");
        assert_eq!(processes_with(bomb), [""; 0], "{name}");
    }
}

/// Each process in a session of its own, for which the scheduler has a share of the processor. Only
/// in a sandbox, which limits them at once: elsewhere this takes the machine for a while.
#[test]
fn a_fork_bomb_of_sessions_without_end_is_ended_in_a_sandbox() {
    let limits = Limits { processes: 20, time: Duration::from_secs(20), ..WIDE };
    if runner(limits).level() != Level::Sandbox {
        eprintln!("not tried: there is no sandbox");
        return;
    }
    let marker = marker();
    let forks = format!("use POSIX; $0 = '{marker}'; fork, setsid while 1");
    for bomb in [["perl", "-e", &forks], ["sh", "-c", "while :; do setsid sleep 9 & done"]] {
        assert_eq!(command(&bomb, b"", limits).end, End::TooManyProcesses, "{bomb:?}");
        assert_eq!(processes_with(&marker), [""; 0], "{bomb:?}");
    }
}

#[test]
fn processes_and_threads_of_a_sandbox_are_limited_whoever_runs_it() {
    let limits = Limits { processes: 20, ..WIDE };
    if runner(limits).level() != Level::Sandbox {
        eprintln!("not tried: there is no sandbox");
        return;
    }
    let most = 20 + 32 + 16 * thread::available_parallelism().unwrap().get() as u64;
    let ids = "/proc/sys/kernel/pid_max";
    let number = |text: &str| text.trim().parse::<u64>().unwrap();
    let of_system = number(&fs::read_to_string(ids).unwrap());
    let script = format!("ulimit -p || ulimit -u; cat {ids}");
    let output = String::from_utf8(sh(&script, limits).output).unwrap();
    let (of_user, of_sandbox) = output.trim().split_once('\n').unwrap();
    assert_eq!(of_system, number(&fs::read_to_string(ids).unwrap()), "it is not for the system");
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
    let mut version = kernel.split('.').map_while(|number| number.parse::<u32>().ok());
    let version = (version.next().unwrap(), version.next().unwrap());
    if version < (5, 14) {
        eprintln!("not tried: this kernel counts all processes of the user");
    } else {
        assert!(number(of_user) <= most, "{of_user} are more than {most}");
    }
    if version < (6, 14) {
        eprintln!("not tried for root: the ids of a sandbox are those of the system");
    } else {
        // The first 300 are not used again.
        assert!(number(of_sandbox) <= 300 + most, "{of_sandbox} are more than {most}");
    }
}
