//! Tables and counts of the planted faults in documents.

use std::collections::BTreeSet;

use twinboard_faults::Place;

use super::repository::{assert_none, files};

/// Differences between the table of `selftest` in a text and the planted faults.
fn wrong(text: &str, faults: &[(&str, &str)]) -> Vec<String> {
    let mut rows = text.lines().skip_while(|line| !line.starts_with("fault  ")).skip(1);
    let rows: BTreeSet<(&str, &str)> = rows
        .by_ref()
        .take_while(|line| !line.is_empty())
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            Some((words.next()?, words.next()?))
        })
        .collect();
    let faults: BTreeSet<(&str, &str)> = faults.iter().copied().collect();
    let missing = faults.difference(&rows).map(|(name, _)| format!("{name} is not in the table"));
    let others = rows.difference(&faults).map(|(name, _)| format!("{name} is no such fault"));
    missing.chain(others).collect()
}

#[test]
fn the_table_of_a_real_run_has_all_faults_and_no_others() {
    let faults: Vec<_> =
        twinboard_games::faults().iter().map(|planted| (planted.name, planted.clause)).collect();
    let document = files(".md").into_iter().find(|file| file.path == "docs/VERIFICATION.md");
    assert_none(&wrong(&document.expect("the document is there").text, &faults));
}

#[test]
fn tables_that_are_of_another_time_are_found() {
    let table =
        "fault      breaks  verify\none-fault  SG-1    0.1 s\nother      SG-2    no\n\nverify: 1";
    assert_eq!(wrong(table, &[("one-fault", "SG-1"), ("other", "SG-2")]), [""; 0]);
    assert_eq!(wrong(table, &[("one-fault", "SG-1")]), ["other is no such fault"]);
    let more = [("one-fault", "SG-1"), ("other", "SG-2"), ("third", "SG-3")];
    assert_eq!(wrong(table, &more), ["third is not in the table"]);
    let changed = [("one-fault", "SG-1"), ("other", "SG-3")];
    assert_eq!(wrong(table, &changed), ["other is not in the table", "other is no such fault"]);
    assert_eq!(wrong("", &[("one-fault", "SG-1")]), ["one-fault is not in the table"]);
}

#[test]
fn the_readme_counts_the_faults() {
    let of = |place: Place| {
        twinboard_games::faults().iter().filter(|planted| planted.place == place).count()
    };
    let (engine, solver) = (of(Place::Engine), of(Place::Solver));
    let all = engine + solver;
    let readme = files(".md").into_iter().find(|file| file.path == "README.md");
    let readme = readme.expect("the document is there").text.replace('\n', " ");
    for said in [
        format!("activates {all} planted faults"),
        format!(
            "All {all} planted faults are detected: {engine} in the engines, {solver} in the solver"
        ),
    ] {
        assert!(readme.contains(&said), "the README does not say: {said}");
    }
}
