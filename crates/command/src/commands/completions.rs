//! `twinboard completions`: prints a completion script for a shell.

use clap::Command;
use clap_complete::generate;

use crate::args::Completions;
use crate::failure::{Exit, Failure};
use crate::{output, registry};

pub(crate) fn run(options: &Completions) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    generate(options.shell, &mut shown(), registry::short_name(), &mut script);
    output::print(String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}

/// The command without its hidden subcommands, which a script would offer as well.
fn shown() -> Command {
    let all = crate::command();
    let shown = all.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    Command::new(registry::short_name()).version(env!("CARGO_PKG_VERSION")).subcommands(shown)
}
