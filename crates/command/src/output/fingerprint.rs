//! Fingerprints of files, by which a later look tells whether they are still the same.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use crate::output::files;

/// The contents of a file at some time. A later look costs a call of `stat`, unless the file was
/// touched since: only then is it read.
#[derive(Debug)]
pub(crate) struct Fingerprint {
    pub(crate) path: PathBuf,
    /// SHA-256 in hexadecimal; the size of a program that may only be executed.
    pub(crate) digest: String,
    /// Size in bytes and time of the last modification at which the file had this digest.
    known: Mutex<Option<(u64, Option<SystemTime>)>>,
}

impl Fingerprint {
    /// The fingerprint of a file as it is now.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        // Before it is read: a file that changes meanwhile is read again at the next look.
        let found = path.metadata()?;
        let known = Mutex::new(Some((found.len(), found.modified().ok())));
        Ok(Self { path: path.into(), digest: digest(path)?, known })
    }

    /// The fingerprint of a file that should have this digest.
    pub(crate) fn expected(path: &Path, digest: &str) -> Self {
        Self { path: path.into(), digest: digest.into(), known: Mutex::default() }
    }

    /// The change of the file since then, as the predicate of a sentence; `None` if its contents
    /// are the same, even if another file has taken its place.
    pub(crate) fn change(&self) -> Option<String> {
        let found = match self.path.metadata() {
            // Reading a pipe would not end.
            Ok(found) if !found.is_file() => return Some("is no plain file".into()),
            Ok(found) => (found.len(), found.modified().ok()),
            Err(error) => return Some(unavailable(&error)),
        };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if *known == Some(found) {
            return None;
        }
        match digest(&self.path) {
            Ok(digest) if digest != self.digest => return Some("has changed".into()),
            Ok(_) => *known = Some(found),
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
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            Ok(format!("{} bytes", path.metadata()?.len()))
        }
        done => done,
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
