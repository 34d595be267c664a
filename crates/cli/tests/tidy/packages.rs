//! The files that cargo puts into the packages.

use std::process::Command;

use super::manifests::published;
use super::repository::{assert_none, paths, root};

/// The files of the package in this folder, as `cargo package` would pack them. Reads no registry,
/// so no lock file is packed: its packages may not have been fetched.
fn packed(folder: &str) -> Vec<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["package", "--list", "--offline", "--allow-dirty", "--exclude-lockfile"]);
    let output = cargo.current_dir(root().join(folder)).output().expect("cargo can be run");
    let text = String::from_utf8_lossy(&output.stdout).replace('\\', "/");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    text.lines().map(str::to_owned).collect()
}

#[test]
fn the_package_of_the_games_holds_the_whole_corpus() {
    let packed = packed("games");
    let corpus: Vec<_> = paths().into_iter().filter(|path| path.starts_with("corpus/")).collect();
    assert!(!corpus.is_empty(), "there is a corpus");
    let missing: Vec<_> = corpus.iter().filter(|path| !packed.contains(path)).collect();
    assert!(missing.is_empty(), "not packed: {missing:?}");
}

#[test]
fn every_package_holds_the_licences_and_the_readme() {
    let mut missing = Vec::new();
    for folder in published() {
        let packed = packed(&folder);
        for file in ["LICENSE-APACHE", "LICENSE-MIT", "README.md"] {
            if !packed.iter().any(|path| path == file) {
                missing.push(format!("{folder} is packed without {file}"));
            }
        }
    }
    assert_none(&missing);
}
