//! The result of a command as JSON, which docs/json.md describes.

use serde::Serialize;
use serde_json::{Map, Value, json};
use twinboard_harness::report::plain;

use super::{CommandResult, Status, Test, TestFinding};
use crate::output::tally::StopReason;

/// Version of the JSON: raised by each change that a reader notices, other than a new field.
const VERSION: u32 = 2;

impl Serialize for super::Figures {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl CommandResult {
    /// The result as a document. Its status is that of the test which decides the exit code.
    pub(crate) fn json(&self) -> String {
        let order = [Status::Failed, Status::Error, Status::Undecided, Status::NotBegun];
        let is_there = |status: &Status| self.tests.iter().any(|test| test.status == *status);
        let document = json!({
            "version": VERSION,
            "document": self.command,
            "status": order.into_iter().find(is_there).unwrap_or(Status::Passed),
            "tests": self.tests.iter().map(Test::json).collect::<Vec<_>>(),
        });
        format!("{document:#}\n")
    }
}

impl Test {
    fn json(&self) -> Value {
        let tables = self.tables.iter().map(|table| (table.key.to_owned(), table.json()));
        json!({
            "rule_set": self.rule_set,
            "name": self.name,
            "status": self.status,
            "result": self.result(),
            "seconds": self.elapsed.map(|elapsed| elapsed.as_secs_f64()),
            "unit": self.tally.unit,
            "compared": self.tally.done,
            "left_out": self.tally.left_out,
            "interrupted": self.tally.ending == StopReason::Interrupted,
            "figures": self.figures,
            "tables": tables.collect::<Map<_, _>>(),
            "notes": self.notes,
            "findings": self.findings.iter().map(TestFinding::json).collect::<Vec<_>>(),
        })
    }
}

impl TestFinding {
    fn json(&self) -> Value {
        json!({
            "headline": self.headline,
            "report": plain(&self.report),
            "file": self.file.as_ref().map(|path| path.display().to_string()),
            "replay": self.replay,
            "anywhere": self.anywhere,
            "details": self.details,
        })
    }
}
