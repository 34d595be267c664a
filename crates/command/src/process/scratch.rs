//! Temporary folders, in the folder that the environment variable `TMPDIR` names.

use std::path::PathBuf;
use std::{env, fs};

use tempfile::TempDir;

use crate::output::Failure;
use crate::output::text::shown;

/// The environment variable.
const VARIABLE: &str = "TMPDIR";

/// A new temporary folder with space for a file, which is removed on drop. The error names `TMPDIR`.
pub(crate) fn folder() -> Result<TempDir, Failure> {
    let place = place();
    let folder = tempfile::tempdir_in(&place).and_then(|folder| {
        let file = folder.path().join("trial");
        fs::write(&file, [0; 4096]).and_then(|()| fs::remove_file(&file))?;
        Ok(folder)
    });
    folder.map_err(|error| {
        let place = shown(&place);
        let named = match env::var_os(VARIABLE) {
            Some(value) if !value.is_empty() => format!("{VARIABLE} is {place}"),
            Some(_) => format!("{VARIABLE} is empty, which means {place}"),
            None => format!("{VARIABLE} is not set, which means {place}"),
        };
        Failure::Usage(format!(
            "cannot use a temporary folder: {error}; {named}: set it to a folder with space in \
             which you can write"
        ))
    })
}

/// The folder of temporary folders. An empty variable counts as none, as in other programs.
pub(crate) fn place() -> PathBuf {
    let place = env::temp_dir();
    if place.as_os_str().is_empty() { PathBuf::from("/tmp") } else { place }
}
