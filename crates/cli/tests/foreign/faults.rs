//! Each planted fault of the engines in C++ is found by `verify --engine`, shrinks to a small case,
//! and is reported by what it breaks.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Instant;

use serde_json::Value;

use crate::engines::{Example, cpp};
use crate::support::{engine, folder, repository, run_in};

/// The largest cells and moves of a shrunk case, as for the faults of
/// `crates/games/tests/planted.rs`.
const MOST: (u64, u64) = (12, 3);

/// Faults whose smallest case has more cells, with the limit and the reason.
const LARGER: &[(&str, u64, &str)] = &[("samegame-widest-panic", 64, "64 columns")];

/// The fault that hangs; shrinking waits for its step limit several times.
const HANGS: &str = "samegame-endless-fill";

const LEGAL_MOVES: &str = "engine and oracle differ in the legal moves";
const OUTCOME: &str = "engine and oracle differ in the outcome";
const POSITION: &str = "engine and oracle differ in the position";
const RESULT: &str = "engine and oracle differ in the result of the move";
const KEYS: &str = "an invariant: keys are equal if and only if positions are";
const TAKING_BACK: &str = "the engine fails while taking moves back";

/// The planted faults, each with parts of its report.
const SAMEGAME: &[(&str, &[&str])] = &[
    ("samegame-close-once", &[POSITION]),
    ("samegame-colour-zero", &[LEGAL_MOVES]),
    (
        "samegame-endless-fill",
        &[
            "no answer to request ",
            ") within 100ms; the first silence lasted 800ms (EP-6)",
            "the end of the conversation",
        ],
    ),
    ("samegame-fill-steps", &[LEGAL_MOVES]),
    ("samegame-hash-plane", &[KEYS]),
    ("samegame-last-column", &[POSITION]),
    ("samegame-last-row", &[RESULT, "engine  refused: no such cell (SG-6)"]),
    ("samegame-listed-twice", &[LEGAL_MOVES]),
    ("samegame-lowest-run", &[POSITION]),
    ("samegame-pair-refused", &[RESULT, "engine  refused: a region of one cell (SG-8)"]),
    ("samegame-refusal-order", &[RESULT, "oracle  refused: no such cell (SG-6)"]),
    ("samegame-sample-last", &["there are legal moves, and none was drawn"]),
    ("samegame-stuck-rows", &[OUTCOME, "engine  stuck (SG-13)"]),
    // On a copy (EP-24) or in the game itself (EP-25).
    ("samegame-undo-corner", &[TAKING_BACK, "(EP-2"]),
    (
        "samegame-widest-panic",
        &[
            "the engine ends without an answer to request ",
            ") (EP-9); the process was killed by SIGABRT (6)",
        ],
    ),
    ("samegame-won-plane", &[OUTCOME, "engine  won (SG-12)"]),
    ("samegame-word-carry", &[LEGAL_MOVES]),
];

const LINKPOP: &[(&str, &[&str])] = &[
    ("linkpop-block-corner", &[LEGAL_MOVES]),
    ("linkpop-column-first", &[RESULT]),
    ("linkpop-hash-attribute", &[KEYS]),
    ("linkpop-margin-off", &[LEGAL_MOVES]),
    ("linkpop-moved-twice", &[RESULT]),
    ("linkpop-one-turn-short", &[RESULT]),
    ("linkpop-other-last", &[RESULT]),
    ("linkpop-right-together", &[RESULT]),
    ("linkpop-row-end-wrap", &[LEGAL_MOVES]),
    ("linkpop-same-cell-late", &[RESULT, "oracle  refused: the same cell twice (LP-10)"]),
    ("linkpop-symbol-bit", &[OUTCOME]),
    ("linkpop-undo-pair-only", &[TAKING_BACK, "(EP-25)"]),
];

#[test]
fn every_planted_fault_of_samegame_is_found_and_shrinks_to_a_small_case() {
    check_all("samegame", SAMEGAME);
}

#[test]
fn every_planted_fault_of_linkpop_is_found_and_shrinks_to_a_small_case() {
    check_all("linkpop", LINKPOP);
}

/// Plays with each fault, prints the rows of a table, and panics if one is not found or its report is wrong.
fn check_all(rule_set: &str, faults: &[(&str, &[&str])]) {
    let example = cpp(rule_set);
    let listed: BTreeSet<String> = faults.iter().map(|(fault, _)| (*fault).to_owned()).collect();
    assert_eq!(listed, planted_in(example), "the faults in {}", example.source);
    let mut failures = String::new();
    for (fault, expected) in faults {
        match check(example, fault, expected) {
            Ok(row) => println!("{row}"),
            Err(failure) => failures += &format!("{fault} {failure}\n"),
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// The names in `planted("NAME")` in the source of an engine.
fn planted_in(example: &Example) -> BTreeSet<String> {
    let source = fs::read_to_string(repository().join(example.source)).unwrap();
    let behind = source.split("planted(\"").skip(1);
    behind.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

/// Plays with a fault. Returns its row of the table, or what is wrong with the result.
fn check(example: &Example, fault: &str, expected: &[&str]) -> Result<String, String> {
    let folder = folder(&[]);
    let engine = engine(&example.planted(fault));
    let limit = if fault == HANGS { "--step-limit 1s" } else { "" };
    let files = "--out out --json results.json";
    let verify = format!("verify {} {engine} --cases 2000 --seed 1", example.rule_set);
    let started = Instant::now();
    let done = run_in(&folder, format!("{verify} {files} {limit}"));
    let seconds = started.elapsed().as_secs_f64();
    if done.code != Some(1) {
        let (code, stderr) = (done.code, done.stderr);
        return Err(format!("ends with {code:?}\n{}\n{stderr}", done.stdout));
    }
    let report = done.stdout;
    if let Some(part) = expected.iter().find(|part| !report.contains(**part)) {
        return Err(format!("has a report without `{part}`\n{report}"));
    }
    let (until_found, cells, moves) = size(&folder.path().join("results.json"));
    let cells_max = LARGER.iter().find(|(larger, ..)| *larger == fault).map(|larger| larger.1);
    let (cells_max, moves_max) = (cells_max.unwrap_or(MOST.0), MOST.1);
    if cells > cells_max || moves > moves_max {
        return Err(format!("shrinks to {cells} cells and {moves} moves\n{report}"));
    }
    let finding = report.lines().find_map(|line| line.strip_prefix("DIVERGENCE ")).unwrap_or("");
    Ok(format!(
        "{fault:24} {until_found:5.1} s, {seconds:5.1} s in all  {cells:2} cells, {moves} moves  \
         {finding}"
    ))
}

/// Seconds until a divergence was found, and cells and moves of its shrunk case.
fn size(json: &Path) -> (f64, u64, u64) {
    let results: Value = serde_json::from_slice(&fs::read(json).unwrap()).unwrap();
    let test = &results["tests"][0];
    let found = &test["findings"][0]["details"];
    // Both rule sets begin a case with rows and columns.
    let case = found["shrunk"].as_str().expect("the case fails again");
    let cells = case.split_whitespace().take(2).map(|side| side.parse::<u64>().unwrap()).product();
    let moves = found["divergence"]["step"].as_u64().unwrap();
    (test["seconds"].as_f64().unwrap(), cells, moves)
}
