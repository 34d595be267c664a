//! What GitHub Actions shows: a summary in Markdown, and annotations.
//!
//! Nothing here can fail the command: a summary that cannot be written is a warning.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use indexmap::IndexMap;
use twinboard_harness::report::{plain, visible};

use crate::output::progress::print_command;
use crate::output::result::{CommandResult, Status, Test, TestFinding};
use crate::output::text::counted;
use crate::output::{Failure, files, print_error_line};

/// Variables by which a process knows that it runs on GitHub Actions.
const IS_GITHUB: &str = "GITHUB_ACTIONS";
const SUMMARY: &str = "GITHUB_STEP_SUMMARY";
const WORKSPACE: &str = "GITHUB_WORKSPACE";

/// Maximum size of the summary of a step in bytes; GitHub shows none that is larger.
const SUMMARY_MAX: usize = 1 << 20;
/// Bytes of the summary that are kept for the lines about what was left out.
const RESERVE: usize = 1 << 10;
/// Number of annotations of a kind that GitHub shows for a step.
const ANNOTATIONS_MAX: usize = 10;

/// Makes a child process of this program one that shows nothing on GitHub Actions: its results are
/// a part of those of its parent.
pub(crate) fn remove_from_child(command: &mut Command) {
    command.env_remove(IS_GITHUB);
}

/// True if this is a run on GitHub Actions.
pub(crate) fn is_there() -> bool {
    GitHub::of_environment(|name| std::env::var_os(name)).is_some()
}

pub(super) struct GitHub {
    summary: Option<PathBuf>,
    /// The folder with the user's repository.
    workspace: Option<PathBuf>,
}

impl GitHub {
    /// `None` if this is no run on GitHub Actions. `variable` reads the environment.
    pub(super) fn of_environment(variable: impl Fn(&str) -> Option<OsString>) -> Option<Self> {
        if variable(IS_GITHUB)? != "true" {
            return None;
        }
        let path = |name| variable(name).filter(|path| !path.is_empty()).map(PathBuf::from);
        Some(Self { summary: path(SUMMARY), workspace: path(WORKSPACE) })
    }

    pub(super) fn publish(&self, program: &str, run: &CommandResult) {
        // Where the text of a command is JSON or a table, its standard output is read by others.
        for line in annotations(program, run, self.workspace.as_deref()) {
            print_command(&line);
        }
        if let Some(path) = &self.summary
            && let Err(failure) = append(path, |room| summary(program, run, room))
        {
            let reason = failure.message();
            print_error_line(format!("warning: no summary for GitHub Actions: {reason}"));
        }
    }
}

/// Appends a text to a file. `text` makes it, for this number of bytes.
fn append(path: &Path, text: impl FnOnce(usize) -> String) -> Result<(), Failure> {
    let failure = Failure::file("write", path);
    let mut file = files::open_plain(path, OpenOptions::new().append(true).create(true))?;
    let before = file.metadata().map_err(failure)?.len() as usize;
    let text = text(SUMMARY_MAX.saturating_sub(before));
    file.write_all(text.as_bytes()).map_err(failure)
}

/// The summary: a table with a row for each test, then the findings. What does not fit into `room`
/// bytes is counted.
fn summary(program: &str, run: &CommandResult, room: usize) -> String {
    let room = room.saturating_sub(RESERVE);
    let command = format!("{program} {}", run.command);
    let mut out = format!(
        "### {}: {}\n\n| | rule set | test | result | time |\n|---|---|---|---|---:|\n",
        inline(&command),
        run.verdict()
    );
    if out.len() > room {
        return String::new();
    }
    let rows = run.tests.iter().map(|test| ("row", row(test)));
    let sections = run.tests.iter().flat_map(|test| {
        test.findings.iter().map(move |finding| ("finding", section(test, finding)))
    });
    let mut left_out: IndexMap<&str, u64> = IndexMap::new();
    for (noun, part) in rows.chain(sections) {
        if out.len() + part.len() > room {
            *left_out.entry(noun).or_default() += 1;
        } else {
            out += &part;
        }
    }
    for (noun, count) in left_out {
        let _ = writeln!(out, "\nToo long for a summary: {} more", counted(count, noun));
    }
    out + "\n"
}

fn row(test: &Test) -> String {
    let status = match test.status {
        Status::Passed => "✅ passed",
        Status::Failed => "❌ failed",
        Status::Undecided => "⚠️ undecided",
        Status::NotBegun => "not begun",
        Status::Error => "❌ error",
    };
    let time = test.elapsed.map_or_else(String::new, |it| format!("{:.1} s", it.as_secs_f64()));
    let result = test.result();
    let [rule_set, name, result] = [&test.rule_set, &test.name, &result].map(|it| inline(it));
    format!("| {status} | {rule_set} | {name} | {result} | {time} |\n")
}

/// A finding: its report with the boards, and the command that repeats it.
fn section(test: &Test, finding: &TestFinding) -> String {
    let mut out = format!("\n#### {}: {}\n\n", inline(&test.name), inline(&finding.headline));
    out += &fenced("text", &plain(&finding.report));
    if let Some(command) = &finding.anywhere {
        out += "\nTo repeat it on any machine:\n\n";
        out += &fenced("sh", command);
    }
    out
}

/// A block of code, with a fence that is longer than those in the text.
fn fenced(language: &str, text: &str) -> String {
    let runs = text.split(|c| c != '`').map(str::len);
    let fence = "`".repeat(3.max(runs.max().unwrap_or(0) + 1));
    let text = text.replace("\r\n", "\n");
    let lines: String = text.lines().map(|line| visible_line(line) + "\n").collect();
    format!("{fence}{language}\n{lines}{fence}\n")
}

/// A line with its control characters escaped, except for tabs.
fn visible_line(line: &str) -> String {
    line.split('\t').map(visible).collect::<Vec<_>>().join("\t")
}

/// A text in a line of Markdown, in which no character has a meaning.
fn inline(text: &str) -> String {
    let mut out = String::new();
    for c in visible(text).chars() {
        if "\\`*_{}[]<>#+!|~&$@\"'".contains(c) {
            let _ = write!(out, "&#{};", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

/// An annotation for each finding, and for each test that failed without one or has no answer. Those
/// that were not begun have none: they would push out the others.
fn annotations(program: &str, run: &CommandResult, workspace: Option<&Path>) -> Vec<String> {
    let title = format!("{program} {}", run.command);
    let [mut errors, mut warnings] = [Vec::new(), Vec::new()];
    for test in &run.tests {
        let Test { name, rule_set, .. } = test;
        let result = test.result();
        let title = format!("{title}: {rule_set}, {name}");
        for finding in &test.findings {
            let replay = finding.replay.as_ref().map(|it| format!("\nplay it again: {it}"));
            let message = format!("{}{}", finding.headline, replay.unwrap_or_default());
            let file = finding.file.as_deref();
            errors.push(annotation("error", file, workspace, &title, &message));
        }
        match test.status {
            Status::Failed if !test.findings.is_empty() => {}
            Status::Failed | Status::Error => {
                errors.push(annotation("error", None, None, &title, &result));
            }
            Status::Undecided => warnings.push(annotation("warning", None, None, &title, &result)),
            Status::Passed | Status::NotBegun => {}
        }
    }
    errors.truncate(ANNOTATIONS_MAX);
    warnings.truncate(ANNOTATIONS_MAX);
    errors.append(&mut warnings);
    errors
}

/// A line that GitHub Actions understands as an annotation. The service takes relative paths from
/// the workspace, whatever the current folder is; a file elsewhere means nothing to it.
fn annotation(
    level: &str,
    file: Option<&Path>,
    workspace: Option<&Path>,
    title: &str,
    message: &str,
) -> String {
    let file = file.and_then(|file| {
        let absolute = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        let file = match workspace {
            Some(workspace) => absolute.strip_prefix(workspace).ok()?,
            None => &absolute,
        };
        Some(property(&file.to_string_lossy()))
    });
    let file = file.map_or_else(String::new, |file| format!("file={file},line=1,"));
    let message: Vec<String> = message.lines().map(visible_line).collect();
    let message = data(&message.join("\n"));
    format!("::{level} {file}title={}::{message}", property(&visible(title)))
}

/// The message of an annotation.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property of an annotation.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {

    use std::fs;
    use std::path::Path;

    use super::super::tests::{HOSTILE, hostile};
    use super::super::{CommandResult, Status, Test};
    use super::{SUMMARY_MAX, annotations, append, fenced, inline, summary};

    #[test]
    fn no_text_has_a_meaning_in_markdown() {
        let summary = summary("twinboard", &hostile(), SUMMARY_MAX);
        let (table, findings) = summary.split_once("\n#### ").unwrap();
        let rows: Vec<&str> = table.lines().skip(4).collect();
        assert_eq!(rows.len(), 4, "{table}");
        for row in rows {
            assert_eq!(row.matches('|').count(), 6, "{row}");
            assert!(row.starts_with("| ") && row.ends_with(" | 1.2 s |"), "{row}");
            assert!(!row.contains(['<', '>', '`', '*', '[', '@', '\u{1b}']), "{row}");
        }
        // The report has a run of three backticks, and the block one of four around it.
        assert!(findings.contains("\n````text\n"), "{findings}");
        assert_eq!(findings.matches("````").count(), 2, "{findings}");
        assert!(findings.contains("\n```sh\ntwinboard diff - <<'END__'\nEND\n"), "{findings}");
        assert!(!summary.contains(|c: char| c.is_control() && c != '\n'), "{summary}");
        assert_eq!(inline("a_b"), "a&#95;b");
        assert_eq!(fenced("", "a\n````b"), "`````\na\n````b\n`````\n");
    }

    #[test]
    fn a_long_summary_is_cut_between_its_parts() {
        let mut run = hostile();
        let whole = summary("p", &run, SUMMARY_MAX);
        let cut = summary("p", &run, whole.len());
        assert!(cut.ends_with("Too long for a summary: 1 finding more\n\n"), "{cut}");
        run.tests.iter_mut().for_each(|test| test.verdict = "x".repeat(SUMMARY_MAX / 2));
        let cut = summary("p", &run, SUMMARY_MAX);
        assert!(cut.contains("Too long for a summary: 3 rows more\n"), "{}", cut.len());
        assert!(cut.len() < SUMMARY_MAX);
        assert_eq!(summary("p", &run, 0), "");
    }

    #[test]
    fn annotations_are_single_lines_with_paths_of_the_workspace() {
        let here = std::env::current_dir().unwrap();
        let all = annotations("twinboard", &hostile(), here.parent());
        assert_eq!(all.len(), 3, "{all:#?}");
        for line in &all {
            assert!(!line.contains(char::is_control), "{line}");
        }
        let folder = here.file_name().unwrap().to_string_lossy();
        let file =
            format!("::error file={folder}/a%2Cb%3Ac%25%0A.txt,line=1,title=twinboard verify%3A ");
        assert!(all[0].starts_with(&file), "{}", all[0]);
        // Two colons end the properties; those of the message come later.
        let (properties, message) = all[0][2..].split_once("::").unwrap();
        assert!(!properties.contains("a|b:"), "{properties}");
        assert!(message.starts_with("a|b`c`") && message.contains("%250A"), "{message}");
        assert!(message.ends_with("%0Aplay it again: twinboard diff a.txt"), "{message}");
        let elsewhere = annotations("twinboard", &hostile(), Some(Path::new("/elsewhere")));
        assert!(elsewhere[0].starts_with("::error title=twinboard verify"), "{}", elsewhere[0]);
        assert!(all[1].starts_with("::error title=") && all[2].starts_with("::warning title="));
        assert!(HOSTILE.contains("::error::"));
    }

    #[test]
    fn annotations_are_no_more_than_the_service_shows() {
        let tests = (0..20).flat_map(|_| hostile().tests).filter(|it| it.status != Status::Passed);
        let mut run = CommandResult { command: "verify".into(), tests: tests.collect() };
        for _ in 0..10 {
            run.tests.insert(0, Test::not_run("a", "b".into()));
        }
        let all = annotations("p", &run, None);
        assert!(all.iter().all(|line| !line.contains("not run")), "{all:#?}");
        let count = |level: &str| all.iter().filter(|line| line.starts_with(level)).count();
        assert_eq!([count("::error "), count("::warning ")], [10, 10]);
    }

    #[cfg(unix)]
    #[test]
    fn a_summary_is_appended_to_a_plain_file_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("summary");
        append(&path, |_| "one\n".into()).unwrap();
        append(&path, |room| format!("{}\n", SUMMARY_MAX - room)).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\n4\n");
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(append(&pipe, |_| String::new()).is_err());
        assert!(append(folder.path(), |_| String::new()).is_err());
    }
}
