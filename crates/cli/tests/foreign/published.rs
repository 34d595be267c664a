//! Published engines as they are, each in the protocol that it speaks, and each with a fault between
//! it and the command: a line of its output that is changed.

use std::fs;
use std::path::Path;

use crate::support::{engine, run_in};

/// Debian packages: `fairy-stockfish`, `gnugo` and `phalanx`, in a folder that not every path has.
const FOLDER: &str = "/usr/games";

/// A program that passes lines on, with what a pattern matches replaced.
const PROXY: &str = r#"
import re, subprocess, sys, threading
pattern, replacement, *command = sys.argv[1:]
engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
def forward():
    for line in sys.stdin:
        engine.stdin.write(line)
    engine.stdin.close()
threading.Thread(target=forward, daemon=True).start()
for line in engine.stdout:
    changed = re.sub(pattern, replacement, line)
    if changed.strip() or not line.strip():
        print(changed, end="", flush=True)
"#;

/// Rule set, protocol and command of an engine, a fault of it, and a part of the report.
const ENGINES: [(&str, &str, &str, [&str; 2], &str); 5] = [
    ("chess", "uci", "fairy-stockfish", [r"^(e1g1|e8g8): 1\n", ""], "it alone lists e"),
    (
        "xiangqi",
        "uci",
        "fairy-stockfish",
        [r"^Fen: (\S+) [wb]", r"Fen: \1 w"],
        "DIVERGENCE xiangqi",
    ),
    ("shogi", "usi", "fairy-stockfish", [r"^\S+\+: 1\n", ""], "it alone lists"),
    ("go", "gtp", "gnugo --mode gtp", [r"\bA1 ?", ""], "it alone lists A1"),
    ("chess", "xboard", "phalanx", [r"^Illegal move: h.*\n", ""], "DIVERGENCE chess"),
];

#[test]
fn published_engines_play_as_they_are_and_their_faults_are_found() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("proxy.py"), PROXY).unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    for (rule_set, protocol, command, [pattern, replacement], report) in ENGINES {
        let program = format!("{FOLDER}/{command}");
        let there = program.split(' ').next().unwrap();
        assert!(Path::new(there).exists(), "{there} is missing: install its package");
        let verify = |command: &str, cases: &str| {
            let engine = engine(&format!("{protocol}:{command}"));
            // Of the built-in corpus Fairy-Stockfish and Phalanx play one case each wrong.
            let own = "--seed 5 --corpus empty --shrink-time 2s";
            run_in(&folder, format!("verify {rule_set} {engine} --cases {cases} {own}"))
        };
        verify(&program, "1").with_code(0);
        let faulty = format!("python3 proxy.py '{pattern}' '{replacement}' {program}");
        verify(&faulty, "40").with_code(1).says(report);
    }
}
