//! `twinboard completions`.

use clap::{Command, CommandFactory};
use clap_complete::generate;

use crate::args::{Arguments, Completions};
use crate::failure::{Exit, Failure};
use crate::output;

pub(crate) fn run(options: &Completions) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    generate(options.shell, &mut shown(), "twinboard", &mut script);
    output::print(String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}

/// The command without what help does not show: a script would offer that too.
fn shown() -> Command {
    let all = Arguments::command();
    let shown = all.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    Command::new("twinboard").version(env!("CARGO_PKG_VERSION")).subcommands(shown)
}
