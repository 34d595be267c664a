//! Asks a program for a move.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

use twinboard_runner::{End, Job, Run, Runner};

use crate::contest::Files;
use crate::foul::{Crash, Foul};

/// Number of bytes of standard error, from its end, that are kept with a foul.
const ERRORS_KEPT: usize = 2000;

/// A player that is a program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Program and arguments. It runs in a temporary folder, so paths must be absolute.
    pub command: Vec<OsString>,
    /// Files for board and answer; `None` for standard input and output.
    pub files: Option<Files>,
}

/// Reply of a player who was asked for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The unjudged answer, or the foul that prevented it.
    pub answer: Result<Vec<u8>, Foul>,
    /// Wall-clock time of the answer.
    pub time: Duration,
    /// End of standard error.
    pub errors: String,
    /// Standard output, whether or not the answer belongs there.
    pub output: Vec<u8>,
    /// Number of processes left behind by a program that ended by itself; they have been killed.
    pub left: u32,
}

impl Program {
    /// Runs the program on a board, in a new folder in `scratch` that is removed afterwards.
    ///
    /// Each move gets an empty folder, so an old answer is never taken for a new one.
    ///
    /// # Errors
    ///
    /// Only failures for which the program is not responsible: those of [`Runner::run`], and a
    /// folder that cannot be created.
    pub fn ask(&self, board: &str, runner: &Runner, scratch: &Path) -> io::Result<Reply> {
        let folder = tempfile::Builder::new().prefix("move-").tempdir_in(scratch)?;
        // Whatever the umask of the user.
        unlock(folder.path());
        let reply = self.ask_in(folder.path(), board, runner);
        remove_folder(&folder.keep());
        reply
    }

    fn ask_in(&self, folder: &Path, board: &str, runner: &Runner) -> io::Result<Reply> {
        let input = match &self.files {
            Some(files) => {
                let path = folder.join(files.board);
                fs::write(&path, board).map_err(|error| {
                    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
                })?;
                ""
            }
            None => board,
        };
        let job = Job { command: &self.command, folder, input: input.as_bytes() };
        let Run { end, output, errors, time, left } = runner.run(job)?;
        let answer = match end {
            End::Late => Err(Foul::Late),
            End::TooMuchOutput => Err(Foul::TooMuchOutput),
            End::TooManyProcesses => Err(Foul::TooManyProcesses),
            End::NotStarted(reason) => Err(Foul::NotStarted { reason }),
            End::Unwatched(reason) => Err(Foul::Crash(Crash::Unwatched(reason))),
            End::Signalled(_) | End::Exited(1..) if self.is_answer_at_limit(folder, runner) => {
                Err(Foul::TooMuchOutput)
            }
            End::Signalled(signal) => Err(Foul::Crash(Crash::Signal(signal))),
            End::Exited(0) => match &self.files {
                Some(files) => read_answer(folder, files.answer, runner.limits().output),
                None => Ok(output.clone()),
            },
            End::Exited(code) => Err(Foul::Crash(Crash::Code(code))),
        };
        let errors = &errors[errors.len().saturating_sub(ERRORS_KEPT)..];
        let errors = String::from_utf8_lossy(errors).trim().to_owned();
        Ok(Reply { answer, time, errors, output, left })
    }
}

impl Program {
    /// True if the answer file has reached the size limit. Such a program can end in several ways:
    /// on a write error, or on the signal, which may hit only one of its processes.
    fn is_answer_at_limit(&self, folder: &Path, runner: &Runner) -> bool {
        self.files.is_some_and(|files| {
            let metadata = fs::symlink_metadata(folder.join(files.answer));
            metadata.is_ok_and(|file| file.is_file() && file.len() >= runner.limits().output)
        })
    }
}

/// Reads the answer file, which must be a regular file: a link may lead to an endless device, and a
/// pipe without a writer would block. The program has no process left, so the file cannot change
/// between the check and the read.
fn read_answer(folder: &Path, name: &str, limit: u64) -> Result<Vec<u8>, Foul> {
    let path = folder.join(name);
    let none = |reason: String| Foul::NoAnswer { reason: format!("{reason} {name}") };
    let unread = |error: io::Error| Foul::NoAnswer { reason: format!("{name}: {error}") };
    match fs::symlink_metadata(&path) {
        Ok(found) if found.is_file() => {}
        Ok(found) if found.is_symlink() => return Err(none("there is only a link called".into())),
        Ok(_) => return Err(none("there is no plain file called".into())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(none("there is no".into()));
        }
        Err(error) => return Err(unread(error)),
    }
    let mut answer = Vec::new();
    let file = File::open(&path).map_err(unread)?;
    file.take(limit.saturating_add(1)).read_to_end(&mut answer).map_err(unread)?;
    if answer.len() as u64 > limit { Err(Foul::TooMuchOutput) } else { Ok(answer) }
}

/// Removes the temporary folder of a program, as far as that is possible.
///
/// The program may have revoked permissions, or nested folders so deeply that paths are too long
/// and recursion overflows the stack. So each inner folder is first moved next to `folder`.
fn remove_folder(folder: &Path) {
    // A program that is not isolated may have put a link to a folder of the user's in its place.
    if fs::symlink_metadata(folder).is_ok_and(|found| !found.is_dir()) {
        let _ = fs::remove_file(folder);
        return;
    }
    unlock(folder);
    let mut folders = vec![folder.to_owned()];
    let mut moved = 0_u64;
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten().flatten() {
            // `file_type` does not follow links.
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

    use super::remove_folder;

    #[cfg(unix)]
    #[test]
    fn a_link_in_place_of_the_folder_is_removed_and_its_target_is_untouched() {
        use std::os::unix::fs::PermissionsExt;

        let scratch = tempfile::tempdir().unwrap();
        let (folder, target) = (scratch.path().join("move"), scratch.path().join("user"));
        fs::create_dir(&target).unwrap();
        fs::write(target.join("file"), "").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o750)).unwrap();
        std::os::unix::fs::symlink(&target, &folder).unwrap();
        remove_folder(&folder);
        assert!(fs::symlink_metadata(&folder).is_err(), "the link is still there");
        assert!(target.join("file").exists(), "the user's file is gone");
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o750);
    }

    #[test]
    fn a_folder_is_removed_whatever_its_contents() {
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
