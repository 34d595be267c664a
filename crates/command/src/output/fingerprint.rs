//! Fingerprints of files, by which a later look tells whether they are still the same.

use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::output::files;

/// The contents of a file at some time. A later look costs a call of `stat`, unless the file was
/// touched since: only then is it read.
#[derive(Debug)]
pub(crate) struct Fingerprint {
    pub(crate) path: PathBuf,
    /// SHA-256 in hexadecimal; empty for a file that may not be read, such as a program that may
    /// only be executed.
    pub(crate) digest: String,
    /// The state in which the file had this digest, once it is known.
    known: Mutex<Option<State>>,
}

impl Fingerprint {
    /// The fingerprint of a file as it is now.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        // Before it is read: a file that changes meanwhile is read again at the next look.
        let state = State::of(&path.metadata()?);
        Ok(Self { path: path.into(), digest: digest(path)?, known: Mutex::new(Some(state)) })
    }

    /// The fingerprint of a file that should have this digest.
    pub(crate) fn expected(path: &Path, digest: &str) -> Self {
        Self { path: path.into(), digest: digest.into(), known: Mutex::default() }
    }

    /// The change of the file since then, as the predicate of a sentence; `None` if its contents
    /// are the same, even if another file has taken its place.
    pub(crate) fn change(&self) -> Option<String> {
        let state = match self.path.metadata() {
            // Reading a pipe would not end.
            Ok(found) if !found.is_file() => return Some("is no plain file".into()),
            Ok(found) => State::of(&found),
            Err(error) => return Some(unavailable(&error)),
        };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if *known == Some(state) {
            return None;
        }
        match digest(&self.path) {
            Ok(found) if found != self.digest => return Some("has changed".into()),
            Ok(found) if found.is_empty() && known.is_some_and(|it| !it.is_like(&state)) => {
                return Some("has changed".into());
            }
            Ok(_) => *known = Some(state),
            Err(error) => return Some(unavailable(&error)),
        }
        None
    }
}

fn unavailable(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "is not there".into(),
        _ => format!("cannot be read: {error}"),
    }
}

fn digest(path: &Path) -> io::Result<String> {
    match files::sha256(path) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(String::new()),
        done => done,
    }
}

/// Identity and times of a file, which change with its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    size: u64,
    /// Device and inode.
    #[cfg(unix)]
    place: [u64; 2],
    /// Modification and change, in seconds and nanoseconds.
    #[cfg(unix)]
    times: [i64; 4],
    #[cfg(not(unix))]
    times: Option<std::time::SystemTime>,
}

impl State {
    /// The state of the file at a path, or of the link there; `None` if there is none.
    pub(crate) fn of_path(path: &Path) -> Option<Self> {
        path.symlink_metadata().ok().map(|found| Self::of(&found))
    }

    /// True if this is the state of an open file, apart from its times.
    pub(crate) fn is_of(&self, file: &File) -> bool {
        file.metadata().is_ok_and(|found| self.is_like(&Self::of(&found)))
    }

    #[cfg(unix)]
    pub(crate) fn of(file: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;

        let times = [file.mtime(), file.mtime_nsec(), file.ctime(), file.ctime_nsec()];
        Self { size: file.len(), place: [file.dev(), file.ino()], times }
    }

    #[cfg(not(unix))]
    pub(crate) fn of(file: &Metadata) -> Self {
        Self { size: file.len(), times: file.modified().ok() }
    }

    /// True if only the times differ.
    fn is_like(&self, other: &Self) -> bool {
        *self == Self { times: self.times, ..*other }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::time::{Duration, SystemTime};

    use super::Fingerprint;

    #[test]
    fn a_file_has_changed_if_its_contents_have() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "one").unwrap();
        let print = Fingerprint::of(&path).unwrap();
        let expected = Fingerprint::expected(&path, &print.digest);
        let change = || {
            let change = print.change();
            assert_eq!(expected.change(), change);
            change
        };
        assert_eq!(change(), None);
        // A touch, and a copy in its place.
        let time = SystemTime::now() + Duration::from_secs(5);
        File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
        assert_eq!(change(), None);
        fs::copy(&path, folder.path().join("copy")).unwrap();
        fs::rename(folder.path().join("copy"), &path).unwrap();
        assert_eq!(change(), None);
        fs::write(&path, "two").unwrap();
        assert_eq!(change().as_deref(), Some("has changed"));
        fs::write(&path, "one").unwrap();
        assert_eq!(change(), None);
        fs::remove_file(&path).unwrap();
        assert_eq!(change().as_deref(), Some("is not there"));
    }
}
