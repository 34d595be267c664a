//! The warning of a program that was built from other sources than those of the clone around it.

use predicates::prelude::*;
use predicates::str::{contains, is_empty, starts_with};

use super::support::{folder, repository, twinboard};

const CASE: &str = "corpus/samegame/edge/all-ten-colours.txt";

#[test]
fn in_its_own_clone_there_is_no_warning() {
    for below in ["", "crates/harness/src", "fuzz"] {
        let case = repository().join(CASE);
        let mut command = twinboard(&["diff"]);
        command.arg(case).current_dir(repository().join(below));
        command.assert().success().stderr(is_empty());
    }
}

#[test]
fn in_a_clone_with_other_sources_it_names_them_and_what_to_type() {
    // The other files are missing.
    let clone = folder(&[
        ("crates/cli/Cargo.toml", b"[package]\nname = 'twinboard-cli'\n"),
        ("a case", b"1 2\n3 3\n1 1\n0 0\n0 0\n"),
    ]);
    let diff = ["diff", "--rules", "samegame", "a case"];
    let ran = twinboard(&diff).current_dir(clone.path()).assert().success();
    let start = "warning: this program was not built from the sources of this clone, and plays its \
                 own: engine/src/";
    ran.stderr(starts_with(start).and(contains(
        " other files differ\n  to play those of the clone: cargo twinboard diff --rules samegame \
         'a case'\n  to install them: cargo install --path crates/cli\n",
    )));
    let generate = ["generate", "samegame", "--seed", "1"];
    let ran = twinboard(&generate).current_dir(clone.path()).assert();
    ran.success().stderr(contains("warning").not());
    let elsewhere = folder(&[("a case", b"1 2\n3 3\n1 1\n0 0\n0 0\n")]);
    twinboard(&diff).current_dir(elsewhere.path()).assert().success().stderr(is_empty());
}
