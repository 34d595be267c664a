//! `twinboard show`, and pages (`--html`). What a page does in a browser is tested there
//! (`tests/browser`).

use crate::prelude::*;

#[test]
fn a_page_shows_the_divergence_and_replaces_an_older_one() {
    let folder = folder(&[("samegame.txt", TWO_GAPS)]);
    for _ in 0..2 {
        planted(LOWEST_RUN, "diff samegame.txt --html pages/page.html")
            .current_dir(&folder)
            .assert()
            .code(1)
            .stdout(contains("1 case in 1 file: 1 divergence"));
    }
    let page = fs::read_to_string(folder.path().join("pages/page.html")).unwrap();
    assert!(page.starts_with("<!doctype html>"));
    for part in [
        "Step 1: select 1 1: engine and oracle differ in the position; the engine breaks an \
         invariant",
        "The cells with a star differ.",
        "\"title\":\"samegame: 1 divergence\"",
        "twinboard to-test samegame.txt",
        "\"jump\":[1,\"Divergence\"]",
    ] {
        assert!(page.contains(part), "{part} is missing");
    }
}

#[test]
fn a_film_of_many_steps_on_a_large_board_is_small() {
    let case = repository().join("corpus/linkpop/edge/judge-limit-30x30-of-26-symbols.txt");
    let case = fs::read_to_string(case).unwrap();
    let board = case.trim_end().strip_suffix("0 0").expect("a board without a script");
    let case = format!("{board}0 0\n{}", "robot\n".repeat(200));
    let folder = folder(&[("linkpop.txt", case.as_bytes())]);
    run_in(&folder, "diff linkpop.txt --html page.html", 0);
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.contains("\"Step 200: "));
    assert!(page.len() < 150_000, "{} bytes", page.len());
}

#[test]
fn state_beside_the_board_is_marked_word_by_word() {
    let folder = folder(&[("stones.txt", b".w...b.... w q\n> 1-2\n")]);
    let expected = "
step 1: 1-2

  before           engine           oracle
  0 |  . O .       0 |  . . O       0 |  . . O
  3 | . . o .      3 | . . o .      3 | . . o .
  7 |  . . .       7 |  . . .       7 |  . . .
    +--------        +--------        +--------
  White to move    Black to move    Black to move
  rights: q        rights: *q       rights: *-

the boards are equal; the words with a star differ
";
    let mut stones = example("stones", "diff stones.txt --html a.html");
    stones.env("STONES", "rights").current_dir(&folder).assert().code(1).stdout(contains(expected));
    let page = fs::read_to_string(folder.path().join("a.html")).unwrap();
    assert!(page.contains("the words with a star differ"));
}

#[test]
fn show_draws_the_link_of_a_pop_and_each_turn_of_movement() {
    let still = "1 4\nAS AS BR BL\n0 0\npop 0 0 0 1\n";
    let done = twinboard("show -").write_stdin(still).assert().success();
    done.stdout(contains("step 1: pop 0 0 0 1: A popped").and(contains("turn 1 of").not()));
    let falling = "3 2\nAS BD\nAS CS\nCS CS\n0 0\npop 1 1 2 1\n";
    let done = twinboard("show -").write_stdin(falling).assert().success();
    done.stdout(contains("  0 | AS BD\n  1 | AS CS\n  2 | CS CS\n").and(contains("turn 1 of 2")));
}

#[test]
fn the_cell_of_a_refused_move_is_marked() {
    let files = folder(&[("refused.txt", b"2 3\n1 2 1\n2 1 2\n1 3\n9 9\n0 0\n0 0\n")]);
    let done = run_in(&files, "show -r samegame refused.txt", 0);
    // A cell off the board has no mark.
    done.stdout(contains("  1 | 1 2*1\n").count(1).and(contains("*").count(1)));
}
