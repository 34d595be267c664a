//! The failure of a fuzz target, whose input is replayed, shrunk and reported as any case file is.
//!
//! The target only says that it failed. If its input does not fail here, it is started once more to
//! make the report itself: it may have been built from other sources than this program, have an
//! engine that this program lacks, or fail by a debug assertion that only targets have.

use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use serde::Serialize;
use twinboard_harness::bytes;
use twinboard_harness::campaign::{FoundDivergence, Origin};
use twinboard_harness::report::{self, Report, Substitutes};
use twinboard_harness::telemetry::{REPORT, TELEMETRY_VARIABLE, TargetReport};
use twinboard_harness::{Divergence, Finding, triage};

use super::libfuzzer::Counts;
use super::process::{self, Ended};
use crate::cases::case_file;
use crate::cases::child::{CaseProcess, Probed};
use crate::cases::finding::Findings;
use crate::commands::checkout::Target;
use crate::output::files;
use crate::output::result::TestFinding;
use crate::session::{AnySubject, Session};

/// Maximum length of a printed input in bytes.
const SHOWN_MAX: usize = 2000;

/// Time limit for shrinking an input of arbitrary bytes.
const SHORTENING: Duration = Duration::from_secs(10);

/// Time limit for a target that makes the report itself, with its shrinking.
const REPORTING: Duration = Duration::from_mins(2);

/// The failure of a fuzz target.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Crash {
    /// A case on which the sides differ, or one of them fails.
    Divergence {
        artifact: Option<PathBuf>,
        /// Name of the engine, if it is not the registered one.
        #[serde(skip_serializing_if = "Option::is_none")]
        engine: Option<String>,
        report: Box<Report>,
        #[serde(skip)]
        played: Box<Implementations>,
    },
    /// A case that fails in the target and not in this program.
    InTarget {
        artifact: Option<PathBuf>,
        #[serde(skip_serializing_if = "Option::is_none")]
        engine: Option<String>,
        headline: String,
        /// The smallest case that the target has found.
        case: Option<String>,
        saved: Option<PathBuf>,
        /// The reason why this program does not make the report.
        note: String,
        #[serde(skip)]
        rendered: String,
        #[serde(skip)]
        test: Box<TestFinding>,
    },
    /// An input on which a property of readers and printers fails.
    Text { artifact: Option<PathBuf>, complaint: String, saved: Option<PathBuf>, input: String },
    /// A failure that this program does not reproduce, and without a report of the target.
    Unknown {
        artifact: Option<PathBuf>,
        status: String,
        /// Whether the target fails on the input again; `None` if it was ended before it did.
        recurs: Option<bool>,
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<String>,
        last_lines: Vec<String>,
    },
}

/// A target that failed.
pub(super) struct Failed<'a> {
    pub(super) target: &'a Target,
    /// Name of its engine, if it is not the registered one.
    pub(super) engine: Option<&'a str>,
    /// Runs the target once more.
    pub(super) program: Command,
    /// The failing input that libFuzzer has written.
    pub(super) artifact: Option<PathBuf>,
    /// What the target says about its end, if that is no divergence.
    pub(super) failure: Option<String>,
    pub(super) ended: Ended,
}

/// The implementations that play a failing case.
#[derive(Clone)]
pub(super) struct Implementations {
    pub(super) session: Session,
    pub(super) subject: AnySubject,
}

impl Implementations {
    /// Those of a target, which plays the engine of this name; the message says that this program
    /// does not have it.
    fn of(session: &Session, target: &Target, engine: Option<&str>) -> Result<Self, String> {
        let registration = target.playing(engine)?;
        let subject = AnySubject::clone(registration.subject());
        let session = match subject.engine_name() {
            Some(name) => session.with_built_in(name, registration.clone()),
            None => session.clone(),
        };
        Ok(Self { session, subject })
    }
}

impl Crash {
    /// Reproduces a failure with the engine that the target plays.
    pub(super) fn analyse(
        mut failed: Failed<'_>,
        checked_in: &[PathBuf],
        findings: &Findings<'_>,
        announce: &dyn Fn(String),
    ) -> Self {
        let input = failed.artifact.as_deref().and_then(|path| fs::read(path).ok());
        let (mut found, mut note) = (None, None);
        match input {
            Some(input) if failed.target.is_text => found = text(&failed, &input, findings),
            Some(input) => {
                match Implementations::of(findings.session, failed.target, failed.engine) {
                    Ok(played) => {
                        let origin = origin(&input, checked_in);
                        found = divergence(&failed, (&input, origin), played, findings, announce);
                    }
                    Err(unknown_engine) => note = Some(unknown_engine),
                }
            }
            None => {}
        }
        let mut recurs = None;
        if found.is_none() && failed.artifact.is_some() {
            (found, recurs) = in_target(&mut failed, note.as_deref(), findings);
        }
        let Failed { artifact, ended, failure, .. } = failed;
        found.unwrap_or_else(|| Self::Unknown {
            artifact,
            recurs,
            status: ended.status.map_or("killed by timeout".into(), |status| status.to_string()),
            note: failure.or(note),
            last_lines: ended.last_lines.into(),
        })
    }

    /// The failure for a CI service.
    pub(super) fn as_finding(&self, target: &str) -> TestFinding {
        let report = report::plain(&self.render(target));
        let (headline, file, replay) = match self {
            Self::Divergence { report: found, played, .. } => {
                return TestFinding { report, ..TestFinding::of(&played.session, found) };
            }
            Self::InTarget { test, .. } => {
                let details = serde_json::to_value(self).expect("plain data serializes");
                return TestFinding { report, details, ..TestFinding::clone(test) };
            }
            Self::Text { complaint, saved, .. } => {
                let replay = saved.as_ref().map(|it| try_again(target, it));
                (complaint.lines().next().unwrap_or_default().to_owned(), saved.clone(), replay)
            }
            Self::Unknown { status, .. } => (format!("the target failed: {status}"), None, None),
        };
        let details = serde_json::to_value(self).expect("plain data serializes");
        TestFinding { headline, report, file, replay, details, ..TestFinding::default() }
    }

    /// The report as text.
    pub(super) fn render(&self, target: &str) -> String {
        let mut out = String::new();
        let artifact = match self {
            Self::Divergence { report, artifact, played, .. } => {
                out += &played.session.render(report);
                artifact
            }
            Self::InTarget { rendered, note, artifact, .. } => {
                let _ = writeln!(out, "{rendered}note: {note}");
                artifact
            }
            Self::Text { complaint, saved, input, artifact } => {
                let _ =
                    writeln!(out, "{}\n", report::title(target, "a property of text is violated"));
                let _ = writeln!(out, "{complaint}\n\nthe input, with escapes\n  {input}");
                if let Some(saved) = saved {
                    let _ = writeln!(out, "\nsaved as {}", saved.display());
                    let _ = writeln!(out, "try it again   {}", try_again(target, saved));
                }
                artifact
            }
            Self::Unknown { status, note, last_lines, artifact, recurs } => {
                let title = match recurs {
                    Some(true) => "the target fails on an input that does not fail in this program",
                    Some(false) => "the target failed, but its input does not fail when replayed",
                    None => "the target failed",
                };
                let _ = writeln!(out, "{}\n", report::title(target, title));
                if let Some(note) = note {
                    let _ = writeln!(out, "{note}\n");
                }
                let _ = writeln!(out, "{status}; the end of its output:");
                for line in last_lines {
                    let _ = writeln!(out, "  {line}");
                }
                artifact
            }
        };
        if let Some(artifact) = artifact {
            let _ = writeln!(out, "as libFuzzer found it   {}", artifact.display());
        }
        out
    }
}

/// The command that runs a target on an input.
fn try_again(target: &str, input: &Path) -> String {
    format!("cargo fuzz run -s none {target} {}", input.display())
}

/// The origin of an input: a checked-in file if one has the same content.
fn origin(input: &[u8], checked_in: &[PathBuf]) -> Origin {
    let is_equal = |path: &&PathBuf| fs::read(path).is_ok_and(|text| text == input);
    match checked_in.iter().find(is_equal) {
        Some(path) => Origin::Corpus { name: files::from_here(path).display().to_string() },
        None => Origin::Fuzzed,
    }
}

/// Plays the cases of an input and reports the first failure. Each is played in a child process
/// first, because it may end that process.
fn divergence(
    failed: &Failed<'_>,
    (input, origin): (&[u8], Origin),
    played: Implementations,
    findings: &Findings<'_>,
    announce: &dyn Fn(String),
) -> Option<Crash> {
    let subject = &played.subject;
    let findings = findings.in_session(&played.session);
    // Ctrl-C ends the shrinking and not this, which is short.
    let process = CaseProcess { stop: &AtomicBool::new(false), ..findings.process(subject) };
    let cases = case_file::read(subject.as_ref(), &failed.target.name, input).ok()?;
    let (divergence, case) =
        cases.into_iter().find_map(|case| match process.play(case.text()) {
            Probed::Agreed | Probed::Unknown => None,
            Probed::Fails => triage::replay(subject, &case, findings.step_limit).failure(),
            Probed::Killed(status) => Some((Divergence::of(Finding::Killed { status }), case)),
        })?;
    let found = FoundDivergence { origin, case: Some(case), divergence };
    let report = Box::new(findings.triage(subject, found, announce));
    let engine = subject.engine_name().map(str::to_owned);
    let artifact = failed.artifact.clone();
    Some(Crash::Divergence { artifact, engine, report, played: Box::new(played) })
}

/// Starts the target once more, to report a case that does not fail here. Returns the report, if
/// there is one, and whether the target fails again, unless it was ended before.
fn in_target(
    failed: &mut Failed<'_>,
    unknown_engine: Option<&str>,
    findings: &Findings<'_>,
) -> (Option<Crash>, Option<bool>) {
    let mut counts = Counts::default();
    let mut listen = |line: Option<&str>| line.is_some_and(|line| counts.record(line));
    let is_stopped = || findings.stop.load(Relaxed);
    let arguments: Vec<OsString> = failed.artifact.iter().map(Into::into).collect();
    let program = failed.program.env(TELEMETRY_VARIABLE, REPORT);
    let ended = process::run(program, &arguments, REPORTING, &is_stopped, &mut listen);
    let Some(TargetReport { headline, case, cut_short, text }) = counts.telemetry.report else {
        let status = ended.ok().and_then(|ended| ended.status);
        return (None, status.map(|status| !status.success()));
    };
    let (rule_set, program) = (failed.target.subject.name(), findings.session.program());
    let sides = (rule_set, Substitutes { engine: failed.engine, ..Substitutes::default() });
    let saved = case.as_ref().and_then(|case| findings.save_as(rule_set, case.as_bytes()));
    let file = saved.as_ref().map(|path| path.display().to_string());
    let commands = file.as_deref().map(|it| report::saved(&program, sides.1, it, cut_short));
    let note = unknown_engine.map_or_else(
        || {
            format!(
                "the target made this report, since {program} itself plays the input without a \
                 failure: it may have been built from other sources, and has no debug assertions"
            )
        },
        str::to_owned,
    );
    let (file, case_text) = (file.as_deref(), case.as_deref());
    let test = TestFinding::of_report(&program, sides, &headline, "", file, case_text);
    let crash = Crash::InTarget {
        artifact: failed.artifact.clone(),
        engine: failed.engine.map(str::to_owned),
        headline,
        case,
        saved,
        note,
        rendered: text + &commands.unwrap_or_default(),
        test: test.into(),
    };
    (Some(crash), Some(true))
}

/// Reads an input of arbitrary bytes again, in a child process first, and shrinks it.
fn text(failed: &Failed<'_>, input: &[u8], findings: &Findings<'_>) -> Option<Crash> {
    let subject = &failed.target.subject;
    if findings.process(subject).with("--text").play(input) != Probed::Fails {
        return None;
    }
    let complaint = |input: &[u8]| bytes::complaint(subject, input, findings.step_limit);
    let is_stopped = || findings.stop.load(Relaxed);
    let mut fails = |input: &[u8]| !is_stopped() && complaint(input).is_some();
    let input = bytes::shrink(input, SHORTENING, &mut fails);
    Some(Crash::Text {
        artifact: failed.artifact.clone(),
        complaint: complaint(&input)?,
        saved: findings.save_as(&failed.target.name, &input),
        input: escaped(&input),
    })
}

/// An input with escapes, cut to a length that can be read.
fn escaped(input: &[u8]) -> String {
    let mut shown = input.escape_ascii().to_string();
    if shown.len() > SHOWN_MAX {
        shown.truncate(SHOWN_MAX);
        shown += " …";
    }
    shown
}
