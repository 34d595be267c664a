//! Fork bombs. They have their own test binary because they slow down all other tests.

#![cfg(target_os = "linux")]

mod support;

use std::fs;

use support::{WIDE, command, marker, processes_with};
use twinboard_runner::{End, Limits};

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
