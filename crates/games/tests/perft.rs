//! The perft table in RULES.md is correct, and all cases of the corpus can be expanded.

use std::fs;

use twinboard_harness::perft::{PerftEnd, PerftPlan, PerftResult};
use twinboard_harness::{AnyCase, Subject};

/// The grid of the table in RULES.md.
const SMALL: &str = "2 3\n1 1 2\n2 2 2\n0 0\n0 0\n";

fn perft(subject: &dyn Subject, case: &AnyCase, depth: u32) -> PerftResult {
    let plan = PerftPlan { positions_max: 5_000, ..PerftPlan::new(depth) };
    subject.perft(case, &plan, &mut |_| ())
}

#[test]
fn the_ledger_in_the_rules_is_right() {
    let subject = twinboard_games::samegame::subject();
    let result = perft(subject.as_ref(), &subject.case(SMALL).unwrap(), 9);
    assert_eq!(result.end, PerftEnd::Done);
    let lines = result.rows.iter().map(|row| {
        let (depth, nodes, positions) = (row.depth, row.nodes, row.positions);
        format!("{depth:>5}  {nodes:>5}  {positions:>9}  {:016x}\n", row.digest)
    });
    let ledger: String = lines.collect();
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../../RULES.md");
    let rules = fs::read_to_string(rules).unwrap();
    assert!(
        rules.contains(&format!("```\ndepth  nodes  positions  digest\n{ledger}```\n")),
        "{ledger}"
    );
}

/// The cases with too many moves.
const CROWDED: [&str; 1] = ["corpus/paint/edge/largest-30x30-with-a-20-in-each-corner.txt"];

#[test]
fn every_case_of_the_corpus_can_be_walked_from() {
    for subject in twinboard_games::all() {
        for file in twinboard_games::corpus(subject.name()) {
            let cases = subject.read(file.text).unwrap();
            let Some(case) = cases.first() else { continue };
            let result = perft(subject.as_ref(), case, 1);
            let expected = if CROWDED.contains(&file.path) {
                (PerftEnd::Full, 1)
            } else {
                (PerftEnd::Done, 2)
            };
            assert_eq!((result.end, result.rows.len()), expected, "{}", file.path);
        }
    }
}
