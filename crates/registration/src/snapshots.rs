//! Snapshot tests of the answers to a corpus, by insta (feature `snapshots`).

use std::collections::BTreeMap;
use std::fs;
use std::io::Result;
use std::path::{Path, PathBuf};

#[doc(hidden)]
pub use insta;
use twinboard_harness::Side;
use twinboard_vocabulary::Limits;

use crate::{Corpus, Registration};

/// Compares the answer of both sides to each file of the corpus with a snapshot, in a test:
///
/// ```no_run
/// # fn registration() -> twinboard_registration::Registration { unreachable!() }
/// #[test]
/// fn answers_to_the_corpus() {
///     twinboard_registration::assert_corpus_snapshots!(registration());
/// }
/// ```
///
/// The snapshots are in the folder `snapshots/` next to the test, named after the files. Accept new
/// and changed ones with `cargo insta test --review`.
///
/// # Panics
///
/// If the corpus is empty, or at the first file that cannot be read, on which the sides differ, or
/// whose answer differs from its snapshot.
#[macro_export]
macro_rules! assert_corpus_snapshots {
    ($registration:expr) => {
        for (name, answer) in $crate::snapshots::answers(&$registration) {
            $crate::snapshots::insta::assert_snapshot!(name, answer);
        }
    };
}

/// For each file of the corpus its name, relative to the folder of the rule set, and the common
/// answer of both sides.
///
/// # Panics
///
/// If the corpus is empty, a file cannot be read, or the sides differ.
#[must_use]
pub fn answers(registration: &Registration) -> Vec<(String, String)> {
    let files = files(registration).unwrap_or_else(|error| panic!("the corpus: {error}"));
    assert!(!files.is_empty(), "the corpus of {} is empty", registration.name());
    let answered = files.into_iter().map(|(name, text)| {
        let answer = answer(registration, &name, &text);
        (name, answer)
    });
    answered.collect()
}

fn answer(registration: &Registration, name: &str, text: &[u8]) -> String {
    let [engine, oracle] = [Side::Engine, Side::Oracle].map(|side| {
        let mut printed = Vec::new();
        let input = Box::new(text);
        let played = registration.subject().play(side, input, Limits::Case, &mut printed);
        played.unwrap_or_else(|error| panic!("{name}: {error:?}"));
        String::from_utf8_lossy(&printed).into_owned()
    });
    assert_eq!(engine, oracle, "{name}: engine and oracle differ");
    oracle
}

/// Names and contents of the files of the corpus, sorted by name.
fn files(registration: &Registration) -> Result<Vec<(String, Vec<u8>)>> {
    let name = registration.name();
    let files = match registration.corpus_cases() {
        Corpus::BuiltIn(files) => files
            .iter()
            .map(|file| {
                let path = Path::new(file.path);
                let below = path.strip_prefix(Path::new("corpus").join(name)).unwrap_or(path);
                (below.to_owned(), file.text.to_vec())
            })
            .collect(),
        Corpus::Folder(folder) => {
            let mut files = Vec::new();
            let own = registration.corpus_of_its_own().expect("a folder");
            for path in files_below(&own)? {
                let below = path.strip_prefix(folder).unwrap_or(&path);
                files.push((below.to_owned(), fs::read(&path)?));
            }
            files
        }
    };
    Ok(titled(files))
}

/// Files with the names of their snapshots, sorted by them. Of several paths with the same name, which
/// differ in `/` and `__` alone, the first has it, and the others a number behind it.
fn titled(mut files: Vec<(PathBuf, Vec<u8>)>) -> Vec<(String, Vec<u8>)> {
    files.sort();
    let mut titled = BTreeMap::new();
    for (path, text) in files {
        let title = title(&path);
        let mut names = (2..).map(|number| format!("{title}.{number}"));
        let mut name = title.clone();
        while titled.contains_key(&name) {
            name = names.next().expect("there is no last number");
        }
        titled.insert(name, text);
    }
    titled.into_iter().collect()
}

/// The name of a snapshot: a path without its extension, with `__` between its parts.
fn title(path: &Path) -> String {
    let path = path.with_extension("");
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("__")
}

fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(files_below(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "txt") {
            files.push(path);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::titled;

    #[test]
    fn each_file_has_a_snapshot_of_its_own() {
        let files = ["g/a__b.txt", "g/c.txt", "g/a/b.txt", "g__c.txt", "g/a__b.2.txt"];
        let files = files.map(|path| (PathBuf::from(path), path.into()));
        let of = |(name, text): (String, Vec<u8>)| (name, String::from_utf8(text).unwrap());
        let named: Vec<_> = titled(files.to_vec()).into_iter().map(of).collect();
        let expected = [
            ("g__a__b", "g/a/b.txt"),
            ("g__a__b.2", "g/a__b.2.txt"),
            ("g__a__b.3", "g/a__b.txt"),
            ("g__c", "g/c.txt"),
            ("g__c.2", "g__c.txt"),
        ];
        assert_eq!(named, expected.map(|(name, path)| (name.to_owned(), path.to_owned())));
    }
}
