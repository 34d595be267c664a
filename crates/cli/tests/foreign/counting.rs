//! The figures of `examples/counting/README.md`, counted by a Python script that was written from RULES.md.

use std::io::Write;
use std::process::{Command, Stdio};

use super::support::repository;
use crate::shared::{case_of, of_counting};

#[test]
fn a_script_that_knows_only_the_rules_counts_the_figures_of_the_page() {
    let blocks = of_counting(&repository());
    let mut compared = 0;
    for block in &blocks {
        let [command, game, ..] = &block.words[..] else { continue };
        if !["perft", "positions", "exhaust"].contains(&command.as_str()) {
            continue;
        }
        let mut script = Command::new("python3");
        script.arg("-B").arg(repository().join("examples/counting/recount.py")).args(&block.words);
        script.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = script.spawn().unwrap();
        // An enumeration may end before it gets a case, which it does not read.
        let _ = child.stdin.take().unwrap().write_all(case_of(&blocks, game).as_bytes());
        let done = child.wait_with_output().unwrap();
        let counted = String::from_utf8(done.stdout).unwrap();
        // Tables have a heading on the page.
        let shown = block.text.lines().skip(usize::from(command != "positions"));
        let shown: Vec<String> = shown.map(words_of).collect();
        assert_eq!(counted.lines().map(words_of).collect::<Vec<_>>(), shown, "{:?}", block.words);
        compared += 1;
    }
    assert_eq!(compared, 9, "a ledger, its positions and an enumeration for each game");
}

fn words_of(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}
