//! The options of an engine in another process.

use std::ffi::OsString;
use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::Args;

use super::IsolationOption;

/// An engine in another process. The command reads these options before all others, because they
/// decide which sides the rule set has; see `engine.rs`.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct EngineOptions {
    /// Engine in another process, in place of the built-in one.
    ///
    /// COMMAND is a program with its arguments that speaks the engine protocol on its standard
    /// streams (docs/engine-protocol.md), or the name of another built-in engine. One process is
    /// started for each thread. None of them outlives this command.
    #[arg(long, value_name = "COMMAND")]
    pub(crate) engine: Option<String>,
    /// File for the conversations with the engine.
    #[arg(long, value_name = "FILE", requires = "engine")]
    pub(crate) transcript: Option<PathBuf>,
    /// Limit on the address space of the engine, in MiB [default: half of the machine's memory].
    #[arg(long, value_name = "MIB", requires = "engine")]
    pub(crate) engine_memory: Option<NonZeroU32>,
    #[command(flatten)]
    pub(crate) isolation: IsolationOption,
}

/// The program and the arguments of a command line, split as a shell does.
///
/// # Errors
///
/// A quotation mark that is not closed, or no program at all; the message begins with `argument`.
pub(crate) fn command_line(argument: &str, text: &str) -> Result<Vec<OsString>, String> {
    match shell_words::split(text) {
        Ok(words) if words.first().is_some_and(|program| !program.is_empty()) => {
            Ok(words.into_iter().map(OsString::from).collect())
        }
        Ok(_) => Err(format!("{argument}: a program is expected")),
        Err(error) => Err(format!("{argument}: {error}")),
    }
}
