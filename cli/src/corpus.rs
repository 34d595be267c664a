//! The cases that are played first: those built in, or those of a folder.

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
use crate::subjects::{self, AnySubject, meant};

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
/// If rule sets have folders of their own in it, each gets what is in its own. Else a single rule
/// set gets all of them, and of several each gets those that are meant for it.
pub(crate) fn of_folder(
    subjects: &[AnySubject],
    folder: &Path,
) -> Result<Vec<Vec<CorpusCase>>, Failure> {
    let own = |subject: &AnySubject| folder.join(subject.name());
    if subjects::all().iter().any(|subject| own(subject).is_dir()) {
        let corpora = subjects.iter().map(|subject| {
            let folder = own(subject);
            let paths = if folder.is_dir() { files_below(&folder)? } else { Vec::new() };
            sorted_out(std::slice::from_ref(subject), &paths).map(|mut corpora| corpora.remove(0))
        });
        return corpora.collect();
    }
    sorted_out(subjects, &files_below(folder)?)
}

fn sorted_out(subjects: &[AnySubject], paths: &[PathBuf]) -> Result<Vec<Vec<CorpusCase>>, Failure> {
    let mut corpora: Vec<_> = subjects.iter().map(|_| Vec::new()).collect();
    for path in paths {
        let (name, text) = files::read(path)?;
        let place = if let [_] = subjects {
            0
        } else {
            let meant = meant(subjects, path, &text)?;
            let is_meant = |subject: &AnySubject| subject.name() == meant.name();
            subjects.iter().position(is_meant).expect("it is one of them")
        };
        add(&mut corpora[place], subjects[place].as_ref(), &name, &text)?;
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

/// The files below a folder, in order, without those that are hidden: editors and version control
/// leave such behind.
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

/// What an entry is to the search. A link to a folder is not followed, because it may lead in a
/// circle; what is neither file nor folder may never come to an end.
fn kind(entry: &DirEntry) -> io::Result<Kind> {
    let kind = entry.file_type()?;
    if kind.is_dir() {
        return Ok(Kind::Folder);
    }
    let is_file = kind.is_file() || kind.is_symlink() && fs::metadata(entry.path())?.is_file();
    Ok(if is_file { Kind::File } else { Kind::Other })
}
