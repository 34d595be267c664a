//! `twinboard check` of players of a two-player game, which are asked for single moves.

use std::fs;
use std::process::Command;

use predicates::prelude::*;
use predicates::str::contains;
use serde_json::{Value, json};

use super::super::support::{
    folder, interrupt, lossy, only_file, planted, process, start, text, twinboard,
};
use super::programs::player;
use super::surroundings::{marker, running};
use super::{check, saved};

/// A seeded check that ends at its first failure; the limit for a move is generous.
const SEARCH: [&str; 7] = ["paint", "--seed", "1", "--cases", "5000", "--limit", "30s"];

/// The failure of a player with this slip as JSON, and the board to which it shrinks.
fn shrunk(arguments: &[&str], slip: &[&str]) -> (Value, String) {
    let command = [&[player()], slip].concat();
    let arguments = [&SEARCH[..], arguments, &["--json", "-"]].concat();
    let (out, done) = check(&arguments, &command);
    let output = done.code(1).get_output().clone();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let test = &json["tests"][0];
    let failure = test["findings"][0]["details"].clone();
    assert_eq!(
        (&test["status"], test["findings"].as_array().unwrap().len()),
        (&"failed".into(), 1)
    );
    assert_eq!(failure["flaky"], false, "{failure}");
    assert_eq!(failure["board"], saved(out.path(), "game.in"), "{failure}");
    assert!(saved(out.path(), "case.txt").starts_with(&saved(out.path(), "game.in")));
    let board = saved(out.path(), "game.in");
    (failure, board)
}

#[test]
fn a_correct_player_passes() {
    for stdio in [&["--stdio"][..], &[]] {
        let slip = if stdio.is_empty() { "" } else { "stdio" };
        let arguments = ["paint", "--seed", "1", "--cases", "20", "--limit", "60s"];
        let (out, done) = check(&[&arguments[..], stdio].concat(), &[player(), slip]);
        done.success().stdout(contains("no failure (seed 1)").and(contains("20 generated")));
        assert_eq!(fs::read_dir(out.path()).unwrap().count(), 0, "nothing is saved");
    }
}

#[test]
fn invalid_moves_are_named_by_their_clause_on_the_smallest_board() {
    for (slip, clause, boards) in [
        ("answers-0", "PT-9", &["1\n1\n"][..]),
        ("corners-connect", "PT-13", &["2\n# #\n# 2\n"]),
        ("one-too-few", "PT-16", &["2\n# #\n# 2\n"]),
        // A 0, and a number that can be painted.
        ("takes-a-zero", "PT-16", &["2\n# 0\n1 #\n", "2\n# #\n0 1\n", "2\n# 0\n# 1\n"]),
    ] {
        let (failure, board) = shrunk(&[], &[slip]);
        assert_eq!(failure["fault"]["kind"], "invalid", "{slip}: {failure}");
        assert_eq!(failure["fault"]["clause"], clause, "{slip}: {failure}");
        assert!(boards.contains(&&*board), "{slip}: {board}");
    }
    // The board needs paint, a number next to it, and another number that does not touch it.
    let (failure, board) = shrunk(&[], &["touches-paint"]);
    assert_eq!(failure["fault"]["clause"], "PT-17", "{failure}");
    assert_eq!(board.split_whitespace().filter(|&cell| cell != "#").count(), 4, "{board}");
    assert!(board.starts_with("3\n"), "{board}");
}

#[test]
fn missing_and_unreadable_answers_have_their_kinds() {
    let no_file = || json!({ "kind": "no-answer", "reason": "there is no game.out" });
    for (slip, fault) in [
        ("writes-no-file", no_file()),
        ("prints", no_file()),
        ("exits-with-3", json!({ "kind": "crash", "code": 3 })),
    ] {
        let (failure, board) = shrunk(&[], &[slip]);
        assert_eq!(failure["fault"], fault, "{slip}");
        assert_eq!(failure["answer"], Value::Null, "{slip}");
        assert_eq!(board, "1\n1\n", "{slip}");
    }
    let (failure, _) = shrunk(&[], &["writes-rubbish"]);
    assert_eq!(failure["fault"]["kind"], "unreadable", "{failure}");
    assert_eq!(failure["answer"], "\u{1b}[2Jno\n");
    let (failure, _) = shrunk(&["--stdio"], &["prints-nothing"]);
    assert_eq!(failure["fault"]["kind"], "unreadable", "{failure}");
}

#[test]
fn a_crash_on_the_largest_board_is_detected_and_shrinking_empties_most_of_it() {
    let (failure, board) = shrunk(&[], &["crashes-on-30x30"]);
    assert_eq!(failure["fault"], json!({ "kind": "crash", "signal": 6 }));
    assert!(board.starts_with("30\n"), "{board}");
    // On a busy machine the time may not suffice to empty all of it.
    let full = board.split_whitespace().skip(1).filter(|&cell| cell != "#").count();
    assert!(full <= 450, "{full} cells: {board}");
}

#[test]
fn players_that_do_not_end_are_late() {
    for (slip, board) in [("never-ends", "1\n1\n"), ("never-ends-on-a-three", "2\n# #\n# 3\n")] {
        // A move that is late once and in time again is due to a busy machine and no failure.
        let search = ["paint", "--seed", "1", "--cases", "5000"];
        let (out, done) = check(&search, &[player(), slip]);
        let printed = lossy(&done.code(1).get_output().stdout);
        assert!(printed.starts_with("FAILED paint: late: no move within 1s\n"), "{printed}");
        let shown = saved(out.path(), "game.in");
        assert!(shown == board || slip != "never-ends" && shown.contains('3'), "{shown}");
        assert!(printed.contains("saved in") && printed.contains("case.txt"), "{printed}");
    }
}

#[test]
fn child_processes_left_behind_are_reported_and_killed() {
    let marker = marker(3);
    let (failure, board) = shrunk(&[], &["leaves-a-child", &marker]);
    assert_eq!(failure["fault"], json!({ "kind": "left-processes" }));
    assert_eq!(board, "1\n1\n");
    assert_eq!(running(&["sleep", &marker]), [""; 0]);
}

#[test]
fn a_flaky_failure_is_reported_as_flaky() {
    let notes = tempfile::tempdir().unwrap();
    let note = notes.path().join("note");
    // The program keeps its note outside of its folder.
    let arguments = [&["--isolation", "none"], &SEARCH[..]].concat();
    let (out, done) = check(&arguments, &[player(), "fails-by-chance", text(&note)]);
    done.code(1)
        .stdout(contains("crash: exit code 3 (flaky)").and(contains("The failure did not recur")));
    assert_eq!(saved(out.path(), "errors.txt"), "as it happens");
}

#[test]
fn the_report_shows_the_board_and_commands_to_see_and_repeat_it() {
    let (out, done) = check(&SEARCH, &[player(), "one-too-few"]);
    let report = lossy(&done.code(1).get_output().stdout);
    let headline = "FAILED paint: invalid move: the number is not the count of the cells (PT-16)\n";
    for part in [headline, "the board\n  2\n  # #\n  # 2\n", "its answer\n  1\n  1 1\n"] {
        assert!(report.contains(part), "{part}\n{report}");
    }
    let line = |name: &str| {
        let found = report.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        found.trim().to_owned()
    };
    let again = Command::new("sh").args(["-c", &line("repeat it")]).output().unwrap();
    assert_eq!(lossy(&again.stdout), saved(out.path(), "game.out"));
    let case = only_file(out.path()).join("case.txt");
    assert_eq!(line("see it"), format!("twinboard show {}", case.display()));
    twinboard(&["show", "--rules", "paint", text(&case)])
        .assert()
        .success()
        .stdout(contains("(PT-16)"));
    let prints = check(&SEARCH, &[player(), "prints"]).1.code(1);
    prints.stdout(contains("Programs that answer there are checked with --stdio."));
}

#[test]
fn a_known_failure_is_counted_and_the_check_continues() {
    let command = [player(), "one-too-few"];
    let (out, done) = check(&SEARCH, &command);
    done.code(1);
    let known = only_file(out.path()).join("game.in");
    let arguments = ["paint", "--seed", "1", "--cases", "0", "--limit", "20s"];
    let arguments = [&arguments[..], &["--known", text(&known), "--keep-going", "9"]].concat();
    let corpus = folder(&[("twos.txt", b"2\n2 #\n# #\n"), ("ones.txt", b"1\n1\n")]);
    let arguments = [&arguments[..], &["--corpus", text(corpus.path())]].concat();
    let (_out, done) = check(&arguments, &command);
    let printed = contains("known or repeated failures, not reported: 1\n");
    done.success().stdout(printed.and(contains("2 positions checked: ")));

    // The boards of games are taken from case files, too: before the last move no 2 is seen.
    let corpus = folder(&[("game.txt", b"3\n1 # #\n# # #\n# # 2\n1 0 0\n")]);
    let arguments = ["paint", "--cases", "0", "--limit", "20s", "--corpus", text(corpus.path())];
    let (_out, done) = check(&arguments, &[player()]);
    done.success().stdout(contains("2 positions checked: "));
}

#[test]
fn results_are_written_as_json_and_junit() {
    let results = tempfile::tempdir().unwrap();
    let (json, junit) = (results.path().join("json"), results.path().join("junit.xml"));
    let files = ["--json", text(&json), "--junit", text(&junit)];
    check(&[&SEARCH[..], &files].concat(), &[player(), "answers-0"]).1.code(1);
    let json: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
    let test = &json["tests"][0];
    assert_eq!((&test["figures"]["seed"], &test["compared"]), (&1.into(), &1.into()));
    assert_eq!(test["findings"][0]["details"]["board"], "1\n1\n");
    let junit = fs::read_to_string(&junit).unwrap();
    assert!(junit.contains(r#"tests="1" skipped="0" failures="1""#), "{junit}");
    assert!(junit.contains("<failure message=\"invalid move: no cells"), "{junit}");
    assert!(!junit.contains('\u{1b}'), "{junit}");
    // Characters that XML has not, from a program that prints what it wants.
    let results = tempfile::tempdir().unwrap();
    let junit = results.path().join("junit.xml");
    let prints = r"printf 'a\357\277\276b\357\277\277c\001\033d]]>' >&2; exit 3";
    let arguments = [&SEARCH[..], &["--junit", text(&junit)]].concat();
    check(&arguments, &["sh", "-c", prints]).1.code(1);
    let junit = fs::read_to_string(&junit).unwrap();
    assert!(junit.contains("a\u{fffd}b\u{fffd}c"), "{junit}");
    let is_missing = |c: char| c.is_control() && c != '\n' || "\u{fffe}\u{ffff}".contains(c);
    assert!(!junit.contains(is_missing), "{junit}");
}

#[test]
fn options_and_programs_that_do_not_fit_are_refused() {
    let refused = |arguments: &[&str], command: &[&str], why: &str| {
        check(arguments, command).1.code(2).stderr(contains(why));
    };
    refused(
        &["paint", "--exact"],
        &["true"],
        "--exact does not apply to paint: a move is valid or not",
    );
    refused(&["samegame", "--stdio"], &["true"], "--stdio does not apply to samegame");
    refused(&["paint"], &["./no-such-program"], "program ./no-such-program not found");
    refused(&["paint"], &["no-such-program"], "no program is called no-such-program");
    let no_program = folder(&[("program", b"#!/no/such/interpreter\n")]);
    let program = no_program.path().join("program");
    assert!(Command::new("chmod").arg("+x").arg(&program).status().unwrap().success());
    refused(&["paint"], &[text(&program)], "cannot start the program");
    let empty = tempfile::tempdir().unwrap();
    let nothing = ["paint", "--cases", "0", "--corpus", text(empty.path())];
    check(&nothing, &["true"]).1.code(2).stdout(contains("nothing was checked"));
}

#[test]
fn a_divergence_of_the_judges_is_no_failure_of_the_player_and_its_case_is_saved() {
    let out = tempfile::tempdir().unwrap();
    let arguments = ["check", "paint", "--seed", "1", "--cases", "300", "--limit", "60s", "--out"];
    let arguments = [&arguments[..], &[text(out.path()), "--", player()]].concat();
    let done = planted("paint-wrong-loser", &arguments).assert().code(1);
    done.stderr(contains("the judges disagree: ").and(contains("the program is not to blame")))
        .stdout(contains("no failure (seed 1)").and(contains("failed: the judges disagree: ")));
    let case = only_file(out.path());
    planted("paint-wrong-loser", &["diff", text(&case)]).assert().code(1);
    twinboard(&["diff", text(&case)]).assert().success();
}

#[test]
fn the_time_bounds_a_check_of_a_slow_program_also_in_the_corpus() {
    let slow =
        ["--time", "1s", "--limit", "60s", "--", "sh", "-c", "sleep 0.3; exec \"$0\"", player()];
    let arguments = [&["check", "paint"], &slow[..]].concat();
    let done = twinboard(&arguments).assert().get_output().clone();
    let printed = lossy(&done.stdout);
    let checked = printed.lines().find(|line| line.contains(" from the corpus")).unwrap();
    let count = |word: usize| checked.split_whitespace().nth(word).unwrap().parse::<u64>().unwrap();
    assert!((1..10).contains(&count(0)) && checked.contains(" checked: "), "{printed}");
}

#[test]
fn ctrl_c_ends_a_check_with_its_summary() {
    for slip in ["", "never-ends"] {
        let arguments = ["check", "paint", "--time", "60s", "--limit", "50m", "--", player(), slip];
        let child = start(process(&arguments));
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        let printed = lossy(&output.stdout);
        // It may come before the first position.
        let is_clean = printed.contains("no failure") || printed.contains("nothing was checked");
        assert!(is_clean && printed.contains(", interrupted"), "{printed}");
        assert_eq!(output.status.code(), Some(130), "{printed}");
    }
}
