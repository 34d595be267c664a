//! The result of a command for a CI service: tests as `JUnit` XML, and on GitHub Actions a summary
//! and annotations.
//!
//! Names of tests follow from the arguments of the command alone, because a service compares the
//! results of one run with those of the next by them.

use std::env;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;
use twinboard_harness::campaign::Origin;
use twinboard_harness::report::{self, Report, Substitutes, plain};
use twinboard_registration::Registration;

use crate::output::result::{CommandResult, Status, Test, TestFinding};
use crate::output::text::{counted, escaped};
use crate::output::{Exit, Failure, files};
use crate::session::Session;
use crate::session::conversations::LateBreach;

mod github;

pub(crate) use github::{is_there as is_github, remove_from_child};

/// Writes the file of `--junit`, if it is wanted, and what the CI service shows. Only an error of the
/// file is one of the command.
pub(crate) fn publish(session: &Session, run: &CommandResult) -> Result<(), Failure> {
    let outputs = session.outputs();
    if !outputs.is_for_ci {
        return Ok(());
    }
    session.set_published();
    if let Some(github) = github::GitHub::of_environment(|name| env::var_os(name)) {
        github.publish(&session.program(), run);
    }
    outputs.junit.as_deref().map_or(Ok(()), |path| write(path, run))
}

/// Publishes the failure that ended a command before it had results, as a test of its name. An error
/// of the file is reported here, since the command has failed anyway.
pub(crate) fn publish_failure(session: &Session, failure: &Failure) {
    let status = match failure.exit() {
        Exit::Success => return,
        Exit::Found => Status::Failed,
        Exit::BadInput | Exit::Undecided => Status::Error,
    };
    let command = session.outputs().command.clone();
    let test = Test::without_run(UNKNOWN, &*command, status, report::plain(&failure.message()));
    let result = CommandResult { command, tests: vec![test] }.with_late_breaches(session);
    if let Err(other) = publish(session, &result) {
        other.report();
    }
}

impl CommandResult {
    /// With a failed test for each late breach: the command exits with code 1.
    pub(crate) fn with_late_breaches(mut self, session: &Session) -> Self {
        for LateBreach { engine, message } in session.end_engines() {
            let plays = |one: &&Session| {
                [one.engine_command(), one.oracle_command()].contains(&Some(&*engine))
            };
            let rule_set = session.all().filter(plays).find_map(|one| one.rule_sets.first());
            let rule_set = rule_set.map_or(UNKNOWN, Registration::name);
            let finding = TestFinding::of_message(&message);
            let name = format!("the end of {engine}");
            let test = Test::without_run(rule_set, name, Status::Failed, message);
            self.tests.push(Test { findings: vec![finding], ..test });
        }
        self
    }
}

impl TestFinding {
    /// The finding of a report. `session` has the engine that played it.
    pub(crate) fn of(session: &Session, report: &Report) -> Self {
        let (program, text) = (session.program(), session.render(report));
        let sides = (&*report.rule_set, session.substitutes());
        let (headline, saved) = (report.divergence.to_string(), report.saved.as_deref());
        let of_case = Self::of_report(&program, sides, &headline, &text, saved, report.text());
        let details = serde_json::to_value(report).expect("plain data serializes");
        let of_corpus = match &report.origin {
            Origin::Corpus { name } => file_of(name),
            _ => None,
        };
        let file = of_corpus.or(of_case.file);
        if report.campaign.is_some() {
            let command = report.campaign_command(&program, session.substitutes());
            return Self { file, replay: command.clone(), anywhere: command, details, ..of_case };
        }
        Self { file, details, ..of_case }
    }

    /// The finding of a report that is text, with its headline. `program` is the command of this
    /// process.
    pub(crate) fn of_report(
        program: &str,
        (rule_set, substitutes): (&str, Substitutes<'_>),
        headline: &str,
        report: &str,
        file: Option<&str>,
        case: Option<&str>,
    ) -> Self {
        let diff = |file: &str| {
            let [(_, diff), ..] = report::next_commands(program, substitutes, file);
            diff
        };
        let anywhere = case.map(|case| {
            let rules = report::as_argument(rule_set);
            here_document(&format!("{} --rules {rules}", diff("-")), case)
        });
        Self {
            headline: headline.to_owned(),
            report: report.to_owned(),
            file: file.map(PathBuf::from),
            replay: file.map(diff),
            anywhere,
            details: Value::Null,
        }
    }
}

pub(crate) fn pairing(session: &Session, rule_set: &str) -> String {
    let engine = session.engine_command().unwrap_or(rule_set);
    format!("{engine} against {}", session.oracle_command().unwrap_or("the oracle"))
}

/// The rule set of a test before it is known.
pub(crate) const UNKNOWN: &str = "unknown";

/// The file of a case by the name of the case, which may have its number at the end.
fn file_of(case: &str) -> Option<PathBuf> {
    let names = [Some(case), case.rsplit_once(", case ").map(|(file, _)| file)];
    names.into_iter().flatten().map(Path::new).find(|path| path.is_file()).map(Path::to_owned)
}

/// A command with its standard input, for a shell.
pub(crate) fn here_document(command: &str, input: &str) -> String {
    let mut end = "END".to_owned();
    while input.lines().any(|line| line == end) {
        end += "_";
    }
    let break_at_end = if input.is_empty() || input.ends_with('\n') { "" } else { "\n" };
    format!("{command} <<'{end}'\n{input}{break_at_end}{end}")
}

fn write(path: &Path, run: &CommandResult) -> Result<(), Failure> {
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
pub(crate) mod tests {
    use std::path::PathBuf;
    use std::time::Duration;

    use serde_json::Value;

    use super::{CommandResult, Status, Test, TestFinding, here_document, to_xml};

    /// Texts that break formats which are put together without care.
    pub(super) const HOSTILE: &str = "a|b`c`<!--]]>&\"'\u{1b}[31m\u{0}\u{85}\u{fffe}\r\n::error::x%0A,:*_[l](u)@all $x$ ```\n~~~ \u{fffd}";

    pub(super) fn hostile() -> CommandResult {
        let finding = TestFinding {
            headline: HOSTILE.into(),
            report: HOSTILE.into(),
            file: Some(PathBuf::from("a,b:c%\n.txt")),
            replay: Some("twinboard diff a.txt".into()),
            anywhere: Some(here_document("twinboard diff -", "END\nEND_\nx")),
            details: Value::Null,
        };
        let test = |status, findings| Test {
            elapsed: Some(Duration::from_millis(1_250)),
            findings,
            ..Test::without_run(HOSTILE, HOSTILE, status, HOSTILE.into())
        };
        let all = [Status::Passed, Status::Undecided, Status::Error];
        let mut tests: Vec<Test> = all.map(|status| test(status, Vec::new())).into();
        tests.insert(0, test(Status::Failed, vec![finding]));
        CommandResult { command: "verify".into(), tests }
    }

    #[test]
    fn the_end_of_a_here_document_is_no_line_of_it() {
        assert_eq!(here_document("c", "a\n"), "c <<'END'\na\nEND");
        assert_eq!(here_document("c", "END\nEND_"), "c <<'END__'\nEND\nEND_\nEND__");
        assert_eq!(here_document("c", ""), "c <<'END'\nEND");
    }

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
