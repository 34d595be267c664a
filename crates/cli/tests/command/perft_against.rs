//! `twinboard perft --against`: programs that count, with and without slips.

use super::check::programs;
use crate::prelude::*;

/// Counts in a folder against the program with a slip. The command ends with this code.
fn against(folder: &TempDir, slip: &str, arguments: &str, code: i32) -> Assert {
    let mut command = twinboard(format!("perft {arguments} --out . --against"));
    command.arg(format!("{} counts {slip}", programs::rust())).current_dir(folder);
    command.write_stdin(GRID).assert().code(code)
}

#[test]
fn a_right_program_counts_the_same_at_every_depth() {
    for depth in ["0", "1", "4", "30"] {
        let done = against(&folder(&[]), "right", &format!("- --depth {depth}"), 0);
        done.stderr(is_empty())
            .stdout(contains(format!("\nsamegame: the program counts the same to depth {depth} (")))
            .stdout(contains("behind each first move").not());
    }
}

#[test]
fn a_wrong_count_is_followed_to_the_position_where_a_legal_move_is_wrong() {
    let out = folder(&[]);
    let printed = printed(&against(&out, "keeps-empty-columns", "- --depth 4", 1));
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
    let again = format!("{} --depth 1", quoted(&saved));
    against(&out, "keeps-empty-columns", &again, 1);
    against(&out, "right", &again, 0);
}

#[test]
fn the_json_has_the_path_and_the_shrunk_case() {
    let done = against(&folder(&[]), "needs-three-cells", "- --depth 4 --json -", 1);
    let json = printed_json(&done);
    let [sides, program] = &json["tests"].as_array().unwrap()[..] else { panic!("{json}") };
    assert_eq!((&sides["status"], &program["status"]), (&"passed".into(), &"failed".into()));
    let finding = &program["findings"][0];
    let details = &finding["details"];
    let first = &details["path"][0];
    assert_eq!((&first["depth"], &first["nodes"]), (&4.into(), &"34".into()));
    let case = "1 2\n0 0\n0 0\n0 0\n".into();
    assert_eq!((&details["case"], &details["depth"]), (&case, &1.into()));
    assert_eq!(finding["headline"], "the program misses legal moves");
}

#[test]
fn counts_that_contradict_each_other_are_told() {
    against(&folder(&[]), "one-more-at-depth-3", "- --depth 3", 1)
        .stdout(contains("DIVERGENCE samegame: the counts of the program contradict each other"))
        // What is to be repeated is the count that is wrong.
        .stdout(contains("\nthe case, to be counted to depth 3\n"));
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
        let done = against(&out, slip, &format!("- --depth 3 --limit {limit}"), 1);
        done.stdout(contains("\nDIVERGENCE samegame: the program does not count\n"))
            .stdout(contains(reason))
            .stdout(contains("\n  3 4\n  2 0 2 0\n"));
    }
}
