//! A program that forks without end; alone in its file, because nobody else gets much done meanwhile.

#![cfg(target_os = "linux")]

mod support;

use std::fs;

use support::{WIDE, command, left, marker};
use twinboard_runner::{End, Limits};

/// Scripts of which each starts two more like it, for ever.
const BOMBS: [(&str, &str); 3] = [
    ("of functions", "bomb() { bomb & bomb & wait; }; bomb"),
    ("of scripts", "sh $0 & sh $0 & wait"),
    ("of sessions, so that no group has all of them", "setsid sh $0 & setsid sh $0 & wait"),
];

#[test]
fn a_bomb_of_forks_is_put_out() {
    let folder = tempfile::tempdir().unwrap();
    for (name, script) in BOMBS {
        let bomb = folder.path().join(marker());
        fs::write(&bomb, script).unwrap();
        let bomb = bomb.to_str().unwrap();
        let run = command(&["sh", bomb], b"", Limits { processes: 20, ..WIDE });
        assert_eq!(run.end, End::TooManyProcesses, "{name}");
        assert_eq!(left(bomb), [""; 0], "{name}");
    }
}
