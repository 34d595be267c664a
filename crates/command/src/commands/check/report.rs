//! A failure of the program, and its report: as text, as JSON, and as saved files.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use indicatif::HumanCount;
use serde::Serialize;
use twinboard_harness::random::digest;
use twinboard_harness::report::as_argument;
use twinboard_referee::{Crash, Foul as Losing};
use twinboard_runner::{Limits, Signal};

use super::foul::{AnswerFoul, Foul, MoveFoul};
use super::queue::Origin;
use super::setup::About;
use crate::output::ci::here_document;
use crate::output::failure::Failure;
use crate::output::files;
use crate::output::result::TestFinding;
use crate::output::text::{argument, shown};
use crate::process::hints::{self, is_of_memory};

const BOLD: Style = Style::new().bold();
const WRONG: Style = AnsiColor::Red.on_default().bold();

/// Maximum length of a shown line in characters; longer lines are cut.
const WIDTH: usize = 100;

/// Number of lines shown from the end of standard error.
const ERROR_LINES: usize = 8;

/// A failure of the program as plain data, in the words of one kind of check.
pub(super) struct ProgramFailure {
    pub(super) found: Found,
    pub(super) foul: Foul,
    /// The rest of the headline, after the foul.
    pub(super) more: String,
    /// The limits within which the program was run.
    pub(super) limits: Limits,
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
    pub(super) details: Details,
}

/// The origin of a failure.
pub(super) struct Found {
    pub(super) origin: Origin,
    /// The time since the campaign began.
    pub(super) after: Duration,
    pub(super) certainty: Certainty,
    /// True if time ended the search for a smaller input.
    pub(super) cut_short: bool,
}

/// The reproducibility of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certainty {
    /// The failure recurs on this input.
    Sure,
    /// The failure did not recur.
    Flaky,
    /// The check was interrupted before the failure was tried again.
    Unclear,
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

/// The part of the JSON that depends on the kind of check.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Details {
    Cases {
        input: String,
        expected: String,
        printed: String,
        standard_error: String,
        seconds: f64,
        cases: usize,
    },
    Move {
        board: String,
        answer: Option<String>,
        standard_error: String,
        seconds: f64,
    },
}

/// A failure, and the folder with its files if they could be saved.
pub(super) struct Report<'a> {
    about: &'a About,
    failure: ProgramFailure,
    /// Name of the isolation of the program, if it was run at all.
    level: Option<&'static str>,
    saved: Option<PathBuf>,
}

#[derive(Serialize)]
struct Json<'a> {
    #[serde(rename = "fault")]
    foul: &'a Foul,
    message: String,
    flaky: bool,
    cut_short: bool,
    #[serde(flatten)]
    details: &'a Details,
    found_in: String,
    found_after_seconds: f64,
    saved: Option<String>,
    repeat: Option<String>,
    limits: JsonLimits,
    hints: Vec<String>,
}

/// The limits of a run.
#[derive(Serialize)]
struct JsonLimits {
    seconds: f64,
    memory_bytes: u64,
    processes: u32,
}

impl<'a> Report<'a> {
    /// Saves a failure in a folder of its own, and reports it.
    pub(super) fn of(
        about: &'a About,
        failure: ProgramFailure,
        level: Option<&'static str>,
        out: &Path,
    ) -> Self {
        let mut report = Self { about, failure, level, saved: None };
        // If saving fails, the report shows the input uncut.
        report.saved = report.save(out).inspect_err(Failure::report).ok();
        report
    }

    fn save(&self, out: &Path) -> Result<PathBuf, Failure> {
        let folder = out.join(self.folder_name());
        for (name, content) in &self.failure.files {
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
                files::keep(&path, content)?;
            }
        }
        Ok(folder)
    }

    /// The name of the folder, which depends on the input and on the command: programs that are
    /// checked at the same time do not write into each other's folders.
    fn folder_name(&self) -> String {
        let mut all = self.failure.input.clone().into_bytes();
        for word in &self.about.command {
            all.push(0);
            all.extend(word.as_encoded_bytes());
        }
        format!("{}-{:016x}", self.about.rule_set, digest(&all))
    }

    /// The failure for a CI service.
    pub(super) fn as_finding(&self) -> TestFinding {
        let folder = self.saved.as_ref();
        // A command that repeats it anywhere needs a program that reads standard input.
        let is_stream = self.failure.names.answer.is_none();
        let words: Vec<String> = self.about.command.iter().map(argument).collect();
        let input = &self.failure.input;
        TestFinding {
            headline: self.headline(),
            report: self.render(),
            file: folder.map(|it| it.join(self.failure.names.input)),
            replay: self.repeat(),
            anywhere: is_stream.then(|| here_document(&words.join(" "), input)),
            details: serde_json::to_value(self.to_json()).expect("plain data serializes"),
        }
    }

    /// True if the program failed with an exit code and a complaint but no answer, as one that does
    /// not find its libraries.
    pub(super) fn is_failed_start(&self) -> bool {
        let is_code = match &self.failure.foul {
            Foul::Answer(foul) => matches!(foul, AnswerFoul::ExitCode(_)),
            Foul::Move(foul) => matches!(foul, MoveFoul::Losing(Losing::Crash(Crash::Code(_)))),
        };
        let is_silent = match &self.failure.details {
            Details::Cases { printed, .. } => printed.is_empty(),
            Details::Move { answer, .. } => answer.is_none(),
        };
        let is_explained = !self.hints().is_empty();
        is_code && is_silent && !self.failure.errors.is_empty() && !is_explained
    }

    /// The foul, in a line.
    pub(super) fn headline(&self) -> String {
        let flaky = if self.is_flaky() { " (flaky)" } else { "" };
        format!("{}{flaky}", self.message())
    }

    fn message(&self) -> String {
        format!("{}{}", self.failure.foul, self.failure.more)
    }

    /// Hints at limits of this command that may have caused the failure.
    fn hints(&self) -> Vec<String> {
        let mut hints = hints::of(&self.failure.errors, self.failure.limits, self.level);
        hints.extend(
            self.ended_by()
                .filter(|signal| signal.name() == Some("SIGSEGV"))
                .and_then(|_| Some(hints::of_stack(twinboard_runner::stack_limit()?))),
        );
        hints
    }

    /// The signal that ended the program.
    fn ended_by(&self) -> Option<Signal> {
        match self.failure.foul {
            Foul::Answer(AnswerFoul::Signal(signal))
            | Foul::Move(MoveFoul::Losing(Losing::Crash(Crash::Signal(signal)))) => {
                Some(Signal(signal))
            }
            _ => None,
        }
    }

    /// True if the program did not just give a wrong answer or move, so that its limits matter.
    fn is_of_limits(&self) -> bool {
        let is_answer = matches!(
            self.failure.foul,
            Foul::Answer(AnswerFoul::WrongAnswer)
                | Foul::Move(MoveFoul::Losing(Losing::Invalid { .. } | Losing::Unreadable { .. }))
        );
        !is_answer || !self.hints().is_empty()
    }

    fn is_flaky(&self) -> bool {
        self.failure.found.certainty == Certainty::Flaky
    }

    /// The shell command that repeats the failure.
    fn repeat(&self) -> Option<String> {
        let folder = self.saved.as_ref()?;
        let words = self.about.command.iter().map(|word| as_argument(&word.to_string_lossy()));
        let command = words.collect::<Vec<_>>().join(" ");
        let names = &self.failure.names;
        // The user's shell has the other variables.
        let variables: Vec<String> =
            self.about.variables.iter().map(|it| as_argument(&it.to_string_lossy())).collect();
        let command = match &variables[..] {
            [] => command,
            variables => format!("env {} {command}", variables.join(" ")),
        };
        let is_of_memory = is_of_memory(&self.failure.errors);
        let ulimit = format!("ulimit -v {} && ", self.failure.limits.memory >> 10);
        let ulimit = if is_of_memory { ulimit } else { String::new() };
        Some(if let Some(answer) = names.answer {
            format!("(cd {} && {ulimit}{command} && cat {answer})", argument(folder))
        } else {
            let command = format!("{ulimit}{command} < {}", argument(folder.join(names.input)));
            if is_of_memory { format!("({command})") } else { command }
        })
    }

    fn found_in(&self) -> String {
        let About { unit, seed, .. } = self.about;
        let origin = match &self.failure.found.origin {
            Origin::Corpus(name) => name.clone(),
            Origin::Generated(number) => format!("generated {unit} {number} of seed {seed}"),
        };
        origin + &self.failure.found_in
    }

    /// The report as text.
    pub(super) fn render(&self) -> String {
        let (rule_set, headline) = (self.about.rule_set, self.headline());
        let ProgramFailure { found, title, input, note, answer, errors, .. } = &self.failure;
        let mut out = format!("{WRONG}FAILED{WRONG:#} {BOLD}{rule_set}{BOLD:#}: {headline}\n\n");
        let after = found.after.as_secs_f64();
        let _ = writeln!(out, "found in {}, after {after:.1} s", self.found_in());
        out += note;
        if found.cut_short {
            out += "The search for a smaller input was cut short: its time was over.\n";
        }
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
        let errors: Vec<&str> = errors.lines().collect();
        if !errors.is_empty() {
            let last = errors[errors.len().saturating_sub(ERROR_LINES)..].join("\n");
            self.render_cut(&mut out, "the end of its standard error", &last);
        }
        for hint in self.hints() {
            let _ = writeln!(out, "\nhint: {hint}");
        }
        self.render_commands(&mut out);
        out
    }

    fn render_commands(&self, out: &mut String) {
        let (Some(folder), Some(repeat)) = (&self.saved, self.repeat()) else { return };
        let _ = writeln!(out, "\nsaved in {BOLD}{}{BOLD:#}", shown(folder));
        if let Some(case) = self.failure.names.case {
            let (program, case) = (&self.about.program, argument(folder.join(case)));
            let _ = writeln!(out, "see it        {program} show {case}");
        }
        let _ = writeln!(out, "repeat it     {repeat}");
        if self.is_of_limits() {
            let Limits { time, memory, processes, .. } = self.failure.limits;
            let (time, memory) = (humantime::format_duration(time), HumanCount(memory >> 20));
            let level = self.level.map(|level| format!("; isolation: {level}"));
            let level = level.unwrap_or_default();
            let stack = twinboard_runner::stack_limit();
            let stack = stack.map(|stack| format!(", {} of stack", hints::size_of_stack(stack)));
            let stack = stack.unwrap_or_default();
            let _ = writeln!(
                out,
                "here it had   {time}, {memory} MiB of address space{stack}, {}{level}",
                if processes == 1 {
                    "1 process".to_owned()
                } else {
                    format!("{processes} processes")
                }
            );
        }
    }

    fn render_cut(&self, out: &mut String, title: &str, text: &str) {
        let _ = writeln!(out, "\n{BOLD}{title}{BOLD:#}");
        let lines: Vec<&str> = text.lines().collect();
        let count = if self.saved.is_some() { self.failure.lines_max } else { lines.len() };
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

    fn to_json(&self) -> impl Serialize + '_ {
        Json {
            foul: &self.failure.foul,
            message: self.message(),
            flaky: self.is_flaky(),
            cut_short: self.failure.found.cut_short,
            details: &self.failure.details,
            found_in: self.found_in(),
            found_after_seconds: self.failure.found.after.as_secs_f64(),
            saved: self.saved.as_ref().map(|path| path.display().to_string()),
            repeat: self.repeat(),
            limits: JsonLimits {
                seconds: self.failure.limits.time.as_secs_f64(),
                memory_bytes: self.failure.limits.memory,
                processes: self.failure.limits.processes,
            },
            hints: self.hints(),
        }
    }
}

/// Replaces control characters, so that the output of a program cannot disturb the terminal.
fn visible(c: char) -> char {
    if c.is_control() { '\u{FFFD}' } else { c }
}
