//! `twinboard fuzz --engine`, with shell scripts instead of fuzz targets and of the engine.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use predicates::str::{contains, is_empty};
use serde_json::Value;
use tempfile::TempDir;

use super::fuzz::{QUIET, clone, fuzz, playing};
use super::support::{lossy, only_file};

/// A clone with an engine that answers the handshake and nothing else.
fn clone_with_engine(replays: &str, fuzzes: &str, offers: &str) -> TempDir {
    let clone = clone(replays, fuzzes, MERGES);
    let engine = clone.path().join("engine");
    let hello = format!("1 hello 3\\nprotocol 1\\nrule-set samegame\\noffers {offers}\\n");
    fs::write(&engine, format!("#!/bin/sh\nread line\nprintf '{hello}'\ncat > /dev/null\n"))
        .unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    clone
}

/// The command waits for such an engine when it plays the inputs that are new.
const SILENT: [&str; 2] = ["--step-limit", "1s"];

/// A script that compares coverage as a target does: one case reaches code of the engine, and one a
/// step towards code, which counts unless the target is asked for code alone.
const MERGES: &str = r#"
[ "$TWINBOARD_ENGINE" ] && printf '1 2\n3 3\n1 1\n0 0\n' > checked-in/code
case $* in *-use_counters=0*) ;; *) printf '1 2\n4 4\n1 1\n0 0\n' > checked-in/step;; esac"#;

/// Telemetry with the coverage of an engine.
const COVERED: &str = r#"echo 'twinboard-telemetry {"engine":"./engine","executions":40,"engine_places":1234,"engine_places_at_first":1200,"by_accepted":[1,1,37],"clauses":[5,0,7]}' >&2
"#;

fn read(clone: &Path, name: &str) -> String {
    fs::read_to_string(clone.join(name)).unwrap()
}

#[test]
fn the_targets_start_the_engine_and_its_coverage_has_a_column() {
    let named = "printf '%s' \"$TWINBOARD_ENGINE\" > named\n".to_owned() + &playing("./engine");
    let clone = clone_with_engine(&named, &(COVERED.to_owned() + QUIET), "coverage");
    let arguments = ["--engine", "./engine", "--env", "LEVEL=9", "--json", "result"];
    let arguments = [&arguments[..], &SILENT].concat();
    let ran = fuzz(clone.path(), &arguments).assert().success();
    let out = lossy(&ran.get_output().stdout);
    let (head, row) = out.split_once('\n').unwrap();
    let head: Vec<&str> = head.split_whitespace().collect();
    assert_eq!(head[4..8], ["cases", "median", "engine", "oracle"], "{out}");
    assert!(row.contains(" 1,234 (+34)  1,010 (+10) "), "{out}");
    assert!(!lossy(&ran.get_output().stderr).contains("oracle alone"));
    // The target that plays nothing is left out.
    let calls = read(clone.path(), "bin/calls");
    assert!(!calls.contains("samegame_text") && calls.contains("/fuzz/engines/engine-"));
    let named: Value = serde_json::from_str(&read(clone.path(), "named")).unwrap();
    assert_eq!(named["name"], "./engine");
    assert!(named["program"]["runner"].as_array().unwrap().len() > 8, "{named}");
    let json: Value = serde_json::from_str(&read(clone.path(), "result")).unwrap();
    let figures = ["engine_coverage", "engine_coverage_of_the_corpus", "coverage"];
    assert_eq!(
        figures.map(|name| json["tests"][0]["figures"][name].as_u64()),
        [Some(1234), Some(1200), Some(1010)]
    );
}

#[test]
fn cases_that_reach_code_of_the_engine_are_kept_and_steps_towards_code_are_not() {
    let clone = clone_with_engine(&playing("./engine"), &(COVERED.to_owned() + QUIET), "coverage");
    let keep = [&["samegame", "--engine", "./engine", "--keep"][..], &SILENT].concat();
    let ran = fuzz(clone.path(), &keep).assert().success();
    ran.stdout(contains("samegame: 1 new case reaches code that the corpus does not, added"));
    let kept = only_file(&clone.path().join("corpus/samegame/found"));
    assert!(fs::read_to_string(kept).unwrap().starts_with("1 2\n3 3\n"));
}

#[test]
fn without_coverage_the_engine_is_fuzzed_and_that_is_said() {
    let playing = playing("./engine");
    let clone = clone_with_engine(&playing, &(playing.clone() + QUIET), "end");
    let arguments = [&["samegame", "--engine", "./engine"][..], &SILENT].concat();
    let ran = fuzz(clone.path(), &arguments).assert().success();
    let said = "./engine does not report the code that ran (EP-36), so the fuzzer is guided by the \
                oracle alone";
    ran.stderr(contains(said)).stdout(contains("  coverage  "));
}

#[test]
fn coverage_that_is_always_empty_is_said() {
    let empty = COVERED.replace("1234", "0").replace("1200", "0");
    let clone = clone_with_engine(&playing("./engine"), &(empty + QUIET), "coverage");
    let arguments = ["samegame", "--engine", "./engine", "--quiet", "--json", "result"];
    let ran = fuzz(clone.path(), &[&arguments[..], &SILENT].concat()).assert().success();
    ran.stderr(contains("warning: samegame: the engine offers coverage, and no place of its code"));
    let json: Value = serde_json::from_str(&read(clone.path(), "result")).unwrap();
    let notes = json["tests"][0]["notes"].to_string();
    assert!(notes.contains("guided by the oracle alone\""), "{notes}");
}

#[test]
fn another_built_in_engine_is_played_inside_of_the_target() {
    let named =
        "printf '%s' \"$TWINBOARD_ENGINE\" > named\n".to_owned() + &playing("samegame-list");
    let clone = clone(&named, QUIET, "");
    let ran = fuzz(clone.path(), &["samegame", "--engine", "samegame-list"]).assert().success();
    assert!(!lossy(&ran.get_output().stderr).contains("oracle alone"));
    let expected = r#"{"name":"samegame-list","program":null}"#;
    assert_eq!(read(clone.path(), "named"), expected);
}

#[test]
fn the_name_of_the_registered_engine_is_that_of_the_rule_set() {
    let clone = clone("printf '%s' \"$TWINBOARD_ENGINE\" > named\n", QUIET, "");
    fuzz(clone.path(), &["--engine", "samegame"]).assert().success();
    assert_eq!(read(clone.path(), "named"), "");
    assert!(!read(clone.path(), "bin/calls").contains("samegame_text"), "it plays no engine");
}

#[test]
fn a_target_that_does_not_play_the_engine_is_refused() {
    // One that knows no choice, and one that cannot start the engine.
    for (replays, message) in [
        (String::new(), "a target takes an engine if it calls `fuzzed`, as in cases!("),
        ("echo 'no such engine' >&2; exit 2".into(), "no such engine\n"),
    ] {
        let clone = clone_with_engine(&replays, QUIET, "coverage");
        let ran = fuzz(clone.path(), &["samegame", "--engine", "./engine"]).assert().code(2);
        ran.stdout(is_empty())
            .stderr(contains("--engine ./engine: the target samegame does not play it"))
            .stderr(contains(message));
    }
    let clone = clone_with_engine("", QUIET, "coverage");
    let refused = |arguments: &[&str], message: &str| {
        let arguments = [&["--engine", "./engine"], arguments].concat();
        fuzz(clone.path(), &arguments).assert().code(2).stderr(contains(message.to_owned()));
    };
    refused(&["samegame_text"], "the target samegame_text plays no engine");
    refused(&["linkpop"], "unknown fuzz target linkpop; expected one of: samegame");
    refused(&["--transcript", "talk"], "--transcript: the fuzz targets keep none");
}
