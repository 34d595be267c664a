//! Detects that a program under test was rebuilt during the run: its results would be those of two
//! programs.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use twinboard_runner::Runner;

use crate::output::fingerprint::Fingerprint;
use crate::output::text::shown;
use crate::output::{Failure, files};

/// The files of a command line that are the program: the first word, searched in `PATH`, and the
/// script of an interpreter, which is the first later word that `is_file`. Other files may be data,
/// which change. Empty if there is no such program.
pub(crate) fn files_of(words: &[OsString], is_file: impl Fn(&OsString) -> bool) -> Vec<PathBuf> {
    let Some((first, rest)) = words.split_first() else { return Vec::new() };
    let Some(program) = found(Path::new(first)) else { return Vec::new() };
    // After these options of interpreters comes no script.
    let words = rest.iter().take_while(|word| *word != "-c" && *word != "-m");
    let script = words.filter(|_| is_interpreter(&program)).find(|word| is_file(word));
    let script = script.and_then(|script| std::path::absolute(script).ok());
    [program].into_iter().chain(script).collect()
}

/// The absolute path of a program, searched in `PATH` unless the name contains a folder.
pub(crate) fn found(name: &Path) -> Option<PathBuf> {
    let path = if name.components().count() > 1 {
        Some(name.to_owned()).filter(|path| path.is_file())
    } else {
        path_folders().map(|folder| folder.join(name)).find(|path| files::is_executable(path))
    };
    std::path::absolute(path?).ok()
}

fn path_folders() -> impl Iterator<Item = PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).collect::<Vec<_>>().into_iter()
}

/// True for a program, or a link to one, that is in a folder of `PATH`: it may be an interpreter.
fn is_interpreter(program: &Path) -> bool {
    let is_in = |path: &Path| path_folders().any(|folder| path.parent() == Some(&*folder));
    is_in(program) || program.canonicalize().is_ok_and(|path| is_in(&path))
}

/// True if a word of a command line is a file that may be a script.
pub(crate) fn may_be_script(word: &OsString) -> bool {
    !word.as_encoded_bytes().starts_with(b"-") && Path::new(word).is_file()
}

/// A program that was replaced while it was in use.
#[derive(Debug)]
struct Replaced {
    path: PathBuf,
    change: String,
}

impl fmt::Display for Replaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, change } = self;
        write!(f, "{} {change} since this command began", shown(path))
    }
}

impl std::error::Error for Replaced {}

/// The files of the programs of a command.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    files: Mutex<Vec<Arc<Fingerprint>>>,
}

impl Watched {
    /// Adds the files of a command line as they are now. A file that cannot be read is left out: the
    /// start of the program will say more about it.
    pub(crate) fn add(&self, words: &[OsString]) -> Vec<Arc<Fingerprint>> {
        let files = files_of(words, may_be_script);
        self.add_all(files.iter().filter_map(|path| Fingerprint::of(path).ok()))
    }

    /// Adds files.
    pub(crate) fn add_all(
        &self,
        files: impl IntoIterator<Item = Fingerprint>,
    ) -> Vec<Arc<Fingerprint>> {
        let files: Vec<_> = files.into_iter().map(Arc::new).collect();
        let mut all = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend(files.iter().cloned());
        files
    }

    /// All files, as they were when they were added.
    pub(crate) fn all(&self) -> Vec<Arc<Fingerprint>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// True if any file was replaced.
    pub(crate) fn has_changed(&self) -> bool {
        changed(&self.files.lock().unwrap_or_else(PoisonError::into_inner)).is_some()
    }

    /// Fails if any file was replaced, unless this failure says so. Done at the end of a command, after
    /// which a report might say how to repeat what another program did.
    pub(crate) fn check_at_end(&self, ended_by: Option<&Failure>) -> Result<(), Failure> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let is_said = |replaced: &Replaced| {
            ended_by.is_some_and(|failure| failure.message().contains(&replaced.to_string()))
        };
        match changed(&files).filter(|replaced| !is_said(replaced)) {
            Some(replaced) => Err(failure("run the program", &io::Error::other(replaced))),
            None => Ok(()),
        }
    }
}

/// Keeps a runner from starting a program of which one of these files was replaced. The error is
/// passed to [`failure`].
pub(crate) fn guard(files: Vec<Arc<Fingerprint>>, runner: Runner) -> Runner {
    runner.with_guard(move || {
        changed(&files).map_or(Ok(()), |replaced| Err(io::Error::other(replaced)))
    })
}

fn changed(files: &[Arc<Fingerprint>]) -> Option<Replaced> {
    files.iter().find_map(|file| {
        let change = file.change()?;
        Some(Replaced { path: file.path.clone(), change })
    })
}

/// True if an error says that a program was replaced.
pub(crate) fn is_replaced(error: &io::Error) -> bool {
    matches!(error.get_ref(), Some(inner) if inner.is::<Replaced>())
}

/// Why a command could not do this, because of an error for which no program is responsible.
pub(crate) fn explain(doing: &str, error: &io::Error) -> String {
    if is_replaced(error) {
        format!("{error}: a program must stay the same while it is in use; run this again")
    } else {
        format!("cannot {doing}: {error}")
    }
}

/// [`explain`] as the failure of a command, unless it is Ctrl-C, which the runner reports as an error.
pub(crate) fn failure(doing: &str, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::Interrupted => Failure::Interrupted,
        _ => Failure::Usage(explain(doing, error)),
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::path::Path;

    use super::{files_of, found};

    #[test]
    fn a_program_is_its_first_word_and_the_script_of_an_interpreter() {
        let folder = tempfile::tempdir().unwrap();
        let [script, data] = ["a.py", "data"].map(|name| folder.path().join(name));
        std::fs::write(&script, "").unwrap();
        std::fs::write(&data, "").unwrap();
        let shell = found(Path::new("sh")).unwrap();
        let files = |words: &[&Path]| {
            let words: Vec<OsString> = words.iter().map(Into::into).collect();
            files_of(&words, super::may_be_script)
        };
        let interpreted = [shell.clone(), script.clone()];
        assert_eq!(files(&["sh".as_ref(), "-x".as_ref(), &script, &data]), interpreted);
        assert_eq!(files(&[&shell, &script]), interpreted);
        assert_eq!(files(&["sh".as_ref(), "-c".as_ref(), &data]), [shell]);
        assert_eq!(files(&[&script, &data]), std::slice::from_ref(&script));
        assert_eq!(files(&["no-such-program".as_ref(), &script]), [""; 0].map(Path::new));
    }
}
