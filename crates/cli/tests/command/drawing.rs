//! Pages and pictures: `--html` and `--svg`. What a page does in a browser is tested there
//! (`tests/browser`).

use std::fs;

use predicates::prelude::*;
use predicates::str::contains;

use super::support::{example, folder, planted, repository, text, twinboard};

const CASE: &str = "4 2\n0 0\n1 0\n0 0\n1 0\n1 1\n0 0\n0 0\n";

#[test]
fn a_page_shows_the_divergence_and_replaces_an_older_one() {
    let folder = folder(&[("samegame.txt", CASE.as_bytes())]);
    for _ in 0..2 {
        planted("samegame-lowest-run", &["diff", "samegame.txt", "--html", "pages/page.html"])
            .current_dir(folder.path())
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
        "\"title\":\"samegame: 1 case, 1 divergence\"",
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
    let folder = folder(&[(
        "linkpop.txt",
        (board.to_owned() + "0 0\n" + &"robot\n".repeat(200)).as_bytes(),
    )]);
    twinboard(&["diff", "linkpop.txt", "--html", "page.html"])
        .current_dir(folder.path())
        .assert()
        .success();
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.contains("\"Step 200: "));
    assert!(page.len() < 150_000, "{} bytes", page.len());
}

#[test]
fn the_picture_of_the_readme_is_current() {
    let folder = folder(&[("samegame.txt", CASE.as_bytes())]);
    let drawn = folder.path().join("drawn.svg");
    planted("samegame-lowest-run", &["diff", "samegame.txt", "--svg", text(&drawn)])
        .current_dir(folder.path())
        .assert()
        .code(1);
    let kept = repository().join("docs/pictures/divergence.svg");
    assert!(
        fs::read_to_string(kept).unwrap() == fs::read_to_string(drawn).unwrap(),
        "docs/pictures/divergence.svg is no longer what the command draws; replace it"
    );
}

/// The program of the small game with stones, whose engine has this fault.
fn stones(fault: &str, arguments: &[&str]) -> assert_cmd::Command {
    let mut command = example("stones", arguments);
    command.env("STONES", fault);
    command
}

#[test]
fn state_beside_the_board_is_marked_word_by_word() {
    let folder = folder(&[("stones.txt", b".w...b.... w q\n> 1-2\n")]);
    let drawn = ["diff", "stones.txt", "--svg", "a.svg", "--html", "a.html"];
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
    stones("rights", &drawn).current_dir(folder.path()).assert().code(1).stdout(contains(expected));
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let svg = read("a.svg");
    for (part, count) in [
        ("rights: <tspan class=\"x\">*q</tspan></text>", 1),
        ("rights: <tspan class=\"x\">*-</tspan></text>", 1),
        (">Black to move</text>", 2),
        ("<circle class=\"l\"", 3),
        ("<circle class=\"b\"", 3),
        // The arrow of the move, and no star.
        ("<polygon class=\"sh\"", 1),
        ("<path class=\"t\"", 0),
    ] {
        assert_eq!(svg.matches(part).count(), count, "{part}: {svg}");
    }
    assert!(read("a.html").contains("the words with a star differ"));
}

#[test]
fn a_position_set_up_anew_is_drawn_beside_the_one_that_was_played() {
    let folder = folder(&[("stones.txt", b"ww........ w kq\n> 1-2\n")]);
    let drawn = ["diff", "stones.txt", "--svg", "a.svg"];
    let expected = "
  before           this position    set up anew
  0 |  O O .       0 |  O . O       0 |  O . O
  3 | . . . .      3 | . . . .      3 | . . . .
  7 |  . . .       7 |  . . .       7 |  . . .
    +--------        +--------        +--------
  White to move    Black to move    Black to move
  rights: kq       rights: *k       rights: *-

set up anew, it has another position
its set-up: w.w....... b k
the boards are equal; the words with a star differ
";
    let suspects = "the engine breaks an invariant: a position set up anew is the same (suspects: ";
    stones("set-up", &drawn)
        .current_dir(folder.path())
        .assert()
        .code(1)
        .stdout(contains(expected).and(contains(suspects)));
    let svg = fs::read_to_string(folder.path().join("a.svg")).unwrap();
    assert!(svg.contains(">Set up anew</text>") && !svg.contains(">Oracle</text>"), "{svg}");
    assert!(svg.contains("rights: <tspan class=\"x\">*k</tspan>"), "{svg}");
}
