//! What is said of the failures of a program: to people, to machines, and in files.

use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use harness::random::digest;
use harness::report::as_argument;
use serde::Serialize;

use super::campaign::{Certainty, Found, Origin};
use super::expected::Comparison;
use super::junit::Test;
use super::program::Fault;
use super::side::side_by_side;
use crate::failure::Failure;
use crate::files;

const BOLD: Style = Style::new().bold();
const WRONG: Style = AnsiColor::Red.on_default().bold();

/// Longer inputs are not printed whole if a file has them.
const INPUT_LINES: usize = 16;
const INPUT_WIDTH: usize = 100;

/// How many of the last lines of the standard error are shown.
const ERROR_LINES: usize = 8;

/// A failure as it is reported.
pub(super) struct Report<'a> {
    pub(super) rule_set: &'static str,
    pub(super) seed: u64,
    pub(super) command: &'a [OsString],
    pub(super) comparison: Comparison,
    pub(super) found: Found,
    /// The folder with its files.
    pub(super) saved: Option<PathBuf>,
}

#[derive(Serialize)]
pub(super) struct Json {
    fault: Fault,
    message: String,
    flaky: bool,
    input: String,
    expected: String,
    printed: String,
    standard_error: String,
    seconds: f64,
    cases: usize,
    found_in: String,
    found_after_seconds: f64,
    saved: Option<String>,
    repeat: Option<String>,
}

impl<'a> Report<'a> {
    /// Saves a failure in a folder of its own, and reports it.
    pub(super) fn of(
        found: Found,
        (rule_set, seed): (&'static str, u64),
        command: &'a [OsString],
        comparison: Comparison,
        out: &Path,
    ) -> Self {
        let mut report = Self { rule_set, seed, command, comparison, found, saved: None };
        // The report has all of it if that fails.
        report.saved = report.save(out).inspect_err(Failure::report).ok();
        report
    }

    fn save(&self, out: &Path) -> Result<PathBuf, Failure> {
        let tried = &self.found.failing.tried;
        let name = format!("{}-{:016x}", self.rule_set, digest(tried.input.as_bytes()));
        let folder = out.join(name);
        files::write(&folder.join("input.txt"), &tried.input)?;
        files::write(&folder.join("expected.txt"), &tried.expected.text)?;
        files::write(&folder.join("printed.txt"), &tried.run.output)?;
        if !tried.run.errors.is_empty() {
            files::write(&folder.join("errors.txt"), &tried.run.errors)?;
        }
        Ok(folder)
    }

    /// The failure, for people.
    pub(super) fn told(&self) -> Test {
        Test { name: self.name(), headline: self.headline(), text: self.render() }
    }

    /// What failed, in a line.
    fn headline(&self) -> String {
        let flaky = if self.found.certainty == Certainty::Flaky { ", once" } else { "" };
        format!("{}{flaky}", self.found.failing.fault)
    }

    fn name(&self) -> String {
        format!("{:016x}", digest(self.found.failing.tried.input.as_bytes()))
    }

    /// The command that shows it again, for a shell.
    fn repeat(&self) -> Option<String> {
        let words = self.command.iter().map(|word| as_argument(&word.to_string_lossy()));
        let command = words.collect::<Vec<_>>().join(" ");
        let input = self.saved.as_ref()?.join("input.txt");
        Some(format!("{command} < {}", as_argument(&input.to_string_lossy())))
    }

    fn found_in(&self) -> String {
        let origin = match &self.found.origin {
            Origin::Corpus(name) => name.clone(),
            Origin::Generated(number) => format!("generated case {number} of seed {}", self.seed),
        };
        match self.found.batch {
            1 => origin,
            batch => format!("{origin}, in a batch of {batch}"),
        }
    }

    /// The report for people.
    fn render(&self) -> String {
        let failing = &self.found.failing;
        let tried = &failing.tried;
        let mut out = format!(
            "{WRONG}FAILED{WRONG:#} {BOLD}{}{BOLD:#}: {}\n\n",
            self.rule_set,
            self.headline()
        );
        let after = self.found.after.as_secs_f64();
        let _ = writeln!(out, "found in {}, after {after:.1} s", self.found_in());
        if self.found.certainty == Certainty::Unclear {
            out += "Interrupted before it was found out which of the cases are to blame.\n";
        } else if self.found.certainty == Certainty::Flaky {
            out += "It did not come back when the same cases were tried again, together and apart: \
                    what the\nprogram does depends on more than its input. Nothing was made smaller.\n";
        } else if failing.cases.len() > 1 {
            let count = failing.cases.len();
            let _ = writeln!(
                out,
                "None of the {count} cases fails alone: what goes wrong with one shows in the next."
            );
        }
        let _ = writeln!(out, "\n{BOLD}the input{BOLD:#}");
        out += &self.cut(&tried.input);
        let sides = side_by_side(&tried.expected.text, &tried.run.output, self.comparison);
        if sides.is_empty() {
            out += "\nwhat it printed is as expected\n";
        } else if tried.run.output.is_empty() {
            let expected = String::from_utf8_lossy(&tried.expected.text);
            let _ = writeln!(out, "\nit printed nothing\n\n{BOLD}expected{BOLD:#}");
            out += &self.cut(&expected);
        } else {
            let _ = writeln!(out, "\n{BOLD}the answers{BOLD:#}\n{}", sides.trim_end());
        }
        let errors = String::from_utf8_lossy(&tried.run.errors);
        let lines: Vec<&str> = errors.lines().collect();
        if !lines.is_empty() {
            let _ = writeln!(out, "\n{BOLD}the end of its standard error{BOLD:#}");
            for line in &lines[lines.len().saturating_sub(ERROR_LINES)..] {
                let line: String = line.chars().filter(|c| !c.is_control()).collect();
                let _ = writeln!(out, "  {}", cut_line(&line));
            }
        }
        if let (Some(folder), Some(repeat)) = (&self.saved, self.repeat()) {
            let _ = writeln!(out, "\nsaved in {BOLD}{}{BOLD:#}", folder.display());
            let _ = writeln!(out, "repeat it     {repeat}");
        }
        out
    }

    fn cut(&self, text: &str) -> String {
        let lines: Vec<&str> = text.lines().collect();
        let shown = if self.saved.is_some() { INPUT_LINES } else { lines.len() };
        let mut out = String::new();
        for line in lines.iter().take(shown) {
            let _ = writeln!(out, "  {}", cut_line(line));
        }
        if lines.len() > shown {
            let _ = writeln!(out, "  … and {} more lines", lines.len() - shown);
        }
        out
    }

    pub(super) fn to_json(&self) -> Json {
        let failing = &self.found.failing;
        let tried = &failing.tried;
        let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Json {
            fault: failing.fault,
            message: failing.fault.to_string(),
            flaky: self.found.certainty == Certainty::Flaky,
            input: tried.input.clone(),
            expected: lossy(&tried.expected.text),
            printed: lossy(&tried.run.output[..tried.run.output.len().min(PRINTED_MAX)]),
            standard_error: lossy(&tried.run.errors),
            seconds: tried.run.time.as_secs_f64(),
            cases: failing.cases.len(),
            found_in: self.found_in(),
            found_after_seconds: self.found.after.as_secs_f64(),
            saved: self.saved.as_ref().map(|path| path.display().to_string()),
            repeat: self.repeat(),
        }
    }
}

/// Of what a program printed, the results have no more; the file has all of it.
const PRINTED_MAX: usize = 64 << 10;

fn cut_line(line: &str) -> String {
    let count = line.chars().count();
    if count <= INPUT_WIDTH {
        return line.into();
    }
    let begin: String = line.chars().take(INPUT_WIDTH).collect();
    format!("{begin}…")
}
