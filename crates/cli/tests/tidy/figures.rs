//! Figures in documents that can be counted: planted faults, and lines of sources.

use std::collections::{BTreeMap, BTreeSet};

use twinboard_faults::Place;

use super::repository::{SourceFile, assert_none, files};

/// The document with the table of `selftest`.
const TABLE: &str = "docs/VERIFICATION.md";

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
    let missing = faults.difference(&rows).map(|(name, clause)| {
        format!("{TABLE} has no row of {name}, which breaks {clause}: add it")
    });
    let others = rows.difference(&faults).map(|(name, clause)| {
        format!("{TABLE} has a row of {name}, which breaks {clause}: there is no such fault")
    });
    missing.chain(others).collect()
}

#[test]
fn the_table_of_a_real_run_has_all_faults_and_no_others() {
    let faults: Vec<_> =
        twinboard_cli::faults().iter().map(|planted| (planted.name, planted.clause)).collect();
    let document = files(".md").into_iter().find(|file| file.path == TABLE);
    assert_none(&wrong(&document.expect("the document is there").text, &faults));
}

#[test]
fn tables_that_are_of_another_time_are_found() {
    let table =
        "fault      breaks  verify\none-fault  SG-1    0.1 s\nother      SG-2    no\n\nverify: 1";
    assert_eq!(wrong(table, &[("one-fault", "SG-1"), ("other", "SG-2")]), [""; 0]);
    let extra =
        "docs/VERIFICATION.md has a row of other, which breaks SG-2: there is no such fault";
    assert_eq!(wrong(table, &[("one-fault", "SG-1")]), [extra]);
    let more = [("one-fault", "SG-1"), ("other", "SG-2"), ("third", "SG-3")];
    let third = "docs/VERIFICATION.md has no row of third, which breaks SG-3: add it";
    assert_eq!(wrong(table, &more), [third]);
    let changed = [("one-fault", "SG-1"), ("other", "SG-3")];
    let moved = "docs/VERIFICATION.md has no row of other, which breaks SG-3: add it";
    assert_eq!(wrong(table, &changed), [moved, extra]);
    assert_eq!(wrong("", &[("one-fault", "SG-1")]).len(), 1);
}

#[test]
fn the_readme_counts_the_faults() {
    let of = |place: Place| {
        twinboard_cli::faults().iter().filter(|planted| planted.place == place).count()
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
        assert!(readme.contains(&said), "README.md does not say `{said}`: edit its figures");
    }
}

/// Numbers of lines in a table that are not those of the files in its row. The table has a column
/// `lines`, and the row names files in its first cell, from the folder of the document.
fn wrong_lines(document: &SourceFile, sources: &BTreeMap<&str, usize>) -> Vec<String> {
    let folder = document.path.rsplit_once('/').map_or(String::new(), |(it, _)| format!("{it}/"));
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let mut column = None;
    let mut wrong = Vec::new();
    for line in document.text.lines() {
        if !line.starts_with('|') {
            column = None;
        } else if let Some(column) = column {
            let row = cells(line);
            let Some(Ok(said)) = row.get::<usize>(column).map(|cell| cell.parse::<usize>()) else {
                continue;
            };
            let names: Vec<_> = row[0].split('`').skip(1).step_by(2).collect();
            let counted = names.iter().map(|name| sources.get(&*format!("{folder}{name}")));
            let counted: Option<usize> = counted.sum();
            if counted != Some(said) {
                let there = counted.map_or("no such files".into(), |lines| format!("{lines}"));
                let path = &document.path;
                wrong.push(format!(
                    "{path}: {names:?}: the row says {said} lines; there are {there}"
                ));
            }
        } else {
            column = cells(line).iter().position(|cell| cell == "lines");
        }
    }
    wrong
}

#[test]
fn the_lines_of_files_are_those_that_tables_state() {
    let sources: Vec<_> = [".rs", ".py", ".cpp"].into_iter().flat_map(files).collect();
    let lines = sources.iter().map(|file| (&*file.path, file.text.lines().count())).collect();
    assert_none(&files(".md").iter().flat_map(|it| wrong_lines(it, &lines)).collect::<Vec<_>>());
}

#[test]
fn wrong_numbers_of_lines_are_found() {
    let text =
        "| file | lines |\n|---|---|\n| `a.rs`, `b.rs` | 5 |\n| all | 9 |\n\n| `a.rs` | 9 |\n";
    let file = |text: &str| SourceFile { path: "docs/x.md".into(), text: text.into() };
    let sources = BTreeMap::from([("docs/a.rs", 2), ("docs/b.rs", 3)]);
    assert_eq!(wrong_lines(&file(&text.replace("| all | 9 |\n", "")), &sources), [""; 0]);
    assert_eq!(wrong_lines(&file(text), &sources).len(), 1);
    let other = BTreeMap::from([("docs/a.rs", 2), ("docs/b.rs", 4)]);
    assert_eq!(wrong_lines(&file(text), &other).len(), 2);
}
