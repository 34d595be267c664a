//! Snapshots of everything that Twinboard prints: files that people review and tests compare.
//!
//! A snapshot is in `reviewed/<area>/`, and below that in the same folder as its input below
//! `corpus/`, `malformed/` or `perft/`. Its header states the input and what the snapshot shows.
//!
//! | test | area | content |
//! |---|---|---|
//! | `corpus.rs` | `samples` | the answers to the samples, to the byte |
//! | | `traces` | the samples, and the cases listed in `traced/<rule set>.txt`, step by step |
//! | | `corpus` | for every other case of the corpus the first board, the end and the answer |
//! | `command.rs` | `malformed` | the errors of `twinboard play` for malformed input |
//! | | `help`, `usage` | the help texts, and the errors for bad usage |
//! | `exhaust.rs` | `exhaust` | figures of the enumerations listed in `exhaust/<rule set>.txt` |
//! | `perft.rs` | `perft` | the start positions in `perft/<rule set>.txt`, and their figures |
//! | `reports.rs` | `reports` | reports of divergences, provoked by planted faults |
//!
//! This crate has the functions that the tests share.

use std::path::Path;

use insta::Settings;

/// Limit of lines of a snapshot: reviewers do not read longer ones.
pub const LINES_MAX: usize = 80;
/// Limit of lines of a snapshot that is a reference, such as a help text.
const LINES_MAX_OF_REFERENCES: usize = 140;

/// Settings of a snapshot in `reviewed/<folder>/`, named without the module of the test. Keeps the
/// current input file.
#[must_use]
pub fn settings(folder: &str, description: &str) -> Settings {
    let mut settings = Settings::clone_current();
    // Relative to the folder of the test.
    settings.set_snapshot_path(Path::new("../reviewed").join(folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.remove_snapshot_suffix();
    settings.set_omit_expression(true);
    settings.set_description(description);
    settings
}

/// Folder and name of the snapshot of an input: `samegame/edge` and `one-row` for
/// `…/samegame/edge/one-row.txt`.
///
/// # Panics
///
/// If the input is not in a folder of this rule set.
#[must_use]
pub fn place(rule_set: &str, input: &Path) -> (String, String) {
    let plain = |part: &std::ffi::OsStr| part.to_str().expect("names are UTF-8").to_owned();
    let folder = input.parent().expect("a file is in a folder");
    let parts: Vec<String> = folder.iter().map(plain).collect();
    let root = parts.iter().rposition(|part| part == rule_set).expect("a folder of the rule set");
    (parts[root..].join("/"), plain(input.file_stem().expect("a file has a name")))
}

/// The text with `\u{…}` in place of characters that are invisible or look like a space.
#[must_use]
pub fn visible(text: &str) -> String {
    let hidden = |c: char| match c {
        '\n' | ' ' => false,
        '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => true,
        _ => c.is_control() || c.is_whitespace(),
    };
    let shown = |c: char| if hidden(c) { c.escape_unicode().to_string() } else { c.to_string() };
    text.chars().map(shown).collect()
}

/// The text with visible white space: each line feed is drawn as `¶`, so that blanks at the end of
/// a line, empty lines and a missing line feed at the end are visible.
#[must_use]
pub fn marked(text: &str) -> String {
    if text.is_empty() {
        return "(nothing)".into();
    }
    text.replace('\n', "¶\n")
}

/// Returns the text if it is suitable as a snapshot.
///
/// # Panics
///
/// If the text has more than 80 lines, blanks at the end of a line (which editors may remove),
/// colour codes, or the path of the workspace, which differs between machines.
#[must_use]
#[track_caller]
pub fn page(text: String) -> String {
    fit(text, LINES_MAX)
}

/// [`page`] with a limit of 120 lines, for references such as help texts, which are not read from
/// end to end.
///
/// # Panics
///
/// Like [`page`].
#[must_use]
#[track_caller]
pub fn reference(text: String) -> String {
    fit(text, LINES_MAX_OF_REFERENCES)
}

#[track_caller]
fn fit(text: String, lines_max: usize) -> String {
    let lines = text.lines().count();
    assert!(lines <= lines_max, "{lines} lines are too many for a snapshot:\n{text}");
    for line in text.lines() {
        assert_eq!(line, line.trim_end(), "invisible blanks at the end of a line");
    }
    assert!(!text.contains('\x1b'), "colour codes in a snapshot:\n{text:?}");
    let here = std::env::current_dir().expect("tests run in a folder");
    let root = here.parent().expect("the crate is in the workspace");
    assert!(!text.contains(&*root.to_string_lossy()), "a path of this machine:\n{text}");
    text
}

#[cfg(test)]
mod tests {

    use super::{page, reference};

    #[test]
    #[should_panic(expected = "81 lines are too many")]
    fn a_page_that_is_too_long_is_refused() {
        let _ = page("line\n".repeat(81));
    }

    #[test]
    #[should_panic(expected = "141 lines are too many")]
    fn a_reference_that_is_too_long_is_refused() {
        let _ = reference(reference("line\n".repeat(140)) + "line");
    }

    #[test]
    #[should_panic(expected = "blanks at the end")]
    fn invisible_blanks_are_refused() {
        let _ = page("1 . \n".into());
    }
}
