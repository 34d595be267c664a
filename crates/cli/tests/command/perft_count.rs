//! `twinboard perft --count` and `--suite`: counts without positions, and positions with expected
//! counts.

use crate::prelude::*;

fn count(arguments: &str) -> Assert {
    twinboard(format!("perft - --count {arguments}")).write_stdin(GRID).assert().success()
}

#[test]
fn the_table_has_a_row_for_each_depth_and_the_counts_of_each_first_move() {
    count("-d 2 --divide")
        .stderr(is_empty())
        .stdout(starts_with("depth  nodes\n    0      1\n"))
        .stdout(contains("\nbelow each first move, at depth 2\nnodes  move\n"))
        .stdout(contains("  select 1 1: 3 cells of colour 2: (1,1) (2,1) (3,1)\n"))
        .stdout(contains(
            "\nsamegame: engine and oracle count the same to depth 2 (standard input)\n",
        ));
    count("-d 1 --divide").stdout(contains("    1  select 1 1: 3 cells of colour 2"));
    count("-d 2 --only oracle")
        .stdout(contains(
            "the oracle counted alone, compared with nothing, to depth 2 (standard input)\n",
        ))
        .stdout(contains("\nengine ").not());
}

#[test]
fn a_fault_is_found_by_its_count_and_shrunk() {
    let out = folder(&[]);
    let mut faulty = nim("perft - -r nim -d 5 --count --engine nim-four --out");
    let done = faulty.arg(out.path()).write_stdin("17\n> 3\n").assert().code(1);
    done.stdout(starts_with("DIVERGENCE nim-four: engine and oracle differ in the legal moves\n"))
        .stdout(contains("\nfound at depth 0 of perft of standard input, shrunk from "))
        .stdout(contains("\nnim: 1 divergence, at depth 0 (standard input)\n"));
    nim("diff -r nim --engine nim-four").arg(only_file(out.path())).assert().code(1);
}

#[test]
fn a_game_with_history_is_refused_unless_nothing_is_merged() {
    let folder = folder(&[("seven.txt", b"7\n")]);
    let perft = |arguments: &str, code| {
        let mut perft = nim(format!("perft seven.txt -r memory -d 4 --out out {arguments}"));
        perft.current_dir(&folder).assert().code(code)
    };
    let done = perft("--json -", 1)
        .stderr(starts_with(
            "DIVERGENCE memory: the rule set is at fault, not engine or oracle: its position does \
             not determine the game",
        ))
        .stderr(contains("  one way      from `7` by 3\n"))
        .stderr(contains("  another way  from `7` by 1, 2\n"))
        .stderr(contains("\nmemory: 1 divergence, at depth 2 ("));
    let test = &printed_json(&done)["tests"][0];
    assert_eq!((&test["status"], &test["compared"]), (&"failed".into(), &2.into()));
    assert_eq!(test["findings"][0]["details"]["shrunk"], "7\n> 3\n");
    // For example 1 + 2 + 1 + 2, in eight ways.
    perft("--count", 0).stdout(contains("\n    3     11\n").and(contains("\n    4      8\n")));
}

/// Two set-ups, one of them with a move that has been played.
const SUITE: &str = "; a suite\n3 4\n2 0 2 0\n2 0 1 1\n2 1 2 0\n0 0\n0 0\n;D1 3 ;D4 34\n\n\
                     2 3\n1 1 2\n2 2 2\n1 1\n0 0\n0 0\n;D0 1 ;D1 1 ;D2 0\n";

fn suite(file: &str, arguments: &str, code: i32) -> Assert {
    let mut perft = twinboard(format!("perft --suite - {arguments}"));
    perft.write_stdin(file).assert().code(code)
}

#[test]
fn a_suite_compares_both_sides_with_the_expected_counts() {
    suite(SUITE, "", 0)
        .stderr(is_empty())
        .stdout(contains(" (the suite standard input)\n"))
        .stdout(contains("\nsamegame: 5 counts of 2 cases are as expected ("));
    suite(SUITE, "-d 1", 0).stdout(contains("; 2 of 5 counts not compared: deeper than 1\n"));
    // EPD has no clocks.
    let epd = "4k3/8/8/8/8/8/8/4K2R w K - ;D1 15 ;D2 66\n";
    suite(epd, "-r chess --only oracle", 0);
    let folder = folder(&[("nim.epd", b"7 ;D1 3 ;D2 9\n20 ;D3 27\n")]);
    let done = nim("perft --suite nim.epd").current_dir(&folder).assert().success();
    done.stdout(contains("3 counts of 2"));
}

#[test]
fn the_first_wrong_count_is_reported_with_line_and_depth() {
    let folder = folder(&[("nim.epd", b"7 ;D1 3 ;D2 9\n")]);
    let out = folder.path().join("out");
    let wrong = SUITE.replace(";D1 1 ", ";D1 2 ");
    let done = suite(&wrong, &format!("--json - --out {}", quoted(&out)), 1)
        .stderr(starts_with("DIVERGENCE samegame: a count is not the expected one\n"))
        .stderr(contains(
            "line  depth  expected  counted\n  16      1         2  engine and oracle: 1\n",
        ))
        .stderr(contains("\nsamegame: 3 counts are as expected, in 1 of 2 cases"));
    let json = printed_json(&done);
    let mismatch = &json["tests"][0]["findings"][0]["details"];
    assert_eq!((&mismatch["line"], &mismatch["depth"]), (&16.into(), &1.into()));
    assert_eq!((&mismatch["expected"], &mismatch["counted"]), (&"2".into(), &"1".into()));
    assert_eq!(mismatch["case"], fs::read_to_string(only_file(&out)).unwrap());
    // A fault of the engine is reported as such, with its case.
    nim("perft --suite nim.epd --engine nim-four --out fault")
        .current_dir(&folder)
        .assert()
        .code(1)
        .stdout(starts_with("DIVERGENCE nim-four: engine and oracle differ in the legal moves\n"))
        .stdout(contains("   1      1         3  engine and oracle differ\n"));
}

#[test]
fn malformed_suites_are_bad_usage() {
    for (text, complaint) in [
        ("", "has no position"),
        ("2 2\n0 0\n0 x\n0 0\n0 0\n;D1 1\n", "line 3, column 3: found `x`"),
        ("2 2\n0 0\n0 0\n0 0\n0 0\n;D1 x\n", "line 6, column 2: found `D1`"),
        ("2 2\n0 0\n0 0\n0 0\n0 0\n", "the input ends, expected a depth and its count"),
        ("\n; two\n1 1\n0\n0 0\n1 1\n0\n0 0\n0 0\n;D1 0\n", "line 3: expected one case before"),
    ] {
        suite(text, "-r samegame", 2).stdout(is_empty()).stderr(contains(complaint));
    }
}
