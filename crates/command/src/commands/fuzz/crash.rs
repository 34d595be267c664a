//! Analyses the input on which a fuzz target failed, and reports it.
//!
//! The input is replayed in a child process first, because it may end that process as well; then it
//! is shrunk in this process or in child processes.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use twinboard_harness::campaign::{FoundDivergence, Origin};
use twinboard_harness::report::{self, Report};
use twinboard_harness::{Divergence, Finding, bytes, triage};

use super::process::Ended;
use crate::cases::case_file;
use crate::cases::child;
use crate::cases::finding::Findings;
use crate::commands::checkout::Target;
use crate::output::files;
use crate::session::{AnySubject, Session};

/// Time limit for shrinking an input of arbitrary bytes.
const SHORTENING: Duration = Duration::from_secs(10);
/// Maximum length of a printed input in bytes.
const SHOWN_MAX: usize = 2000;

/// Note about a target whose input does not fail with the registered engine.
const UNNAMED: &str = "the input was replayed with the registered engine; a target of another one \
                       gets it by its name: cases!(|| registration().engine_subject(\"NAME\"))";

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
        played: Box<Played>,
    },
    /// An input on which a property of readers and printers fails.
    Text { artifact: Option<PathBuf>, complaint: String, saved: Option<PathBuf>, input: String },
    /// A failure that cannot be reproduced in this process.
    Unknown {
        artifact: Option<PathBuf>,
        status: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<String>,
        last_lines: Vec<String>,
    },
}

/// The implementations that play a failing case.
#[derive(Clone)]
pub(super) struct Played {
    pub(super) session: Session,
    pub(super) subject: AnySubject,
}

impl Played {
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
    /// Reproduces a failure with the engine that the target plays. `artifact` is the failing input
    /// that libFuzzer has written.
    pub(super) fn analyse(
        (target, engine): (&Target, Option<&str>),
        artifact: Option<PathBuf>,
        checked_in: &[PathBuf],
        ended: Ended,
        findings: &Findings<'_>,
        announce: &dyn Fn(String),
    ) -> Self {
        let input = artifact.as_deref().and_then(|path| fs::read(path).ok());
        let played = Played::of(findings.session, target, engine);
        let known = input.and_then(|input| {
            if target.is_text {
                return text(target, artifact.clone(), &input, findings);
            }
            let (played, origin) = (played.as_ref().ok()?, origin(&input, checked_in));
            let findings = findings.in_session(&played.session);
            divergence(
                &target.name,
                artifact.clone(),
                (&input, &origin),
                played,
                &findings,
                announce,
            )
        });
        known.unwrap_or_else(|| Self::Unknown {
            artifact,
            status: ended.status.map_or("killed by timeout".into(), |status| status.to_string()),
            note: match played {
                Err(unknown_engine) => Some(unknown_engine),
                Ok(_) if target.is_text || engine.is_some() => None,
                Ok(_) => Some(UNNAMED.into()),
            },
            last_lines: ended.last_lines.into(),
        })
    }

    /// The report as text.
    pub(super) fn render(&self, target: &str) -> String {
        let mut out = String::new();
        let artifact = match self {
            Self::Divergence { report, artifact, played, .. } => {
                out += &played.session.render(report);
                artifact
            }
            Self::Text { complaint, saved, input, artifact } => {
                let _ =
                    writeln!(out, "{}\n", report::title(target, "a property of text is violated"));
                let _ = writeln!(out, "{complaint}\n\nthe input, with escapes\n  {input}");
                if let Some(saved) = saved {
                    let saved = saved.display();
                    let _ = writeln!(out, "\nsaved as {saved}");
                    let _ = writeln!(out, "try it again   cargo fuzz run -s none {target} {saved}");
                }
                artifact
            }
            Self::Unknown { status, note, last_lines, artifact } => {
                let title = "the target failed, but its input does not fail when replayed";
                let title = report::title(target, title);
                let _ = writeln!(out, "{title}\n");
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

/// The origin of an input: a checked-in file if one has the same content.
fn origin(input: &[u8], checked_in: &[PathBuf]) -> Origin {
    let is_equal = |path: &&PathBuf| fs::read(path).is_ok_and(|text| text == input);
    match checked_in.iter().find(is_equal) {
        Some(path) => Origin::Corpus { name: files::from_here(path).display().to_string() },
        None => Origin::Fuzzed,
    }
}

/// Plays the cases of an input, each in a child process first, and reports the first failure.
fn divergence(
    name: &str,
    artifact: Option<PathBuf>,
    (input, origin): (&[u8], &Origin),
    played: &Played,
    findings: &Findings<'_>,
    announce: &dyn Fn(String),
) -> Option<Crash> {
    let subject = &played.subject;
    let process = findings.process(subject);
    let cases = case_file::split(subject.as_ref(), name, input).ok()?;
    let found = cases.into_iter().find_map(|case| {
        let (divergence, case) = match process.play(&case) {
            child::Played::Agreed => return None,
            child::Played::Fails => triage::find(subject, &case, findings.step_limit)?,
            child::Played::Killed(status) => (Divergence::of(Finding::Killed { status }), case),
        };
        Some(FoundDivergence { origin: origin.clone(), text: Some(case), divergence })
    })?;
    let report = Box::new(findings.triage(subject, found, announce));
    let engine = subject.engine_name().map(str::to_owned);
    Some(Crash::Divergence { artifact, engine, report, played: Box::new(played.clone()) })
}

/// Checks readers and printers on an input of arbitrary bytes, and shrinks it.
fn text(
    target: &Target,
    artifact: Option<PathBuf>,
    input: &[u8],
    findings: &Findings<'_>,
) -> Option<Crash> {
    let limit = findings.step_limit;
    let complaint = |input: &[u8]| bytes::complaint(&target.subject, input, limit);
    complaint(input)?;
    let shrunk = bytes::shrink(input, SHORTENING, &mut |input| complaint(input).is_some());
    let mut shown = shrunk.escape_ascii().to_string();
    if shown.len() > SHOWN_MAX {
        shown.truncate(SHOWN_MAX);
        shown += " …";
    }
    Some(Crash::Text {
        artifact,
        complaint: complaint(&shrunk)?,
        saved: findings.save_as(&target.name, &shrunk),
        input: shown,
    })
}
