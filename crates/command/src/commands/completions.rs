//! `twinboard completions`: prints a completion script for a shell.

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::output::{self, Exit, Failure};
use crate::session::Session;

#[derive(Args)]
pub(crate) struct Completions {
    /// Shell that the script is for.
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

pub(crate) fn run(
    options: &Completions,
    session: &Session,
    parser: &Command,
) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    // A script would offer hidden commands as well.
    let all = parser.get_subcommands();
    let shown = all.filter(|command| !command.is_hide_set()).cloned();
    let version = env!("CARGO_PKG_VERSION");
    let mut shown = Command::new(session.short_name()).version(version).subcommands(shown);
    generate(options.shell, &mut shown, session.short_name(), &mut script);
    output::print(String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}
