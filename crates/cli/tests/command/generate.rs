//! `twinboard generate`.

use std::fs;

use predicates::prelude::*;

use super::support::{folder, lossy, text, twinboard};

#[test]
fn a_seed_gives_the_pinned_board_and_is_printed_to_standard_error() {
    let board = "5\n# # # # 1\n# # # # 0\n# # # # #\n# # # # #\n# # # # #\n";
    let done = twinboard(&["generate", "paint", "--group", "1", "--seed", "1"]).assert();
    done.success().stdout(board).stderr("seed 1\n");
}

#[test]
fn a_random_seed_is_printed_and_reproduces_its_input() {
    let done = twinboard(&["generate", "paint", "--group", "3"]).assert().success();
    let printed = lossy(&done.get_output().stderr);
    let seed = printed.strip_prefix("seed ").expect("the seed is printed").trim_end();
    let again = twinboard(&["generate", "paint", "--group", "3", "--seed", seed]).assert();
    again.success().stdout(lossy(&done.get_output().stdout));
    let other = twinboard(&["generate", "paint", "--group", "3"]).assert().success();
    other.stderr(predicate::ne(printed));
}

#[test]
fn the_name_of_each_file_states_how_to_reproduce_it() {
    let folder = folder(&[]);
    let out = text(folder.path());
    let count = ["generate", "paint", "--group", "2", "--count", "3", "--seed", "8", "--out", out];
    let done = twinboard(&count).assert().success().stderr("seeds 8 to 10\n");
    let paths = lossy(&done.get_output().stdout);
    assert_eq!(paths.lines().count(), 3);
    for (path, seed) in paths.lines().zip(["8", "9", "10"]) {
        assert!(path.ends_with(&format!("paint-group-2-seed-{seed}.txt")), "{path}");
        let alone = twinboard(&["generate", "paint", "--group", "2", "--seed", seed]).assert();
        alone.success().stdout(fs::read_to_string(path).unwrap());
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn several_inputs_are_one_stream_that_other_commands_read() {
    for chosen in [
        &["samegame", "--rows", "3", "--columns", "4", "--colours", "2"][..],
        &["linkpop", "--rows", "3", "--columns", "4", "--symbols", "2"],
    ] {
        let generate = |more: &[&str]| {
            let done = twinboard(&[&["generate"], chosen, more].concat()).assert().success();
            (lossy(&done.get_output().stdout), lossy(&done.get_output().stderr))
        };
        let (stream, seeds) = generate(&["--count", "3", "--seed", "4"]);
        assert_eq!(seeds, "seeds 4 to 6\n");
        let answer = |input: &str| {
            let done = twinboard(&["play", chosen[0]]).write_stdin(input).assert().success();
            lossy(&done.get_output().stdout)
        };
        let answers = answer(&stream);
        for (seed, number) in [("4", "1"), ("5", "2"), ("6", "3")] {
            let alone = answer(&generate(&["--seed", seed]).0);
            let (first, rest) = alone.split_once('\n').unwrap();
            assert!(
                answers.contains(&format!("{}\n{rest}", first.replace('1', number))),
                "{answers}"
            );
        }
        let done = twinboard(&["diff", "-"]).write_stdin(stream).assert().success();
        done.stdout("3 cases in 1 file: no divergence\n");
    }
    let boards = folder(&[]);
    let out = text(boards.path());
    twinboard(&["generate", "paint", "--group", "1", "--count", "2", "--out", out])
        .assert()
        .success();
    let done = twinboard(&["diff", out]).assert().success();
    done.stdout("2 cases in 2 files: no divergence\n");
}
