//! `twinboard perft`: the ledger of agreeing sides, and the report and case of a divergence.

use crate::prelude::*;

/// The grid whose ledger is in RULES.md.
const SMALL: &str = "2 3\n1 1 2\n2 2 2\n0 0\n0 0\n";
/// The ledger of [`SMALL`].
const LEDGER: &str = "depth  nodes  positions  digest
    0      1          1  aff6179917c7b6a5
    1      2          2  32311f3745f36627
    2      2          1  b82523ec21e05d6f
";

/// A grid that shows [`DROP_CARRY`] after its second move only.
const SHOWS_IT: &str = "3 3\n0 1 1\n1 0 1\n0 2 1\n0 0\n0 0\n";

/// A walk from [`SMALL`], which ends with this code.
fn perft(arguments: &str, code: i32) -> Assert {
    twinboard(format!("perft - {arguments}")).write_stdin(SMALL).assert().code(code)
}

#[test]
fn the_ledger_has_a_row_for_each_depth_and_the_verdict() {
    perft("--depth 2", 0)
        .stderr(is_empty())
        .stdout(starts_with(format!("{LEDGER}\n")))
        .stdout(ends_with("\nsamegame: engine and oracle agree to depth 2 (standard input)\n"));
    perft("--depth 0", 0)
        .stdout(contains("aff6179917c7b6a5").and(contains("32311f3745f36627").not()));
    let whole = format!("{LEDGER}    3      0          0  0000000000000000\n");
    perft("--depth 4294967295", 0)
        .stdout(starts_with(format!("{whole}\n")))
        .stdout(contains("agree to depth 3, where no position is left (standard input)\n"));
    let rules = fs::read_to_string(repository().join("RULES.md")).unwrap();
    assert!(rules.contains(&format!("```\n{whole}```\n")), "{whole}");
}

#[test]
fn divide_prints_the_figures_below_each_first_move() {
    perft("-d 2 --divide", 0).stdout(contains(
        "below each first move, at depth 2
nodes  positions  digest            move
    1          1  b82523ec21e05d6f  select 1 1: 2 cells of colour 1: (1,1) (1,2)
    1          1  b82523ec21e05d6f  select 2 1: 4 cells of colour 2: (2,1) (2,2) (1,3) (2,3)
",
    ));
}

#[test]
fn json_has_the_figures_and_is_alone_on_standard_output() {
    let done = perft("-d 2 --divide --json -", 0).stderr(contains(LEDGER));
    let test = &printed_json(&done)["tests"][0];
    assert_eq!((&test["rule_set"], &test["status"]), (&"samegame".into(), &"passed".into()));
    assert_eq!((&test["compared"], &test["unit"]), (&3.into(), &"depth".into()));
    let tables = &test["tables"];
    let last = &tables["depths"][2];
    assert_eq!((&last["depth"], &last["positions"]), (&2.into(), &1.into()));
    assert_eq!((&last["nodes"], &last["digest"]), (&"2".into(), &"b82523ec21e05d6f".into()));
    assert_eq!(tables["divide"][0]["nodes"], "1");
    assert_eq!(tables["work"][0]["count"], tables["work"][1]["count"]);
}

#[test]
fn a_walk_with_too_many_positions_is_undecided_and_prints_what_was_counted() {
    let done = perft("-d 2 --positions-max 3 --json -", 3)
        .stderr(contains("agree to depth 1; not finished (standard input)\n"))
        .stderr(contains("there are more than 3 positions").and(contains("--positions-max")));
    let test = &printed_json(&done)["tests"][0];
    assert_eq!((&test["status"], &test["compared"]), (&"undecided".into(), &2.into()));
    // The depths have 1, 2 and 1 positions.
    perft("-d 2 --positions-max 4", 0);
}

#[test]
fn a_fault_is_detected_and_reported_and_its_case_is_shrunk_and_saved() {
    let out = folder(&[]);
    let mut perft = planted(DROP_CARRY, "perft - -d 5 --out");
    let done = perft.arg(out.path()).write_stdin(SHOWS_IT).assert().code(1);
    let saved = fs::read_to_string(only_file(out.path())).unwrap();
    let done = done
        .stderr(starts_with("DIVERGENCE samegame: ").and(contains("; shrinking ")))
        .stdout(starts_with("DIVERGENCE samegame: engine and oracle differ in "))
        .stdout(contains("\nfound at depth 2 of perft of standard input"))
        .stdout(contains("before").and(contains("engine")).and(contains("oracle")))
        .stdout(contains("\nsaved as ").and(contains("twinboard diff ")))
        // The depths before the divergence.
        .stdout(contains("\n    1      1 ").and(contains("\n    2 ").not()))
        .stdout(contains("\nsamegame: 1 divergence, at depth 2 (standard input)\n"));
    let printed = printed(&done);
    let marked = |line: &str| line.matches('|').count() == 3 && line.contains('*');
    assert!(printed.lines().any(marked), "the cells that differ are marked: {printed}");
    planted(DROP_CARRY, "diff -").write_stdin(saved.clone()).assert().code(1);
    twinboard("diff -").write_stdin(saved).assert().success();
}
