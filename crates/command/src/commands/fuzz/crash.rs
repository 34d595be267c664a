//! The failure of a fuzz target, whose input is replayed, shrunk and reported as any case file is.
//!
//! The target only says that it failed. If its input does not fail here, it is started once more to
//! make the report itself: it may have been built from other sources than this program, have an
//! engine that this program lacks, or fail by a debug assertion that only targets have.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use std::{fs, io};

use serde_json::json;
use twinboard_harness::campaign::{FoundDivergence, Origin};
use twinboard_harness::fuzz::REACHED_ONLY;
use twinboard_harness::report::{self, Report, Substitutes};
use twinboard_harness::telemetry::{REPORT, TELEMETRY_VARIABLE, TargetReport};
use twinboard_harness::{
    Activity, AnyCase, Checks, Divergence, Finding, Stats, Subject, bytes, triage,
};

use super::campaign::{self, Campaign, TargetRun};
use super::libfuzzer::{self, Counts, Ended};
use super::tools::{ARTIFACTS, BuiltTargets, Merge, names};
use crate::cases::case_file;
use crate::cases::finding::{CaseProcess, Findings, Probed};
use crate::commands::checkout::{Checkout, Target};
use crate::film::Film;
use crate::output::progress::CampaignBar;
use crate::output::result::TestFinding;
use crate::output::text::{free_name, kebab_case, shown};
use crate::output::{Failure, files};
use crate::recording;
use crate::session::{AnySubject, Session};

/// Maximum length of a printed input in bytes.
const SHOWN_MAX: usize = 2000;

/// Time limit for shrinking an input of arbitrary bytes.
const SHORTENING: Duration = Duration::from_secs(10);

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
        match input {
            Some(input) if self.target.is_text => found = self.text(&input, findings),
            Some(input) => match self.played(findings.session) {
                Ok((session, subject)) => {
                    let findings = Findings { session: &session, campaign: None, ..*findings };
                    let origin = origin(&input, checked_in);
                    found = self.divergence((&input, origin), &subject, &findings, announce);
                }
                Err(unknown_engine) => note = Some(unknown_engine),
            },
            None => {}
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

    /// Reads an input of arbitrary bytes again, in a child process first, and shrinks it.
    fn text(&self, input: &[u8], findings: &Findings<'_>) -> Option<Crash> {
        let (target, subject) = (&self.target.name, &self.target.subject);
        if findings.process(subject).with("--text").play(input) != Probed::Fails {
            return None;
        }
        let complaint = |input: &[u8]| bytes::complaint(subject, input, findings.step_limit);
        let is_stopped = || findings.stop.load(Relaxed);
        let mut fails = |input: &[u8]| !is_stopped() && complaint(input).is_some();
        let input = bytes::shrink(input, SHORTENING, &mut fails);
        let complaint = complaint(&input)?;
        let (saved, input) = (findings.save_as(target, &input), escaped(&input));
        let replay =
            saved.as_ref().map(|it| format!("cargo fuzz run -s none {target} {}", it.display()));
        let title = report::title(target, "a property of text is violated");
        let mut report = format!("{title}\n\n{complaint}\n\nthe input, with escapes\n  {input}\n");
        if let (Some(saved), Some(replay)) = (&saved, &replay) {
            let _ = writeln!(report, "\nsaved as {}\ntry it again   {replay}", saved.display());
        }
        let details = json!({
            "kind": "text",
            "artifact": self.artifact,
            "complaint": complaint,
            "saved": saved,
            "input": input,
        });
        let headline = complaint.lines().next().unwrap_or_default().to_owned();
        let finding = TestFinding {
            headline,
            report,
            file: saved,
            replay,
            details,
            ..TestFinding::default()
        };
        Some(Crash::of(finding))
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

/// An input with escapes, cut to a length that can be read.
fn escaped(input: &[u8]) -> String {
    let mut shown = input.escape_ascii().to_string();
    if shown.len() > SHOWN_MAX {
        shown.truncate(SHOWN_MAX);
        shown += " …";
    }
    shown
}

/// Time limit for comparing the coverage of all inputs.
const TIME: Duration = Duration::from_mins(5);

/// Name of the folder of checked-in inputs, to which libFuzzer adds others.
const CHECKED_IN: &str = "checked-in";

pub(super) struct NewCase {
    /// File name below `corpus/<rule set>/found`, without extension.
    name: String,
    text: String,
}

/// The new cases of a target that are worth checking in, the smallest inputs first. There may be
/// many; with `--keep` the user decides to add them.
pub(super) fn new_cases(
    checkout: &Checkout,
    programs: &BuiltTargets,
    target: &Target,
    stop: &AtomicBool,
) -> Result<Vec<NewCase>, Failure> {
    let subject = target.subject.as_ref();
    let working = checkout.working_corpus(target);
    // By libFuzzer's set cover merge: a small set of inputs that together reach all code which the
    // checked-in inputs do not. Reaching a place more often than before, or a step towards one, is no
    // reason to keep a case.
    let merge = Merge {
        options: vec!["-set_cover_merge=1".into(), REACHED_ONLY.into()],
        into: CHECKED_IN,
        known: checkout.files_checked_in(target),
        given: vec![names(&working).map_err(Failure::file("read", &working))?],
        time: TIME,
    };
    let is_stopped = || stop.load(Relaxed);
    // An incomplete comparison would keep inputs that the rest makes redundant.
    let merged = merge.run(&programs.command(target), &is_stopped, &mut |_| true)?;
    let inputs: io::Result<Vec<_>> = merged.added.iter().map(fs::read).collect();
    let mut inputs = inputs.map_err(Failure::file("read", &working))?;
    inputs.sort_by_key(Vec::len);
    let mut new: Vec<(String, Stats)> = Vec::new();
    for input in inputs {
        // Inputs that are no cases exercise the readers only, which have their own corpus.
        let Ok(cases) = case_file::read(subject, &target.name, &input) else { continue };
        new.push((cases.iter().map(AnyCase::text).collect(), play(subject, &cases)));
    }
    let mut all = Stats::default();
    for (_, stats) in &new {
        all.add(stats);
    }
    let mut taken_names = BTreeSet::new();
    let cases = new.into_iter().map(|(text, stats)| {
        let taken = |name: &str| {
            taken_names.contains(name)
                || found(checkout, target).join(format!("{name}.txt")).exists()
        };
        let name = free_name(&describe(subject, &stats, &all), taken);
        taken_names.insert(name.clone());
        NewCase { name, text }
    });
    Ok(cases.collect())
}

/// Adds cases to the corpus. Returns their paths.
pub(super) fn keep(
    checkout: &Checkout,
    target: &Target,
    new: &[NewCase],
) -> Result<Vec<PathBuf>, Failure> {
    let folder = found(checkout, target);
    let mut paths = Vec::new();
    for NewCase { name, text } in new {
        let path = folder.join(format!("{name}.txt"));
        files::keep(&path, text)?;
        paths.push(path);
    }
    Ok(paths)
}

fn found(checkout: &Checkout, target: &Target) -> PathBuf {
    checkout.root.join("corpus").join(target.subject.name()).join("found")
}

fn play(subject: &dyn Subject, cases: &[AnyCase]) -> Stats {
    let mut stats = Stats::default();
    for case in cases {
        stats.add(&subject.check(case, Checks::campaign(), &Activity::default()).stats);
    }
    stats
}

/// A file name that describes a case: the clause that it reaches and that all cases together reach
/// most rarely, and the number of accepted moves.
fn describe(subject: &dyn Subject, case: &Stats, all: &Stats) -> String {
    let clauses = subject.clauses();
    let reached = case.clauses.iter().zip(&clauses).enumerate();
    let reached = reached.filter(|&(_, (&count, _))| count > 0);
    let rarest = reached.min_by_key(|&(number, _)| all.clauses.get(number));
    let subject = rarest.map_or("a case", |(_, (_, clause))| clause.name);
    let moves = if case.accepted == 1 { "move" } else { "moves" };
    kebab_case(&format!("{subject} with {} {moves}", case.accepted))
}

/// Name of the folder of inputs that are known.
const KNOWN: &str = "known";

#[derive(Clone, Copy)]
pub(super) struct Merged {
    pub(super) given: usize,
    pub(super) added: usize,
    /// Number of those that would have been, but are no cases.
    pub(super) rejected: usize,
}

/// Fails unless every folder has a folder for one of the targets.
pub(super) fn check(folders: &[PathBuf], targets: &[Target]) -> Result<(), Failure> {
    for folder in folders {
        fs::read_dir(folder).map_err(Failure::file("read", &folder))?;
        if targets.iter().all(|target| !folder.join(&target.name).is_dir()) {
            let names: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
            return Err(usage!(
                "no folder of a fuzz target in {}; expected a working corpus such as fuzz/corpus, \
                 with a folder for each target: {}",
                shown(folder),
                names.join(", ")
            ));
        }
    }
    Ok(())
}

impl Campaign<'_> {
    /// Adds the inputs of a target that reach more than its checked-in and its working corpus.
    pub(super) fn merge(&self, run: &mut TargetRun, line: &CampaignBar) -> Result<(), Failure> {
        let target = &run.target;
        line.set_message("merging");
        let working = self.checkout.working_corpus(target);
        campaign::create_folder(&working)?;
        let failure = Failure::file("merge into", &working);
        let folders = self.options.merge.iter().map(|folder| folder.join(&target.name));
        let given = folders.filter(|folder| folder.is_dir()).map(|folder| names(&folder));
        let given = given.collect::<Result<Vec<_>, _>>().map_err(failure)?;
        let mut known = self.checkout.files_checked_in(target);
        known.extend(names(&working).map_err(failure)?);
        let given_count = given.iter().map(BTreeSet::len).sum();
        let mut inputs = Merged { given: given_count, added: 0, rejected: 0 };
        let mut options = vec!["-merge=1".into()];
        options.extend(self.arguments(target, Path::new(ARTIFACTS))?);
        // The time is limited by libFuzzer's timeout for each input.
        let merge = Merge { options, into: KNOWN, known, given, time: Duration::MAX };
        let counts = &mut run.counts;
        let is_stopped = || self.findings.stop.load(Relaxed);
        let mut listen = |text: Option<&str>| text.is_some_and(|text| counts.record(text));
        let merged = merge.run(&self.programs.command(target), &is_stopped, &mut listen)?;
        if let Some(path) = &mut counts.artifact {
            let found = merged.path(path);
            let kept = self.checkout.artifacts(target).join(found.file_name().unwrap_or_default());
            fs::copy(&found, &kept).map_err(Failure::file("write", &kept))?;
            *path = kept.to_string_lossy().into_owned();
        }
        run.interrupted = self.findings.stop.load(Relaxed);
        for path in &merged.added {
            // libFuzzer's merge keeps inputs that the target rejects, where fuzzing keeps none of them
            // (seen with libfuzzer-sys 0.4.13).
            let bytes = fs::read(path).map_err(failure)?;
            if !target.is_text && target.subject.read(&bytes).is_err() {
                inputs.rejected += 1;
                continue;
            }
            // libFuzzer names inputs by their digests.
            let name = path.file_name().expect("an entry of a folder has a name");
            fs::copy(path, working.join(name)).map_err(failure)?;
            inputs.added += 1;
        }
        // libFuzzer goes on after an input that fails, and succeeds in the end.
        if counts.artifact.is_some() || !merged.ended.is_success() && !run.interrupted {
            run.crash = Some(self.crash(target, counts, merged.ended, line));
        }
        run.merged = Some(inputs);
        Ok(())
    }
}
