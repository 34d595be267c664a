//! The launcher of programs: this executable, started with a hidden first argument.

use std::env;

use twinboard_runner::{Limits, Runner};

use crate::failure::{Exit, Failure};

/// First argument of a process that is a launcher.
const ARGUMENT: &str = "launch";

/// A runner whose launcher is this executable.
pub(crate) fn runner(limits: Limits) -> Result<Runner, Failure> {
    Runner::of_this_program(&[ARGUMENT], limits)
        .map_err(|error| Failure::Usage(format!("cannot find this executable: {error}")))
}

/// Does the work of a launcher if this process is one.
///
/// Called before the arguments are parsed: a check starts thousands of launchers, and building the
/// parser would take most of their time.
pub(crate) fn answer() -> Option<Exit> {
    let mut arguments = env::args_os().skip(1);
    arguments.next().filter(|first| first == ARGUMENT)?;
    let order: Vec<_> = arguments.collect();
    Some(if twinboard_runner::launch(&order) { Exit::Success } else { Exit::BadInput })
}
