//! Places of modules and of integration tests.
//!
//! * A module is `<name>.rs`, and its submodules are in the folder `<name>/`.
//! * An integration test of several files is the folder `tests/<name>/` with a `main.rs`. A folder
//!   of helpers that several tests share has a `mod.rs`, the only place for one: Cargo would make a
//!   test of `tests/<name>.rs`. `tests/programs/` has programs that tests run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::repository::{assert_none, paths};

/// The folder below `tests/` for programs that tests build and run.
const PROGRAMS: &str = "programs";

/// A path below the folder `tests` of a crate; tests of a module are in no such folder.
fn in_tests(path: &str) -> Option<(&str, &str)> {
    let (folder, rest) = path.split_once("/tests/")?;
    (!folder.contains("/src")).then_some((folder, rest))
}

/// Each `mod.rs` that is not for helpers of several tests.
fn misplaced_modules(paths: &[String]) -> Vec<String> {
    let is_for_helpers =
        |path: &str| in_tests(path).is_some_and(|(_, rest)| rest.matches('/').count() == 1);
    let modules = paths.iter().filter(|path| path.ends_with("/mod.rs") && !is_for_helpers(path));
    modules
        .map(|path| format!("{path} should be {}.rs", path.trim_end_matches("/mod.rs")))
        .collect()
}

/// Folders of integration tests that are neither a test nor helpers, or both a folder and a file.
fn odd_test_folders(paths: &[String]) -> Vec<String> {
    let is_source = |path: &&str| Path::new(path).extension().is_some_and(|ending| ending == "rs");
    let sources: BTreeSet<&str> = paths.iter().map(String::as_str).filter(is_source).collect();
    let mut folders: BTreeMap<String, usize> = BTreeMap::new();
    for path in &sources {
        let Some((crate_, rest)) = in_tests(path) else { continue };
        if let Some((name, file)) = rest.split_once('/') {
            let roots = folders.entry(format!("{crate_}/tests/{name}")).or_default();
            *roots += usize::from(["main.rs", "mod.rs"].contains(&file) || name == PROGRAMS);
        }
    }
    let without = folders.iter().filter(|(folder, roots)| {
        **roots == 0 || sources.contains(format!("{folder}.rs").as_str())
    });
    without
        .map(|(folder, _)| {
            format!(
                "{folder}/ should have a main.rs (a test) or a mod.rs (shared), and no {folder}.rs"
            )
        })
        .collect()
}

#[test]
fn a_module_is_a_file_named_for_it() {
    assert_none(&misplaced_modules(&paths()));
}

#[test]
fn a_folder_of_tests_has_a_main_file() {
    assert_none(&odd_test_folders(&paths()));
}

#[cfg(test)]
fn some(paths: &[&str]) -> Vec<String> {
    paths.iter().map(|&path| path.to_owned()).collect()
}

#[test]
fn modules_are_told_from_helpers_of_several_tests() {
    let right = ["a/src/b.rs", "a/src/b/c.rs", "a/tests/support/mod.rs", "a/tests/b/main.rs"];
    assert_eq!(misplaced_modules(&some(&right)), [""; 0]);
    let wrong = ["a/src/b/mod.rs", "a/tests/b/c/mod.rs", "a/src/tests/support/mod.rs"];
    let expected = ["a/src/b", "a/tests/b/c", "a/src/tests/support"]
        .map(|path| format!("{path}/mod.rs should be {path}.rs"));
    assert_eq!(misplaced_modules(&some(&wrong)), expected);
}

#[test]
fn test_folders_without_a_main_file_or_with_two_are_found() {
    let right = [
        "a/tests/b/main.rs",
        "a/tests/b/c.rs",
        "a/tests/c.rs",
        "a/tests/support/mod.rs",
        "a/tests/programs/d.rs",
        "a/tests/data/e.txt",
        "a/src/tests/f.rs",
        "a/src/x/tests/g/h.rs",
    ];
    assert_eq!(odd_test_folders(&some(&right)), [""; 0]);
    for wrong in [
        &["a/tests/b.rs", "a/tests/b/c.rs"][..],
        &["a/tests/b/c.rs"],
        &["a/tests/b.rs", "a/tests/b/main.rs"],
        &["x/a/tests/b/c/main.rs"],
    ] {
        assert_eq!(odd_test_folders(&some(wrong)).len(), 1, "{wrong:?}");
    }
}
