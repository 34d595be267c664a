//! The results of a command: text for people, and JSON for other programs if the option is given.

use std::borrow::Cow;
use std::path::PathBuf;

use clap::Args;
use indicatif::ProgressBar;
use serde::Serialize;

use crate::output::failure::Failure;
use crate::output::{self, files, progress};

#[derive(Args)]
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

    /// Writes the results as JSON if `--json` is given: an object of this kind, which docs/json.md
    /// describes.
    pub(crate) fn write(
        &self,
        (kind, results): (&'static str, &impl Serialize),
    ) -> Result<(), Failure> {
        let Some(path) = &self.json else { return Ok(()) };
        let document = Document { version: VERSION, kind, results };
        let text = serde_json::to_string_pretty(&document).expect("plain data serializes");
        let text = format!("{text}\n");
        if files::is_standard_stream(path) { output::print(text) } else { files::write(path, text) }
    }
}

/// Version of the JSON: raised by each change that a reader notices, other than a new field.
const VERSION: u32 = 2;

/// A JSON document.
#[derive(Serialize)]
struct Document<'a, T> {
    version: u32,
    /// Its kind: the command that wrote it, or a part of its name.
    #[serde(rename = "document")]
    kind: &'static str,
    #[serde(flatten)]
    results: &'a T,
}
