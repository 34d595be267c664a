//! The results of a check as `JUnit` XML.

use std::path::Path;
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report as JUnit, TestCase, TestCaseStatus, TestSuite};
use twinboard_harness::report;

use crate::failure::Failure;
use crate::output;

/// The results: one test for all correct answers, and one test for each failure.
pub(super) struct Suite<'a> {
    pub(super) rule_set: &'a str,
    pub(super) elapsed: Duration,
    /// The name of the test for all correct answers.
    pub(super) name: String,
    /// The message of that test if it failed because nothing was checked.
    pub(super) nothing: Option<String>,
    pub(super) failures: &'a [Test],
}

/// A failure.
pub(super) struct Test {
    pub(super) name: String,
    pub(super) headline: String,
    /// The report, as a terminal shows it.
    pub(super) text: String,
}

impl Suite<'_> {
    /// Writes the file, if a path is given.
    pub(super) fn write(self, path: Option<&Path>) -> Result<(), Failure> {
        let Some(path) = path else { return Ok(()) };
        let mut suite = TestSuite::new(format!("twinboard check {}", self.rule_set));
        suite.set_time(self.elapsed);
        let status = match self.nothing {
            Some(message) => failed(&message),
            None => TestCaseStatus::success(),
        };
        suite.add_test_case(TestCase::new(self.name, status));
        for test in self.failures {
            let mut status = failed(&test.headline);
            status.set_type("failure");
            // XML allows no escape codes of colours.
            status.set_description(report::plain(&test.text));
            suite.add_test_case(TestCase::new(format!("case {}", test.name), status));
        }
        let mut junit = JUnit::new("twinboard check");
        junit.add_test_suite(suite);
        let text = junit.to_string().map_err(|error| Failure::Usage(format!("JUnit: {error}")))?;
        output::write_or_print(Some(path), &text)
    }
}

fn failed(message: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_message(message);
    status
}
