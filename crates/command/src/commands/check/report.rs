//! A failure of the program, and its report: as text, as JSON, and as saved files.

use std::borrow::Cow;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use indicatif::HumanCount;
use serde_json::{Value, json};
use twinboard_harness::random::digest;
use twinboard_harness::report::as_argument;
use twinboard_runner::{ERRORS_KEPT, Limits};

use super::About;
use super::answers::Shown;
use super::campaign::Origin;
use super::foul::Foul;
use super::shrink::{Certainty, Failing};
use crate::output::ci::here_document;
use crate::output::failure::Failure;
use crate::output::files;
use crate::output::result::TestFinding;
use crate::output::text::{argument, shown};
use crate::process::OUTPUT;

const BOLD: Style = Style::new().bold();
const WRONG: Style = AnsiColor::Red.on_default().bold();

/// Number of lines after which inputs and answers are cut if a saved file has all of them.
const LINES_MAX: usize = 34;

/// Maximum length in bytes of the answer in the JSON; the saved file has all of it.
const JSON_ANSWER_MAX: usize = 64 << 10;

const INPUT: &str = "input.txt";
const PRINTED: &str = "printed.txt";

/// Maximum length of a shown line in characters; longer lines are cut.
const WIDTH: usize = 100;

const ERROR_LINES: usize = 8;

pub(super) struct Report<'a> {
    pub(super) about: &'a About,
    /// The case from which the input was made.
    pub(super) origin: Origin,
    pub(super) after: Duration,
    pub(super) size: usize,
    /// The input that is reported, which gives the failure its name.
    pub(super) failing: Failing,
    pub(super) shown: Shown,
    /// The limits within which the program was run, and its isolation.
    pub(super) limits: Limits,
    pub(super) level: Option<&'static str>,
    pub(super) saved: Option<PathBuf>,
}

impl Report<'_> {
    pub(super) fn save(&self, out: &Path) -> Result<PathBuf, Failure> {
        let folder = out.join(self.folder_name());
        for (name, content) in self.files() {
            let path = folder.join(name);
            // An earlier failure on the same input left it, or the command that repeats it, which
            // may have left a link.
            if path.symlink_metadata().is_ok_and(|it| it.is_symlink() || it.is_file()) {
                let _ = fs::remove_file(&path);
            }
            if let Some(content) = content {
                files::keep(&path, content)?;
            }
        }
        Ok(folder)
    }

    /// The files to save; one without content is removed if an earlier failure left it.
    fn files(&self) -> [(&'static str, Option<&[u8]>); 4] {
        let trial = &self.failing.trial;
        [
            (INPUT, Some(trial.input.as_bytes())),
            ("expected.txt", trial.expected.as_ref().map(|expected| &*expected.text)),
            (PRINTED, Some(&*trial.printed)),
            ("errors.txt", Some(&*trial.errors).filter(|errors| !errors.is_empty())),
        ]
    }

    /// The name of the folder, which depends on the input and on the command: programs that are
    /// checked at the same time do not write into each other's folders.
    fn folder_name(&self) -> String {
        let mut all = self.failing.trial.input.clone().into_bytes();
        for word in &self.about.command {
            all.push(0);
            all.extend(word.as_encoded_bytes());
        }
        format!("{}-{:016x}", self.about.rule_set, digest(&all))
    }

    /// The failure for a CI service.
    pub(super) fn as_finding(&self) -> TestFinding {
        let folder = self.saved.as_ref();
        let words: Vec<String> = self.about.command.iter().map(argument).collect();
        let input = &self.failing.trial.input;
        TestFinding {
            headline: self.headline(),
            report: self.render(),
            file: folder.map(|it| it.join(INPUT)),
            replay: self.repeat(),
            anywhere: Some(here_document(&words.join(" "), input)),
            details: self.details(),
        }
    }

    /// True if the program failed with an exit code and a complaint but no answer, as one that does
    /// not find its libraries.
    pub(super) fn is_failed_start(&self) -> bool {
        let (foul, trial) = (self.failing.foul(), &self.failing.trial);
        let is_explained = self.hint().is_some();
        foul.is_exit_code() && trial.printed.is_empty() && !trial.errors.is_empty() && !is_explained
    }

    pub(super) fn headline(&self) -> String {
        let is_flaky = self.failing.certainty == Certainty::Flaky;
        format!("{}{}", self.message(), if is_flaky { " (flaky)" } else { "" })
    }

    fn message(&self) -> String {
        let (foul, trial) = (self.failing.foul(), &self.failing.trial);
        let is_on_errors = *foul == Foul::TooMuchOutput
            && trial.printed.len() < OUTPUT as usize
            && trial.errors.len() >= ERRORS_KEPT;
        let stream = if is_on_errors { ", on standard error" } else { "" };
        foul.headline(self.limits.time) + stream
    }

    fn errors(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.failing.trial.errors)
    }

    /// A hint at the limit of this command that may have caused a segmentation fault.
    fn hint(&self) -> Option<String> {
        self.failing.foul().signal().filter(|signal| signal.name() == Some("SIGSEGV"))?;
        let stack = size_of_stack(twinboard_runner::stack_limit()?);
        Some(format!(
            "the cause may be the limit of {stack} on its stack, as of a deep recursion; a judge may \
             give the stack all of the memory, and so does `ulimit -s unlimited` before this command"
        ))
    }

    fn repeat(&self) -> Option<String> {
        let folder = self.saved.as_ref()?;
        let words = self.about.command.iter().map(|word| as_argument(&word.to_string_lossy()));
        let command = words.collect::<Vec<_>>().join(" ");
        // The user's shell has the other variables.
        let variables: Vec<String> =
            self.about.variables.iter().map(|it| as_argument(&it.to_string_lossy())).collect();
        let command = match &variables[..] {
            [] => command,
            variables => format!("env {} {command}", variables.join(" ")),
        };
        let is_limited = self.about.limits_memory;
        let ulimit = format!("ulimit -v {} && ", self.limits.memory >> 10);
        let ulimit = if is_limited { ulimit } else { String::new() };
        let command = format!("{ulimit}{command} < {}", argument(folder.join(INPUT)));
        Some(if is_limited { format!("({command})") } else { command })
    }

    fn found_in(&self) -> String {
        let seed = self.about.seed;
        let origin = match &self.origin {
            Origin::Corpus(name) => name.clone(),
            Origin::Generated(number) => format!("generated case {number} of seed {seed}"),
        };
        match self.size {
            1 => origin,
            size => format!("{origin}, in a batch of {size}"),
        }
    }

    pub(super) fn render(&self) -> String {
        let (rule_set, headline) = (self.about.rule_set, self.headline());
        let Self { failing: Failing { trial, note, .. }, shown, after, .. } = self;
        let mut out = format!("{WRONG}FAILED{WRONG:#} {BOLD}{rule_set}{BOLD:#}: {headline}\n\n");
        let after = after.as_secs_f64();
        let _ = writeln!(out, "found in {}, after {after:.1} s", self.found_in());
        out += match self.failing.certainty {
            Certainty::Sure => "",
            Certainty::Unclear => "Interrupted before the failure was confirmed.\n",
            Certainty::Flaky => {
                "The failure did not recur when the same input was tried again: the program depends \
                 on more\nthan its input. Nothing was shrunk.\n"
            }
        };
        out += note;
        if self.failing.cut_short {
            out += "The search for a smaller input was cut short: its time was over.\n";
        }
        self.render_cut(&mut out, "the input", &trial.input);
        match shown {
            Shown::AsExpected => out += "\nits output is as expected\n",
            Shown::Nothing(expected) => {
                out += "\nit printed nothing\n";
                self.render_cut(&mut out, "expected", expected);
            }
            Shown::Sides(sides) => {
                let _ = writeln!(out, "\n{BOLD}the answers{BOLD:#}\n{}", sides.trim_end());
            }
        }
        // Without escapes for colours and the like.
        let is_shown = |c: &char| *c == '\n' || !c.is_control();
        let errors: String = self.errors().chars().filter(is_shown).collect();
        let errors: Vec<&str> = errors.lines().collect();
        if !errors.is_empty() {
            let last = errors[errors.len().saturating_sub(ERROR_LINES)..].join("\n");
            self.render_cut(&mut out, "the end of its standard error", &last);
        }
        if let Some(hint) = self.hint() {
            let _ = writeln!(out, "\nhint: {hint}");
        }
        self.render_commands(&mut out);
        out
    }

    fn render_commands(&self, out: &mut String) {
        let (Some(folder), Some(repeat)) = (&self.saved, self.repeat()) else { return };
        let _ = writeln!(out, "\nsaved in {BOLD}{}{BOLD:#}", shown(folder));
        let _ = writeln!(out, "repeat it     {repeat}");
        if *self.failing.foul() != Foul::WrongAnswer {
            let Limits { time, memory, processes, .. } = self.limits;
            let (time, memory) = (humantime::format_duration(time), HumanCount(memory >> 20));
            let level = self.level.map(|level| format!("; isolation: {level}"));
            let level = level.unwrap_or_default();
            let stack = twinboard_runner::stack_limit();
            let stack = stack.map(|stack| format!(", {} of stack", size_of_stack(stack)));
            let stack = stack.unwrap_or_default();
            let _ = writeln!(
                out,
                "here it had   {time}, {memory} MiB of address space{stack}, \
                 {processes} processes{level}"
            );
        }
    }

    fn render_cut(&self, out: &mut String, title: &str, text: &str) {
        let _ = writeln!(out, "\n{BOLD}{title}{BOLD:#}");
        let lines: Vec<&str> = text.lines().collect();
        let count = if self.saved.is_some() { LINES_MAX } else { lines.len() };
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

    fn details(&self) -> Value {
        let Self { failing, limits, after, .. } = self;
        let Failing { trial, cases, cut_short, .. } = failing;
        let printed = &trial.printed[..trial.printed.len().min(JSON_ANSWER_MAX)];
        let expected = trial.expected.as_ref().map(|it| String::from_utf8_lossy(&it.text));
        json!({
            "fault": failing.foul(),
            "message": self.message(),
            "flaky": failing.certainty == Certainty::Flaky,
            "cut_short": cut_short,
            "standard_error": self.errors(),
            "seconds": trial.time.as_secs_f64(),
            "found_in": self.found_in(),
            "found_after_seconds": after.as_secs_f64(),
            "saved": self.saved.as_ref().map(|path| path.display().to_string()),
            "repeat": self.repeat(),
            "limits": {
                "seconds": limits.time.as_secs_f64(),
                "memory_bytes": limits.memory,
                "processes": limits.processes,
            },
            "hints": self.hint().as_slice(),
            "input": trial.input,
            "expected": expected,
            "printed": String::from_utf8_lossy(printed),
            "cases": cases.len(),
        })
    }
}

/// The size of a stack, which need not be a whole number of MiB.
fn size_of_stack(bytes: u64) -> String {
    if bytes.is_multiple_of(1 << 20) {
        format!("{} MiB", HumanCount(bytes >> 20))
    } else {
        format!("{} KiB", HumanCount(bytes >> 10))
    }
}

/// Replaces control characters, so that the output of a program cannot disturb the terminal.
fn visible(c: char) -> char {
    if c.is_control() { '\u{FFFD}' } else { c }
}
