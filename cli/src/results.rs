//! Where what a command has found out goes: to people, and to machines if that was asked for.

use serde::Serialize;

use crate::args::Results;
use crate::failure::Failure;
use crate::{files, output};

impl Results {
    /// Shows something on standard output, or beside it if that is where the JSON goes. What must
    /// be seen and cannot be shown there is shown where it can.
    pub(crate) fn show(&self, text: &str, must_be_seen: bool) -> Result<(), Failure> {
        let complain = || output::complain(text.trim_end_matches('\n'));
        if self.json.as_deref().is_some_and(files::is_standard_stream) {
            complain();
            return Ok(());
        }
        let shown = output::print(text);
        if shown.is_err() && must_be_seen {
            complain();
        }
        shown
    }

    /// Writes the results as JSON, if that was asked for.
    pub(crate) fn write(&self, results: &impl Serialize) -> Result<(), Failure> {
        let Some(path) = &self.json else { return Ok(()) };
        let text = serde_json::to_string_pretty(results).expect("plain data can be written");
        output::deliver(Some(path), &format!("{text}\n"))
    }
}
