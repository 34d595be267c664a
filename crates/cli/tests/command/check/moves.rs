//! `twinboard check` of players of a two-player game, which are asked for single moves.

use super::programs::player;
use super::{SEARCH_MOVES, check, saved};
use crate::prelude::*;

/// The failure of a player with this slip as JSON, and the board to which it shrinks.
fn shrunk(arguments: &str, slip: &str) -> (Value, String) {
    let (out, done) =
        check(&format!("{SEARCH_MOVES} {arguments} --json -"), &format!("{} {slip}", player()));
    let test = &printed_json(&done.code(1))["tests"][0];
    let failure = test["findings"][0]["details"].clone();
    assert_eq!(test["status"], "failed");
    assert_eq!(test["findings"].as_array().unwrap().len(), 1);
    let board = saved(&out, "game.in");
    assert_eq!(failure["flaky"], false, "{failure}");
    assert_eq!(failure["board"], board, "{failure}");
    assert!(saved(&out, "case.txt").starts_with(&board));
    (failure, board)
}

#[test]
fn a_correct_player_passes() {
    for (stdio, slip) in [("--stdio", "stdio"), ("", "''")] {
        let arguments = format!("paint --seed 1 --cases 20 --limit 60s {stdio}");
        let (out, done) = check(&arguments, &format!("{} {slip}", player()));
        done.success().stdout(contains("no failure (seed 1)").and(contains("20 generated")));
        assert_eq!(names_in(out.path()), [""; 0], "nothing is saved");
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
        let (failure, board) = shrunk("", slip);
        assert_eq!(failure["fault"]["kind"], "invalid", "{slip}: {failure}");
        assert_eq!(failure["fault"]["clause"], clause, "{slip}: {failure}");
        assert!(boards.contains(&&*board), "{slip}: {board}");
    }
    // The board needs paint, a number next to it, and another number that does not touch it.
    let (failure, board) = shrunk("", "touches-paint");
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
        let (failure, board) = shrunk("", slip);
        assert_eq!(failure["fault"], fault, "{slip}");
        assert_eq!(failure["answer"], Value::Null, "{slip}");
        assert_eq!(board, "1\n1\n", "{slip}");
    }
    let (failure, _) = shrunk("", "writes-rubbish");
    assert_eq!(failure["fault"]["kind"], "unreadable", "{failure}");
    assert_eq!(failure["answer"], "\u{1b}[2Jno\n");
    let (failure, _) = shrunk("--stdio", "prints-nothing");
    assert_eq!(failure["fault"]["kind"], "unreadable", "{failure}");
}

#[test]
fn a_crash_on_the_largest_board_is_detected_and_shrinking_empties_most_of_it() {
    let (failure, board) = shrunk("", "crashes-on-30x30");
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
        let search = "paint --seed 1 --cases 5000";
        let (out, done) = check(search, &format!("{} {slip}", player()));
        let printed = printed(&done.code(1));
        assert!(printed.starts_with("FAILED paint: late: no move within 1s\n"), "{printed}");
        let shown = saved(&out, "game.in");
        assert!(shown == board || slip != "never-ends" && shown.contains('3'), "{shown}");
        assert!(printed.contains("saved in") && printed.contains("case.txt"), "{printed}");
    }
}

#[test]
fn the_report_shows_the_board_and_commands_to_see_and_repeat_it() {
    let (out, done) = check(SEARCH_MOVES, &format!("{} one-too-few", player()));
    let report = printed(&done.code(1));
    let headline = "FAILED paint: invalid move: the number is not the count of the cells (PT-16)\n";
    for part in [headline, "the board\n  2\n  # #\n  # 2\n", "its answer\n  1\n  1 1\n"] {
        assert!(report.contains(part), "{part}\n{report}");
    }
    let line = |name: &str| {
        let found = report.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        found.trim().to_owned()
    };
    let again = Command::new("sh").args(["-c", &line("repeat it")]).output().unwrap();
    assert_eq!(lossy(&again.stdout), saved(&out, "game.out"));
    let case = only_file(out.path()).join("case.txt");
    assert_eq!(line("see it"), format!("twinboard show {}", case.display()));
    let shown = twinboard("show --rules paint").arg(case).assert().success();
    shown.stdout(contains("(PT-16)"));
    let prints = check(SEARCH_MOVES, &format!("{} prints", player())).1.code(1);
    prints.stdout(contains("Programs that answer there are checked with --stdio."));
}

#[test]
fn a_known_failure_is_counted_and_the_check_continues() {
    let program = format!("{} one-too-few", player());
    let (out, done) = check(SEARCH_MOVES, &program);
    done.code(1);
    let known = only_file(out.path()).join("game.in");
    let checked = |corpus: &[(&str, &[u8])], more: &str, program: &str| {
        let corpus = folder(corpus);
        let own = "paint --cases 0 --limit 20s --corpus";
        check(&format!("{own} {} {more}", quoted(corpus.path())), program).1.success()
    };
    let two: [(&str, &[u8]); 2] = [("twos.txt", b"2\n2 #\n# #\n"), ("ones.txt", b"1\n1\n")];
    let more = format!("--seed 1 --known {} --findings 9", quoted(&known));
    checked(&two, &more, &program)
        .stdout(contains("known or repeated failures, not reported: 1\n"))
        .stdout(contains("2 positions checked: "));
    // The boards of games are taken from case files, too: before the last move no 2 is seen.
    let game: &[u8] = b"3\n1 # #\n# # #\n# # 2\n1 0 0\n";
    checked(&[("game.txt", game)], "", player()).stdout(contains("2 positions checked: "));
}

#[test]
fn a_divergence_of_the_judges_is_no_failure_of_the_player_and_its_case_is_saved() {
    let folder = folder(&[]);
    let check = "check paint --seed 1 --cases 300 --limit 60s --out out --";
    let mut command = planted("paint-wrong-loser", format!("{check} {}", player()));
    let done = command.current_dir(&folder).assert().code(1);
    done.stderr(contains("the judges disagree: ").and(contains("the program is not to blame")))
        .stdout(contains("no failure (seed 1)").and(contains("failed: the judges disagree: ")));
    let case = only_file(&folder.path().join("out"));
    planted("paint-wrong-loser", "diff").arg(&case).assert().code(1);
    twinboard("diff").arg(&case).assert().success();
}
