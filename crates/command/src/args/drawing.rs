//! The option for pages, and paths of outputs.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};

#[derive(Args)]
pub(crate) struct Html {
    /// File for the results as a page for the browser: boards to step through.
    #[arg(long, value_name = "FILE", value_parser = file())]
    pub(crate) html: Option<PathBuf>,
}

/// Parses the path of an output file that cannot be standard output, which has the text.
pub(crate) fn file() -> impl TypedValueParser<Value = PathBuf> {
    // A name need not be UTF-8.
    OsStringValueParser::new().try_map(|path| match path.to_str() {
        Some("" | "-") => Err("expected the name of a file"),
        _ => Ok(PathBuf::from(path)),
    })
}
