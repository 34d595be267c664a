//! The result of a command as JSON, which docs/json.md describes.

use serde::Serialize;
use serde_json::{Map, Value};

use super::{CommandResult, Status, Test, TestFinding};
use crate::output::tally::{LeftOut, StopReason};
use twinboard_harness::report::plain;

#[derive(Serialize)]
struct Document<'a> {
    status: Status,
    tests: Vec<JsonTest<'a>>,
}

#[derive(Serialize)]
struct JsonTest<'a> {
    rule_set: &'a str,
    name: &'a str,
    status: Status,
    result: String,
    seconds: Option<f64>,
    unit: &'a str,
    compared: u64,
    left_out: &'a [LeftOut],
    interrupted: bool,
    figures: &'a super::Figures,
    tables: Map<String, Value>,
    notes: &'a [String],
    findings: Vec<JsonFinding<'a>>,
}

#[derive(Serialize)]
struct JsonFinding<'a> {
    headline: &'a str,
    report: String,
    file: Option<String>,
    replay: Option<&'a str>,
    anywhere: Option<&'a str>,
    details: &'a Value,
}

impl Serialize for super::Figures {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl CommandResult {
    /// The result as data. Its status is that of the test which decides the exit code.
    pub(crate) fn json(&self) -> impl Serialize + '_ {
        let order = [Status::Failed, Status::Error, Status::Undecided, Status::NotBegun];
        let is_there = |status: &Status| self.tests.iter().any(|test| test.status == *status);
        let status = order.into_iter().find(is_there).unwrap_or(Status::Passed);
        Document { status, tests: self.tests.iter().map(JsonTest::of).collect() }
    }
}

impl<'a> JsonTest<'a> {
    fn of(test: &'a Test) -> Self {
        Self {
            rule_set: &test.rule_set,
            name: &test.name,
            status: test.status,
            result: test.result(),
            seconds: test.elapsed.map(|elapsed| elapsed.as_secs_f64()),
            unit: test.tally.unit(),
            compared: test.tally.done(),
            left_out: test.tally.left_out(),
            interrupted: test.tally.ending() == StopReason::Interrupted,
            figures: &test.figures,
            tables: test.tables.iter().map(|it| (it.key.to_owned(), it.json())).collect(),
            notes: &test.notes,
            findings: test.findings.iter().map(JsonFinding::of).collect(),
        }
    }
}

impl<'a> JsonFinding<'a> {
    fn of(finding: &'a TestFinding) -> Self {
        Self {
            headline: &finding.headline,
            report: plain(&finding.report),
            file: finding.file.as_ref().map(|path| path.display().to_string()),
            replay: finding.replay.as_deref(),
            anywhere: finding.anywhere.as_deref(),
            details: &finding.details,
        }
    }
}
