//! Examples in the documentation that rustdoc runs.

use std::collections::BTreeMap;

use super::comments::comments;
use super::repository::files;

/// The fewest examples in all crates together.
const EXAMPLES_MIN: usize = 25;

/// Words behind a fence with which rustdoc still runs the code below it.
const RUN: [&str; 4] = ["rust", "should_panic", "edition2021", "edition2024"];

/// Examples in the documentation of a source that are compiled and run.
fn runnable(source: &str) -> usize {
    let mut count = 0;
    for comment in comments(source).iter().filter(|comment| comment.kind.is_documentation()) {
        let fences = comment.lines().filter_map(|(_, line)| line.trim_start().strip_prefix("```"));
        // Every other one closes a block.
        for words in fences.step_by(2) {
            let mut words = words.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
            count += usize::from(words.all(|word| RUN.contains(&word)));
        }
    }
    count
}

/// True for sources of libraries. An example is a crate of an outsider, and a template no crate.
fn is_library(path: &str) -> bool {
    let is_foreign =
        ["crates/command/template/", "examples/", "fuzz/"].iter().any(|it| path.starts_with(it));
    path.contains("/src/") && !path.ends_with("tests.rs") && !is_foreign
}

#[test]
fn the_libraries_have_examples_that_run() {
    let mut crates: BTreeMap<String, usize> = BTreeMap::new();
    for file in files(".rs").into_iter().filter(|file| is_library(&file.path)) {
        let name = file.path.split('/').next().unwrap_or_default().to_owned();
        *crates.entry(name).or_default() += runnable(&file.text);
    }
    let count: usize = crates.values().sum();
    assert!(count >= EXAMPLES_MIN, "{count} examples, at least {EXAMPLES_MIN}: {crates:?}");
}

#[test]
fn only_blocks_that_rustdoc_runs_are_counted() {
    for (source, expected) in [
        ("//! ```\n//! f();\n//! ```\n", 1),
        ("/// ```rust,should_panic\n/// f();\n/// ```\n/// ```\n/// ```\nfn f() {}", 2),
        ("/// ```text\n/// f\n/// ```\n", 0),
        ("/// ```no_run\n/// ```\n/// ```ignore\n/// ```\n/// ```compile_fail\n/// ```\n", 0),
        ("// ```\n// ```\n", 0),
        ("let s = \"/// ```\";\n", 0),
    ] {
        assert_eq!(runnable(source), expected, "{source}");
    }
    assert!(is_library("crates/vocabulary/src/a.rs") && is_library("crates/libfuzzer/src/lib.rs"));
    assert!(!is_library("crates/vocabulary/tests/a.rs") && !is_library("examples/a/src/lib.rs"));
}
