//! Constructs that are not allowed in some sources.

use super::repository::{assert_none, files};
use super::rust::{code_of, numbered, words};

/// Files that may use `unsafe`, each because of a documented measurement.
const UNSAFE_PLACES: &[&str] = &[];

/// Marks of unfinished code and of debugging.
const UNFINISHED: [&str; 4] = ["todo!", "unimplemented!", "dbg!", "#[ignore"];

/// Methods on the bits of a number.
const BIT_METHODS: [&str; 9] = [
    "count_ones",
    "count_zeros",
    "leading_ones",
    "leading_zeros",
    "trailing_ones",
    "trailing_zeros",
    "isolate_lowest_one",
    "swap_bytes",
    "reverse_bits",
];

/// The bit tricks in a line of code.
///
/// An operator is recognised by the blanks that rustfmt writes: only a binary one has them on both
/// sides. A bar may also separate patterns.
fn bit_tricks(line: &str) -> Vec<&str> {
    let operators = ["<<", ">>", "&", "^", "|"].into_iter().filter(|operator| {
        let between = format!(" {operator} ");
        let assigning = format!(" {operator}= ");
        let values = if *operator == "|" { without_patterns(line) } else { line };
        values.contains(&between) || line.contains(&assigning)
    });
    let methods = words(line).filter(|word| BIT_METHODS.contains(word) || word.ends_with("_shl"));
    operators.chain(methods).collect()
}

/// The part of a line in which no bar can separate patterns.
fn without_patterns(line: &str) -> &str {
    let is_pattern = line.contains("matches!(") || line.trim_start().starts_with("| ");
    let is_pattern = is_pattern || line.trim_start().starts_with("if let ");
    match line.split_once("=>") {
        Some((_, behind)) => behind,
        None if is_pattern => "",
        None => line,
    }
}

/// True if a word names a rule set: in any case, and as the beginning of a name in camel case.
fn names(word: &str, rule_set: &str) -> bool {
    let parts = word.split('_').filter_map(|part| part.split_at_checked(rule_set.len()));
    let mut parts = parts.filter(|(head, _)| head.eq_ignore_ascii_case(rule_set));
    parts.any(|(_, tail)| !tail.starts_with(|c: char| c.is_lowercase()))
}

/// Findings in the lines of the files that a check concerns.
fn faults<'a>(
    concerns: impl Fn(&str) -> bool,
    text_of: impl Fn(&str) -> String,
    found: impl Fn(&str) -> Vec<String> + 'a,
) -> Vec<String> {
    let mut faults = Vec::new();
    for file in files(".rs").into_iter().filter(|file| concerns(&file.path)) {
        for (number, line) in numbered(&text_of(&file.text)) {
            for what in found(line) {
                faults.push(format!("{}:{number}: {what}", file.path));
            }
        }
    }
    faults
}

/// True for the sources of our oracles and of those of the examples.
fn is_oracle(path: &str) -> bool {
    path.starts_with("oracle/src/") || path.ends_with("/src/oracle.rs")
}

#[test]
fn the_oracles_have_no_bit_tricks() {
    let found = |line: &str| bit_tricks(line).into_iter().map(str::to_owned).collect();
    assert_none(&faults(is_oracle, code_of, found));
}

/// Names that a source of the examples may not use: the sides are independent of each other, and an
/// outside engine of our crates.
const STRANGERS: &[(&str, &[&str])] = &[
    ("examples/own_engine/src/engine.rs", &["board", "games", "harness", "oracle", "twinboard"]),
    ("examples/lights_out/src/engine.rs", &["oracle", "rules"]),
    ("examples/lights_out/src/oracle.rs", &["engine", "rules"]),
];

#[test]
fn the_sides_of_the_examples_know_nothing_that_they_should_not() {
    for (place, strangers) in STRANGERS {
        assert!(files(".rs").iter().any(|file| file.path == *place), "{place} is there");
        let found = |line: &str| {
            let known = words(line).filter(|word| strangers.contains(word));
            known.map(str::to_owned).collect()
        };
        assert_none(&faults(|path| path == *place, code_of, found));
    }
}

#[test]
fn the_oracles_draw_nothing_at_random() {
    let is_random = |word: &&str| word.starts_with("rand") || *word == "RandomState";
    let found = |line: &str| words(line).filter(is_random).map(str::to_owned).collect();
    assert_none(&faults(is_oracle, code_of, found));
}

#[test]
fn nothing_is_unsafe_outside_of_named_places() {
    let elsewhere = |path: &str| !UNSAFE_PLACES.contains(&path);
    let found =
        |line: &str| words(line).filter(|word| *word == "unsafe").map(str::to_owned).collect();
    assert_none(&faults(elsewhere, code_of, found));
}

#[test]
fn nothing_is_unfinished() {
    let found = |line: &str| {
        let marks = UNFINISHED.into_iter().filter(|mark| line.contains(mark));
        marks.map(str::to_owned).collect()
    };
    assert_none(&faults(|_| true, code_of, found));
}

#[test]
fn neither_faults_nor_harness_nor_referee_nor_command_names_a_rule_set() {
    let rule_sets: Vec<_> = twinboard_games::all().iter().map(|subject| subject.name()).collect();
    let found = |line: &str| {
        let names_one = |word: &&str| rule_sets.iter().any(|rule_set| names(word, rule_set));
        words(line).filter(names_one).map(str::to_owned).collect()
    };
    let concerns = |path: &str| {
        ["faults/", "film/", "harness/", "referee/", "crates/command/src/"]
            .iter()
            .any(|it| path.starts_with(it))
    };
    // In comments too: what is true of one rule set only has no place there.
    assert_none(&faults(concerns, str::to_owned, found));
}

#[test]
fn shifts_and_masks_are_found_and_generics_references_and_patterns_are_not() {
    for (line, expected) in [
        ("let x = 1 << n;", &["<<"][..]),
        ("x >>= 1;", &[">>"]),
        ("if a & b == 0 {", &["&"]),
        ("x |= a ^ b;", &["^", "|"]),
        ("1 => a | b,", &["|"]),
        ("x.count_ones() + y.wrapping_shl(3)", &["count_ones", "wrapping_shl"]),
        ("let x: Vec<Vec<u8>> = f(&a, &&b);", &[]),
        ("fn f(x: Option<Vec<u8>>) -> bool {", &[]),
        ("1 | 2 => a,", &[]),
        ("matches!(x, 1 | 2)", &[]),
        ("a && b || c", &[]),
        ("cells.map(|cell| cell.row)", &[]),
    ] {
        assert_eq!(bit_tricks(line), expected, "{line}");
    }
}

#[test]
fn a_rule_set_is_recognised_in_every_spelling_but_not_within_a_word() {
    for word in ["game", "Game", "GAME", "game_9", "my_game", "GameRules"] {
        assert!(names(word, "game"), "{word}");
    }
    for word in ["games", "endgame", "gam", "Gamer", "spiel"] {
        assert!(!names(word, "game"), "{word}");
    }
}
