//! `twinboard solve`.

use crate::prelude::*;

/// Any game has two moves, one of the pair and the lone number; a number is left then.
const LOST: &str = "3\n1 1 #\n# # #\n# # 1\n";
/// Any game paints both numbers.
const DRAWN: &str = "2\n1 #\n# 1\n";
/// More than enough for the small boards.
const TIME: &str = "--time 60s";

/// A search, from a board on standard input.
fn solve(board: &str, arguments: &str) -> Assert {
    twinboard(format!("solve paint - {arguments}")).write_stdin(board).assert()
}

/// The JSON of a search.
fn solved(board: &str, arguments: &str) -> Value {
    let done = solve(board, &format!("--json - {arguments}"));
    let json = printed_json(&done);
    assert_eq!(json["tests"][0]["interrupted"], false);
    let json = json["tests"][0]["figures"].clone();
    // Only a proof is a success.
    done.code(if json["proved"] == true { 0 } else { 3 });
    json
}

#[test]
fn boards_are_proved_to_be_won_drawn_and_lost() {
    for (board, value, printed) in [
        (WON, "win", "proved: the first player wins"),
        (DRAWN, "draw", "proved: a draw"),
        (LOST, "loss", "proved: the second player wins"),
    ] {
        let json = solved(board, TIME);
        assert_eq!((&json["value"], &json["proved"]), (&json!(value), &json!(true)), "{json}");
        assert_eq!((&json["to_move"], &json["over"]), (&json!("first"), &json!(false)));
        assert_eq!(&json["best"]["value"], &json!(value));
        assert!(json["effort"]["nodes"].as_u64().unwrap() > 0, "{json}");
        solve(board, "").success().stdout(contains(printed)).stderr(is_empty());
    }
    assert_eq!(solved(WON, TIME)["best"]["answer"], "2\n0 1\n1 1\n");
}

#[test]
fn the_best_move_is_drawn_on_the_board() {
    let drawn = "  the position    best move: a win
  0 | 1 2 1       0 | 1*2 1
  1 | # # #       1 | #*# #
  2 | # # #       2 | # # #
    +------         +------
      0 1 2           0 1 2

best move: (0,1) (1,1)
";
    let verdict =
        "\npaint: proved: the first player wins (standard input, the first player to move)";
    solve(WON, "").success().stdout(starts_with(drawn).and(contains(verdict)));
}

#[test]
fn a_search_without_enough_time_advises_a_move_and_proves_nothing() {
    let json = solved(LARGE, "--time 0.02");
    assert_eq!((&json["value"], &json["proved"]), (&Value::Null, &json!(false)), "{json}");
    assert!(json["best"]["answer"].is_string(), "there is a move to advise: {json}");
    solve(LARGE, "--time 0.02")
        .code(3)
        .stdout(contains("not proved: the time is up"))
        .stdout(contains("proved:").count(1).and(contains("advised, not proved")));
}

#[test]
fn the_final_position_of_a_case_file_is_solved() {
    // The first move paints a 1; the second one is refused and changes nothing (PT-5).
    let json = solved(&format!("{WON}1 0 0\n1 0 0\n"), TIME);
    assert_eq!(json["board"], "3\nB 2 1\n# # #\n# # #\n");
    assert_eq!((&json["to_move"], &json["value"]), (&json!("second"), &json!("win")));
    let json = solved(&format!("{WON}1 0 0\n1 0 2\n"), TIME);
    assert_eq!((&json["over"], &json["to_move"]), (&json!(true), &json!("first")));
    assert_eq!((&json["value"], &json["best"]), (&json!("loss"), &Value::Null));
    solve("1\n#\n", "").success().stdout(contains("the game is over: a draw"));
}
