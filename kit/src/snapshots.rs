//! What both sides print for a corpus, kept as insta snapshots (feature `snapshots`).

use std::fs;
use std::io::Result;
use std::path::{Path, PathBuf};

use board::Limits;
use harness::Side;
#[doc(hidden)]
pub use insta;

use crate::{Corpus, Registration};

/// Holds what both sides print for each file of the corpus to a snapshot, in a test:
///
/// ```no_run
/// # use twinboard_kit as kit;
/// # fn registration() -> kit::Registration { unreachable!() }
/// #[test]
/// fn answers_to_the_corpus() {
///     kit::assert_corpus_snapshots!(registration());
/// }
/// ```
///
/// The snapshots are in `snapshots/` beside the test, named after the files. `cargo insta test
/// --review` accepts new and changed ones.
///
/// # Panics
///
/// At the first file whose answer is not the snapshot, on which the sides differ, or that cannot be
/// read; and if the corpus is empty.
#[macro_export]
macro_rules! assert_corpus_snapshots {
    ($registration:expr) => {
        for (name, answer) in $crate::snapshots::answers(&$registration) {
            $crate::snapshots::insta::assert_snapshot!(name, answer);
        }
    };
}

/// The name of each file of the corpus, below the folder of the rule set, and what both sides print
/// for it.
///
/// # Panics
///
/// If the sides differ, a file cannot be read, or there is none.
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

/// The files of the corpus in the order of their names.
fn files(registration: &Registration) -> Result<Vec<(String, Vec<u8>)>> {
    let name = registration.name();
    let mut files = match registration.corpus_cases() {
        Corpus::BuiltIn(files) => files
            .iter()
            .map(|file| {
                let path = Path::new(file.path);
                let below = path.strip_prefix(Path::new("corpus").join(name)).unwrap_or(path);
                (title(below), file.text.to_vec())
            })
            .collect(),
        Corpus::Folder(folder) => {
            let mut files = Vec::new();
            for path in files_below(folder)? {
                let below = path.strip_prefix(folder).unwrap_or(&path);
                files.push((title(below), fs::read(&path)?));
            }
            files
        }
    };
    files.sort();
    Ok(files)
}

/// A path without its ending, as the name of a snapshot.
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
