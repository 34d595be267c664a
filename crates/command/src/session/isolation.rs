//! Options of commands that run untrusted programs: `--isolation`, the level of the sandbox, and
//! `--env`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::{Args, ValueEnum};
use twinboard_runner::{Available, Level, Runner};

use super::environment::EnvironmentOption;
use crate::output::text::shown;
use crate::output::{self, Failure};
use crate::process::programs;

/// Options of commands that run untrusted programs.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ProgramOptions {
    /// Isolation of programs, see docs/isolation.md [default: best].
    #[arg(long, value_name = "none|best|require", value_enum, default_value_t)]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    isolation: Wanted,
    #[command(flatten)]
    pub(crate) environment: EnvironmentOption,
}

impl ProgramOptions {
    /// These options for games that were begun with variables of these names.
    ///
    /// # Errors
    ///
    /// A variable has no value, or the games were begun without it.
    pub(crate) fn resumed(&self, begun_with: &[String]) -> Result<Self, Failure> {
        Ok(Self { environment: self.environment.resumed(begun_with)?, ..*self })
    }

    /// Hints at what a program that failed at its start did not get, each a line.
    pub(crate) fn hint(&self) -> String {
        let isolation = match self.isolation {
            Wanted::None => "",
            _ => {
                "\nhint: it can write to no file of yours; --isolation none starts it without a sandbox"
            }
        };
        self.environment.hint() + isolation
    }

    /// These options as arguments, without those that have their default.
    pub(crate) fn arguments(&self) -> Vec<OsString> {
        let level = self.isolation.to_possible_value().filter(|_| self.isolation != Wanted::Best);
        let level = level.map(|level| ["--isolation".into(), level.get_name().into()]);
        let variables = self.environment.values().map(|value| ["--env".into(), value]);
        level.into_iter().chain(variables).flatten().collect()
    }
}

fn cannot_start(error: &impl std::fmt::Display) -> Failure {
    usage!("cannot start the launcher of programs: {error}")
}

/// Isolation that is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Wanted {
    /// Limits only: programs can do what you can.
    None,
    /// The best that this machine gives; said if that is no sandbox.
    #[default]
    Best,
    /// A sandbox, or an error.
    Require,
}

/// The isolation of all programs that the command starts.
#[derive(Debug, Default)]
pub(crate) struct Isolation {
    /// The best level of this machine, once it was looked for.
    available: OnceLock<Available>,
    /// The level of the programs, once a runner has one.
    used: OnceLock<Level>,
}

impl Isolation {
    /// Isolates the programs of a runner and gives them their variables, and prints what this machine
    /// does not give.
    pub(crate) fn apply(&self, option: &ProgramOptions, runner: Runner) -> Result<Runner, Failure> {
        let runner = option.environment.apply(runner);
        if option.isolation == Wanted::None {
            if self.used.get().is_none() {
                let missing =
                    runner.missing(Level::Limits).map_err(|error| cannot_start(&error))?;
                missing.map_or(Ok(()), |reason| Err(cannot_start(&reason)))?;
            }
            return Ok(runner.with_level(*self.used.get_or_init(|| Level::Limits)));
        }
        let Available { level, missing } = self.available(&runner)?;
        if option.isolation == Wanted::Require
            && let Some((best, reason)) = missing.first()
        {
            return Err(usage!(
                "--isolation require: no {best} on this machine: {reason}; `--isolation best` \
                 would use: {level}"
            ));
        }
        Ok(runner.with_level(*self.used.get_or_init(|| *level)))
    }

    /// Fails if a sandbox hides the program of a command line, or its script, which runs in
    /// `folder`; `None` for a folder that is new.
    pub(crate) fn check_visible(
        runner: &Runner,
        words: &[OsString],
        folder: Option<&Path>,
    ) -> Result<(), Failure> {
        for file in programs::files_of(words, programs::may_be_script) {
            // The file that a link leads to, too.
            let paths = [Some(file.clone()), file.canonicalize().ok()];
            let hides = |path: &PathBuf| runner.hides(path, folder);
            if let Some(place) = paths.iter().flatten().find_map(hides) {
                return Err(usage!(
                    "cannot run {}: it lies in {place}, which is private in the sandbox; move it to \
                     another folder, or run it without a sandbox (--isolation none)",
                    shown(&file)
                ));
            }
        }
        Ok(())
    }

    /// Name of the level for the results; `None` if no program was isolated.
    pub(crate) fn used(&self) -> Option<&'static str> {
        self.used.get().map(|level| level.name())
    }

    /// The best level of this machine. Found once; what is missing is printed then.
    pub(crate) fn available(&self, runner: &Runner) -> Result<&Available, Failure> {
        if let Some(available) = self.available.get() {
            return Ok(available);
        }
        let found = runner.available().map_err(|error| cannot_start(&error))?;
        for (level, reason) in &found.missing {
            output::print_error_line(format!("isolation: no {level} on this machine: {reason}"));
        }
        if !found.missing.is_empty() {
            output::print_error_line(format!("isolation: {}", found.level));
        }
        Ok(self.available.get_or_init(|| found))
    }
}
