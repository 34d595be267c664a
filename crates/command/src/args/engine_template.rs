//! The arguments of `engine-template`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[derive(Args)]
pub(crate) struct EngineTemplate {
    /// Language of the engine.
    #[arg(value_name = "LANGUAGE")]
    pub(crate) language: Language,
    /// Folder for the two files, created if necessary.
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,
    /// Name of the rule set that the engine plays.
    #[arg(long, value_name = "NAME", default_value = "my-game")]
    pub(crate) rule_set: String,
}

/// A language that there is an engine kit for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// C++17, one header
    Cpp,
    /// Python 3.8 or later, one module
    Python,
}
