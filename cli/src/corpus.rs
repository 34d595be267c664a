//! The corpus of a campaign: the one registered for its rule set, or the case files of a folder.

use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use harness::Subject;
use harness::campaign::CorpusCase;
use kit::{Corpus, Registration};

use crate::case_file::{numbered, split};
use crate::failure::Failure;
use crate::files;
use crate::registry;
use crate::subjects::{self, AnySubject, detect};

/// The corpus that is registered for a rule set.
pub(crate) fn built_in(subject: &dyn Subject) -> Result<Vec<CorpusCase>, Failure> {
    let mut cases = Vec::new();
    match registry::registration(subject.name()).map(Registration::corpus_cases) {
        None => {}
        Some(Corpus::BuiltIn(files)) => {
            for file in files {
                add(&mut cases, subject, file.path, file.text)?;
            }
        }
        Some(Corpus::Folder(folder)) => {
            for path in files_below(folder)? {
                let (name, text) = files::read(&path)?;
                add(&mut cases, subject, &name, &text)?;
            }
        }
    }
    Ok(cases)
}

/// The cases of all files below a folder, in the order of their paths, for each of the rule sets.
///
/// If the folder has subfolders named after rule sets, each rule set gets the files of its own.
/// Otherwise a single rule set gets all files, and several get the files detected as theirs.
pub(crate) fn of_folder(
    subjects: &[AnySubject],
    folder: &Path,
) -> Result<Vec<Vec<CorpusCase>>, Failure> {
    let own = |subject: &AnySubject| folder.join(subject.name());
    if subjects::all().iter().any(|subject| own(subject).is_dir()) {
        let corpora = subjects.iter().map(|subject| {
            let folder = own(subject);
            let paths = if folder.is_dir() { files_below(&folder)? } else { Vec::new() };
            distribute(std::slice::from_ref(subject), &paths).map(|mut corpora| corpora.remove(0))
        });
        return corpora.collect();
    }
    distribute(subjects, &files_below(folder)?)
}

/// Reads files and assigns the cases of each to one of the rule sets.
fn distribute(subjects: &[AnySubject], paths: &[PathBuf]) -> Result<Vec<Vec<CorpusCase>>, Failure> {
    let mut corpora: Vec<_> = subjects.iter().map(|_| Vec::new()).collect();
    for path in paths {
        let (name, text) = files::read(path)?;
        let index = if let [_] = subjects {
            0
        } else {
            let detected = detect(subjects, path, &text)?;
            let is_it = |subject: &AnySubject| subject.name() == detected.name();
            subjects.iter().position(is_it).expect("one of these subjects is detected")
        };
        add(&mut corpora[index], subjects[index].as_ref(), &name, &text)?;
    }
    Ok(corpora)
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

/// All files below a folder, sorted by path. Hidden files and folders are skipped: they are left by
/// editors and version control.
pub(crate) fn files_below(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let failure = |error| Failure::File { path: folder.clone(), doing: "read", error };
        for entry in fs::read_dir(&folder).map_err(failure)? {
            let entry = entry.map_err(failure)?;
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            let path = entry.path();
            match kind(&entry) {
                Ok(Kind::File) => files.push(path),
                Ok(Kind::Folder) => folders.push(path),
                Ok(Kind::Other) => {}
                Err(error) => return Err(Failure::File { path, doing: "read", error }),
            }
        }
    }
    files.sort();
    Ok(files)
}

enum Kind {
    File,
    Folder,
    Other,
}

/// The kind of a directory entry. A link to a folder is `Other`, because it may lead to a cycle; so
/// are devices and pipes, whose text may have no end.
fn kind(entry: &DirEntry) -> io::Result<Kind> {
    let kind = entry.file_type()?;
    if kind.is_dir() {
        return Ok(Kind::Folder);
    }
    let is_file = kind.is_file() || kind.is_symlink() && fs::metadata(entry.path())?.is_file();
    Ok(if is_file { Kind::File } else { Kind::Other })
}
