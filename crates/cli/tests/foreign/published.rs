//! Published engines as they are, each in the protocol that it speaks, and each with a fault between
//! it and the command: a line of its output that is changed.

use std::path::Path;

use crate::support::{engine, folder, run_in};

/// Debian packages: `fairy-stockfish`, `gnugo` and `phalanx`, in a folder that not every path has.
const FOLDER: &str = "/usr/games";

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
    // It passes lines on, with what a pattern matches replaced.
    let proxy = include_bytes!("../programs/proxy.py");
    let folder = folder(&[("proxy.py", proxy), ("empty/.keep", b"")]);
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
