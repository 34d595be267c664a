//! `--isolation` and `doctor`.

use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

use super::support::{folder, lossy, twinboard};

#[test]
fn doctor_names_the_isolation_and_the_tools() {
    let done = twinboard(&["doctor", "--json", "-"]).assert().success();
    let json: Value = serde_json::from_slice(&done.get_output().stdout).unwrap();
    let findings = json.as_array().unwrap();
    let isolation = findings.iter().find(|finding| finding["name"] == "isolation").unwrap();
    let levels = ["limits", "landlock", "sandbox"];
    assert!(levels.contains(&isolation["found"].as_str().unwrap()), "{isolation}");
    assert_eq!(isolation["found"] == "sandbox", isolation["advice"].is_null(), "{isolation}");
    for finding in findings {
        assert!(finding["found"].is_string() || finding["advice"].is_string(), "{finding}");
    }
}

/// A player that tries to leave a file beside its folder, and answers.
const LEAVES: &str = "touch ../left; echo 1 0 0 > game.out";

fn files_left(isolation: &str) -> (bool, String) {
    let place = folder(&[("board", b"1\n1\n")]);
    let player = format!("leaves=sh -c '{LEAVES}'");
    let arguments =
        ["match", "paint", "--boards", "board", "--isolation", isolation, "--out", "games"];
    let mut command = twinboard(&[&arguments[..], &["--a", &player, "--b", "random"]].concat());
    let done = command.current_dir(place.path()).assert();
    let output = done.get_output();
    assert!(matches!(output.status.code(), Some(0 | 2)), "{}", lossy(&output.stderr));
    let moves = place.path().join("games/moves/left");
    (moves.exists(), lossy(&output.stdout) + &lossy(&output.stderr))
}

#[cfg(target_os = "linux")]
#[test]
fn a_player_writes_beside_its_folder_only_without_isolation() {
    let (_, out) = files_left("none");
    assert!(!out.contains("isolation"), "{out}");
    let best = twinboard(&["doctor"]).assert().get_output().stdout.clone();
    let (left, out) = files_left("best");
    assert!(!left, "{out}");
    let (left, out) = files_left("require");
    assert!(!left, "{out}");
    let has_sandbox = lossy(&best).contains("sandbox");
    assert_eq!(
        out.contains("--isolation require: no sandbox on this machine"),
        !has_sandbox,
        "{out}"
    );
}

#[test]
fn results_name_the_level() {
    let mut command =
        twinboard(&["check", "samegame", "--isolation", "none", "--cases", "0", "--json", "-"]);
    let done = command.args(["--", "true"]).assert();
    let json: Value = serde_json::from_slice(&done.get_output().stdout).unwrap();
    assert_eq!(json["isolation"], "limits");
}

#[test]
fn an_unknown_isolation_is_refused_with_the_known_ones() {
    let mut command = twinboard(&["check", "samegame", "--isolation", "some", "--", "true"]);
    let known = contains("none").and(contains("best")).and(contains("require"));
    command.assert().code(2).stderr(known);
}
