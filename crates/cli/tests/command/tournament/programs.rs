//! Programs as players: the ways to start them, and their faults.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use super::super::support::{folder, text};
use super::{DRAW, ONES, PAINTS, boards, nothing_is_left, played, script};

/// The first fault that this player makes on a board, moving first, against `random`.
fn fault(board: &[u8], player: &str, arguments: &[&str]) -> Value {
    let folder = boards(&[board]);
    let arguments = [&["match", "paint", "--b", "random", "--a", player], arguments].concat();
    let json = played(&folder, &arguments);
    let game = &json["games"][0];
    assert_eq!(game["winner"], "second", "{game}");
    assert_eq!(json["standings"][1]["points"], 0.0, "{json}");
    nothing_is_left(folder.path());
    game["fault"].clone()
}

#[test]
fn all_faults_have_their_kinds() {
    let kind = |player: &str, arguments: &[&str]| {
        fault(ONES, &script("bad", player), arguments)["kind"].as_str().unwrap().to_owned()
    };
    assert_eq!(kind("sleep 100", &["--time", "300ms"]), "late");
    assert_eq!(kind(":", &[]), "no-answer");
    assert_eq!(kind("mkdir game.out", &[]), "no-answer");
    assert_eq!(kind("mkfifo game.out", &[]), "no-answer");
    assert_eq!(kind("ln -s game.in game.out", &[]), "no-answer");
    assert_eq!(kind("> game.out", &[]), "unreadable");
    assert_eq!(kind("echo 1 0 x > game.out", &[]), "unreadable");
    assert_eq!(kind("echo 2 0 0 > game.out", &[]), "unreadable");
    assert_eq!(kind("yes > game.out", &[]), "too-much-output");
    assert_eq!(kind("yes", &[]), "too-much-output");
    assert_eq!(kind("yes >&2", &[]), "too-much-output");
    let several = "i=0; while [ $i -lt 70 ]; do sleep 20 & i=$((i + 1)); done; wait";
    assert_eq!(kind(several, &["--time", "20s"]), "too-many-processes");
    let crash = |player: &str, arguments: &[&str]| fault(ONES, &script("bad", player), arguments);
    assert_eq!(crash("exit 7", &[]), json!({"kind": "crash", "code": 7}));
    assert_eq!(crash("kill -SEGV $$", &[]), json!({"kind": "crash", "signal": 11}));
    // A signal to the launcher, which it can reach here, ends no match.
    let launcher = crash("kill -INT $PPID; sleep 9", &["--isolation", "none"]);
    assert_eq!(launcher, json!({"kind": "crash", "signal": 2}));
    // An answer that was given before the crash does not count (PT-33).
    assert_eq!(crash("echo 1 0 0 > game.out; exit 1", &[]), json!({"kind": "crash", "code": 1}));
    let doubles = r#"awk "BEGIN { s = 1; while (1) s = s s }" || exit 9"#;
    let out_of_memory = crash(doubles, &["--memory", "64"]);
    assert_eq!(out_of_memory, json!({"kind": "crash", "code": 9}));
    let programs = folder(&[("player", b"#!/nowhere/at/all\n")]);
    let path = programs.path().join("player");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(fault(ONES, text(&path), &[])["kind"], "not-started");
}

#[test]
fn an_old_answer_is_never_read_again() {
    let folder = boards(&[ONES]);
    // A player that answers its first board only.
    let state = folder.path().join("state");
    let once = format!("test -e {0} && exit 0; > {0}; echo 1 0 0 > game.out", text(&state));
    let player = script("once", &once);
    let arguments = ["match", "paint", "--isolation", "none", "--a", &player, "--b", "random"];
    let json = played(&folder, &arguments);
    let game = &json["games"][0];
    assert_eq!(game["moves"], 2, "{game}");
    assert_eq!(game["fault"], json!({"kind": "no-answer", "reason": "there is no game.out"}));
}

#[test]
fn a_player_may_use_its_standard_streams() {
    let folder = boards(&[ONES]);
    let player = format!("ones=sh -c 'test ! -e game.in && awk \"$0\"' '{PAINTS}'");
    let json = played(&folder, &["match", "paint", "--stdio", "--a", &player, "--b", "random"]);
    for game in json["games"].as_array().unwrap() {
        assert_eq!((&game["fault"], &game["moves"]), (&json!(null), &json!(3)), "{game}");
    }
    // Without --stdio the board is in a file, and the player refuses to start.
    let folder = boards(&[ONES]);
    let json = played(&folder, &["match", "paint", "--a", &player, "--b", "random"]);
    assert_eq!(json["games"][0]["fault"]["kind"], "crash");
}

#[test]
fn relative_paths_of_a_command_refer_to_the_current_folder() {
    let folder = boards(&[ONES]);
    fs::write(folder.path().join("ones.awk"), PAINTS).unwrap();
    let player = "awk -f ones.awk";
    let json = played(&folder, &["match", "paint", "--stdio", "--a", player, "--b", "random"]);
    assert_eq!(json["games"][0]["players"], json!(["ones.awk", "random"]));
    assert_eq!(json["games"][0]["fault"], json!(null));
}

#[test]
fn exchange_files_among_the_arguments_are_those_of_the_program() {
    let folder = boards(&[DRAW]);
    // A board without a move, and a text of the user's.
    fs::write(folder.path().join("game.in"), "1\n#\n").unwrap();
    fs::write(folder.path().join("game.out"), "mine").unwrap();
    let player = format!("sh -c 'awk \"$0\" \"$1\" > \"$2\"' '{PAINTS}' game.in game.out");
    let json = played(&folder, &["match", "paint", "--a", &player, "--b", "random"]);
    assert_eq!(json["games"][0]["fault"], Value::Null, "{json}");
    assert_eq!(json["settings"]["players"][0]["name"], "sh");
    assert_eq!(fs::read_to_string(folder.path().join("game.out")).unwrap(), "mine");
    // On its standard streams a program has no such files, so these are the user's.
    let player = "cat=sh -c 'cat \"$0\" >&2; exit 3' game.out";
    fs::remove_dir_all(folder.path().join("games")).unwrap();
    let json = played(&folder, &["match", "paint", "--stdio", "--a", player, "--b", "random"]);
    assert_eq!(json["games"][0]["errors"], "mine");
}
