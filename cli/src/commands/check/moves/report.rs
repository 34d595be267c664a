//! What is said of a failure: to people, to machines, and in files.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use harness::random::digest;
use harness::report::as_argument;
use referee::{Crash, Fault};
use serde::Serialize;

use super::About;
use super::asker::Wrong;
use super::campaign::Found;
use crate::commands::check::campaign::{Certainty, Origin};
use crate::commands::check::junit::Test;
use crate::commands::check::program::name_of;
use crate::failure::Failure;
use crate::{files, registry};

const BOLD: Style = Style::new().bold();
const WRONG: Style = AnsiColor::Red.on_default().bold();

/// Longer boards, answers and errors are not printed whole if a file has them.
const LINES: usize = 34;
const WIDTH: usize = 100;

/// How many of the last lines of the standard error are shown.
const ERROR_LINES: usize = 8;

/// Of what a program answered, the results have no more; the file has all of it.
const ANSWER_MAX: usize = 64 << 10;

/// A failure as it is reported.
pub(super) struct Report<'a> {
    about: About<'a>,
    found: Found,
    /// The folder with its files.
    saved: Option<PathBuf>,
}

#[derive(Serialize)]
pub(super) struct Json {
    fault: Wrong,
    message: String,
    flaky: bool,
    board: String,
    answer: Option<String>,
    standard_error: String,
    seconds: f64,
    found_in: String,
    found_after_seconds: f64,
    saved: Option<String>,
    repeat: Option<String>,
}

impl<'a> Report<'a> {
    /// Saves a failure in a folder of its own, and reports it.
    pub(super) fn of(found: Found, about: About<'a>, out: &Path) -> Self {
        let mut report = Self { about, found, saved: None };
        // The report has all of it if that fails.
        report.saved = report.save(out).inspect_err(Failure::report).ok();
        report
    }

    fn save(&self, out: &Path) -> Result<PathBuf, Failure> {
        let Found { board, trial, .. } = &self.found;
        let names = self.about.asker.contest.files();
        let folder = out.join(format!("{}-{}", self.about.rule_set, self.name()));
        files::write(&folder.join(names.board), board)?;
        files::write(&folder.join("case.txt"), &trial.case)?;
        let errors = (!trial.asked.errors.is_empty()).then_some(trial.asked.errors.as_bytes());
        for (name, text) in [(names.answer, self.answer()), ("errors.txt", errors)] {
            let path = folder.join(name);
            if let Some(text) = text {
                files::write(&path, text)?;
            } else if path.is_file() {
                // It is of an earlier failure on the same board.
                fs::remove_file(&path).map_err(|error| Failure::File {
                    path,
                    doing: "remove",
                    error,
                })?;
            }
        }
        Ok(folder)
    }

    /// What the program answered, if it did.
    fn answer(&self) -> Option<&[u8]> {
        self.found.trial.asked.answer.as_deref().ok()
    }

    /// The failure, for people.
    pub(super) fn told(&self) -> Test {
        Test { name: self.name(), headline: self.headline(), text: self.render() }
    }

    /// What failed, in a line.
    fn headline(&self) -> String {
        let flaky = if self.found.certainty == Certainty::Flaky { ", once" } else { "" };
        let wrong = &self.found.wrong;
        let more = match wrong {
            Wrong::Fault(Fault::Late) => {
                let limit = humantime::format_duration(self.about.asker.limit);
                format!(": no move within {limit}")
            }
            Wrong::Fault(Fault::Crash(Crash::Signal(signal))) => {
                name_of(*signal).map(|name| format!(", {name}")).unwrap_or_default()
            }
            _ => String::new(),
        };
        format!("{wrong}{more}{flaky}")
    }

    fn name(&self) -> String {
        format!("{:016x}", digest(self.found.board.as_bytes()))
    }

    /// The command that shows it again, for a shell.
    fn repeat(&self) -> Option<String> {
        let folder = self.saved.as_ref()?;
        let program = &self.about.asker.program;
        let words = program.command.iter().map(|word| as_argument(&word.to_string_lossy()));
        let command = words.collect::<Vec<_>>().join(" ");
        let shown = |path: &Path| as_argument(&path.to_string_lossy());
        let names = self.about.asker.contest.files();
        Some(match program.files {
            Some(_) => format!("(cd {} && {command} && cat {})", shown(folder), names.answer),
            None => format!("{command} < {}", shown(&folder.join(names.board))),
        })
    }

    fn found_in(&self) -> String {
        match &self.found.origin {
            Origin::Corpus(name) => name.clone(),
            Origin::Generated(number) => {
                format!("generated position {number} of seed {}", self.about.seed)
            }
        }
    }

    /// The report for people.
    fn render(&self) -> String {
        let (rule_set, headline) = (self.about.rule_set, self.headline());
        let mut out = format!("{WRONG}FAILED{WRONG:#} {BOLD}{rule_set}{BOLD:#}: {headline}\n\n");
        let after = self.found.after.as_secs_f64();
        let _ = writeln!(out, "found in {}, after {after:.1} s", self.found_in());
        match self.found.certainty {
            Certainty::Sure => {}
            Certainty::Unclear => out += "Interrupted before it was tried again.\n",
            Certainty::Flaky => {
                out += "It did not come back when the same board was tried again: what the program \
                        does depends\non more than the board. Nothing was made smaller.\n";
            }
        }
        let _ = writeln!(out, "\n{BOLD}the board{BOLD:#}");
        out += &self.cut(&self.found.board);
        self.render_answer(&mut out);
        let errors: Vec<&str> = self.found.trial.asked.errors.lines().collect();
        if !errors.is_empty() {
            let _ = writeln!(out, "\n{BOLD}the end of its standard error{BOLD:#}");
            out += &self.cut(&errors[errors.len().saturating_sub(ERROR_LINES)..].join("\n"));
        }
        if let (Some(folder), Some(repeat)) = (&self.saved, self.repeat()) {
            let case = folder.join("case.txt");
            let (program, case) = (registry::program(), as_argument(&case.to_string_lossy()));
            let _ = writeln!(out, "\nsaved in {BOLD}{}{BOLD:#}", folder.display());
            let _ = writeln!(out, "see it        {program} show {case}");
            let _ = writeln!(out, "repeat it     {repeat}");
        }
        out
    }

    fn render_answer(&self, out: &mut String) {
        let asked = &self.found.trial.asked;
        let is_file = self.about.asker.program.files.is_some();
        match self.answer() {
            Some(answer) if answer.trim_ascii().is_empty() => *out += "\nthe answer is empty\n",
            Some(answer) => {
                let _ = writeln!(out, "\n{BOLD}its answer{BOLD:#}");
                *out += &self.cut(&String::from_utf8_lossy(answer));
            }
            None if is_file && !asked.output.trim_ascii().is_empty() => {
                *out += "\nIt wrote to its standard output. A program that answers there is checked \
                         with --stdio.\n";
            }
            None => {}
        }
    }

    fn cut(&self, text: &str) -> String {
        let lines: Vec<&str> = text.lines().collect();
        let mut out = String::new();
        let shown = if self.saved.is_some() { LINES } else { lines.len() };
        for line in lines.iter().take(shown) {
            let mut line: String = line.chars().map(visible).collect();
            if let Some((end, _)) = line.char_indices().nth(WIDTH) {
                line.truncate(end);
                line.push('…');
            }
            let _ = writeln!(out, "  {line}");
        }
        if lines.len() > shown {
            let _ = writeln!(out, "  … and {} more lines", lines.len() - shown);
        }
        out
    }

    pub(super) fn to_json(&self) -> Json {
        let Found { board, trial, wrong, certainty, after, .. } = &self.found;
        let lossy = |bytes: &[u8]| {
            String::from_utf8_lossy(&bytes[..bytes.len().min(ANSWER_MAX)]).into_owned()
        };
        Json {
            fault: wrong.clone(),
            message: wrong.to_string(),
            flaky: *certainty == Certainty::Flaky,
            board: board.clone(),
            answer: self.answer().map(lossy),
            standard_error: trial.asked.errors.clone(),
            seconds: trial.asked.time.as_secs_f64(),
            found_in: self.found_in(),
            found_after_seconds: after.as_secs_f64(),
            saved: self.saved.as_ref().map(|path| path.display().to_string()),
            repeat: self.repeat(),
        }
    }
}

/// Nothing that a program wrote moves the cursor.
fn visible(c: char) -> char {
    if c.is_control() { '\u{FFFD}' } else { c }
}
