//! Case files: a rule set and the texts of one or more cases.

use std::path::{Path, PathBuf};

use clap::Args;
use twinboard_harness::{AnyCase, Subject};

use crate::cases::subjects;
use crate::output::tally::Tally;
use crate::output::{Failure, files};
use crate::recording;
use crate::session::{AnySubject, Session};

#[derive(Args)]
pub(crate) struct CaseArguments {
    /// Case file; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) rules: RuleSetOption,
}

impl CaseArguments {
    pub(crate) fn read(&self, session: &Session) -> Result<CaseFile, Failure> {
        CaseFile::of(&self.file, &self.rules, session)
    }
}

#[derive(Args)]
pub(crate) struct RuleSetOption {
    /// Rule set of the file [default: detected from its path or text].
    #[arg(long, short, value_name = "RULESET")]
    rules: Option<String>,
}

impl RuleSetOption {
    pub(crate) fn of(name: String) -> Self {
        Self { rules: Some(name) }
    }

    /// True if `--rules` is given.
    pub(crate) fn is_given(&self) -> bool {
        self.rules.is_some()
    }

    pub(crate) fn names(&self) -> &[String] {
        self.rules.as_slice()
    }

    /// The rule set given with `--rules`, or else the one detected from the file.
    pub(crate) fn detect(
        &self,
        session: &Session,
        path: &Path,
        text: &[u8],
    ) -> Result<AnySubject, Failure> {
        match &self.rules {
            Some(name) => session.subject(name),
            None => subjects::detect(&session.subjects(), path, text),
        }
    }
}

#[derive(Clone)]
pub(crate) struct CaseFile {
    pub(crate) name: String,
    pub(crate) subject: AnySubject,
    pub(crate) cases: Vec<AnyCase>,
    /// Path of the file; `None` for standard input.
    path: Option<String>,
}

impl CaseFile {
    /// Reads a file of the rule set given in the options, or else of the detected one.
    pub(crate) fn of(
        path: &Path,
        rules: &RuleSetOption,
        session: &Session,
    ) -> Result<Self, Failure> {
        let (name, text) = files::read(path)?;
        let subject = rules.detect(session, path, &text)?;
        let cases = read(subject.as_ref(), &name, &text)?;
        let is_saved = !files::is_standard_stream(path);
        let path = is_saved.then(|| path.to_string_lossy().into_owned());
        Ok(Self { name, subject, cases, path })
    }

    /// Fails if a file that can be read twice breaks the format of its rule set.
    pub(crate) fn check(
        path: &Path,
        rules: &RuleSetOption,
        session: &Session,
    ) -> Result<(), Failure> {
        if files::is_standard_stream(path) || !path.is_file() {
            return Ok(());
        }
        match Self::of(path, rules, session) {
            Err(failure @ Failure::Input { .. }) => Err(failure),
            // An engine may leave a single rule set, which then need not be detected.
            _ => Ok(()),
        }
    }

    pub(crate) fn of_start(rules: &RuleSetOption, session: &Session) -> Result<Self, Failure> {
        let name = rules.rules.as_deref().unwrap_or_default();
        let subject = session.subject(name)?;
        let start = subject.start();
        let case = start
            .ok_or_else(|| usage!("games of {name} begin with many boards: name a case file"))?;
        Ok(Self::of_cases(format!("start of {name}"), subject, vec![case]))
    }

    pub(crate) fn of_cases(name: String, subject: AnySubject, cases: Vec<AnyCase>) -> Self {
        Self { name, subject, cases, path: None }
    }

    /// An empty tally of the cases of the file; `verb` as in [`Tally::new`].
    pub(crate) fn tally(&self, verb: &'static str) -> Tally {
        let tally = Tally::new("case", verb);
        if self.cases.is_empty() { tally.hint(no_case(&self.name)) } else { tally }
    }

    /// Path of the file; `None` for standard input.
    pub(crate) fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    /// The next commands for the file; none for standard input, which cannot be read again.
    pub(crate) fn commands(&self, session: &Session) -> Vec<(String, String)> {
        let path = self.path.as_deref();
        path.map_or_else(Vec::new, |path| recording::commands(session, path))
    }

    pub(crate) fn name_of(&self, index: usize) -> String {
        numbered(&self.name, index, self.cases.len())
    }
}

pub(crate) fn no_case(name: &str) -> String {
    format!("{name} contains no case")
}

/// The reason for leaving out a case whose set-up a side refuses. `side` is its name in messages.
pub(crate) fn unsupported(side: &str) -> String {
    format!("{side} does not support the set-up")
}

/// The reason for leaving out a case that the limits of the engine exclude.
pub(crate) fn outside_of(limits: &str) -> String {
    format!("outside of the engine's limits ({limits})")
}

pub(crate) fn read(
    subject: &dyn Subject,
    name: &str,
    text: &[u8],
) -> Result<Vec<AnyCase>, Failure> {
    subject.read(text).map_err(|error| Failure::Input { name: name.into(), error })
}

/// The name of a case: its file, and its number if the file has several cases.
pub(crate) fn numbered(name: &str, index: usize, count: usize) -> String {
    if count > 1 { format!("{name}, case {} of {count}", index + 1) } else { name.to_owned() }
}
