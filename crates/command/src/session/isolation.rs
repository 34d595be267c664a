//! The option `--isolation`: how far programs are kept apart from the rest of the system.

use std::sync::OnceLock;

use clap::{Args, ValueEnum};
use twinboard_runner::{Available, Level, Runner};

use crate::output::{self, Failure};

#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct IsolationOption {
    /// Isolation of programs, see docs/isolation.md [default: best].
    #[arg(long, value_name = "none|best|require", value_enum, default_value_t)]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    isolation: Wanted,
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
    /// Isolates the programs of a runner, and prints what this machine does not give.
    pub(crate) fn apply(&self, option: IsolationOption, runner: Runner) -> Result<Runner, Failure> {
        if option.isolation == Wanted::None {
            return Ok(runner.with_level(*self.used.get_or_init(|| Level::Limits)));
        }
        let Available { level, missing } = self.available(&runner)?;
        if option.isolation == Wanted::Require
            && let Some((best, reason)) = missing.first()
        {
            return Err(Failure::Usage(format!(
                "--isolation require: no {best} on this machine: {reason}; `--isolation best` \
                 would use: {level}"
            )));
        }
        Ok(runner.with_level(*self.used.get_or_init(|| *level)))
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
        let found = runner.available().map_err(|error| {
            Failure::Usage(format!("cannot start the launcher of programs: {error}"))
        })?;
        for (level, reason) in &found.missing {
            output::print_error_line(format!("isolation: no {level} on this machine: {reason}"));
        }
        if !found.missing.is_empty() {
            output::print_error_line(format!("isolation: {}", found.level));
        }
        Ok(self.available.get_or_init(|| found))
    }
}
