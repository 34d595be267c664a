//! The results of a check as `JUnit` XML: one test for all correct answers, and one for each
//! failure.

use std::path::Path;
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report as JUnit, TestCase, TestCaseStatus, TestSuite};
use twinboard_harness::report::plain;

use super::report::Report;
use crate::output;
use crate::output::failure::Failure;
use crate::output::text::in_xml;

/// Writes the file. `passed` is the name of the test for all correct answers, which fails with the
/// message `nothing` if nothing was checked.
pub(super) fn write(
    path: &Path,
    rule_set: &str,
    elapsed: Duration,
    (passed, nothing): (String, Option<String>),
    reports: &[Report<'_>],
) -> Result<(), Failure> {
    let mut suite = TestSuite::new(format!("twinboard check {rule_set}"));
    suite.set_time(elapsed);
    let status = nothing.as_deref().map_or_else(TestCaseStatus::success, failed);
    suite.add_test_case(TestCase::new(text(&passed), status));
    for report in reports {
        let mut status = failed(&report.headline());
        status.set_type("failure");
        status.set_description(text(&plain(&report.render())));
        suite.add_test_case(TestCase::new(format!("case {}", report.name()), status));
    }
    let mut junit = JUnit::new("twinboard check");
    junit.add_test_suite(suite);
    let written = junit.to_string().map_err(|error| Failure::Usage(format!("JUnit: {error}")))?;
    output::write_or_print(Some(path), &written)
}

/// A text that XML can have: programs print what they want.
fn text(text: &str) -> String {
    text.chars().map(in_xml).collect()
}

fn failed(message: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_message(text(message));
    status
}
