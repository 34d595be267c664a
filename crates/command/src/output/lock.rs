//! Locks that keep two runs from writing into each other's files.

use std::env;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::output::fingerprint::State;
use crate::output::text::{argument, shown};
use crate::output::{self, Failure};

/// A file that this process has locked, with the name of this process in it. The system ends the lock with
/// the process, however that ends; a file that is left locks nobody out.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    _file: File,
    /// True if the folder did not exist before.
    is_folder_new: bool,
}

impl Lock {
    /// Locks a file at `path`, for writing to `place`, which is named by `option`. `None` where
    /// nothing can be locked: on a read-only file system, on a full disk, or without support for
    /// locks. That is said, and work goes on without.
    ///
    /// # Errors
    ///
    /// Another process has locked it.
    pub(crate) fn take(path: &Path, place: &Path, option: &str) -> Result<Option<Self>, Failure> {
        match Self::try_take(path) {
            Ok(Ok(lock)) => Ok(Some(lock)),
            Ok(Err(owner)) => Err(Failure::Usage(format!(
                "{} is in use by {owner}; wait for its end, or choose another place with {option}",
                shown(place)
            ))),
            Err(error) => {
                let place = shown(place);
                output::print_error_line(format!(
                    "cannot lock {place}: {error}; another run may write there meanwhile"
                ));
                Ok(None)
            }
        }
    }

    /// The lock, or the process that has it.
    fn try_take(path: &Path) -> io::Result<Result<Self, String>> {
        let folder = path.parent().unwrap_or(Path::new("."));
        let is_folder_new = !folder.as_os_str().is_empty() && !folder.exists();
        if is_folder_new {
            fs::create_dir_all(folder)?;
        }
        let started = Instant::now();
        loop {
            // Nothing is written through a link, or to a device.
            if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
                return Err(io::Error::other(format!("{} is no file", shown(path))));
            }
            let mut file = OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(path)?;
            match file.try_lock() {
                // Its owner may have removed it in the meantime.
                Ok(()) if !State::of_path(path).is_some_and(|state| state.is_of(&file)) => {}
                Ok(()) => {
                    if !is_of_lock(&mut file)? {
                        return Err(io::Error::other(format!("{} is another file", shown(path))));
                    }
                    // Only for the message of another run: a full disk does no harm.
                    let _ = file.set_len(0).and_then(|()| file.write_all(owner().as_bytes()));
                    return Ok(Ok(Self { path: path.into(), _file: file, is_folder_new }));
                }
                // A child that a killed process was about to start shares its lock for a moment.
                Err(TryLockError::WouldBlock) if started.elapsed() < PATIENCE => {
                    thread::sleep(Duration::from_millis(20));
                }
                Err(TryLockError::WouldBlock) => {
                    let mut owner = String::new();
                    let read = file
                        .rewind()
                        .and_then(|()| file.take(OWNER_MAX).read_to_string(&mut owner));
                    let is_known = read.is_ok() && !owner.trim().is_empty();
                    let unknown = "another process".to_owned();
                    return Ok(Err(if is_known { shown(owner.trim()) } else { unknown }));
                }
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
    }
}

/// Time to wait for another process that is about to end.
const PATIENCE: Duration = Duration::from_secs(1);

/// Maximum length of the text about the owner, in bytes.
const OWNER_MAX: u64 = 4096;

/// This process, as other runs name it: without its options, which may have secrets.
fn owner() -> String {
    let words: Vec<String> = env::args_os().take(3).map(argument).collect();
    format!("process {} ({})", std::process::id(), words.join(" "))
}

/// True if a file is empty, or has the text of a lock.
fn is_of_lock(file: &mut File) -> io::Result<bool> {
    let mut begin = Vec::new();
    file.take(OWNER_MAX).read_to_end(&mut begin)?;
    file.rewind()?;
    Ok(begin.is_empty() || begin.starts_with(b"process "))
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
        if self.is_folder_new
            && let Some(folder) = self.path.parent()
        {
            // Fails if there are results in it.
            let _ = fs::remove_dir(folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Lock;

    #[test]
    fn one_run_at_a_time_has_a_lock_and_a_file_that_was_left_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let path = out.join(".lock");
        let first = Lock::try_take(&path).unwrap().unwrap();
        let owner = Lock::try_take(&path).unwrap().unwrap_err();
        assert!(owner.starts_with(&format!("process {} (", std::process::id())), "{owner}");
        drop(first);
        assert!(!out.exists(), "nothing is left");
        std::fs::create_dir(&out).unwrap();
        std::fs::write(&path, "process 1").unwrap();
        drop(Lock::try_take(&path).unwrap().unwrap());
        assert!(out.exists() && !path.exists());
    }

    #[cfg(unix)]
    #[test]
    fn where_nothing_can_be_locked_work_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let [link, target] = ["link", "target"].map(|name| folder.path().join(name));
        std::fs::write(&target, "the user's").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        assert!(Lock::take(&link, folder.path(), "--out").unwrap().is_none());
        assert_eq!(std::fs::read(&target).unwrap(), b"the user's");
        assert!(Lock::take(&target, folder.path(), "--out").unwrap().is_none());
        assert_eq!(std::fs::read(&target).unwrap(), b"the user's");
        assert!(Lock::take("/dev/null/lock".as_ref(), folder.path(), "--out").unwrap().is_none());
    }
}
