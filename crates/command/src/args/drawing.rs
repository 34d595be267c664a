//! The options for pages and pictures.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};

use super::number::whole;

#[derive(Args)]
pub(crate) struct Html {
    /// File for the results as a page for the browser: boards to step through, or charts.
    #[arg(long, value_name = "FILE", value_parser = file())]
    pub(crate) html: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Svg {
    /// File for the boards of one step as an SVG picture.
    #[arg(long, value_name = "FILE", value_parser = file())]
    pub(crate) svg: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct StepOption {
    /// With --svg: number of the step, where 0 is the set-up [default: that of
    /// the divergence, or else the last step].
    #[arg(long, value_name = "N", value_parser = whole::<usize>, requires = "svg")]
    pub(crate) step: Option<usize>,
}

/// Parses the path of an output file that cannot be standard output, which has the text.
pub(crate) fn file() -> impl TypedValueParser<Value = PathBuf> {
    // A name need not be UTF-8.
    OsStringValueParser::new().try_map(|path| match path.to_str() {
        Some("" | "-") => Err("expected the name of a file"),
        _ => Ok(PathBuf::from(path)),
    })
}
