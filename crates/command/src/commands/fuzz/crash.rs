//! The failure of a fuzz target, whose input is replayed, shrunk and reported as any case file is.
//!
//! The target only says that it failed. If its input does not fail here, it is started once more to
//! make the report itself: it may have been built from other sources than this program, have an
//! engine that this program lacks, or fail by a debug assertion that only targets have.

use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use serde_json::json;
use twinboard_harness::campaign::{FoundDivergence, Origin};
use twinboard_harness::report::{self, Report, Substitutes};
use twinboard_harness::telemetry::{REPORT, TELEMETRY_VARIABLE, TargetReport};
use twinboard_harness::{Divergence, Finding, triage};

use super::libfuzzer::{self, Counts, Ended};
use crate::cases::case_file;
use crate::cases::finding::{CaseProcess, Findings, Probed};
use crate::commands::checkout::Target;
use crate::film::Film;
use crate::output::files;
use crate::output::result::TestFinding;
use crate::recording;
use crate::session::{AnySubject, Session};

/// Time limit for a target that makes the report itself, with its shrinking.
const REPORTING: Duration = Duration::from_mins(2);

pub(super) struct Crash {
    pub(super) finding: TestFinding,
    /// The implementations that play the failing case, and its report, if it fails in this program.
    pub(super) played: Option<Box<(Session, AnySubject, Report)>>,
}

impl Crash {
    fn of(finding: TestFinding) -> Self {
        Self { finding, played: None }
    }

    /// The case step by step, if it fails in this program.
    pub(super) fn film(&self, step_limit: Duration) -> Option<Film> {
        let (session, subject, report) = self.played.as_deref()?;
        Some(recording::of_report(session, subject, report, step_limit))
    }
}

pub(super) struct Failed<'a> {
    pub(super) target: &'a Target,
    pub(super) engine: Option<&'a str>,
    pub(super) program: Command,
    pub(super) artifact: Option<PathBuf>,
    /// What the target says about its end, if that is no divergence.
    pub(super) failure: Option<String>,
    pub(super) ended: Ended,
}

impl Failed<'_> {
    /// The session and the rule set with the engine that the target plays; the message says that
    /// this program does not have it.
    fn played(&self, session: &Session) -> Result<(Session, AnySubject), String> {
        let registration = self.target.playing(self.engine)?;
        let subject = AnySubject::clone(registration.subject());
        let session = match subject.engine_name() {
            Some(name) => session.with_built_in(name, registration.clone()),
            None => session.clone(),
        };
        Ok((session, subject))
    }

    /// Reproduces the failure with the engine that the target plays.
    pub(super) fn analyse(
        mut self,
        checked_in: &[PathBuf],
        findings: &Findings<'_>,
        announce: &dyn Fn(String),
    ) -> Crash {
        let input = self.artifact.as_deref().and_then(|path| fs::read(path).ok());
        let (mut found, mut note) = (None, None);
        if let Some(input) = input {
            match self.played(findings.session) {
                Ok((session, subject)) => {
                    let findings = Findings { session: &session, campaign: None, ..*findings };
                    let origin = origin(&input, checked_in);
                    found = self.divergence((&input, origin), &subject, &findings, announce);
                }
                Err(unknown_engine) => note = Some(unknown_engine),
            }
        }
        let mut recurs = None;
        if found.is_none() && self.artifact.is_some() {
            let finding;
            (finding, recurs) = self.in_target(note.as_deref(), findings);
            found = finding.map(Crash::of);
        }
        let note = self.failure.as_ref().or(note.as_ref());
        let mut crash = found.unwrap_or_else(|| Crash::of(self.unknown(note, recurs)));
        if let Some(artifact) = &self.artifact {
            let report = &mut crash.finding.report;
            let _ = writeln!(report, "as libFuzzer found it   {}", artifact.display());
        }
        crash
    }

    /// Plays the cases of an input and reports the first failure. Each is played in a child process
    /// first, because it may end that process.
    fn divergence(
        &self,
        (input, origin): (&[u8], Origin),
        subject: &AnySubject,
        findings: &Findings<'_>,
        announce: &dyn Fn(String),
    ) -> Option<Crash> {
        // Ctrl-C ends the shrinking and not this, which is short.
        let process = CaseProcess { stop: &AtomicBool::new(false), ..findings.process(subject) };
        let cases = case_file::read(subject.as_ref(), &self.target.name, input).ok()?;
        let (divergence, case) =
            cases.into_iter().find_map(|case| match process.play(case.text()) {
                Probed::Agreed | Probed::Unknown => None,
                Probed::Fails => triage::replay(subject, &case, findings.step_limit).failure(),
                Probed::Killed(status) => Some((Divergence::of(Finding::Killed { status }), case)),
            })?;
        let found = FoundDivergence { origin, case: Some(case), divergence };
        let report = findings.triage(subject, found, announce);
        let finding = TestFinding::of(findings.session, &report);
        let played = (findings.session.clone(), Arc::clone(subject), report);
        Some(Crash { finding, played: Some(played.into()) })
    }

    /// Starts the target once more, to report a case that does not fail here. Returns the report, if
    /// there is one, and whether the target fails again, unless it was ended before.
    fn in_target(
        &mut self,
        unknown_engine: Option<&str>,
        findings: &Findings<'_>,
    ) -> (Option<TestFinding>, Option<bool>) {
        let mut counts = Counts::default();
        let mut listen = |line: Option<&str>| line.is_some_and(|line| counts.record(line));
        let is_stopped = || findings.stop.load(Relaxed);
        let arguments: Vec<OsString> = self.artifact.iter().map(Into::into).collect();
        let program = self.program.env(TELEMETRY_VARIABLE, REPORT);
        let ended = libfuzzer::run(program, &arguments, REPORTING, &is_stopped, &mut listen);
        let Some(TargetReport { headline, case, cut_short, text }) = counts.telemetry.report else {
            let status = ended.ok().and_then(|ended| ended.status);
            return (None, status.map(|status| !status.success()));
        };
        let (rule_set, program) = (self.target.subject.name(), findings.session.program());
        let sides = Substitutes { engine: self.engine, ..Substitutes::default() };
        let saved = case.as_ref().and_then(|case| findings.save_as(rule_set, case.as_bytes()));
        let file = saved.as_ref().map(|path| path.display().to_string());
        let commands = file.as_deref().map(|it| report::saved(&program, sides, it, cut_short));
        let note = unknown_engine.map_or_else(
            || {
                format!(
                    "the target made this report, since {program} itself plays the input without a \
                     failure: it may have been built from other sources, and has no debug assertions"
                )
            },
            str::to_owned,
        );
        let report = format!("{text}{}note: {note}\n", commands.unwrap_or_default());
        let (file, case_text) = (file.as_deref(), case.as_deref());
        let sides = (rule_set, sides);
        let finding = TestFinding::of_report(&program, sides, &headline, &report, file, case_text);
        let details = json!({
            "kind": "in_target",
            "artifact": self.artifact,
            "engine": self.engine,
            "headline": headline,
            "case": case,
            "saved": saved,
            "note": note,
        });
        (Some(TestFinding { details, ..finding }), Some(true))
    }

    /// A failure that this program does not reproduce, and without a report of the target. `recurs`
    /// is true if the target fails on its input again; `None` if it was ended before it did.
    fn unknown(&self, note: Option<&String>, recurs: Option<bool>) -> TestFinding {
        let Ended { status, last_lines } = &self.ended;
        let status = status.map_or("killed by timeout".into(), |status| status.to_string());
        let title = match recurs {
            Some(true) => "the target fails on an input that does not fail in this program",
            Some(false) => "the target failed, but its input does not fail when replayed",
            None => "the target failed",
        };
        let mut report = format!("{}\n\n", report::title(&self.target.name, title));
        if let Some(note) = note {
            let _ = writeln!(report, "{note}\n");
        }
        let _ = writeln!(report, "{status}; the end of its output:");
        for line in last_lines {
            let _ = writeln!(report, "  {line}");
        }
        let details = json!({
            "kind": "unknown",
            "artifact": self.artifact,
            "status": status,
            "recurs": recurs,
            "note": note,
            "last_lines": last_lines,
        });
        let headline = format!("the target failed: {status}");
        TestFinding { report, details, ..TestFinding::of_message(headline) }
    }
}

fn origin(input: &[u8], checked_in: &[PathBuf]) -> Origin {
    let is_equal = |path: &&PathBuf| fs::read(path).is_ok_and(|text| text == input);
    match checked_in.iter().find(is_equal) {
        Some(path) => Origin::Corpus { name: files::from_here(path).display().to_string() },
        None => Origin::Fuzzed,
    }
}
