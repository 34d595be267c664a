//! The cases that are played first: those built in, or those of a folder.

use std::fs;
use std::path::Path;

use harness::Subject;
use harness::campaign::CorpusCase;

use crate::failure::Failure;

/// The corpus of a rule set that was built in.
pub(crate) fn built_in(subject: &dyn Subject) -> Result<Vec<CorpusCase>, Failure> {
    let mut cases = Vec::new();
    for file in games::corpus(subject.name()) {
        add(&mut cases, subject, file.path, file.text)?;
    }
    Ok(cases)
}

/// All case files below a folder, in the order of their paths.
pub(crate) fn of_folder(subject: &dyn Subject, folder: &Path) -> Result<Vec<CorpusCase>, Failure> {
    let failure = |error| Failure::File { path: folder.into(), doing: "read", error };
    let mut paths = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(failure)? {
            let path = entry.map_err(failure)?.path();
            if path.is_dir() { folders.push(path) } else { paths.push(path) }
        }
    }
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let (name, text) = crate::files::read(&path)?;
        add(&mut cases, subject, &name, &text)?;
    }
    Ok(cases)
}

fn add(
    cases: &mut Vec<CorpusCase>,
    subject: &dyn Subject,
    name: &str,
    text: &[u8],
) -> Result<(), Failure> {
    let texts = split(subject, name, text)?;
    let count = texts.len();
    for (index, text) in texts.into_iter().enumerate() {
        cases.push(CorpusCase { name: numbered(name, index, count), text });
    }
    Ok(())
}

/// The cases of a text, each as a text of its own.
pub(crate) fn split(
    subject: &dyn Subject,
    name: &str,
    text: &[u8],
) -> Result<Vec<String>, Failure> {
    subject.split(text).map_err(|error| Failure::Input { name: name.into(), error })
}

/// What a case is called: its file, and its number if the file has several.
pub(crate) fn numbered(name: &str, index: usize, count: usize) -> String {
    if count > 1 { format!("{name}, case {} of {count}", index + 1) } else { name.to_owned() }
}
