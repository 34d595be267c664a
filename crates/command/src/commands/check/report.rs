//! The report of a failure: as text, as JSON, and as saved files.

use std::ffi::OsString;
use std::fmt::{Display, Write};
use std::fs;
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use serde::Serialize;
use twinboard_harness::random::digest;
use twinboard_harness::report::as_argument;

use super::campaign::{Certainty, CheckFinding};
use super::junit::Test;
use super::queue::Origin;
use crate::failure::Failure;
use crate::files;
use crate::registry;
use crate::text::{argument, shown};

const BOLD: Style = Style::new().bold();
const WRONG: Style = AnsiColor::Red.on_default().bold();

/// Maximum length of a shown line in characters; longer lines are cut.
const WIDTH: usize = 100;

/// Number of lines shown from the end of standard error.
const ERROR_LINES: usize = 8;

/// The facts that all reports of a check share.
#[derive(Clone, Copy)]
pub(super) struct About<'a> {
    pub(super) rule_set: &'static str,
    pub(super) seed: u64,
    pub(super) command: &'a [OsString],
    /// The noun for what the program is checked on, such as `case`.
    pub(super) unit: &'static str,
}

/// A failure as plain data, in the words of one kind of check.
pub(super) struct Description<F, D> {
    pub(super) fault: F,
    /// The rest of the headline, after the fault.
    pub(super) more: String,
    /// The input of the program, which gives the failure its name.
    pub(super) input: String,
    /// Its title in the report, such as `the board`.
    pub(super) title: &'static str,
    /// The rest of the line about the origin, after the name of the case.
    pub(super) found_in: String,
    /// Lines about the reproducibility, or anything else that is not obvious.
    pub(super) note: String,
    /// The answer, compared with the expected one.
    pub(super) answer: Vec<Section>,
    /// The standard error.
    pub(super) errors: String,
    /// The files to save; a file without content is removed if an earlier failure left it.
    pub(super) files: Vec<(&'static str, Option<Vec<u8>>)>,
    pub(super) names: Names,
    /// The number of lines after which texts are cut if a saved file has all of them.
    pub(super) lines_max: usize,
    /// The part of the JSON that is specific to the kind of check.
    pub(super) details: D,
}

/// The names of the files in the command that repeats the failure.
pub(super) struct Names {
    /// The input of the program.
    pub(super) input: &'static str,
    /// The file that the program writes; `None` if it reads and writes the standard streams.
    pub(super) answer: Option<&'static str>,
    /// The case file for `show`.
    pub(super) case: Option<&'static str>,
}

/// A part of a report.
pub(super) enum Section {
    Sentence(&'static str),
    /// A text that is cut if it is long and a saved file has it.
    Cut(&'static str, String),
    /// A text that is shown as it is.
    Whole(&'static str, String),
}

/// A failure with everything that its report needs.
pub(super) struct Report<'a, F, D> {
    about: About<'a>,
    origin: Origin,
    after: f64,
    certainty: Certainty,
    description: Description<F, D>,
    /// The folder with its files.
    saved: Option<PathBuf>,
}

#[derive(Serialize)]
struct Json<'a, F, D> {
    fault: &'a F,
    message: String,
    flaky: bool,
    #[serde(flatten)]
    details: &'a D,
    found_in: String,
    found_after_seconds: f64,
    saved: Option<String>,
    repeat: Option<String>,
}

impl<'a, F: Display + Serialize, D: Serialize> Report<'a, F, D> {
    /// Saves a failure in a folder of its own, and reports it.
    pub(super) fn of<T>(
        about: About<'a>,
        found: CheckFinding<T>,
        out: &Path,
        describe: impl FnOnce(T, Certainty) -> Description<F, D>,
    ) -> Self {
        let mut report = Self {
            about,
            origin: found.origin,
            after: found.after.as_secs_f64(),
            certainty: found.certainty,
            description: describe(found.failing, found.certainty),
            saved: None,
        };
        // If saving fails, the report shows the input uncut.
        report.saved = report.save(out).inspect_err(Failure::report).ok();
        report
    }

    fn save(&self, out: &Path) -> Result<PathBuf, Failure> {
        let folder = out.join(format!("{}-{}", self.about.rule_set, self.name()));
        for (name, content) in &self.description.files {
            let path = folder.join(name);
            // An earlier failure on the same input left it, or the command that repeats it, which
            // may have left a link. A folder is not of this command.
            let is_stale = path
                .symlink_metadata()
                .is_ok_and(|found| found.is_symlink() || content.is_none() && found.is_file());
            if is_stale {
                fs::remove_file(&path).map_err(|error| Failure::File {
                    path: path.clone(),
                    doing: "remove",
                    error,
                })?;
            }
            if let Some(content) = content {
                files::write(&path, content)?;
            }
        }
        Ok(folder)
    }

    /// The failure as a test of the `JUnit` file, whose text is also printed.
    pub(super) fn to_test(&self) -> Test {
        Test { name: self.name(), headline: self.headline(), text: self.render() }
    }

    /// The fault, in a line.
    fn headline(&self) -> String {
        let flaky = if self.certainty == Certainty::Flaky { " (flaky)" } else { "" };
        format!("{}{}{flaky}", self.description.fault, self.description.more)
    }

    fn name(&self) -> String {
        format!("{:016x}", digest(self.description.input.as_bytes()))
    }

    /// The shell command that repeats the failure.
    fn repeat(&self) -> Option<String> {
        let folder = self.saved.as_ref()?;
        let words = self.about.command.iter().map(|word| as_argument(&word.to_string_lossy()));
        let command = words.collect::<Vec<_>>().join(" ");
        let names = &self.description.names;
        Some(match names.answer {
            Some(answer) => format!("(cd {} && {command} && cat {answer})", argument(folder)),
            None => format!("{command} < {}", argument(folder.join(names.input))),
        })
    }

    fn found_in(&self) -> String {
        let origin = match &self.origin {
            Origin::Corpus(name) => name.clone(),
            Origin::Generated(number) => {
                let About { unit, seed, .. } = self.about;
                format!("generated {unit} {number} of seed {seed}")
            }
        };
        origin + &self.description.found_in
    }

    /// The report as text.
    fn render(&self) -> String {
        let (rule_set, headline) = (self.about.rule_set, self.headline());
        let Description { title, input, note, answer, .. } = &self.description;
        let mut out = format!("{WRONG}FAILED{WRONG:#} {BOLD}{rule_set}{BOLD:#}: {headline}\n\n");
        let _ = writeln!(out, "found in {}, after {:.1} s", self.found_in(), self.after);
        out += note;
        self.render_cut(&mut out, title, input);
        for section in answer {
            match section {
                Section::Sentence(sentence) => {
                    let _ = writeln!(out, "\n{sentence}");
                }
                Section::Cut(title, text) => self.render_cut(&mut out, title, text),
                Section::Whole(title, text) => {
                    let _ = writeln!(out, "\n{BOLD}{title}{BOLD:#}\n{}", text.trim_end());
                }
            }
        }
        let errors: Vec<&str> = self.description.errors.lines().collect();
        if !errors.is_empty() {
            let last = errors[errors.len().saturating_sub(ERROR_LINES)..].join("\n");
            self.render_cut(&mut out, "the end of its standard error", &last);
        }
        self.render_commands(&mut out);
        out
    }

    fn render_commands(&self, out: &mut String) {
        let (Some(folder), Some(repeat)) = (&self.saved, self.repeat()) else { return };
        let _ = writeln!(out, "\nsaved in {BOLD}{}{BOLD:#}", shown(folder));
        if let Some(case) = self.description.names.case {
            let (program, case) = (registry::program(), argument(folder.join(case)));
            let _ = writeln!(out, "see it        {program} show {case}");
        }
        let _ = writeln!(out, "repeat it     {repeat}");
    }

    fn render_cut(&self, out: &mut String, title: &str, text: &str) {
        let _ = writeln!(out, "\n{BOLD}{title}{BOLD:#}");
        let lines: Vec<&str> = text.lines().collect();
        let count = if self.saved.is_some() { self.description.lines_max } else { lines.len() };
        for line in lines.iter().take(count) {
            let mut line: String = line.chars().map(visible).collect();
            if let Some((end, _)) = line.char_indices().nth(WIDTH) {
                line.truncate(end);
                line.push('…');
            }
            let _ = writeln!(out, "  {line}");
        }
        if lines.len() > count {
            let _ = writeln!(out, "  … and {} more lines", lines.len() - count);
        }
    }

    pub(super) fn to_json(&self) -> impl Serialize + '_ {
        Json {
            fault: &self.description.fault,
            message: self.description.fault.to_string(),
            flaky: self.certainty == Certainty::Flaky,
            details: &self.description.details,
            found_in: self.found_in(),
            found_after_seconds: self.after,
            saved: self.saved.as_ref().map(|path| path.display().to_string()),
            repeat: self.repeat(),
        }
    }
}

/// Replaces control characters, so that the output of a program cannot disturb the terminal.
fn visible(c: char) -> char {
    if c.is_control() { '\u{FFFD}' } else { c }
}
