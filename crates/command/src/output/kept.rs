//! Files that this run has written and that a message says are kept, while programs of others ran
//! that might remove them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};

use crate::output::fingerprint::Fingerprint;
use crate::output::text::shown;
use crate::output::{Failure, files};

/// The files that are kept.
#[derive(Debug, Default)]
pub(crate) struct Kept(Mutex<BTreeMap<PathBuf, Fingerprint>>);

impl Kept {
    /// Adds a file with these contents, or replaces what was known about it.
    pub(crate) fn add(&self, path: &Path, contents: impl AsRef<[u8]>) {
        let digest = files::hexadecimal(&Sha256::digest(contents));
        let file = Fingerprint::expected(path, &digest);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path.into(), file);
    }

    /// Leaves out a file that this run has removed.
    pub(crate) fn forget(&self, path: &Path) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(path);
    }

    /// A file that is no longer as it was written, and its change: `FILE is not there`.
    pub(crate) fn lost(&self) -> Option<String> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.values().find_map(|file| Some(format!("{} {}", shown(&file.path), file.change()?)))
    }

    /// Fails if a file was lost.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        self.lost().map_or(Ok(()), |lost| Err(failure(&lost)))
    }
}

/// The failure of a run whose files were lost; `lost` as of [`Kept::lost`].
pub(crate) fn failure(lost: &str) -> Failure {
    Failure::Usage(format!(
        "{lost} since this command wrote it; a program may have done that, which the sandbox \
         prevents (--isolation require)"
    ))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::Kept;

    #[test]
    fn a_file_is_kept_until_it_is_removed_or_changed() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
        let kept = Kept::default();
        for path in [&one, &two] {
            fs::write(path, "text").unwrap();
            kept.add(path, "text");
        }
        assert!(kept.check().is_ok());
        fs::remove_file(&one).unwrap();
        assert!(kept.lost().unwrap().ends_with("one is not there"));
        kept.forget(&one);
        assert!(kept.check().is_ok());
        fs::write(&two, "more").unwrap();
        assert!(kept.lost().unwrap().ends_with("two has changed"));
        kept.add(&two, "more");
        assert!(kept.check().is_ok());
        fs::remove_file(&two).unwrap();
        fs::create_dir(&two).unwrap();
        assert!(kept.lost().unwrap().ends_with("two is no plain file"));
    }
}
