//! The arguments of `talk`.

use std::path::PathBuf;

use clap::Args;

#[derive(Args)]
pub(crate) struct Talk {
    /// Engine: a program with its arguments, as one word of the shell.
    #[arg(value_name = "COMMAND")]
    pub(crate) command: String,
    /// Case file whose first set-up is sent at the start.
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}
