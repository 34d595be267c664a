//! What came of a check as `JUnit`.

use std::path::Path;
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report as JUnit, TestCase, TestCaseStatus, TestSuite};

use crate::failure::Failure;
use crate::output;

/// What there is to say: a test for all that was right, and one for each failure.
pub(super) struct Suite<'a> {
    pub(super) rule_set: &'a str,
    pub(super) elapsed: Duration,
    /// What the test for all that was right is called.
    pub(super) name: String,
    /// Why that one failed, too, if it did.
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
    /// Writes it, if that was asked for.
    pub(super) fn write(self, path: Option<&Path>) -> Result<(), Failure> {
        let Some(path) = path else { return Ok(()) };
        let mut suite = TestSuite::new(format!("twinboard check {}", self.rule_set));
        suite.set_time(self.elapsed);
        let status = match self.nothing {
            Some(why) => failed(&why),
            None => TestCaseStatus::success(),
        };
        suite.add_test_case(TestCase::new(self.name, status));
        for test in self.failures {
            let mut status = failed(&test.headline);
            status.set_type("failure");
            // Without the colours of a terminal.
            status.set_description(anstream::adapter::strip_str(&test.text).to_string());
            suite.add_test_case(TestCase::new(format!("case {}", test.name), status));
        }
        let mut junit = JUnit::new("twinboard check");
        junit.add_test_suite(suite);
        let text = junit.to_string().map_err(|error| Failure::Usage(format!("JUnit: {error}")))?;
        output::write_or_print(Some(path), &text)
    }
}

fn failed(why: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_message(why);
    status
}
