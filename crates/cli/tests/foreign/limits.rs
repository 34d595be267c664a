//! Engines with limits, and engines that keep state between games.

use std::fs;
use std::path::Path;

use crate::engines::python;
use crate::support::{Done, run, text};

/// Runs `verify` with the Python example, changed by a body of a derived class.
fn verify(folder: &Path, body: &str) -> Done {
    // Next to the engine is its kit.
    let examples = python("samegame").program.parent().expect("it is in a folder");
    let engine = folder.join("engine.py");
    let source = format!(
        "import sys\nsys.path.insert(0, {:?})\nimport samegame, twinboard\n\n\
         class Changed(samegame.SameGame):\n{body}\n\
         twinboard.serve(Changed, rule_set=\"samegame\")\n",
        text(examples)
    );
    fs::write(&engine, source).unwrap();
    let command = format!("python3 {}", text(&engine));
    let arguments = ["verify", "samegame", "--cases", "300", "--seed", "1", "--threads", "1"];
    run(&[&arguments[..], &["--engine", &command, "--out", text(folder)]].concat())
}

#[test]
fn set_ups_are_changed_to_be_within_the_limits() {
    let folder = tempfile::tempdir().unwrap();
    let limits = r#"    limits = {"rows": (4, 4), "columns": (3, 3), "colours": (1, 3)}"#;
    let done = verify(folder.path(), limits).with_code(0);
    let (_, played) = done.stdout.split_once("\ncases: 0 from the corpus, ").unwrap();
    let skipped = played.split(" accepted moves or more), ").nth(1).unwrap();
    // Only the corpus is replayed as it is.
    assert!(skipped.starts_with("62 skipped\n"), "{skipped}");
    let limits = "(rows 4, columns 3, colours 1 to 3)\n";
    for line in [
        "warning: SG-2 (rows 11 to 16) was never reached: perhaps the engine's limits exclude it ",
        "; 62 of 362 cases not compared: outside of the engine's limits ",
    ] {
        assert!(played.contains(&format!("{line}{limits}")), "{played}");
    }
}

#[test]
fn a_failure_that_needs_other_games_in_the_process_is_reported_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let body = "    games = 0\n\
                \x20   def __init__(self, setup):\n\
                \x20       super().__init__(setup)\n\
                \x20       Changed.games += 1\n\
                \x20   def outcome(self):\n\
                \x20       return \"won\" if Changed.games > 40 else super().outcome()\n";
    verify(folder.path(), body).with_code(1).says(
        "\nnote: the engine's games influence each other: this case fails in a process that ",
    );
}
