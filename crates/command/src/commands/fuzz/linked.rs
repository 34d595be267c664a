//! Runs libFuzzer's merge, which starts its own program once more through a shell and quotes nothing:
//! a blank in any path would lose all inputs, and libFuzzer would still succeed.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{fs, io};

use tempfile::TempDir;

use super::keep;
use super::process::{self, Ended};
use crate::output::Failure;
use crate::process::scratch;

/// A line that libFuzzer prints when the process that it started has read all inputs.
const MERGED: &str = "MERGE-OUTER: successful in";

/// A new folder from which a merge runs. In it, links with plain names lead to everything that the
/// merge names, so that no path of the user's reaches the shell.
pub(super) struct LinkedFolder {
    folder: TempDir,
    names: Vec<OsString>,
}

impl LinkedFolder {
    pub(super) fn new() -> Result<Self, Failure> {
        Ok(Self { folder: scratch::folder()?, names: Vec::new() })
    }

    /// The path of an entry that is not a link.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Links a folder under a name of the caller's.
    pub(super) fn link_as(&self, name: &str, to: &Path) -> io::Result<()> {
        link(&std::path::absolute(to)?, &self.path(name))
    }

    /// Links a folder whose inputs are to be merged, or each of them under a plain name if one has a
    /// line feed: the control file of the merge has a line for each input.
    pub(super) fn add(&mut self, to: &Path) -> io::Result<()> {
        let name = format!("given-{}", self.names.len());
        let inputs = keep::names(to)?;
        if inputs.iter().all(|path| !path.as_os_str().as_encoded_bytes().contains(&b'\n')) {
            self.link_as(&name, to)?;
        } else {
            fs::create_dir(self.path(&name))?;
            for (number, input) in inputs.iter().enumerate() {
                self.link_as(&format!("{name}/{number}"), input)?;
            }
        }
        self.names.push(name.into());
        Ok(())
    }

    /// Merges the added folders into the entry `into`. `arguments` may name entries.
    ///
    /// # Errors
    ///
    /// The program cannot be started, or it says that it succeeded but has not merged.
    pub(super) fn merge(
        &self,
        program: &Command,
        mut arguments: Vec<OsString>,
        into: &str,
        time: Duration,
        is_stopped: &dyn Fn() -> bool,
        listen: &mut dyn FnMut(Option<&str>) -> bool,
    ) -> io::Result<Ended> {
        let mut program = self.by_link(program)?;
        // The control file of the merge has a path, too.
        program.current_dir(self.folder.path()).env("TMPDIR", ".");
        arguments.push(into.into());
        arguments.extend(self.names.iter().cloned());
        let mut is_merged = false;
        let ended = process::run(&mut program, &arguments, time, is_stopped, &mut |line| {
            is_merged |= line.is_some_and(|line| line.starts_with(MERGED));
            listen(line)
        })?;
        if ended.is_success() && !is_merged {
            let lines = Vec::from(ended.last_lines).join("\n");
            return Err(io::Error::other(format!(
                "libFuzzer has not merged; it printed:\n{lines}"
            )));
        }
        Ok(ended)
    }

    /// The program with a link to it as the name that libFuzzer passes to the shell.
    fn by_link(&self, program: &Command) -> io::Result<Command> {
        let path = std::path::absolute(program.get_program())?;
        let mut linked = Command::new(&path);
        let set = program.get_envs().filter_map(|(name, value)| Some((name, value?)));
        linked.envs(set);
        #[cfg(unix)]
        {
            self.link_as("target", &path)?;
            std::os::unix::process::CommandExt::arg0(&mut linked, "./target");
        }
        Ok(linked)
    }
}

#[cfg(unix)]
fn link(to: &Path, path: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(to, path)
}

#[cfg(windows)]
fn link(to: &Path, path: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_dir(to, path)
}
