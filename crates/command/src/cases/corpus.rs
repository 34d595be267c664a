//! The corpus of a campaign: the one registered for its rule set, or the case files of a folder.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use twinboard_harness::Subject;
use twinboard_harness::campaign::CorpusCase;
use twinboard_registration::{Corpus, Registration};

use crate::cases::case_file::{numbered, read};
use crate::cases::subjects::detect;
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
        for path in files_below(&folder)?.0 {
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

/// The cases in a folder of files, for each of several rule sets.
pub(crate) struct FolderCases {
    pub(crate) corpora: Vec<Vec<CorpusCase>>,
    /// Errors of files that cannot be read; their cases are missing.
    unreadable: Vec<Failure>,
    /// Number of files of other rule sets.
    of_others: u64,
    /// Number of files without a case.
    blank: u64,
    /// Number of answers and backups.
    beside: u64,
}

impl FolderCases {
    /// Reads all files below a folder, in the order of their paths.
    ///
    /// If the folder has subfolders named after rule sets, each rule set gets the files of its own.
    /// Otherwise a single rule set gets all files, and several get the files detected as theirs.
    /// Files named after a rule set that is not wanted are skipped and counted.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read, or none of its files.
    pub(crate) fn read(
        session: &Session,
        subjects: &[AnySubject],
        folder: &Path,
    ) -> Result<Self, Failure> {
        let corpora = subjects.iter().map(|_| Vec::new()).collect();
        let mut cases = Self { corpora, unreadable: Vec::new(), of_others: 0, blank: 0, beside: 0 };
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
        let (files, beside) = files_below(folder)?;
        self.beside += beside;
        for path in files {
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
    pub(crate) fn report(&self) -> Result<(), Failure> {
        if self.of_others > 0 {
            print_error_line(skipped(self.of_others));
        }
        report_beside(self.beside);
        if self.blank > 0 {
            let files = counted(self.blank, "file");
            print_error_line(format!("{files} of the corpus without a case"));
        }
        self.unreadable.iter().for_each(Failure::report);
        match self.unreadable.len() as u64 {
            0 => Ok(()),
            count => {
                let files = counted(count, "file");
                Err(Failure::Usage(format!("{files} of the corpus could not be read")))
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

/// Adds the cases of a file to the corpus of the rule set that is detected.
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
    let (mut files, mut beside) = (Vec::new(), 0);
    for path in paths {
        if path.is_dir() {
            let (mut below, beside_them) = files_below(path)?;
            files.append(&mut below);
            beside += beside_them;
        } else {
            files.push(path.clone());
        }
    }
    report_beside(beside);
    Ok(files)
}

/// True if a file has the name of one that lies beside cases: a text for readers, or what `check` and
/// `match` write beside theirs.
pub(crate) fn is_beside_cases(path: &Path) -> bool {
    let is_markdown = path.extension().is_some_and(|it| it.eq_ignore_ascii_case("md"));
    let written = ["errors.txt", "expected.txt", "printed.txt", "games.jsonl"];
    is_markdown || path.file_name().is_some_and(|name| written.iter().any(|it| name == *it))
}

/// Prints a line to standard error about answers of an online judge and backups, if there are any.
fn report_beside(count: u64) {
    if count > 0 {
        let files = counted(count, "file");
        print_error_line(format!("skipped {files} of answers or backups"));
    }
}

/// True for the backup of an editor or of a merge, such as `case.in~`.
fn is_backup(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default();
    let of_editor = name.ends_with('~') || name.starts_with('#') && name.ends_with('#');
    of_editor || ["bak", "orig", "rej", "swp"].iter().any(|it| ending == *it)
}

/// True for a file of an online judge that belongs to an input: `1.ans` or `1.out` beside `1.in`, or a
/// file of the folder `output` with the name of one in the folder `input` beside it.
fn is_of_input(path: &Path, files: &BTreeSet<PathBuf>) -> bool {
    let is_input = path.extension().is_some_and(|ending| ending == "in");
    let folders = path.parent().and_then(|folder| Some((folder.parent()?, folder.file_name()?)));
    let in_folder_of_answers = || {
        let (above, folder) = folders?;
        let inputs = match folder.to_str()? {
            "output" | "answer" => "input",
            "outputs" | "answers" => "inputs",
            _ => return None,
        };
        Some(files.contains(&above.join(inputs).join(path.file_name()?)))
    };
    !is_input && files.contains(&path.with_extension("in"))
        || in_folder_of_answers().unwrap_or_default()
}

/// All files below a folder that may be cases, sorted by path, and the number of answers and backups. Hidden files and folders are skipped: they are left by editors and version control.
pub(crate) fn files_below(folder: &Path) -> Result<(Vec<PathBuf>, u64), Failure> {
    let all = all_below(folder)?;
    let is_case = |path: &&PathBuf| !is_backup(path) && !is_of_input(path, &all);
    let files: Vec<PathBuf> = all.iter().filter(is_case).cloned().collect();
    let beside = (all.len() - files.len()) as u64;
    Ok((files, beside))
}

fn all_below(folder: &Path) -> Result<BTreeSet<PathBuf>, Failure> {
    let mut files = BTreeSet::new();
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
                files.insert(path);
            } else if found.is_dir() && !path.is_symlink() {
                folders.push(path);
            }
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    use super::{is_backup, is_of_input};

    #[test]
    fn answers_and_backups_are_no_cases() {
        let cases = ["1.in", "a.b.in", "case.txt", "lone.ans", "input/1.txt", "output/2.txt"];
        let answers = ["1.out", "1.ans", "1.desc", "a.b.ans", "output/1.txt"];
        let all: BTreeSet<PathBuf> = cases.iter().chain(&answers).map(PathBuf::from).collect();
        for (files, expected) in [(&cases[..], false), (&answers[..], true)] {
            for file in files {
                assert_eq!(is_of_input(Path::new(file), &all), expected, "{file}");
                assert!(!is_backup(Path::new(file)), "{file}");
            }
        }
        for backup in ["1.in~", "#1.in#", "1.in.bak", "d/1.in.orig", "1.swp"] {
            assert!(is_backup(Path::new(backup)), "{backup}");
        }
    }
}
