//! `fuzz --prepare`: what plain `cargo fuzz run` finds by itself is in its working corpus, so the
//! checked-in inputs are copied there.

use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use super::campaign::create_folder;
use crate::commands::checkout::{Checkout, Target};
use crate::output::text::{argument, counted};
use crate::output::{Failure, files};

/// Copies the checked-in corpus of each target into its working corpus. Returns a line for each
/// target and the command that fuzzes it.
pub(super) fn prepare(checkout: &Checkout, targets: &[Target]) -> Result<String, Failure> {
    let mut out = String::new();
    for target in targets {
        let folder = checkout.working_corpus(target);
        create_folder(&folder)?;
        let seeds = checkout.files_checked_in(target);
        for seed in &seeds {
            let copy = folder.join(name_of(seed));
            fs::copy(seed, &copy).map_err(Failure::file("write", &copy))?;
        }
        let (name, count) = (&target.name, counted(seeds.len() as u64, "seed"));
        let _ = writeln!(out, "{name}: {count} in {}", files::from_here(&folder).display());
        let _ = writeln!(out, "  {}", command(target, dictionary(checkout, target).as_deref()));
    }
    Ok(out)
}

/// The name of a copy: the folder and the name of the file, since equal names of other folders are
/// other cases. The same in every run, so that it replaces the copy of an earlier one.
fn name_of(seed: &Path) -> String {
    let part = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    format!("{}-{}", part(seed.parent().and_then(Path::file_name)), part(seed.file_name()))
}

/// The dictionary of a target, a file in `fuzz/dictionaries` with its name, if there is one.
pub(super) fn dictionary(checkout: &Checkout, target: &Target) -> Option<PathBuf> {
    let path = checkout.root.join("fuzz/dictionaries").join(format!("{}.dict", target.name));
    path.is_file().then_some(path)
}

/// The command with which cargo-fuzz runs a target.
fn command(target: &Target, dictionary: Option<&Path>) -> String {
    let dictionary = dictionary
        .map(|path| format!(" -- -dict={}", argument(files::from_here(path))))
        .unwrap_or_default();
    format!("cargo fuzz run -s none {}{dictionary}", argument(&target.name))
}
