//! From an input on which a fuzz target ended to something a person can read.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use harness::campaign::{Found, Origin};
use harness::report::{self, Report};
use harness::{Divergence, Finding, bytes, conclude};
use serde::Serialize;

use super::checkout::Target;
use super::process::Ended;
use crate::case_file;
use crate::finding::{Findings, SHRINKING};
use crate::isolate::Played;

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
        seeds: &[PathBuf],
        ended: Ended,
        findings: &Findings<'_>,
    ) -> Self {
        let input = artifact.as_deref().and_then(|path| fs::read(path).ok());
        let known = input.and_then(|input| {
            if target.is_text {
                text(target, artifact.clone(), &input, findings)
            } else {
                let origin = origin(&input, seeds);
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

/// Where an input comes from: a file of the corpus if there is one like it.
fn origin(input: &[u8], seeds: &[PathBuf]) -> Origin {
    let files = seeds.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let mut paths = files.filter_map(|file| Some(file.ok()?.path()));
    let like_it = paths.find(|path| fs::read(path).is_ok_and(|text| text == input));
    let name = like_it.map(|path| from_here(&path).display().to_string());
    name.map_or(Origin::Fuzzed, |name| Origin::Corpus { name })
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
    let report = cases.into_iter().find_map(|case| match isolation.play(&case) {
        Played::Agreed => None,
        Played::Fails => {
            let divergence = conclude::check(subject, &case, findings.step_limit)?;
            let found = Found { origin: origin.clone(), text: Some(case), divergence };
            Some(findings.conclude(subject, found))
        }
        Played::Killed(status) => Some(killed(target, &case, origin.clone(), status, findings)),
    })?;
    Some(Crash::Divergence { artifact, report: Box::new(report) })
}

/// A case that ends the process is made smaller in other processes.
fn killed(
    target: &Target,
    case: &str,
    origin: Origin,
    status: String,
    findings: &Findings<'_>,
) -> Report {
    let subject = &target.subject;
    let isolation = findings.isolation(subject);
    let deadline = Instant::now() + SHRINKING;
    let mut fails =
        |case: &str| Instant::now() < deadline && matches!(isolation.play(case), Played::Killed(_));
    findings.saving(subject, Some(case), || Report {
        rule_set: subject.name().to_owned(),
        origin,
        case: Some(case.to_owned()),
        shrunk: subject.shrink(case.as_bytes(), &mut fails).ok(),
        divergence: Divergence::of(Finding::Killed { status }),
        saved: None,
    })
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

/// A path as the user would write it from where they are.
pub(super) fn from_here(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(here).unwrap_or(path).to_owned()
}
