//! The perft table in RULES.md is correct.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use harness::perft::{PerftEnd, PerftPlan, PerftResult};

/// The grid of the table in RULES.md.
const SMALL: &str = "2 3\n1 1 2\n2 2 2\n0 0\n0 0\n";

fn perft(rule_set: &str, text: &str, depth: u32) -> PerftResult {
    let all = twinboard_games::all();
    let subject = all.iter().find(|subject| subject.name() == rule_set).unwrap();
    let plan = PerftPlan {
        depth,
        divide: false,
        positions_max: 100_000,
        threads: 1,
        step_limit: Duration::from_mins(1),
        stop: Arc::default(),
    };
    subject.perft(text.as_bytes(), &plan, &mut |_| ()).unwrap().unwrap()
}

#[test]
fn the_ledger_in_the_rules_is_right() {
    let result = perft("samegame", SMALL, 9);
    assert_eq!(result.end, PerftEnd::Done);
    let lines = result.rows.iter().map(|row| {
        let (depth, nodes, positions) = (row.depth, row.nodes, row.positions);
        format!("{depth:>5}  {nodes:>5}  {positions:>9}  {:016x}\n", row.digest)
    });
    let ledger: String = lines.collect();
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../RULES.md");
    let rules = fs::read_to_string(rules).unwrap();
    assert!(
        rules.contains(&format!("```\ndepth  nodes  positions  digest\n{ledger}```\n")),
        "{ledger}"
    );
}
