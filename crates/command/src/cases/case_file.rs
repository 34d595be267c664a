//! Case files: a rule set and the texts of one or more cases; and the rule sets that arguments name.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use twinboard_harness::inputs::PlayError;
use twinboard_harness::{AnyCase, Side, Subject, guard};
use twinboard_vocabulary::{InputError, Limits};

use crate::output::tally::Tally;
use crate::output::text::shown;
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
            None => detect(&session.subjects(), path, text),
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

    /// The rule set of a file that can be read twice; fails if the file breaks its format.
    pub(crate) fn rule_set(
        path: &Path,
        rules: &RuleSetOption,
        session: &Session,
    ) -> Result<Option<&'static str>, Failure> {
        if files::is_standard_stream(path) || !path.is_file() {
            return Ok(None);
        }
        match Self::of(path, rules, session) {
            Err(failure @ Failure::Input { .. }) => Err(failure),
            // An engine may leave a single rule set, which then need not be detected.
            read => Ok(read.ok().map(|file| file.subject.name())),
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

/// Detects the rule set of a case file: the one after which the file or a folder above it is named,
/// if it finds cases in the text, or else the only one that finds any. A file that no rule set can
/// read belongs to the one after which it is named, or else to the one that gets furthest in it,
/// whose error message says most.
pub(crate) fn detect(all: &[AnySubject], path: &Path, text: &[u8]) -> Result<AnySubject, Failure> {
    let by_path = by_path(all, path);
    let finds_cases = |subject: &&AnySubject| subject.read(text).is_ok_and(|it| !it.is_empty());
    let detected = by_path.filter(finds_cases);
    let usual = || all.iter().filter(|subject| !subject.is_variant());
    let detected = detected.or_else(|| {
        let rule_set = only(usual().filter(finds_cases))?;
        Some(variant(all, rule_set, text).unwrap_or(rule_set))
    });
    let detected = detected.or_else(|| only(all.iter().filter(finds_cases)));
    let detected = detected.or(by_path).or_else(|| by_text(&usual().collect::<Vec<_>>(), text));
    let detected = detected.ok_or_else(|| {
        let path = shown(path);
        usage!("cannot detect the rule set of {path}; name it with --rules")
    })?;
    Ok(AnySubject::clone(detected))
}

/// The rule set after which a file is named, with anything but letters and digits after the name, or
/// else the closest folder above it: its whole name, since a part of one says nothing.
fn by_path<'a>(all: &'a [AnySubject], path: &Path) -> Option<&'a AnySubject> {
    let file = path.file_name()?.to_string_lossy();
    let of_file = all.iter().filter(|subject| {
        let rest = file.strip_prefix(subject.name());
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric()))
    });
    // A file of `nim-misere` is not one of `nim`.
    let of_file = of_file.max_by_key(|subject| subject.name().len());
    let folders = path.ancestors().skip(1).filter_map(Path::file_name);
    let mut of_folder =
        folders.filter_map(|folder| all.iter().find(|subject| folder == subject.name()));
    of_file.or_else(|| of_folder.next())
}

/// The variant of a rule set that reads a text as the rule set itself does, because the text says
/// that it is of the variant.
fn variant<'a>(
    all: &'a [AnySubject],
    rule_set: &AnySubject,
    text: &[u8],
) -> Option<&'a AnySubject> {
    let read = rule_set.read(text).ok()?;
    all.iter().find(|subject| {
        subject.is_variant()
            && subject.reads_cases_of(&**rule_set)
            && subject.read(text).is_ok_and(|it| it == read)
    })
}

fn by_text<'a>(all: &[&'a AnySubject], text: &[u8]) -> Option<&'a AnySubject> {
    let read: Vec<_> = all.iter().map(|&subject| (subject, subject.read(text))).collect();
    let readers: Vec<_> = read.iter().filter(|(_, cases)| cases.is_ok()).collect();
    let finds_cases = readers.iter().filter(|(_, cases)| cases.iter().flatten().next().is_some());
    let furthest = read.iter().filter_map(|(_, cases)| place_of_fault(cases)).max();
    match finds_cases.clone().count() {
        // A file without cases: any rule set that can read it will do.
        0 if !readers.is_empty() => readers.first().map(|(subject, _)| *subject),
        0 => only(read.iter().filter(|(_, cases)| place_of_fault(cases) == furthest))
            .map(|(subject, _)| *subject),
        // Several: `detect` has looked for a single one.
        _ => None,
    }
}

/// Line and column at which a rule set stopped reading.
fn place_of_fault<T>(read: &Result<T, InputError>) -> Option<(u64, u64)> {
    match read {
        Err(InputError::Text(error)) => Some((error.place.line, error.place.column)),
        _ => None,
    }
}

/// The item of an iterator with exactly one item.
fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next();
    first.filter(|_| items.next().is_none())
}

/// Has a side answer an input in the format of the judge. `name` is the input's name in messages.
pub(crate) fn answer(
    subject: &dyn Subject,
    side: Side,
    (name, input): (String, Box<dyn Read + '_>),
    limits: Limits,
    output: &mut dyn Write,
) -> Result<(), Failure> {
    let played = guard::catch_panic(|| subject.play(side, input, limits, output));
    match played.map_err(|panic| Failure::Panic { side, panic })? {
        Ok(()) => Ok(()),
        Err(PlayError::Input(error)) => Err(Failure::Input { name, error }),
        Err(PlayError::Output(error)) => Err(Failure::Output(error)),
        Err(PlayError::Unsupported) => Err(Failure::unsupported(side, &name)),
    }
}
