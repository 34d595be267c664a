//! The clauses of RULES.md: each is defined once, and every cited clause exists.

use std::collections::{BTreeMap, BTreeSet};

use super::repository::{assert_none, files, numbered};

/// Words of the form of a clause id: two capital letters, a hyphen and a number.
fn ids(line: &str) -> impl Iterator<Item = &str> {
    let tokens = line.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_');
    tokens.filter(|token| {
        token.split_once('-').is_some_and(|(letters, number)| {
            let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
            letters.len() == 2 && letters.bytes().all(|b| b.is_ascii_uppercase()) && is_number
        })
    })
}

/// The ids that a text defines, with the number of definitions. A definition is an id in bold
/// before its subject in brackets.
fn defined(rules: &str) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for line in rules.lines() {
        let line = line.trim_start().trim_start_matches("- ");
        let id = line.strip_prefix("**").and_then(|rest| rest.split_once("** (")).map(|(id, _)| id);
        if let Some(id) = id.filter(|id| ids(id).eq([*id])) {
            *counts.entry(id).or_default() += 1;
        }
    }
    counts
}

/// Citations of undefined clauses in a text. An id whose letters no clause has is no citation.
fn undefined(path: &str, text: &str, defined: &BTreeSet<&str>) -> Vec<String> {
    let letters: BTreeSet<_> = defined.iter().filter_map(|id| id.split('-').next()).collect();
    let is_clause = |id: &&str| id.split('-').next().is_some_and(|own| letters.contains(own));
    let mut faults = Vec::new();
    for (number, line) in numbered(text) {
        for id in ids(line).filter(is_clause).filter(|id| !defined.contains(id)) {
            faults.push(format!("{path}:{number}: RULES.md has no clause {id}"));
        }
    }
    faults
}

fn rules() -> String {
    let documents = files("RULES.md");
    let rules = documents.into_iter().find(|file| file.path == "RULES.md");
    rules.expect("RULES.md is there").text
}

#[test]
fn every_clause_is_defined_once() {
    let rules = rules();
    let counts = defined(&rules);
    assert!(counts.len() > 20, "only {} clauses were recognised", counts.len());
    let repeated = counts.iter().filter(|&(_, &count)| count > 1);
    let faults: Vec<_> =
        repeated.map(|(id, count)| format!("{id} is defined {count} times")).collect();
    assert_none(&faults);
}

#[test]
fn every_clause_that_is_cited_is_defined() {
    let rules = rules();
    let defined = defined(&rules).into_keys().collect();
    let mut faults = Vec::new();
    for ending in [".rs", ".md", ".toml", ".snap"] {
        for file in files(ending) {
            faults.extend(undefined(&file.path, &file.text, &defined));
        }
    }
    assert_none(&faults);
}

#[test]
fn clauses_of_planted_faults_and_of_campaigns_are_defined() {
    let rules = rules();
    let defined = defined(&rules);
    let faults = twinboard_cli::faults();
    let of_faults = faults.iter().map(|planted| (planted.clause, planted.name));
    let subjects = twinboard_cli::subjects();
    let counted = subjects.iter().flat_map(|subject| {
        subject.clauses().into_iter().map(|clause| (clause.id, subject.name()))
    });
    for (clause, of) in of_faults.chain(counted) {
        assert!(defined.contains_key(clause), "{clause} of {of}");
    }
}

/// `selftest` takes the faults rule set by rule set.
#[test]
fn names_are_unique_and_grouped_by_rule_set() {
    let faults = twinboard_cli::faults();
    let names: BTreeSet<_> = faults.iter().map(|planted| planted.name).collect();
    assert_eq!(names.len(), faults.len());
    let mut rule_sets: Vec<_> = faults.iter().map(|planted| planted.rule_set).collect();
    rule_sets.dedup();
    let all = twinboard_cli::subjects();
    assert_eq!(rule_sets, all.iter().map(|subject| subject.name()).collect::<Vec<_>>());
}
