//! Temporary folders, in the folder that the environment variable `TMPDIR` names.

use std::env;

use tempfile::TempDir;

use crate::output::Failure;
use crate::output::text::shown;

/// A new temporary folder, which is removed on drop. The error names `TMPDIR`.
pub(crate) fn folder() -> Result<TempDir, Failure> {
    tempfile::tempdir().map_err(|error| {
        let place = shown(env::temp_dir());
        Failure::Usage(format!(
            "cannot create a temporary folder in {place}: {error}; set TMPDIR to a folder in which \
             you can write"
        ))
    })
}
