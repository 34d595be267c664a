//! Asking a program for a move.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

use runner::{End, Job, Run, Runner};

use crate::{Crash, Fault, Files};

/// How much of its standard error is kept with a fault, in bytes: the last of it.
const ERRORS_KEPT: usize = 2000;

/// How a program is asked for a move.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program and its arguments. It runs in a folder of its own, so paths are absolute.
    pub command: Vec<OsString>,
    /// The files through which it is told the board and answers; without, it has its standard input
    /// and output for that.
    pub files: Option<Files>,
}

/// What came of asking a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The answer as it was given, or why there is none.
    pub answer: Result<Vec<u8>, Fault>,
    /// How long it took, on the wall clock.
    pub time: Duration,
    /// The end of what it wrote to its standard error.
    pub errors: String,
    /// What it wrote to its standard output, whether or not that is where the answer belongs.
    pub output: Vec<u8>,
    /// How many processes it had left behind when it ended by itself. They have been ended.
    pub left: u32,
}

impl Program {
    /// Runs the program on a board, in a new folder in `scratch` that is gone afterwards.
    ///
    /// Nothing of an earlier move is in that folder, so an old answer is never taken for a new one.
    ///
    /// # Errors
    ///
    /// What the program is not to blame for: see [`Runner::run`], and a folder that cannot be made.
    pub fn ask(&self, board: &str, runner: &Runner, scratch: &Path) -> io::Result<Reply> {
        let folder = tempfile::Builder::new().prefix("move-").tempdir_in(scratch)?;
        let reply = self.ask_in(folder.path(), board, runner);
        let folder = folder.keep();
        remove_folder(&folder);
        reply
    }

    fn ask_in(&self, folder: &Path, board: &str, runner: &Runner) -> io::Result<Reply> {
        let input = match &self.files {
            Some(files) => {
                fs::write(folder.join(files.board), board)?;
                ""
            }
            None => board,
        };
        let job = Job { command: &self.command, folder, input: input.as_bytes() };
        let Run { end, output, errors, time, left } = runner.run(job)?;
        let answer = match end {
            End::Late => Err(Fault::Late),
            End::TooMuchOutput => Err(Fault::TooMuchOutput),
            End::TooManyProcesses => Err(Fault::TooManyProcesses),
            End::NotStarted(reason) => Err(Fault::NotStarted { reason }),
            End::Signalled(_) | End::Exited(1..) if self.is_answer_at_limit(folder, runner) => {
                Err(Fault::TooMuchOutput)
            }
            End::Signalled(signal) => Err(Fault::Crash(Crash::Signal(signal))),
            End::Exited(0) => match &self.files {
                Some(files) => read_answer(folder, files.answer, runner.limits().output),
                None => Ok(output.clone()),
            },
            End::Exited(code) => Err(Fault::Crash(Crash::Code(code))),
        };
        let errors = &errors[errors.len().saturating_sub(ERRORS_KEPT)..];
        let errors = String::from_utf8_lossy(errors).trim().to_owned();
        Ok(Reply { answer, time, errors, output, left })
    }
}

impl Program {
    /// Whether the file with the answer is as large as a file may be. The program may have been told
    /// so as an error, or by a signal that only a part of it noticed, and ended by itself.
    fn is_answer_at_limit(&self, folder: &Path, runner: &Runner) -> bool {
        self.files.is_some_and(|files| {
            let there = fs::symlink_metadata(folder.join(files.answer));
            there.is_ok_and(|file| file.is_file() && file.len() >= runner.limits().output)
        })
    }
}

/// Reads the file with the answer. What else may be there under its name (a folder, a link to
/// something endless, a pipe that nobody writes to) is no answer. Nothing of the program is alive any
/// more, so it stays what it is found to be.
fn read_answer(folder: &Path, name: &str, limit: u64) -> Result<Vec<u8>, Fault> {
    let path = folder.join(name);
    let none = |reason: String| Fault::NoAnswer { reason: format!("{reason} {name}") };
    let unread = |error: io::Error| Fault::NoAnswer { reason: format!("{name}: {error}") };
    match fs::symlink_metadata(&path) {
        Ok(there) if there.is_file() => {}
        Ok(there) if there.is_symlink() => return Err(none("there is only a link called".into())),
        Ok(_) => return Err(none("there is no plain file called".into())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(none("there is no".into()));
        }
        Err(error) => return Err(unread(error)),
    }
    let mut answer = Vec::new();
    let file = File::open(&path).map_err(unread)?;
    file.take(limit.saturating_add(1)).read_to_end(&mut answer).map_err(unread)?;
    if answer.len() as u64 > limit { Err(Fault::TooMuchOutput) } else { Ok(answer) }
}

/// Removes a folder that a program had for its own, as far as that is possible.
///
/// It may have locked parts of it, or nested folders so deep that no path leads down and no
/// recursion comes back. So each folder inside is first moved up, beside the one that is removed.
pub fn remove_folder(folder: &Path) {
    unlock(folder);
    let mut folders = vec![folder.to_owned()];
    let mut moved = 0_u64;
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten().flatten() {
            // Links are not followed.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                unlock(&entry.path());
                let beside = folder.with_added_extension(moved.to_string());
                moved += 1;
                if fs::rename(entry.path(), &beside).is_ok() {
                    folders.push(beside);
                }
            } else {
                let _ = fs::remove_file(entry.path());
            }
        }
        let _ = fs::remove_dir(&next);
    }
}

/// Makes a folder readable and writable.
fn unlock(folder: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
    }
    #[cfg(not(unix))]
    let _ = folder;
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::Fault;

    use super::{read_answer, remove_folder};

    #[test]
    fn only_a_plain_file_of_moderate_size_is_an_answer() {
        let folder = tempfile::tempdir().unwrap();
        let read = |name| read_answer(folder.path(), name, 5);
        let reason = |name| match read(name) {
            Err(Fault::NoAnswer { reason }) => reason,
            other => panic!("{other:?}"),
        };
        assert_eq!(reason("none"), "there is no none");
        fs::create_dir(folder.path().join("folder")).unwrap();
        assert_eq!(reason("folder"), "there is no plain file called folder");
        fs::write(folder.path().join("file"), "12345").unwrap();
        assert_eq!(read("file"), Ok(b"12345".to_vec()));
        fs::write(folder.path().join("large"), "123456").unwrap();
        assert_eq!(read("large"), Err(Fault::TooMuchOutput));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("file", folder.path().join("link")).unwrap();
            assert_eq!(reason("link"), "there is only a link called link");
        }
    }

    #[test]
    fn a_folder_with_anything_in_it_is_removed() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("move");
        let mut deep = folder.clone();
        for _ in 0..100 {
            deep.push("d");
        }
        fs::create_dir_all(&deep).unwrap();
        fs::write(deep.join("file"), "").unwrap();
        fs::write(folder.join("file"), "").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::create_dir_all(folder.join("locked/inside")).unwrap();
            let nothing = fs::Permissions::from_mode(0o000);
            fs::set_permissions(folder.join("locked"), nothing.clone()).unwrap();
            fs::set_permissions(folder.join("d"), nothing).unwrap();
            std::os::unix::fs::symlink("/", folder.join("link")).unwrap();
        }
        remove_folder(&folder);
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0);
    }
}
