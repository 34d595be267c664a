//! Analyses the input on which a fuzz target failed, and reports it.
//!
//! The target itself replays and shrinks the input, because this program may have been built from
//! other sources. A case of an engine in another process is replayed here, since this program gives
//! the engine a sandbox; and so is one of a target that answers no questions. It is played in a child
//! process first, because it may end that process as well.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use twinboard_harness::campaign::{FoundDivergence, Origin};
use twinboard_harness::fuzz::{Answer, Asked, Triaged};
use twinboard_harness::report::{self, Report, Substitutes};
use twinboard_harness::{Divergence, Finding, triage};

use super::answers;
use super::process::Ended;
use crate::cases::case_file;
use crate::cases::child;
use crate::cases::finding::{Findings, SHRINKING};
use crate::commands::checkout::Target;
use crate::output::files;
use crate::output::result::TestFinding;
use crate::session::{AnySubject, Session};

/// Maximum length of a printed input in bytes.
const SHOWN_MAX: usize = 2000;

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
    /// The same, as the target itself reports it.
    #[serde(rename = "divergence")]
    Reported {
        artifact: Option<PathBuf>,
        #[serde(skip_serializing_if = "Option::is_none")]
        engine: Option<String>,
        report: Value,
        #[serde(skip)]
        rendered: String,
        /// The failure for a CI service, without the report.
        #[serde(skip)]
        test: Box<TestFinding>,
        /// How the case fails in this program, to draw it; `None` if it does not, or if it would
        /// end the process.
        #[serde(skip)]
        here: Option<Box<Here>>,
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

/// A target that failed.
pub(super) struct Failed<'a> {
    pub(super) target: &'a Target,
    /// Name of its engine, if it is not the registered one.
    pub(super) engine: Option<&'a str>,
    /// Runs the target once more; `None` if it answers no questions.
    pub(super) program: Option<Command>,
    /// The failing input that libFuzzer has written.
    pub(super) artifact: Option<PathBuf>,
    /// What the target says about its end, if that is no divergence.
    pub(super) failure: Option<String>,
    pub(super) ended: Ended,
}

/// A case of a target that fails in this program, too.
pub(super) struct Here {
    pub(super) played: Played,
    pub(super) case: String,
    pub(super) divergence: Divergence,
    /// The file of the case.
    pub(super) saved: Option<String>,
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
    /// Reproduces a failure with the engine that the target plays.
    pub(super) fn analyse(
        mut failed: Failed<'_>,
        checked_in: &[PathBuf],
        findings: &Findings<'_>,
        announce: &dyn Fn(String),
    ) -> Self {
        let input = failed.artifact.as_deref().and_then(|path| fs::read(path).ok());
        let played = Played::of(findings.session, failed.target, failed.engine);
        let program = failed.program.take();
        let (found, note) = match (input, program) {
            (Some(input), Some(program)) => {
                let origin = origin(&input, checked_in);
                match asked(&failed, program, (&input, &origin), &played, findings, announce) {
                    Ok(found) => (found, None),
                    Err(note) => (None, Some(note)),
                }
            }
            (Some(input), None) if !failed.target.is_text => {
                let played = played.as_ref();
                let found = played.ok().and_then(|played| {
                    let findings = findings.in_session(&played.session);
                    let origin = origin(&input, checked_in);
                    divergence(&failed, (&input, &origin), played, &findings, announce)
                });
                (found, played.err().cloned())
            }
            _ => (None, None),
        };
        let Failed { artifact, ended, failure, .. } = failed;
        found.unwrap_or_else(|| Self::Unknown {
            artifact,
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
            Self::Reported { test, .. } => {
                return TestFinding { report, ..TestFinding::clone(test) };
            }
            Self::Text { complaint, saved, .. } => {
                let replay = saved.as_ref().map(|it| try_again(target, it));
                (complaint.lines().next().unwrap_or_default().to_owned(), saved.clone(), replay)
            }
            Self::Unknown { status, .. } => (format!("the target failed: {status}"), None, None),
        };
        TestFinding { headline, report, file, replay, ..TestFinding::default() }
    }

    /// The report as text.
    pub(super) fn render(&self, target: &str) -> String {
        let mut out = String::new();
        let artifact = match self {
            Self::Divergence { report, artifact, played, .. } => {
                out += &played.session.render(report);
                artifact
            }
            Self::Reported { rendered, artifact, .. } => {
                out += rendered;
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

/// Asks the target for its report. `Ok(None)` if the input does not fail again.
///
/// # Errors
///
/// The reason why there is no report.
fn asked(
    failed: &Failed<'_>,
    program: Command,
    (input, origin): (&[u8], &Origin),
    played: &Result<Played, String>,
    findings: &Findings<'_>,
    announce: &dyn Fn(String),
) -> Result<Option<Crash>, String> {
    let name = failed.target.subject.name();
    let mut asked = Asked {
        step_limit: findings.step_limit,
        time_limit: if findings.stop.load(Relaxed) { Duration::ZERO } else { SHRINKING },
        corpus: match origin {
            Origin::Corpus { name } => Some(name.clone()),
            _ => None,
        },
    };
    let again = again(&program);
    let (mut unshrunk, mut answer, mut first) = (None, None, String::new());
    let mut listen = |given| match given {
        Answer::Found { headline, case } => {
            unshrunk.get_or_insert_with(|| {
                let unshrunk = findings.announce(name, Some(&case), &headline, announce);
                first = headline;
                unshrunk
            });
        }
        report @ (Answer::Report(_) | Answer::Text { .. }) => answer = Some(report),
    };
    let is_stopped = || !asked.time_limit.is_zero() && findings.stop.load(Relaxed);
    let mut ended = answers::ask(program, &asked, input, &is_stopped, &mut listen);
    // After Ctrl-C, or if shrinking has ended the target, the case is reported as it was found.
    if !ended.as_ref().is_ok_and(|status| status.is_some_and(|status| status.success())) {
        asked.time_limit = Duration::ZERO;
        ended = answers::ask(again, &asked, input, &|| false, &mut listen);
    }
    let problem = match ended {
        Ok(Some(status)) if status.success() => None,
        Ok(Some(status)) => Some(format!("it ended with {status}")),
        Ok(None) => Some("it did not end in time".to_owned()),
        Err(error) => Some(error.to_string()),
    };
    match (answer, problem) {
        (Some(Answer::Report(report)), _) => {
            let saved = unshrunk
                .and_then(|unshrunk| findings.save_shrunk(name, report.case.as_deref(), unshrunk));
            Ok(Some(reported(failed, *report, saved, played, findings)))
        }
        (Some(Answer::Text { complaint, input }), _) => Ok(Some(Crash::Text {
            artifact: failed.artifact.clone(),
            complaint,
            saved: findings.save_as(&failed.target.name, &input),
            input: escaped(&input),
        })),
        (_, problem) => {
            let first = unshrunk.map(|unshrunk| match unshrunk.saved() {
                Some(path) => format!("{first}; the case is {path}"),
                None => first,
            });
            match (first, problem) {
                (None, None) => Ok(None),
                (None, Some(problem)) => {
                    Err(format!("the target was asked to replay it, but {problem}"))
                }
                (Some(first), None) => Err(format!(
                    "the target was asked to replay it, and reported first: {first}\nIt ended before \
                     the report, and when it was asked again, nothing failed"
                )),
                (Some(first), Some(problem)) => Err(format!(
                    "the target was asked to replay it, and reported: {first}\nThere is no report, \
                     as {problem}"
                )),
            }
        }
    }
}

/// The same command once more.
fn again(program: &Command) -> Command {
    let mut command = Command::new(program.get_program());
    for (name, value) in program.get_envs() {
        if let Some(value) = value {
            command.env(name, value);
        }
    }
    command
}

/// The report of a target, with what is known here.
fn reported(
    failed: &Failed<'_>,
    mut report: Triaged,
    saved: Option<String>,
    played: &Result<Played, String>,
    findings: &Findings<'_>,
) -> Crash {
    let rule_set = failed.target.subject.name();
    let (here, agrees) = match (report.case.as_deref(), played) {
        (Some(case), Ok(played)) => here(case, saved.as_deref(), played, findings),
        _ => (None, false),
    };
    let (program, mut rendered) = (findings.session.program(), report.text);
    let sides = (rule_set, Substitutes { engine: failed.engine, ..Substitutes::default() });
    let plain = report::plain(&rendered);
    let title = plain.lines().next().unwrap_or_default();
    let headline = title.split_once(": ").map_or(title, |(_, finding)| finding);
    let (file, case) = (saved.as_deref(), report.case.as_deref());
    let test = TestFinding::of_report(&program, sides, headline, "", file, case).into();
    if let Some(file) = &saved {
        rendered += &report::saved(&program, sides, file, report.cut_short);
        let is_killed = report.report["divergence"]["finding"]["kind"] == "killed";
        let recurs = report.report["shrunk"].is_string();
        if here.is_none() && recurs && !is_killed && !findings.stop.load(Relaxed) {
            let note = match played {
                Err(unknown_engine) => Some(unknown_engine.clone()),
                Ok(_) => agrees.then(|| {
                    format!(
                        "{program} itself plays this case without a failure, so it was probably \
                         built from other sources than the target"
                    )
                }),
            };
            if let Some(note) = note {
                let _ = writeln!(rendered, "note: {note}");
            }
        }
    }
    report.report["saved"] = saved.into();
    Crash::Reported {
        artifact: failed.artifact.clone(),
        engine: failed.engine.map(str::to_owned),
        report: report.report,
        rendered,
        test,
        here,
    }
}

/// Plays a case with the sides of this program. Returns how it fails here, or else whether it is
/// played to its end.
fn here(
    case: &str,
    saved: Option<&str>,
    played: &Played,
    findings: &Findings<'_>,
) -> (Option<Box<Here>>, bool) {
    let findings = findings.in_session(&played.session);
    let alone = findings.process(&played.subject).play(case);
    let fails = alone == child::Played::Fails;
    let check = || triage::check(&played.subject, case, findings.step_limit);
    let here = fails.then(check).flatten().map(|divergence| {
        let (case, saved) = (case.to_owned(), saved.map(str::to_owned));
        Box::new(Here { played: played.clone(), case, divergence, saved })
    });
    (here, alone == child::Played::Agreed)
}

/// Plays the cases of an input, each in a child process first, and reports the first failure.
fn divergence(
    failed: &Failed<'_>,
    (input, origin): (&[u8], &Origin),
    played: &Played,
    findings: &Findings<'_>,
    announce: &dyn Fn(String),
) -> Option<Crash> {
    let subject = &played.subject;
    let process = findings.process(subject);
    let cases = case_file::split(subject.as_ref(), &failed.target.name, input).ok()?;
    let found = cases.into_iter().find_map(|case| {
        let (divergence, case) = match process.play(&case) {
            child::Played::Agreed | child::Played::Unknown => return None,
            child::Played::Fails => triage::find(subject, &case, findings.step_limit)?,
            child::Played::Killed(status) => (Divergence::of(Finding::Killed { status }), case),
        };
        Some(FoundDivergence { origin: origin.clone(), text: Some(case), divergence })
    })?;
    let report = Box::new(findings.triage(subject, found, announce));
    let engine = subject.engine_name().map(str::to_owned);
    let artifact = failed.artifact.clone();
    Some(Crash::Divergence { artifact, engine, report, played: Box::new(played.clone()) })
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
