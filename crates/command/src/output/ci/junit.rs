//! `JUnit` XML: a suite for each rule set, with a test case for each test. Written by hand: the crate
//! for it brings a dozen others into the first build of every outside project.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use twinboard_harness::report::plain;

use crate::output::Failure;
use crate::output::files;
use crate::output::result::{CommandResult, Status, Test};
use crate::output::text::{counted, escaped};

pub(super) fn write(path: &Path, run: &CommandResult) -> Result<(), Failure> {
    files::write(path, to_xml(run))
}

fn to_xml(run: &CommandResult) -> String {
    let title = format!("twinboard {}", run.command);
    let mut suites: Vec<(&str, Vec<&Test>)> = Vec::new();
    for test in &run.tests {
        match suites.iter_mut().find(|(rule_set, _)| *rule_set == test.rule_set) {
            Some((_, tests)) => tests.push(test),
            None => suites.push((&test.rule_set, vec![test])),
        }
    }
    let all: Vec<&Test> = run.tests.iter().collect();
    let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    let _ = writeln!(xml, "<testsuites name=\"{}\"{}>", escaped(&title), totals(&all));
    for (rule_set, tests) in suites {
        let name = escaped(&format!("{title} {rule_set}"));
        let elapsed = tests.iter().filter_map(|test| test.elapsed).reduce(|sum, it| sum + it);
        let _ = writeln!(xml, "  <testsuite name=\"{name}\"{}{}>", totals(&tests), time(elapsed));
        for test in tests {
            xml += &test_case(&run.command, test);
        }
        xml += "  </testsuite>\n";
    }
    xml + "</testsuites>\n"
}

/// The numbers of tests, as attributes.
fn totals(tests: &[&Test]) -> String {
    let count = |is: fn(Status) -> bool| tests.iter().filter(|test| is(test.status)).count();
    format!(
        " tests=\"{}\" skipped=\"{}\" failures=\"{}\" errors=\"{}\"",
        tests.len(),
        count(|status| matches!(status, Status::Undecided | Status::NotBegun)),
        count(|status| status == Status::Failed),
        count(|status| status == Status::Error),
    )
}

/// The time in seconds, as an attribute.
fn time(elapsed: Option<Duration>) -> String {
    elapsed.map_or_else(String::new, |time| format!(" time=\"{:.3}\"", time.as_secs_f64()))
}

fn test_case(command: &str, test: &Test) -> String {
    let result = escaped(&test.result());
    let status = match test.status {
        Status::Passed => String::new(),
        Status::Undecided | Status::NotBegun => format!("      <skipped message=\"{result}\"/>\n"),
        Status::Failed => {
            let reports: Vec<String> = test.findings.iter().map(|it| plain(&it.report)).collect();
            let lines = reports.iter().flat_map(|report| report.split('\n'));
            let reports: Vec<String> = lines.map(escaped).collect();
            let (message, reports) = (escaped(&message(test)), reports.join("\n"));
            format!("      <failure message=\"{message}\" type=\"failure\">{reports}</failure>\n")
        }
        Status::Error => format!("      <error message=\"{result}\" type=\"error\"/>\n"),
    };
    let (name, time) = (escaped(&test.name), time(test.elapsed));
    let class = escaped(&format!("twinboard.{command}.{}", test.rule_set));
    format!(
        "    <testcase name=\"{name}\" classname=\"{class}\"{time}>\n{status}      \
         <system-out>{result}</system-out>\n    </testcase>\n"
    )
}

/// The findings of a failed test in a line.
fn message(test: &Test) -> String {
    match &test.findings[..] {
        [] => test.result(),
        [only] => only.headline.clone(),
        [first, rest @ ..] => {
            format!("{}; {} more", first.headline, counted(rest.len() as u64, "finding"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::hostile;
    use super::to_xml;

    #[test]
    fn any_text_becomes_xml() {
        let xml = to_xml(&hostile());
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
