//! Subjects of commits.

use std::io::Write;
use std::process::Command;

use super::repository::{assert_none, root};

/// The last commit before subjects were checked.
const BASE: &str = "91539e6756d87faf1cd24955d4c649ba2a36cdb6";

/// More characters are cut off in most lists of commits.
const CHARACTERS_MAX: usize = 72;

/// Subjects that are too long, in lines of an abbreviated hash and a subject.
fn too_long(log: &str) -> Vec<String> {
    let commits = log.lines().filter_map(|line| line.split_once(' '));
    let with_counts = commits.map(|(hash, subject)| (hash, subject, subject.chars().count()));
    let faults = with_counts.filter(|&(_, _, count)| count > CHARACTERS_MAX);
    faults
        .map(|(hash, subject, count)| {
            format!("{hash}: a subject of {count} characters, at most {CHARACTERS_MAX}: {subject}")
        })
        .collect()
}

/// The output of git in the repository, or the reason that there is none.
fn git(arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git").args(arguments).current_dir(root()).output();
    let output = output.map_err(|error| format!("git cannot be run: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
    }
}

/// Commits after the base, merges excluded, as [`too_long`] takes them.
fn log() -> Result<String, String> {
    git(&["cat-file", "-e", &format!("{BASE}^{{commit}}")])
        .map_err(|reason| format!("no history back to {BASE}: {reason}"))?;
    git(&["log", "--no-merges", "--format=%h %s", &format!("{BASE}..HEAD")])
}

/// Passes without the history, as in a shallow clone or an unpacked archive, and says so. The
/// workflow has the history.
#[test]
fn subjects_of_commits_are_short() {
    match log() {
        Ok(log) => assert_none(&too_long(&log)),
        Err(reason) => {
            let in_workflow = std::env::var_os("GITHUB_ACTIONS").is_some();
            assert!(!in_workflow, "the workflow checks out all commits: {reason}");
            // Unlike `eprintln!` it is shown for a test that passes.
            let note = format!("subjects of commits are not checked: {reason}\n");
            std::io::stderr().write_all(note.as_bytes()).expect("standard error is open");
        }
    }
}

#[test]
fn a_subject_of_73_characters_is_too_long() {
    let (just, over) = ("ä".repeat(72), "ä".repeat(73));
    assert_eq!(too_long(&format!("abc {just}\ndef \n")), [""; 0]);
    let faults = too_long(&format!("abc {just}\ndef {over}\n"));
    assert_eq!(faults, [format!("def: a subject of 73 characters, at most 72: {over}")]);
}
