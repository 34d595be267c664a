//! The figures of `examples/counting/README.md`, compared with the commands.
//! `crates/cli/tests/foreign/counting.rs` counts them once more, in Python.

use crate::prelude::*;
use crate::shared::{case_of, of_counting};

#[test]
fn the_commands_print_the_figures_of_the_page() {
    let blocks = of_counting(&repository());
    let mut compared = 0;
    for block in &blocks {
        let words: Vec<&str> = block.words.iter().map(String::as_str).collect();
        let (game, line) = match words[..] {
            ["perft", game, depth] => (game, format!("perft - --rules {game} --depth {depth}")),
            ["exhaust", game, rows, columns, symbols] => {
                let bounds = format!("--shapes {rows}x{columns} --symbols {symbols}");
                (game, format!("exhaust {game} {bounds} --legal-only"))
            }
            _ => continue,
        };
        let done = twinboard(line).write_stdin(case_of(&blocks, game)).assert().success();
        let printed = printed(&done);
        let printed: Vec<Vec<&str>> = printed.lines().map(|line| without_claims(line)).collect();
        for line in block.text.lines().skip(1) {
            let line: Vec<&str> = line.split_whitespace().collect();
            assert!(printed.contains(&line), "{words:?}: {line:?} is not in {printed:#?}");
            compared += 1;
        }
    }
    assert_eq!(compared, 13, "the lines of three ledgers and of three shapes");
}

/// The words of a line, without the column of claims that `exhaust paint` has before the digest.
fn without_claims(line: &str) -> Vec<&str> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    if words.len() == 8 {
        words.remove(6);
    }
    words
}
