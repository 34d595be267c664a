//! What Twinboard prints, kept in files that people read and tests compare: see `tests/`.
//!
//! A snapshot of a test lies in `snapshots/<area>/`, and below that as its input does below
//! `corpus/`, `malformed/` or `perft/`. Its header says what it shows and from which input.
//!
//! | test | area | what is kept |
//! |---|---|---|
//! | `corpus.rs` | `samples` | the answers to the samples, to the byte |
//! | | `traces` | the samples, and the cases that `traced/<rule set>.txt` lists, step by step |
//! | | `corpus` | of every other case of the corpus: the answer, counts, a digest of the trace |
//! | `command.rs` | `help`, `usage` | the help texts, and the messages for bad usage |
//! | | `malformed` | the messages of `twinboard play` for text that breaks its format |
//! | `perft.rs` | `perft` | ledgers of walks over all legal moves, as `perft/<rule set>.txt` lists them |
//! | `reports.rs` | `reports` | reports of divergences, made with planted faults |
//!
//! Here is only what these tests share.

use std::path::Path;

use insta::Settings;

/// More lines are not read by whoever has to accept them.
const LINES_MAX: usize = 80;
/// The most lines that a text to look things up in may have.
const LINES_MAX_OF_REFERENCES: usize = 100;

/// The settings of a snapshot that lies in `snapshots/<folder>/` under its own name.
///
/// The input file that is set already stays.
#[must_use]
pub fn settings(folder: &str, description: &str) -> Settings {
    let mut settings = Settings::clone_current();
    // From the folder of the test.
    settings.set_snapshot_path(Path::new("../snapshots").join(folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.remove_snapshot_suffix();
    settings.set_omit_expression(true);
    settings.set_description(description);
    settings
}

/// Where the snapshot of an input goes, and its name: for `…/samegame/edge/one-row.txt` they are
/// `samegame/edge` and `one-row`.
///
/// # Panics
///
/// If the input does not lie in a folder of that rule set.
#[must_use]
pub fn place(rule_set: &str, input: &Path) -> (String, String) {
    let plain = |part: &std::ffi::OsStr| part.to_str().expect("names are plain").to_owned();
    let folder = input.parent().expect("a file lies in a folder");
    let parts: Vec<String> = folder.iter().map(plain).collect();
    let root = parts.iter().rposition(|part| part == rule_set).expect("a folder of the rule set");
    (parts[root..].join("/"), plain(input.file_stem().expect("a file has a name")))
}

/// A text for people without the colours of a terminal.
#[must_use]
pub fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// A text in which characters that cannot be seen, or look like a plain space, are written as
/// `\u{…}`.
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

/// A text in which blanks count: each line feed is drawn as `¶`, so that blanks at the end of a
/// line, empty lines and a last line without a line feed can be seen.
#[must_use]
pub fn marked(text: &str) -> String {
    if text.is_empty() {
        return "(nothing)".into();
    }
    text.replace('\n', "¶\n")
}

/// The text as it is, if it is fit to be a snapshot.
///
/// # Panics
///
/// If it has more lines than a person reads; if blanks stand at the end of a line, which not every
/// editor leaves there; if it has codes for colours; or if it depends on where the tests are run.
#[must_use]
#[track_caller]
pub fn page(text: String) -> String {
    fit(text, LINES_MAX)
}

/// The same for a text in which one looks things up, such as a help with three lines or more for each
/// option. It may be longer than what is read from end to end.
///
/// # Panics
///
/// As [`page`].
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
        assert_eq!(line, line.trim_end(), "blanks at the end of a line that nobody sees");
    }
    assert!(!text.contains('\x1b'), "codes for colours are no text:\n{text:?}");
    let here = std::env::current_dir().expect("tests run in a folder");
    let root = here.parent().expect("the crate lies in the workspace");
    assert!(!text.contains(&*root.to_string_lossy()), "a path of this machine:\n{text}");
    text
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{marked, page, place, plain, reference, visible};

    #[test]
    fn a_snapshot_lies_as_its_input_does() {
        let place = place("samegame", Path::new("/home/samegame/corpus/samegame/edge/one-row.txt"));
        assert_eq!(place, ("samegame/edge".into(), "one-row".into()));
    }

    #[test]
    fn ends_of_lines_can_be_seen() {
        assert_eq!(marked("a \n\nb"), "a ¶\n¶\nb");
        assert_eq!(marked(""), "(nothing)");
    }

    #[test]
    fn characters_that_nobody_sees_are_written_out() {
        assert_eq!(visible("\u{feff}1\u{a0}2 ٣\n\u{7}"), "\\u{feff}1\\u{a0}2 ٣\n\\u{7}");
    }

    #[test]
    fn colours_are_taken_off() {
        assert_eq!(plain("\x1b[1mthe set-up\x1b[0m"), "the set-up");
    }

    #[test]
    #[should_panic(expected = "81 lines are too many")]
    fn a_page_that_nobody_would_read_is_refused() {
        let _ = page("line\n".repeat(81));
    }

    #[test]
    #[should_panic(expected = "101 lines are too many")]
    fn a_reference_has_its_limit_too() {
        let _ = reference(reference("line\n".repeat(100)) + "line");
    }

    #[test]
    #[should_panic(expected = "blanks at the end")]
    fn blanks_that_nobody_sees_are_refused() {
        let _ = page("1 . \n".into());
    }
}
