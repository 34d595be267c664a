//! The results of a command: text for people, and JSON for other programs if the option is given.

use serde::Serialize;

use crate::args::Results;
use crate::failure::{self, Exit, Failure, both};
use crate::{files, output};

impl Results {
    /// Prints text to standard output, or to standard error if standard output is for the JSON. An
    /// `important` text, such as a report, also goes to standard error if standard output fails.
    pub(crate) fn show(&self, text: &str, important: bool) -> Result<(), Failure> {
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

    /// Ends a command: prints the text, writes the JSON, and returns the exit code. `found` is a
    /// failure of what is checked, `rest` an error of the work so far.
    pub(crate) fn conclude(
        &self,
        found: bool,
        text: &str,
        json: &impl Serialize,
        rest: Result<(), Failure>,
    ) -> Result<Exit, Failure> {
        let shown = self.show(text, found);
        let written = self.write(json);
        failure::conclude(found, both(rest, both(shown, written)))
    }

    /// Writes the results as JSON if `--json` is given.
    pub(crate) fn write(&self, results: &impl Serialize) -> Result<(), Failure> {
        let Some(path) = &self.json else { return Ok(()) };
        let text = serde_json::to_string_pretty(results).expect("plain data serializes");
        output::write_or_print(Some(path), &format!("{text}\n"))
    }
}
