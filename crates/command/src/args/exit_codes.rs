//! The exit codes, for the help of each command.

use clap::Command;

const HELP: &str = "\
Exit codes:
  0    done, and no failure was found
  1    a divergence was found, or a check failed
  2    bad usage or input, or nothing was compared
  3    undecided: a limit ended the work before its answer
  130  ended by Ctrl-C before any of these; 143 by SIGTERM, 129 by SIGHUP";

/// Adds the exit codes to the help of a command and of those below it.
pub(crate) fn add(command: Command) -> Command {
    command.mut_subcommands(add).after_help(HELP)
}
