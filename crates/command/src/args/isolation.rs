//! The option `--isolation`: how far programs are kept apart from the rest of the system.

use std::sync::OnceLock;

use clap::{Args, ValueEnum};
use twinboard_runner::{Available, Level, Runner};

use crate::failure::Failure;
use crate::output;

#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct IsolationOption {
    /// Isolation of programs, see docs/isolation.md [default: best].
    #[arg(long, value_name = "none|best|require", value_enum, default_value_t)]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    isolation: Isolation,
}

/// Isolation that is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Isolation {
    /// Limits only: programs can do what you can.
    None,
    /// The best that this machine gives; said if that is no sandbox.
    #[default]
    Best,
    /// A sandbox, or an error.
    Require,
}

impl IsolationOption {
    /// Isolates the programs of a runner, and prints what this machine does not give.
    pub(crate) fn apply(self, runner: Runner) -> Result<Runner, Failure> {
        if self.isolation == Isolation::None {
            return Ok(runner.with_level(*USED.get_or_init(|| Level::Limits)));
        }
        let Available { level, missing } = available(&runner)?;
        if self.isolation == Isolation::Require
            && let Some((best, reason)) = missing.first()
        {
            return Err(Failure::Usage(format!(
                "--isolation require: no {best} on this machine: {reason}; `--isolation best` \
                 would use: {level}"
            )));
        }
        Ok(runner.with_level(*USED.get_or_init(|| *level)))
    }
}

/// The level of this command, once a runner has one.
static USED: OnceLock<Level> = OnceLock::new();

/// Name of the level of isolation for the results; `None` if no program was isolated.
pub(crate) fn isolation_used() -> Option<&'static str> {
    USED.get().map(|level| level.name())
}

/// The best level of this machine. Found once; what is missing is printed then.
pub(crate) fn available(runner: &Runner) -> Result<&'static Available, Failure> {
    static AVAILABLE: OnceLock<Available> = OnceLock::new();
    if let Some(available) = AVAILABLE.get() {
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
    Ok(AVAILABLE.get_or_init(|| found))
}
