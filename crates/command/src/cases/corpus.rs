//! The corpus of a campaign: the one registered for its rule set, or the case files of a folder.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use twinboard_harness::Subject;
use twinboard_harness::campaign::CorpusCase;
use twinboard_registration::{Corpus, Registration};

use super::case_file::detect;
use crate::cases::case_file::{numbered, read};
use crate::output::text::counted;
use crate::output::{Failure, files, print_error_line};
use crate::session::{AnySubject, Session};

/// The corpus that is registered for a rule set.
pub(crate) fn built_in(
    session: &Session,
    subject: &dyn Subject,
) -> Result<Vec<CorpusCase>, Failure> {
    let mut cases = Vec::new();
    let registration = session.registration(subject.name());
    if let Some(Corpus::BuiltIn(files)) = registration.map(Registration::corpus_cases) {
        for file in files {
            add(&mut cases, subject, &name_of(file.path), file.text)?;
        }
    }
    if let Some(folder) = registration.and_then(Registration::corpus_of_its_own) {
        for path in files_below(&folder)? {
            add_file(&mut cases, subject, &path)?;
        }
    }
    Ok(cases)
}

/// The name of a file of the built-in corpus: its path where that is one, as in a clone. An installed
/// program has no such file.
fn name_of(path: &str) -> String {
    if Path::new(path).is_file() {
        return path.to_owned();
    }
    let path = path.strip_prefix("corpus/").unwrap_or(path);
    format!("{path} of the built-in corpus")
}

/// The corpus of each of these rule sets: the cases in a folder, or the registered ones. And an error
/// if files of the folder cannot be read, which are reported.
pub(crate) fn of_each(
    session: &Session,
    subjects: &[AnySubject],
    folder: Option<&Path>,
) -> Result<(Vec<Vec<CorpusCase>>, Result<(), Failure>), Failure> {
    let Some(folder) = folder else {
        let of = |subject: &AnySubject| built_in(session, subject.as_ref());
        return Ok((subjects.iter().map(of).collect::<Result<_, _>>()?, Ok(())));
    };
    let cases = FolderCases::read(session, subjects, folder)?;
    let all_read = cases.report();
    Ok((cases.corpora, all_read))
}

/// The cases in a folder of files, for each of several rule sets.
struct FolderCases {
    corpora: Vec<Vec<CorpusCase>>,
    /// Errors of files that cannot be read; their cases are missing.
    unreadable: Vec<Failure>,
    of_others: u64,
    blank: u64,
}

impl FolderCases {
    /// Reads all files below a folder, in the order of their paths.
    ///
    /// If the folder has subfolders named after rule sets, each rule set gets the files of its own.
    /// Otherwise a single rule set gets all files, and several get the files detected as theirs.
    /// Files named after a rule set that is not wanted are skipped and counted.
    /// Fails if the folder cannot be read, or none of its files.
    fn read(session: &Session, subjects: &[AnySubject], folder: &Path) -> Result<Self, Failure> {
        let corpora = subjects.iter().map(|_| Vec::new()).collect();
        let mut cases = Self { corpora, unreadable: Vec::new(), of_others: 0, blank: 0 };
        let own = |subject: &AnySubject| folder.join(subject.name());
        if session.subjects().iter().any(|subject| own(subject).is_dir()) {
            for (index, subject) in subjects.iter().enumerate() {
                if own(subject).is_dir() {
                    cases.add_below(session, &own(subject), subjects, index..index + 1)?;
                }
            }
        } else {
            cases.add_below(session, folder, subjects, 0..subjects.len())?;
        }
        if cases.corpora.iter().any(|corpus| !corpus.is_empty()) || cases.unreadable.is_empty() {
            Ok(cases)
        } else {
            cases.unreadable.drain(1..).for_each(|failure| failure.report());
            Err(cases.unreadable.remove(0))
        }
    }

    /// Adds the files below a folder to the corpora of some of the rule sets.
    fn add_below(
        &mut self,
        session: &Session,
        folder: &Path,
        subjects: &[AnySubject],
        range: Range<usize>,
    ) -> Result<(), Failure> {
        for path in files_below(folder)? {
            if session.is_of_another(&subjects[range.clone()], &path) {
                self.of_others += 1;
                continue;
            }
            let corpora = &mut self.corpora[range.clone()];
            let count = |corpora: &[Vec<CorpusCase>]| corpora.iter().map(Vec::len).sum::<usize>();
            let before = count(corpora);
            let added = add_detected(corpora, &subjects[range.clone()], &path);
            self.blank += u64::from(added.is_ok() && count(corpora) == before);
            self.unreadable.extend(added.err());
        }
        Ok(())
    }

    /// Reports the files that cannot be read, and returns the error that ends the command when all
    /// others have been played.
    fn report(&self) -> Result<(), Failure> {
        if self.of_others > 0 {
            print_error_line(skipped(self.of_others));
        }
        if self.blank > 0 {
            let files = counted(self.blank, "file");
            print_error_line(format!("{files} of the corpus without a case"));
        }
        self.unreadable.iter().for_each(Failure::report);
        match self.unreadable.len() as u64 {
            0 => Ok(()),
            count => {
                let files = counted(count, "file");
                Err(usage!("{files} of the corpus could not be read"))
            }
        }
    }
}

/// The message about files of other rule sets.
pub(crate) fn skipped(count: u64) -> String {
    format!("skipped {} of other rule sets", counted(count, "file"))
}

fn add_file(
    cases: &mut Vec<CorpusCase>,
    subject: &dyn Subject,
    path: &Path,
) -> Result<(), Failure> {
    let (name, text) = files::read(path)?;
    add(cases, subject, &name, &text)
}

fn add_detected(
    corpora: &mut [Vec<CorpusCase>],
    subjects: &[AnySubject],
    path: &Path,
) -> Result<(), Failure> {
    if let [subject] = subjects {
        return add_file(&mut corpora[0], subject.as_ref(), path);
    }
    let (name, text) = files::read(path)?;
    let detected = detect(subjects, path, &text)?;
    let is_it = |subject: &AnySubject| subject.name() == detected.name();
    let index = subjects.iter().position(is_it).expect("one of these subjects is detected");
    add(&mut corpora[index], detected.as_ref(), &name, &text)
}

fn add(
    cases: &mut Vec<CorpusCase>,
    subject: &dyn Subject,
    name: &str,
    text: &[u8],
) -> Result<(), Failure> {
    let read = read(subject, name, text)?;
    for (index, case) in read.iter().enumerate() {
        let (name, text) = (numbered(name, index, read.len()), case.text().to_owned());
        cases.push(CorpusCase { name, text });
    }
    Ok(())
}

/// The files of command-line arguments: each that is a folder becomes all files below it.
pub(crate) fn files_of(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.append(&mut files_below(path)?);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// True if a file has the name of one that lies beside cases: a text for readers, or what `check` and
/// `match` write beside theirs.
pub(crate) fn is_beside_cases(path: &Path) -> bool {
    let is_markdown = path.extension().is_some_and(|it| it.eq_ignore_ascii_case("md"));
    let written = ["errors.txt", "expected.txt", "printed.txt", "games.jsonl"];
    is_markdown || path.file_name().is_some_and(|name| written.iter().any(|it| name == *it))
}

/// All files below a folder, sorted by path. Hidden files and folders are skipped: they are left by
/// editors and version control. So are files that belong to an input of an online judge, such as
/// `1.ans` beside `1.in`.
pub(crate) fn files_below(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let failure = Failure::file("read", &folder);
        for entry in fs::read_dir(&folder).map_err(failure)? {
            let entry = entry.map_err(failure)?;
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            let path = entry.path();
            let found = fs::metadata(&path).map_err(Failure::file("read", &path))?;
            // A link to a folder may lead to a cycle, and the text of a device or pipe may have no
            // end.
            if found.is_file() {
                files.push(path);
            } else if found.is_dir() && !path.is_symlink() {
                folders.push(path);
            }
        }
    }
    files.sort_unstable();
    let is_input = |path: &Path| path.extension().is_some_and(|ending| ending == "in");
    let has_input = |path: &PathBuf| files.binary_search(&path.with_extension("in")).is_ok();
    let cases = files.iter().filter(|path| is_input(path) || !has_input(path));
    Ok(cases.cloned().collect())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::files_below;

    #[test]
    fn answers_beside_inputs_and_hidden_files_are_no_cases() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["1.in", "1.ans", "2.out", "3.txt", ".4.in"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let found = files_below(folder.path()).unwrap();
        let names: Vec<_> = found.iter().filter_map(|path| path.file_name()).collect();
        assert_eq!(names, ["1.in", "2.out", "3.txt"]);
    }
}
