//! libFuzzer's merge, which starts its own program once more through a shell and quotes nothing: a
//! blank in any path would lose all inputs, and libFuzzer would still succeed. So it runs in a new
//! folder with copies of the inputs under plain names.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{fs, io};

use tempfile::TempDir;

use super::process::{self, Ended};
use crate::output::Failure;

/// A line that libFuzzer prints when the process that it started has read all inputs.
const MERGED: &str = "MERGE-OUTER: successful in";

/// Name of the folder for inputs that fail.
pub(super) const ARTIFACTS: &str = "artifacts";

pub(super) struct Merge<'a> {
    pub(super) options: Vec<OsString>,
    /// Name of the folder of the known inputs, to which libFuzzer adds others.
    pub(super) into: &'a str,
    pub(super) known: Vec<PathBuf>,
    pub(super) given: Vec<BTreeSet<PathBuf>>,
    pub(super) time: Duration,
}

/// Inputs that were added, in a folder that is removed with this value.
pub(super) struct Merged {
    folder: TempDir,
    /// Empty if the merge has failed or was ended.
    pub(super) added: BTreeSet<PathBuf>,
    pub(super) ended: Ended,
}

impl Merged {
    /// Path of a file that the target has named.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

impl Merge<'_> {
    /// Merges the inputs by a target.
    /// Errors: the program cannot be started, or it says that it succeeded but has not merged.
    pub(super) fn run(
        self,
        program: &Command,
        is_stopped: &dyn Fn() -> bool,
        listen: &mut dyn FnMut(Option<&str>) -> bool,
    ) -> Result<Merged, Failure> {
        let folder = crate::process::scratch_folder()?;
        let failure = Failure::file("merge in", folder.path());
        let into = folder.path().join(self.into);
        let mut arguments = self.options;
        arguments.push(self.into.into());
        let prepared = copy(&self.known, &into)
            .and_then(|()| fs::create_dir(folder.path().join(ARTIFACTS)))
            .and_then(|()| {
                self.given.iter().enumerate().try_for_each(|(number, inputs)| {
                    let name = format!("given-{number}");
                    arguments.push((&name).into());
                    copy(inputs, &folder.path().join(name))
                })
            });
        let before = prepared.and_then(|()| names(&into)).map_err(failure)?;
        let mut program = by_plain_name(program, folder.path()).map_err(failure)?;
        // The control file of the merge has a path, too.
        program.current_dir(folder.path()).env("TMPDIR", ".");
        let mut is_merged = false;
        let mut listen = |line: Option<&str>| {
            is_merged |= line.is_some_and(|line| line.starts_with(MERGED));
            listen(line)
        };
        let ended = process::run(&mut program, &arguments, self.time, is_stopped, &mut listen);
        let ended = ended.map_err(failure)?;
        if ended.is_success() && !is_merged {
            let lines = Vec::from(ended.last_lines).join("\n");
            let message = format!("libFuzzer has not merged; it printed:\n{lines}");
            return Err(failure(io::Error::other(message)));
        }
        let mut added = BTreeSet::new();
        if ended.is_success() {
            added = &names(&into).map_err(failure)? - &before;
        }
        Ok(Merged { folder, added, ended })
    }
}

pub(super) fn names(folder: &Path) -> io::Result<BTreeSet<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}

/// Copies files into a new folder, under numbers.
fn copy<'a>(files: impl IntoIterator<Item = &'a PathBuf>, folder: &Path) -> io::Result<()> {
    fs::create_dir(folder)?;
    let copy = |(number, file): (usize, &PathBuf)| fs::copy(file, folder.join(number.to_string()));
    files.into_iter().enumerate().try_for_each(|file| copy(file).map(drop))
}

/// The program under the name `./target`, which it passes to the shell.
fn by_plain_name(program: &Command, folder: &Path) -> io::Result<Command> {
    let path = std::path::absolute(program.get_program())?;
    let mut renamed = Command::new(&path);
    renamed.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&path, folder.join("target"))?;
        std::os::unix::process::CommandExt::arg0(&mut renamed, "./target");
    }
    Ok(renamed)
}
