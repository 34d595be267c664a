//! The sample of the statement, byte for byte.

use twinboard_games::assert_case;

/// Both boards and their answers, as in RULES.md.
const BOARDS: [(&str, &str); 2] = [
    ("3 3\nAD AU CL\nHS GU HL\nCS FD GS\n", "Case 1\n...\n...\n.F.\n"),
    ("1 2\nBS BL\n", "Case 1\n..\n"),
];

#[test]
fn the_sample_is_answered_byte_for_byte() {
    let [(one, _), (other, _)] = BOARDS;
    let input = format!("{one}{other}0 0\n");
    assert_case("linkpop", &input, "Case 1\n...\n...\n.F.\nCase 2\n..\n");
}

#[test]
fn both_margins_give_the_same_answers_to_the_sample() {
    for margin in ["inside", "outside"] {
        for (board, answer) in BOARDS {
            assert_case("linkpop", &format!("{board}0 0\nmargin {margin}\n"), answer);
        }
    }
}

#[test]
fn the_first_game_of_the_sample_has_the_steps_of_the_rules() {
    let boards = ["CG.\nHH.\nCFG\n", "CG.\n...\nCFG\n", ".G.\n...\n.FG\n", "...\n...\n.F.\n"];
    for (count, board) in (1..).zip(boards) {
        let script = "robot\n".repeat(count);
        let case = format!("{}0 0\n{script}", BOARDS[0].0);
        assert_case("linkpop", &case, &format!("Case 1\n{board}"));
    }
}
