//! `JUnit` XML: a suite for each rule set, with a test case for each test.

use std::path::Path;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{Status, Test, TestRun};
use crate::output::Failure;
use crate::output::files;
use crate::output::text::{counted, in_xml};

/// Writes the results to a file.
pub(super) fn write(path: &Path, run: &TestRun) -> Result<(), Failure> {
    files::write(path, to_xml(run)?)
}

fn to_xml(run: &TestRun) -> Result<String, Failure> {
    let title = format!("twinboard {}", run.command);
    let mut report = Report::new(&*title);
    let mut suites: Vec<(&str, TestSuite)> = Vec::new();
    for test in &run.tests {
        let rule_set = &*test.rule_set;
        let known = suites.iter().position(|(name, _)| *name == rule_set);
        let index = known.unwrap_or_else(|| {
            suites.push((rule_set, TestSuite::new(text(&format!("{title} {rule_set}")))));
            suites.len() - 1
        });
        let suite = &mut suites[index].1;
        suite.add_test_case(test_case(run.command, test));
        if let Some(elapsed) = test.elapsed {
            suite.set_time(suite.time.unwrap_or_default() + elapsed);
        }
    }
    report.add_test_suites(suites.into_iter().map(|(_, suite)| suite));
    report.to_string().map_err(|error| Failure::Usage(format!("JUnit: {error}")))
}

fn test_case(command: &str, test: &Test) -> TestCase {
    let status = match test.status {
        Status::Passed => TestCaseStatus::success(),
        Status::Undecided | Status::NotBegun => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(text(&test.result));
            status
        }
        Status::Failed => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_type("failure").set_message(text(&message(test)));
            let reports: Vec<&str> = test.findings.iter().map(|it| &*it.report).collect();
            status.set_description(text(&reports.join("\n")));
            status
        }
        Status::Error => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_type("error").set_message(text(&test.result));
            status
        }
    };
    let mut case = TestCase::new(text(&test.name), status);
    case.set_classname(text(&format!("twinboard.{command}.{}", test.rule_set)));
    case.set_system_out(text(&test.result));
    if let Some(elapsed) = test.elapsed {
        case.set_time(elapsed);
    }
    case
}

/// The findings of a failed test in a line.
fn message(test: &Test) -> String {
    match &test.findings[..] {
        [] => test.result.clone(),
        [only] => only.headline.clone(),
        [first, rest @ ..] => {
            format!("{}; {} more", first.headline, counted(rest.len() as u64, "finding"))
        }
    }
}

/// A text that XML can have: names and programs may contain anything.
fn text(text: &str) -> String {
    text.chars().map(in_xml).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::hostile;
    use super::to_xml;

    #[test]
    fn any_text_becomes_xml() {
        let xml = to_xml(&hostile()).unwrap();
        // A character that XML has not; the others are escaped.
        let is_missing = |c: char| c.is_control() && !"\n\r\t".contains(c) || c == '\u{fffe}';
        assert!(!xml.contains(is_missing), "{xml}");
        assert!(!xml.contains("<!--") && !xml.contains("]]>"), "{xml}");
        assert_eq!(xml.matches('<').count(), xml.matches('>').count(), "{xml}");
        for part in [
            r#"tests="4" skipped="1" failures="1" errors="1""#,
            r#"name="a|b`c`&lt;!--"#,
            r#"classname="twinboard.verify.a|b"#,
            "<failure message=",
            "<skipped message=",
            "<error message=",
            "<system-out>",
        ] {
            assert!(xml.contains(part), "{part}\n{xml}");
        }
    }
}
