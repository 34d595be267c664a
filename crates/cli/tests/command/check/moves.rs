//! `twinboard check` of players of a two-player game, which are asked for single moves.

use std::fs;
use std::process::Command;

use predicates::prelude::*;
use predicates::str::contains;
use serde_json::{Value, json};

use super::super::support::{folder, lossy, only_file, planted, printed_json, text, twinboard};
use super::programs::player;
use super::{SEARCH_MOVES, check, saved};

/// The failure of a player with this slip as JSON, and the board to which it shrinks.
fn shrunk(arguments: &[&str], slip: &[&str]) -> (Value, String) {
    let command = [&[player()], slip].concat();
    let arguments = [&SEARCH_MOVES[..], arguments, &["--json", "-"]].concat();
    let (out, done) = check(&arguments, &command);
    let test = &printed_json(&done.code(1))["tests"][0];
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
fn the_report_shows_the_board_and_commands_to_see_and_repeat_it() {
    let (out, done) = check(&SEARCH_MOVES, &[player(), "one-too-few"]);
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
    let prints = check(&SEARCH_MOVES, &[player(), "prints"]).1.code(1);
    prints.stdout(contains("Programs that answer there are checked with --stdio."));
}

#[test]
fn a_known_failure_is_counted_and_the_check_continues() {
    let command = [player(), "one-too-few"];
    let (out, done) = check(&SEARCH_MOVES, &command);
    done.code(1);
    let known = only_file(out.path()).join("game.in");
    let arguments = ["paint", "--seed", "1", "--cases", "0", "--limit", "20s"];
    let arguments = [&arguments[..], &["--known", text(&known), "--findings", "9"]].concat();
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
