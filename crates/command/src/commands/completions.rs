//! `twinboard completions`: prints a completion script for a shell.

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::output::{self, Exit, Failure};

#[derive(Args)]
pub(crate) struct Completions {
    /// Shell that the script is for.
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

pub(crate) fn run(options: &Completions, parser: &Command) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    // A script would offer hidden commands as well, and a parsed command line has `help` already.
    let is_shown = |it: &&Command| !it.is_hide_set() && it.get_name() != "help";
    let shown = parser.get_subcommands().filter(is_shown).cloned();
    let name = parser.get_name().to_owned();
    let mut shown =
        Command::new(name.clone()).version(env!("CARGO_PKG_VERSION")).subcommands(shown);
    generate(options.shell, &mut shown, name, &mut script);
    output::print(String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}
