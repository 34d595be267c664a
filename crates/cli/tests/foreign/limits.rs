//! Engines with limits, and engines that keep state between games.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::engines::python;
use crate::shared::words;
use crate::support::{Done, engine, folder, quoted, run, run_in, text};

/// Runs `verify` with the Python example, changed by a body of a derived class.
fn verify(folder: &Path, body: &str) -> Done {
    // Next to the engine is its kit.
    let examples = python().program.parent().expect("it is in a folder");
    let source = format!(
        "import sys\nsys.path.insert(0, {:?})\nimport samegame, twinboard\n\n\
         class Changed(samegame.SameGame):\n{body}\n\
         twinboard.serve(Changed, rule_set=\"samegame\")\n",
        text(examples)
    );
    let program = folder.join("engine.py");
    fs::write(&program, source).unwrap();
    let engine = engine(&format!("python3 {}", quoted(&program)));
    run_in(folder, format!("verify samegame --cases 300 --seed 1 --threads 1 {engine} --out ."))
}

#[test]
fn set_ups_are_changed_to_be_within_the_limits() {
    let folder = folder(&[]);
    let limits = r#"    limits = {"rows": (4, 4), "columns": (3, 3), "colours": (1, 3)}"#;
    let done = verify(folder.path(), limits).with_code(0);
    let played = &done.stdout;
    // The limits explain what was not reached, so that there is no table about it.
    assert!(!played.contains("number of times each clause"), "{played}");
    let limits = "(rows 4, columns 3, colours 1 to 3)\n";
    for line in [
        " were never reached: perhaps the engine's limits exclude them ",
        // Only the corpus is replayed as it is.
        "; 62 of 362 cases not compared: outside of the engine's limits ",
    ] {
        assert!(played.contains(&format!("{line}{limits}")), "{played}");
    }
    assert_eq!(played.matches("warning: SG-2 (rows 11 to 16), ").count(), 1, "{played}");
}

/// The body of an engine that is wrong if the number of games in its process is such.
fn wrong_if_games(condition: &str) -> String {
    format!(
        "    games = 0\n\
         \x20   def __init__(self, setup):\n\
         \x20       super().__init__(setup)\n\
         \x20       Changed.games += 1\n\
         \x20   def outcome(self):\n\
         \x20       return \"won\" if Changed.games {condition} else super().outcome()\n"
    )
}

#[test]
fn a_failure_that_needs_other_games_in_the_process_is_reported_as_such() {
    let folder = folder(&[]);
    let done = verify(folder.path(), &wrong_if_games("> 40")).with_code(1).says(
        "\nnote: this case fails in a process that has played other games, again and again, ",
    );
    // A command that plays the case by itself would find nothing.
    let (_, rest) = done.stdout.split_once("\nsaved as ").unwrap();
    let mut lines = rest.lines().skip(1);
    let (purpose, command) = lines.next().unwrap().split_once("  ").unwrap();
    assert_eq!((purpose, lines.next()), ("play all games again", Some("")), "{rest}");
    let again = shell_words::join(&words(command)[1..]);
    run_in(&folder, format!("{again} --out ."))
        .with_code(1)
        .says("the engine's games influence each other");
}

#[test]
fn a_failure_that_comes_once_is_not_said_to_be_due_to_other_games() {
    let folder = folder(&[]);
    let done = verify(folder.path(), &wrong_if_games("== 41")).with_code(1);
    let done = done.says("; it did not fail again when replayed\n");
    done.says("\nnote: the failure came once and never again, neither when the case was replayed ");
}

/// The option for an engine whose answers pass through a shell script.
fn script(folder: &Path, filter: &str) -> String {
    let script = folder.join("engine.sh");
    fs::write(&script, format!("{filter} | {}\n", python().command)).unwrap();
    engine(&format!("sh {}", quoted(&script)))
}

/// The first move takes two seconds, as when a runtime compiles its functions.
#[test]
fn the_first_answer_of_a_kind_has_a_limit_of_its_own() {
    let slow = r#"while IFS= read -r line; do
        case "$line" in *" play "*) [ "$warm" ] || sleep 2; warm=1 ;; esac
        printf '%s\n' "$line"
    done"#;
    let folder = folder(&[]);
    let engine = script(folder.path(), slow);
    let verify = format!("verify {engine} --cases 20 --seed 1 --threads 1 --step-limit 1s");
    run_in(&folder, &verify)
        .with_code(1)
        .says("it is the first answer of its kind in this process");
    run_in(&folder, format!("{verify} --start-limit 30s")).with_code(0).says("no divergence");
}

/// Each thread starts a process of its own, in the midst of the campaign.
#[test]
fn processes_that_start_slowly_do_not_hang() {
    let engine = engine(&format!("sh -c 'sleep 3; exec {}'", python().command));
    let limits = "--threads 2 --step-limit 1s --start-limit 60s";
    run(format!("verify samegame {engine} --cases 100 --seed 1 {limits}"))
        .with_code(0)
        .says("no divergence");
}

/// The time of the campaign is over while each thread waits for an answer that never comes.
#[test]
fn a_silent_engine_does_not_keep_the_command() {
    let silent = "sleep 1000 | cat - > /dev/null";
    let mute = format!(
        "while IFS= read -r line; do case \"$line\" in *' moves '*) {silent} ;; esac; printf '%s\\n' \"$line\"; done"
    );
    let folder = folder(&[]);
    let engine = script(folder.path(), &mute);
    let begun = Instant::now();
    run_in(&folder, format!("verify samegame {engine} --time 1s")).says("nothing was compared");
    assert!(begun.elapsed() < Duration::from_secs(50), "{:?}", begun.elapsed());
}
