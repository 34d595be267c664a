//! Environment of programs: an allow-list, since variables of the user may be secrets.

use std::ffi::{OsStr, OsString};
#[cfg(unix)]
use std::{env, io, path::Path, process::Command};

/// Variables of the caller that every program gets, besides those whose names begin with
/// [`LOCALE`].
const PASSED: [&str; 4] = ["PATH", "LANG", "TERM", "TZ"];

/// Beginning of the names of variables for parts of the locale.
const LOCALE: &[u8] = b"LC_";

/// Variables that are added to those that every program gets, with their values. The last one of a
/// name counts.
pub(crate) type Added = Vec<(OsString, OsString)>;

/// True if every program gets this variable of the caller.
#[must_use]
pub fn is_passed(name: &OsStr) -> bool {
    PASSED.iter().any(|passed| name == *passed) || name.as_encoded_bytes().starts_with(LOCALE)
}

/// Gives a launcher the environment of its program, which then is all that the program could read
/// in the launcher, too. The home folder is `folder`.
///
/// # Errors
///
/// The folder does not exist, or an added variable has a name that no program could read.
#[cfg(unix)]
pub(crate) fn set(launcher: &mut Command, folder: &Path, added: &Added) -> io::Result<()> {
    let is_name = |name: &OsString| {
        let bytes = name.as_encoded_bytes();
        !bytes.is_empty() && !bytes.contains(&b'=')
    };
    if let Some((name, _)) = added.iter().find(|(name, _)| !is_name(name)) {
        let message = format!("`{}` is no name of an environment variable", name.display());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    launcher
        .env_clear()
        .envs(env::vars_os().filter(|(name, _)| is_passed(name)))
        .env("HOME", folder.canonicalize()?)
        .envs(added.iter().cloned());
    Ok(())
}
