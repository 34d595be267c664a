//! `twinboard fuzz --engine`, with shell scripts instead of fuzz targets and of the engine.

use super::fuzz::{QUIET, clone, fuzz, playing, read};
use crate::prelude::*;

/// A clone with an engine that answers the handshake and nothing else.
fn clone_with_engine(replays: &str, fuzzes: &str, offers: &str) -> TempDir {
    let clone = clone(replays, fuzzes, MERGES);
    let hello = format!("1 hello 3\\nprotocol 1\\nrule-set samegame\\noffers {offers}\\n");
    let script = format!("#!/bin/sh\nread line\nprintf '{hello}'\ncat > /dev/null\n");
    write_program(clone.path().join("engine"), script);
    clone
}

/// The engine. The command waits for it when it plays the inputs that are new.
const SILENT: &str = "--engine ./engine --step-limit 1s";

/// A script of a target that keeps the choice of its engine.
const NAMED: &str = "printf '%s' \"$TWINBOARD_ENGINE\" > named\n";

/// A script that compares coverage as a target does: one case reaches code of the engine, and one a
/// step towards code, which counts unless the target is asked for code alone.
const MERGES: &str = r#"
[ "$TWINBOARD_ENGINE" ] && printf '1 2\n3 3\n1 1\n0 0\n' > known/code
case $* in *-use_counters=0*) ;; *) printf '1 2\n4 4\n1 1\n0 0\n' > known/step;; esac"#;

/// Telemetry with the coverage of an engine.
const COVERED: &str = r#"echo 'twinboard-telemetry {"engine":"./engine","executions":40,"engine_places":1234,"engine_places_at_first":1200,"by_accepted":[1,1,37],"clauses":[5,0,7]}' >&2
"#;

#[test]
fn the_targets_start_the_engine_and_its_coverage_has_a_column() {
    let named = NAMED.to_owned() + &playing("./engine");
    let clone = clone_with_engine(&named, &(COVERED.to_owned() + QUIET), "coverage");
    let ran = fuzz(&clone, &format!("{SILENT} --env LEVEL=9 --json result"), 0);
    let out = printed(&ran);
    let (head, row) = out.split_once('\n').unwrap();
    let head: Vec<&str> = head.split_whitespace().collect();
    assert_eq!(head[4..8], ["cases", "median", "engine", "oracle"], "{out}");
    assert!(row.contains(" 1,234 (+34)  1,010 (+10) "), "{out}");
    ran.stderr(contains("oracle alone").not());
    // A special target is left out unless it is named.
    let calls = read(&clone, "bin/calls");
    assert!(!calls.contains("samegame_rows") && calls.contains("/fuzz/engines/engine-"));
    let [named, json] = ["named", "result"].map(|name| json_file(&clone.path().join(name)));
    assert_eq!(named["name"], "./engine");
    let runner: Value = serde_json::from_str(named["program"]["runner"].as_str().unwrap()).unwrap();
    assert_eq!(runner["environment"][0][0]["Unix"], json!(b"LEVEL"), "{named}");
    let figures = ["engine_coverage", "engine_coverage_of_the_corpus", "coverage"];
    assert_eq!(
        figures.map(|name| json["tests"][0]["figures"][name].as_u64()),
        [Some(1234), Some(1200), Some(1010)]
    );
}

#[test]
fn cases_that_reach_code_of_the_engine_are_kept_and_steps_towards_code_are_not() {
    let clone = clone_with_engine(&playing("./engine"), &(COVERED.to_owned() + QUIET), "coverage");
    fuzz(&clone, &format!("samegame {SILENT} --keep"), 0)
        .stdout(contains("samegame: 1 new case reaches code that the corpus does not, added"));
    let kept = only_file(&clone.path().join("corpus/samegame/found"));
    assert!(fs::read_to_string(kept).unwrap().starts_with("1 2\n3 3\n"));
}

#[test]
fn without_coverage_the_engine_is_fuzzed_and_that_is_said() {
    let playing = playing("./engine");
    let clone = clone_with_engine(&playing, &(playing.clone() + QUIET), "end");
    let said = "./engine does not report the code that ran (EP-36), so the fuzzer is guided by the \
                oracle alone";
    fuzz(&clone, &format!("samegame {SILENT}"), 0)
        .stderr(contains(said))
        .stdout(contains("  coverage  "));
}

#[test]
fn coverage_that_is_always_empty_is_said() {
    let empty = COVERED.replace("1234", "0").replace("1200", "0");
    let clone = clone_with_engine(&playing("./engine"), &(empty + QUIET), "coverage");
    fuzz(&clone, &format!("samegame {SILENT} --quiet --json result"), 0).stderr(contains(
        "warning: samegame: the engine offers coverage, and no place of its code",
    ));
    let json = json_file(&clone.path().join("result"));
    let notes = json["tests"][0]["notes"].to_string();
    assert!(notes.contains("guided by the oracle alone\""), "{notes}");
}

#[test]
fn another_built_in_engine_is_played_inside_of_the_target() {
    let clone = clone(&(NAMED.to_owned() + &playing("samegame-list")), QUIET, "");
    fuzz(&clone, "samegame --engine samegame-list", 0).stderr(contains("oracle alone").not());
    assert_eq!(read(&clone, "named"), r#"{"name":"samegame-list","program":null}"#);
}

#[test]
fn the_name_of_the_registered_engine_is_that_of_the_rule_set() {
    let clone = clone(NAMED, QUIET, "");
    fuzz(&clone, "--engine samegame", 0);
    assert_eq!(read(&clone, "named"), "");
    assert!(!read(&clone, "bin/calls").contains("samegame_rows"));
}

#[test]
fn a_target_that_does_not_play_the_engine_is_refused() {
    // One that knows no choice, and one that cannot start the engine.
    for (replays, message) in [
        ("", "a target takes an engine if it calls `fuzzed`, as in cases!("),
        ("echo 'no such engine' >&2; exit 2", "no such engine\n"),
    ] {
        let clone = clone_with_engine(replays, QUIET, "coverage");
        fuzz(&clone, "samegame --engine ./engine", 2)
            .stdout(is_empty())
            .stderr(contains("--engine ./engine: the target samegame does not play it"))
            .stderr(contains(message));
    }
    let clone = clone_with_engine("", QUIET, "coverage");
    for (arguments, message) in [
        ("linkpop", "unknown fuzz target linkpop; expected one of: samegame"),
        ("--transcript talk", "--transcript: the fuzz targets keep none"),
    ] {
        fuzz(&clone, &format!("--engine ./engine {arguments}"), 2).stderr(contains(message));
    }
}
