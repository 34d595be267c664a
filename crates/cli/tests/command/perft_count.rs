//! `twinboard perft --count` and `--suite`: counts without positions, and positions with expected
//! counts.

use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};

use super::support::{folder, nim, only_file, printed_json, text, twinboard};

/// A grid of which games last up to seven moves.
const GRID: &str = "3 4\n2 0 2 0\n2 0 1 1\n2 1 2 0\n0 0\n0 0\n";

fn count(arguments: &[&str]) -> assert_cmd::Command {
    let mut command = twinboard(&[&["perft", "-", "--count"], arguments].concat());
    command.write_stdin(GRID);
    command
}

#[test]
fn the_table_has_a_row_for_each_depth_and_the_counts_of_each_first_move() {
    let done = count(&["-d", "2", "--divide"]).assert().success().stderr(is_empty());
    done.stdout(starts_with("depth  nodes\n    0      1\n"))
        .stdout(contains("\nbelow each first move, at depth 2\nnodes  move\n"))
        .stdout(contains("  select 1 1: 3 cells of colour 2: (1,1) (2,1) (3,1)\n"))
        .stdout(contains(
            "\nsamegame: engine and oracle count the same to depth 2 (standard input)\n",
        ));
    let one = count(&["-d", "1", "--divide"]).assert().success();
    one.stdout(contains("    1  select 1 1: 3 cells of colour 2"));
    let alone = count(&["-d", "2", "--only", "oracle"]).assert().success();
    alone
        .stdout(contains(
            "the oracle counted alone, compared with nothing, to depth 2 (standard input)\n",
        ))
        .stdout(contains("\nengine ").not());
}

#[test]
fn a_fault_is_found_by_its_count_and_shrunk() {
    let out = folder(&[]);
    let faulty = ["perft", "-", "-r", "nim", "-d", "5", "--count", "--engine", "nim-four"];
    let done = nim(&[&faulty[..], &["--out", text(out.path())]].concat())
        .write_stdin("17\n> 3\n")
        .assert()
        .code(1);
    done.stdout(starts_with("DIVERGENCE nim-four: engine and oracle differ in the legal moves\n"))
        .stdout(contains("\nfound at depth 0 of perft of standard input, shrunk from "))
        .stdout(contains("\nnim: 1 divergence, at depth 0 (standard input)\n"));
    let saved = only_file(out.path());
    nim(&["diff", "-r", "nim", "--engine", "nim-four", text(&saved)]).assert().code(1);
}

#[test]
fn a_game_with_history_is_refused_unless_nothing_is_merged() {
    let out = folder(&[("seven.txt", b"7\n")]);
    let path = out.path().join("seven.txt");
    let arguments = ["perft", text(&path), "-r", "memory", "-d", "4", "--out", text(out.path())];
    let done = nim(&[&arguments[..], &["--json", "-"]].concat()).assert().code(1);
    let done = done
        .stderr(starts_with(
            "DIVERGENCE memory: the rule set is at fault, not engine or oracle: its position does \
             not determine the game\n",
        ))
        .stderr(contains("one way: 1 move; it misses what the other lists\n  7\n  > 3\n  > 2\n"))
        .stderr(contains("another way: 2 moves; it alone lists 2\n  7\n  > 2\n  > 3\n"))
        .stderr(contains(
            "\nmemory: counted to depth 1; a position at depth 2 does not determine the game (",
        ));
    let test = &printed_json(&done)["tests"][0];
    assert_eq!((&test["status"], &test["compared"]), (&"failed".into(), &2.into()));
    let details = &test["findings"][0]["details"];
    assert_eq!(details["ways"][0]["case"], "7\n> 3\n> 2\n");
    // For example 1 + 2 + 1 + 2, in eight ways.
    let counted = nim(&["perft", text(&path), "-r", "memory", "-d", "4", "--count"]).assert();
    counted.success().stdout(contains("\n    3     11\n").and(contains("\n    4      8\n")));
}

/// Two set-ups, one of them with a move that has been played.
const SUITE: &str = "; a suite\n3 4\n2 0 2 0\n2 0 1 1\n2 1 2 0\n0 0\n0 0\n;D1 3 ;D4 34\n\n\
                     2 3\n1 1 2\n2 2 2\n1 1\n0 0\n0 0\n;D0 1 ;D1 1 ;D2 0\n";

fn suite(file: &str, arguments: &[&str]) -> assert_cmd::Command {
    let mut command = twinboard(&[&["perft", "--suite", "-"], arguments].concat());
    command.write_stdin(file);
    command
}

#[test]
fn a_suite_compares_both_sides_with_the_expected_counts() {
    let done = suite(SUITE, &[]).assert().success().stderr(is_empty());
    done.stdout(contains(" (the suite standard input)\n"))
        .stdout(contains("\nsamegame: 5 counts of 2 cases are as expected ("));
    let shallow = suite(SUITE, &["-d", "1"]).assert().success();
    shallow.stdout(contains("; 2 of 5 counts not compared: deeper than 1\n"));
    // EPD has no clocks.
    let epd = "4k3/8/8/8/8/8/8/4K2R w K - ;D1 15 ;D2 66\n";
    suite(epd, &["-r", "chess", "--only", "oracle"]).assert().success();
    let suite = folder(&[("nim.epd", b"7 ;D1 3 ;D2 9\n20 ;D3 27\n")]);
    let path = suite.path().join("nim.epd");
    nim(&["perft", "--suite", text(&path)]).assert().success().stdout(contains("3 counts of 2"));
}

#[test]
fn the_first_wrong_count_is_reported_with_line_and_depth() {
    let out = folder(&[]);
    let wrong = SUITE.replace(";D1 1 ", ";D1 2 ");
    let arguments = ["--out", text(out.path()), "--json", "-"];
    let done = suite(&wrong, &arguments).assert().code(1);
    let done = done
        .stderr(starts_with("DIVERGENCE samegame: a count is not the expected one\n"))
        .stderr(contains(
            "line  depth  expected  counted\n  16      1         2  engine and oracle: 1\n",
        ))
        .stderr(contains("\nsamegame: 3 counts are as expected, in 1 of 2 cases"));
    let json = printed_json(&done);
    let mismatch = &json["tests"][0]["findings"][0]["details"];
    assert_eq!((&mismatch["line"], &mismatch["depth"]), (&16.into(), &1.into()));
    assert_eq!((&mismatch["expected"], &mismatch["counted"]), (&"2".into(), &"1".into()));
    let case = std::fs::read_to_string(only_file(out.path())).unwrap();
    assert_eq!(mismatch["case"], case);
    // A fault of the engine is reported as such, with its case.
    let file = folder(&[("nim.epd", b"7 ;D1 3 ;D2 9\n")]);
    let (file, out) = (file.path().join("nim.epd"), out.path().join("fault"));
    let arguments = ["--engine", "nim-four", "--out", text(&out)];
    let done = nim(&[&["perft", "--suite", text(&file)], &arguments[..]].concat()).assert();
    done.code(1)
        .stdout(starts_with("DIVERGENCE nim-four: engine and oracle differ in the legal moves\n"))
        .stdout(contains("   1      1         3  engine and oracle differ\n"));
}

#[test]
fn malformed_suites_are_bad_usage() {
    let suites = [
        ("", "has no position"),
        ("2 2\n0 0\n0 x\n0 0\n0 0\n;D1 1\n", "line 3, column 3: found `x`"),
        ("2 2\n0 0\n0 0\n0 0\n0 0\n;D1 x\n", "line 6, column 2: found `D1`"),
        ("2 2\n0 0\n0 0\n0 0\n0 0\n", "the input ends, expected a depth and its count"),
        ("\n; two\n1 1\n0\n0 0\n1 1\n0\n0 0\n0 0\n;D1 0\n", "line 3: expected one case before"),
    ];
    for (text, complaint) in suites {
        let done = suite(text, &["-r", "samegame"]).assert().code(2).stdout(is_empty());
        done.stderr(contains(complaint));
    }
}
