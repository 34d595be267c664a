//! Settings of rule sets as options: the margin of Link and Pop.

use std::fs;

use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

use super::support::{folder, only_file, planted, text, twinboard};

/// A board whose two blocks of symbol A can only be linked outside of the board.
const AROUND: &str = "1 3\nAS BS AS\n0 0\n";

/// The judge answer to [`AROUND`].
fn answer(arguments: &[&str]) -> String {
    let done = twinboard(&[&["play", "linkpop"], arguments].concat()).write_stdin(AROUND).assert();
    String::from_utf8(done.success().get_output().stdout.clone()).unwrap()
}

#[test]
fn the_margin_decides_which_pairs_can_be_linked() {
    for side in ["engine", "oracle"] {
        let with = ["--with", side];
        let [inside, outside] = ["inside", "outside"]
            .map(|margin| answer(&[&with[..], &["--margin", margin]].concat()));
        assert_eq!(answer(&with), inside, "inside is the default");
        assert!(inside.contains("\nABA\n"), "{inside}");
        assert!(outside.contains("\n.B.\n"), "{outside}");
    }
}

#[test]
fn a_case_that_names_its_margin_keeps_it() {
    let named = format!("{AROUND}margin inside\nrobot\n");
    let show = ["show", "--rules", "linkpop", "--margin", "outside", "-"];
    let done = twinboard(&show).write_stdin(named).assert().success();
    done.stdout(contains("step 1: robot: refused"));
    let done = twinboard(&show).write_stdin(AROUND).assert().success();
    done.stdout(contains("step 1: robot: A popped"));
}

#[test]
fn show_draws_the_link_of_a_pop_and_each_turn_of_movement() {
    let still = "1 4\nAS AS BR BL\n0 0\npop 0 0 0 1\n";
    let done = twinboard(&["show", "-"]).write_stdin(still).assert().success();
    done.stdout(contains("step 1: pop 0 0 0 1: A popped").and(contains("turn 1 of").not()));
    let falling = "3 2\nAS BD\nAS CS\nCS CS\n0 0\npop 1 1 2 1\n";
    let done = twinboard(&["show", "-"]).write_stdin(falling).assert().success();
    done.stdout(contains("  0 | AS BD\n  1 | AS CS\n  2 | CS CS\n").and(contains("turn 1 of 2")));
}

#[test]
fn cases_are_generated_and_saved_with_the_margin() {
    let out = folder(&[]);
    let saving = ["--seed", "1", "--cases", "1000", "--out", text(out.path())];
    let verify = ["verify", "linkpop", "--margin", "outside"];
    let done = planted("linkpop-margin-off", &[&verify[..], &saving].concat()).assert();
    done.code(1);
    let saved = only_file(out.path());
    assert!(fs::read_to_string(&saved).unwrap().contains("\nmargin outside\n"));
    // The saved case states its margin, so `diff` needs no option.
    planted("linkpop-margin-off", &["diff", text(&saved)]).assert().code(1);
}

#[test]
fn only_clauses_that_the_margin_allows_are_counted() {
    let corpus = folder(&[("around.txt", AROUND.as_bytes())]);
    let names = |margin: &str| {
        let verify = ["verify", "linkpop", "--cases", "10", "--margin", margin, "--json", "-"];
        let corpus = ["--corpus", text(corpus.path())];
        let done = twinboard(&[&verify[..], &corpus].concat()).assert().success();
        let json: Value = serde_json::from_slice(&done.get_output().stdout).unwrap();
        let clauses = json["tests"][0]["tables"]["clauses"].as_array().unwrap().iter();
        clauses.map(|clause| clause["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let (leaving, kept_in) = ("a link that leaves the board", "no link, with the margin inside");
    let has = |names: &[String], name: &str| names.iter().any(|other| other == name);
    let (inside, outside) = (names("inside"), names("outside"));
    assert_eq!((has(&inside, leaving), has(&inside, kept_in)), (false, true));
    assert_eq!((has(&outside, leaving), has(&outside, kept_in)), (true, false));
}
