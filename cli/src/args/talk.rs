//! The arguments of `talk` and `engine-template`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[derive(Args)]
pub(crate) struct Talk {
    /// Engine: a program with its arguments, as one word of the shell.
    #[arg(value_name = "COMMAND")]
    pub(crate) engine: String,
    /// Case file whose first set-up is sent at the start.
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct EngineTemplate {
    /// Language of the kit.
    #[arg(value_name = "LANGUAGE")]
    pub(crate) language: Language,
    /// Folder for the files; existing files are not overwritten.
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    Cpp,
    Python,
}
