//! `twinboard perft --against`: programs that count, with and without slips.

use predicates::prelude::*;
use predicates::str::{contains, is_empty};

use super::check::programs;
use super::support::{folder, lossy, only_file, printed_json, text, twinboard};

/// A grid of which games last up to seven moves.
const GRID: &str = "3 4\n2 0 2 0\n2 0 1 1\n2 1 2 0\n0 0\n0 0\n";

/// Counts [`GRID`] to a depth, with more options, against the program with a slip.
fn against(slip: &str, depth: &str, more: &[&str]) -> assert_cmd::Command {
    let program = format!("'{}' {slip}", programs::counter());
    let arguments = ["perft", "-", "--depth", depth, "--against", &program];
    let mut command = twinboard(&[&arguments, more].concat());
    command.write_stdin(GRID);
    command
}

#[test]
fn a_right_program_counts_the_same_at_every_depth() {
    for depth in ["0", "1", "4", "30"] {
        let done = against("right", depth, &[]).assert().success();
        done.stderr(is_empty())
            .stdout(contains(format!("\nsamegame: the program counts the same to depth {depth} (")))
            .stdout(contains("behind each first move").not());
    }
}

#[test]
fn a_wrong_count_is_followed_to_the_position_where_a_legal_move_is_wrong() {
    let out = folder(&[]);
    let done = against("keeps-empty-columns", "4", &["--out", text(out.path())]).assert().code(1);
    let printed = lossy(&done.get_output().stdout);
    let path = "depth  nodes  program  move
    4     34       40
    4      7        8  select 1 1: 3 cells of colour 2: (1,1) (2,1) (3,1)
";
    assert!(printed.contains(path), "{printed}");
    assert!(printed.contains("shrunk from 40 bytes to "), "{printed}");
    // The saved case shows the fault as well.
    let saved = only_file(out.path());
    let again = printed.lines().find(|line| line.starts_with("count again "));
    assert!(again.is_some_and(|it| it.contains(" --divide --against '")), "{printed}");
    let again = format!("'{}' keeps-empty-columns", programs::counter());
    let again = ["perft", text(&saved), "--depth", "1", "--against", &again];
    twinboard(&again).current_dir(out.path()).assert().code(1);
    let right = format!("'{}' right", programs::counter());
    let right = ["perft", text(&saved), "--depth", "1", "--against", &right];
    twinboard(&right).current_dir(out.path()).assert().success();
}

#[test]
fn the_json_has_the_path_and_the_shrunk_case() {
    let out = folder(&[]);
    let more = ["--json", "-", "--out", text(out.path())];
    let done = against("needs-three-cells", "4", &more).assert().code(1);
    let json = printed_json(&done);
    let [sides, program] = &json["tests"].as_array().unwrap()[..] else { panic!("{json}") };
    assert_eq!((&sides["status"], &program["status"]), (&"passed".into(), &"failed".into()));
    let finding = &program["findings"][0];
    let details = &finding["details"];
    let first = &details["path"][0];
    assert_eq!((&first["depth"], &first["nodes"]), (&4.into(), &"34".into()));
    let expected = ("1 2\n0 0\n0 0\n0 0\n".into(), 1.into());
    assert_eq!((&details["case"], &details["depth"]), (&expected.0, &expected.1));
    assert_eq!(finding["headline"], "the program misses legal moves");
}

#[test]
fn counts_that_contradict_each_other_are_told() {
    let out = folder(&[]);
    let done = against("one-more-at-depth-3", "3", &["--out", text(out.path())]).assert().code(1);
    done.stdout(contains("DIVERGENCE samegame: the counts of the program contradict each other"));
}

#[test]
fn a_program_that_gives_no_counts_is_reported_with_the_reason() {
    let out = folder(&[]);
    for (slip, reason) in [
        ("crashes", "the program crashed: aborted, SIGABRT (6)"),
        ("fails", "the program failed with exit code 3\n  no room for the table\n"),
        ("never-ends", "the program does not end in time: 500ms for one input (--limit)"),
        ("prints-no-count", "line 1: expected a move and its count, found `thinking of it`"),
        ("wrong-sum", "the total is 20, the sum of the counts is 19"),
    ] {
        // A busy machine takes a while for a crash.
        let limit = if slip == "never-ends" { "500ms" } else { "60s" };
        let more = ["--out", text(out.path()), "--limit", limit];
        let done = against(slip, "3", &more).assert().code(1);
        done.stdout(contains("\nDIVERGENCE samegame: the program does not count\n"))
            .stdout(contains(reason))
            .stdout(contains("\n  3 4\n  2 0 2 0\n"));
    }
}
