//! From an input on which a fuzz target ended to something a person can read.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use harness::campaign::{Found, Origin};
use harness::report::{self, Report};
use harness::{Divergence, Finding, bytes, conclude};
use serde::Serialize;

use super::process::Ended;
use crate::commands::checkout::Target;
use crate::finding::Findings;
use crate::isolate::Played;
use crate::{case_file, files};

/// How long bytes are made shorter.
const SHORTENING: Duration = Duration::from_secs(10);
/// How much of an input is printed, in bytes.
const SHOWN_MAX: usize = 2000;

/// Why a fuzz target ended, and everything there is to say of it.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Crash {
    /// A case on which the sides differ, or one of them fails.
    Divergence { artifact: Option<PathBuf>, report: Box<Report> },
    /// An input with which readers and printers do not keep their promises.
    Text { artifact: Option<PathBuf>, complaint: String, saved: Option<PathBuf>, input: String },
    /// Something else, which does not happen again here.
    Unknown { artifact: Option<PathBuf>, status: String, last_lines: Vec<String> },
}

impl Crash {
    /// Finds out what happened. `artifact` is the input that the target has written down.
    pub(super) fn look_into(
        target: &Target,
        artifact: Option<PathBuf>,
        checked_in: &[PathBuf],
        ended: Ended,
        findings: &Findings<'_>,
    ) -> Self {
        let input = artifact.as_deref().and_then(|path| fs::read(path).ok());
        let known = input.and_then(|input| {
            if target.is_text {
                text(target, artifact.clone(), &input, findings)
            } else {
                let origin = origin(&input, checked_in);
                divergence(target, artifact.clone(), &input, &origin, findings)
            }
        });
        known.unwrap_or_else(|| Self::Unknown {
            artifact,
            status: ended.status.map_or("ended from here".into(), |status| status.to_string()),
            last_lines: ended.last_lines.into(),
        })
    }

    /// The report for people.
    pub(super) fn render(&self, target: &str) -> String {
        let mut out = String::new();
        let artifact = match self {
            Self::Divergence { report, artifact } => {
                out += &report.render();
                artifact
            }
            Self::Text { complaint, saved, input, artifact } => {
                let _ =
                    writeln!(out, "{}\n", report::title(target, "a promise about text is broken"));
                let _ = writeln!(out, "{complaint}\n\nthe input, with escapes\n  {input}");
                if let Some(saved) = saved {
                    let saved = saved.display();
                    let _ = writeln!(out, "\nsaved as {saved}");
                    let _ = writeln!(out, "try it again   cargo fuzz run -s none {target} {saved}");
                }
                artifact
            }
            Self::Unknown { status, last_lines, artifact } => {
                let what = "the target has failed, and its input does not fail here";
                let _ =
                    writeln!(out, "{}\n\n{status}; its last words:", report::title(target, what));
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

/// Where an input comes from: a file that is checked in if there is one like it.
fn origin(input: &[u8], checked_in: &[PathBuf]) -> Origin {
    let is_like_it = |path: &&PathBuf| fs::read(path).is_ok_and(|text| text == input);
    match checked_in.iter().find(is_like_it) {
        Some(path) => Origin::Corpus { name: files::from_here(path).display().to_string() },
        None => Origin::Fuzzed,
    }
}

/// Plays the cases of an input: each first in a process of its own, which it may end.
fn divergence(
    target: &Target,
    artifact: Option<PathBuf>,
    input: &[u8],
    origin: &Origin,
    findings: &Findings<'_>,
) -> Option<Crash> {
    let subject = &target.subject;
    let isolation = findings.isolation(subject);
    let cases = case_file::split(subject.as_ref(), &target.name, input).ok()?;
    let found = cases.into_iter().find_map(|case| {
        let (divergence, case) = match isolation.play(&case) {
            Played::Agreed => return None,
            Played::Fails => conclude::find(subject, &case, findings.step_limit)?,
            Played::Killed(status) => (Divergence::of(Finding::Killed { status }), case),
        };
        Some(Found { origin: origin.clone(), text: Some(case), divergence })
    })?;
    let report = findings.conclude(subject, found);
    Some(Crash::Divergence { artifact, report: Box::new(report) })
}

/// Reads and prints an input again, and makes it shorter.
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
