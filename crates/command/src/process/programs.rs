//! The files that a program consists of, and failures to run it.

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

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

/// An error for which no program is responsible, as the failure of a command, unless it is Ctrl-C,
/// which the runner reports as an error.
pub(crate) fn failure(doing: &str, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::Interrupted => Failure::Interrupted,
        _ => usage!("cannot {doing}: {error}"),
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
