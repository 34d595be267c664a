//! A case file: its rule set and its cases.

use std::path::Path;

use harness::Subject;

use crate::args;
use crate::failure::Failure;
use crate::files;
use crate::subjects::AnySubject;

/// A case file that has been read.
pub(crate) struct CaseFile {
    /// What it is called in messages.
    pub(crate) name: String,
    /// The rule set it is for.
    pub(crate) subject: AnySubject,
    /// Its cases, each as a text of its own.
    pub(crate) cases: Vec<String>,
}

impl CaseFile {
    /// Reads the file that was asked for.
    pub(crate) fn read(options: &args::CaseFile) -> Result<Self, Failure> {
        Self::of(&options.file, &options.rules)
    }

    /// Reads a file, of the rule set that was named or else of the one that is meant.
    pub(crate) fn of(path: &Path, rules: &args::RuleSetOption) -> Result<Self, Failure> {
        let (name, text) = files::read(path)?;
        let subject = rules.of(path, &text)?;
        let cases = split(subject.as_ref(), &name, &text)?;
        Ok(Self { name, subject, cases })
    }

    /// What a case of the file is called in messages.
    pub(crate) fn name_of(&self, index: usize) -> String {
        numbered(&self.name, index, self.cases.len())
    }
}

/// The cases of a text, each as a text of its own.
pub(crate) fn split(
    subject: &dyn Subject,
    name: &str,
    text: &[u8],
) -> Result<Vec<String>, Failure> {
    subject.split(text).map_err(|error| Failure::Input { name: name.into(), error })
}

/// What a case is called: its file, and its number if the file has several.
pub(crate) fn numbered(name: &str, index: usize, count: usize) -> String {
    if count > 1 { format!("{name}, case {} of {count}", index + 1) } else { name.to_owned() }
}
