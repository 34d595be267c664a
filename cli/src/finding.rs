//! What becomes of a case that fails: it is saved, made smaller, and saved again.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use harness::campaign::Found;
use harness::conclude::{Shrinking, conclude};
use harness::random::digest;
use harness::report::Report;

use crate::args::Reporting;
use crate::failure::Failure;
use crate::files;
use crate::isolate::{Isolation, Played};
use crate::subjects::AnySubject;

/// When to be content with what shrinking has reached.
pub(crate) const SHRINKING: Duration = Duration::from_mins(1);

/// How failing cases are dealt with.
pub(crate) struct Findings<'a> {
    /// When a step counts as not coming back.
    pub(crate) step_limit: Duration,
    /// The folder where cases are saved.
    out: &'a Path,
    /// Whether nobody wants to wait any longer.
    pub(crate) stop: &'a Arc<AtomicBool>,
}

impl<'a> Findings<'a> {
    /// As the user wants it.
    pub(crate) fn new(options: &'a Reporting, stop: &'a Arc<AtomicBool>) -> Self {
        Self { step_limit: options.limits.step_limit, out: &options.out, stop }
    }

    /// How cases of a rule set are played in processes of their own.
    pub(crate) fn isolation<'s>(&'s self, subject: &'s AnySubject) -> Isolation<'s> {
        Isolation { rule_set: subject.name(), step_limit: self.step_limit, stop: self.stop }
    }

    /// Shrinks and saves what was found.
    pub(crate) fn conclude(&self, subject: &AnySubject, found: Found) -> Report {
        let isolation = self.isolation(subject);
        let fails = |case: &str| isolation.fails(case);
        let kills = |case: &str| matches!(isolation.play(case), Played::Killed(_));
        let shrinking = Shrinking {
            step_limit: self.step_limit,
            time_limit: SHRINKING,
            stop: self.stop,
            isolated: Some(if found.divergence.finding.is_killed() { &kills } else { &fails }),
        };
        // Kept as it is until there is something better: shrinking takes time, and may be ended.
        let unshrunk = found.text.as_deref().and_then(|text| self.save(subject, text));
        let mut report = conclude(subject, found, &shrinking);
        let saved = report.text().and_then(|text| self.save(subject, text));
        match (&unshrunk, &saved) {
            (Some(unshrunk), Some(saved)) if unshrunk != saved => {
                // A case too many does no harm.
                let _ = fs::remove_file(unshrunk);
            }
            _ => {}
        }
        report.saved = saved.or(unshrunk).map(|path| path.display().to_string());
        report
    }

    /// Saves a case; if that fails, the report still has it.
    fn save(&self, subject: &AnySubject, text: &str) -> Option<PathBuf> {
        self.save_as(subject.name(), text.as_bytes())
    }

    /// Saves an input under a name that equal ones share.
    pub(crate) fn save_as(&self, name: &str, input: &[u8]) -> Option<PathBuf> {
        let path = self.out.join(format!("{name}-{:016x}.txt", digest(input)));
        files::write(&path, input).inspect_err(Failure::report).ok().map(|()| path)
    }
}
