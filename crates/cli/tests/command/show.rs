//! `twinboard show` with an engine: both sides, and their divergence.

use std::fs;

use predicates::prelude::*;
use predicates::str::{contains, ends_with, is_empty, starts_with};

use super::support::{folder, nim, text, twinboard};

/// The engine `nim-four` takes four counters, which the oracle refuses.
const CASE: &[u8] = b"8\n> 1\n> 4\n> 2\n";

#[test]
fn both_sides_are_drawn_and_their_divergence_is_found() {
    let files = folder(&[("four.txt", CASE), ("two.txt", b"2\n> 1\n")]);
    let file = |name: &str| text(&files.path().join(name)).to_owned();
    let (four, two) = (file("four.txt"), file("two.txt"));
    let (page, picture) = (file("page.html"), file("picture.svg"));
    let engine = ["show", "-r", "nim", "--engine", "nim-four"];
    let drawn = ["--html", &page, "--svg", &picture];
    let done = nim(&[&engine[..], &[&four], &drawn].concat()).assert().code(1).stderr(is_empty());
    done.stdout(
        starts_with("engine: nim-four, oracle: that of nim; one board where both agree\n\n")
            .and(contains("DIVERGENCE nim-four: engine and oracle differ in the legal moves\n"))
            .and(contains("step 2\n  engine  4\n  oracle  4: refused, not that many\n"))
            .and(contains("  1 |*3     1 |*7\n"))
            .and(ends_with("four.txt: 1 divergence\n")),
    );
    // The picture is that of the divergence, unless another step is wanted.
    let picture = fs::read_to_string(&picture).unwrap();
    assert!(picture.contains(">Engine<") && picture.contains(">Oracle<"), "{picture}");
    assert!(fs::read_to_string(&page).unwrap().contains("four.txt: engine and oracle differ"));
    // Where both agree there is one board, and nothing was found.
    let done = nim(&[&engine[..], &[&two]].concat()).assert().success();
    done.stdout(contains("oracle  ").not().and(contains("  1 | 1\n").count(1)));
    // Without an engine, the oracle plays alone.
    let done = nim(&["show", "-r", "nim", &four]).assert().success();
    done.stdout(starts_with("the set-up\n").and(contains("engine").not()));
}

#[test]
fn the_cell_of_a_refused_move_is_marked() {
    let files = folder(&[("refused.txt", b"2 3\n1 2 1\n2 1 2\n1 3\n9 9\n0 0\n0 0\n")]);
    let file = text(&files.path().join("refused.txt")).to_owned();
    let done = twinboard(&["show", "-r", "samegame", &file]).assert().success();
    // A cell off the board has no mark.
    done.stdout(contains("  1 | 1 2*1\n").count(1).and(contains("*").count(1)));
}

#[test]
fn what_a_report_offers_to_see_is_the_divergence() {
    let files = folder(&[("four.txt", CASE)]);
    let [out, corpus] = ["out", "."].map(|it| text(&files.path().join(it)).to_owned());
    for sides in [&["--engine", "nim-four"][..], &["--oracle", "nim-four"]] {
        let verify = ["verify", "nim", "--cases", "0", "--corpus", &corpus, "--out", &out];
        let done = nim(&[&verify[..], sides].concat()).assert().code(1);
        let printed = String::from_utf8_lossy(&done.get_output().stdout).into_owned();
        let offered = printed.lines().find_map(|line| line.strip_prefix("see it step by step"));
        let words: Vec<&str> = offered.expect(&printed).split_whitespace().skip(1).collect();
        assert_eq!(words[1..3], *sides, "{offered:?}");
        let more = [&words[..], &["-r", "nim"]].concat();
        nim(&more).assert().code(1).stdout(contains("DIVERGENCE "));
        fs::remove_dir_all(&out).unwrap();
    }
}
