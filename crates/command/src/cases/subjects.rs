//! Detects the rule set of a case file, and has one side of a rule set answer an input.

use std::io::{Read, Write};
use std::path::Path;

use twinboard_harness::judge::PlayError;
use twinboard_harness::{Side, Subject, guard};
use twinboard_vocabulary::{InputError, Limits};

use crate::output::Failure;
use crate::output::text::shown;
use crate::session::AnySubject;

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
