//! The options for outputs: text for people, JSON for other programs, a file for CI services, and a
//! page.

use std::borrow::Cow;
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{ArgMatches, Args};
use indicatif::ProgressBar;

use crate::output::failure::Failure;
use crate::output::{self, files, progress};

#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Results {
    /// File for the results as JSON; with `-` they go to standard output, and the text output to
    /// standard error.
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Print findings, warnings and errors only; the exit code has the verdict.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

impl Results {
    /// A progress bar, which `--quiet` hides.
    pub(crate) fn bar(
        &self,
        prefix: impl Into<Cow<'static, str>>,
        length: u64,
        template: &str,
    ) -> ProgressBar {
        progress::new(prefix, length, template, self.quiet)
    }

    /// Prints text to standard output, or to standard error if standard output is for the JSON. An
    /// `important` text, such as a report, also goes to standard error if standard output fails;
    /// `--quiet` hides all others.
    pub(crate) fn show(&self, text: &str, important: bool) -> Result<(), Failure> {
        if self.quiet && !important {
            return Ok(());
        }
        let to_stderr = || output::print_error_line(text.trim_end_matches('\n'));
        if self.json.as_deref().is_some_and(files::is_standard_stream) {
            to_stderr();
            return Ok(());
        }
        let shown = output::print(text);
        if shown.is_err() && important {
            to_stderr();
        }
        shown
    }
}

#[derive(Args)]
pub(crate) struct Html {
    /// File for the results as a page for the browser: boards to step through.
    #[arg(long, value_name = "FILE", value_parser = file())]
    pub(crate) html: Option<PathBuf>,
}

/// Help of `--junit`, where backticks would be shown.
const HELP: &str =
    "File for the results as JUnit XML: a test for each engine, target, file or program";

#[derive(Args, Clone)]
pub(crate) struct JUnit {
    #[arg(long, value_name = "FILE", value_parser = file(), help = HELP)]
    pub(crate) junit: Option<PathBuf>,
}

/// Parses the path of an output file that cannot be standard output, which has the text.
fn file() -> impl TypedValueParser<Value = PathBuf> {
    // A name need not be UTF-8.
    OsStringValueParser::new().try_map(|path| match path.to_str() {
        Some("" | "-") => Err("expected the name of a file"),
        _ => Ok(PathBuf::from(path)),
    })
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Outputs {
    pub(crate) command: String,
    pub(crate) results: Results,
    /// True if the results are for a CI service, too: the command has the option `--junit`.
    pub(crate) is_for_ci: bool,
    pub(crate) junit: Option<PathBuf>,
    pub(crate) html: Option<PathBuf>,
    /// True if text has the tables of details, too.
    pub(crate) is_verbose: bool,
}

impl Outputs {
    /// The outputs in the arguments of a command of this name.
    pub(crate) fn of(command: &str, matches: &ArgMatches) -> Self {
        let path = |id| matches.try_get_one::<PathBuf>(id).ok().flatten().cloned();
        let flag = |id| matches.try_get_one::<bool>(id).ok().flatten() == Some(&true);
        Self {
            command: command.to_owned(),
            results: Results { json: path("json"), quiet: flag("quiet") },
            is_for_ci: matches.try_contains_id("junit").is_ok(),
            junit: path("junit"),
            html: path("html"),
            is_verbose: flag("verbose"),
        }
    }
}
