//! From a name, a path or a text to the rule set that is meant, and answers of its sides.

use std::io::{Read, Write};
use std::path::Path;

use board::{InputError, Limits};
use harness::judge::PlayError;
use harness::{Side, Subject, guard};

use crate::failure::Failure;

pub(crate) use crate::registry::{AnySubject, all, named};

/// Which of the rule sets a case file is for: the one that a part of its path names, or the only one
/// that finds cases in it. A file that none can read is for the one that gets furthest in it, whose
/// complaint says most.
pub(crate) fn meant(all: &[AnySubject], path: &Path, text: &[u8]) -> Result<AnySubject, Failure> {
    let in_path = |subject: &AnySubject| {
        path.components().any(|part| part.as_os_str().to_string_lossy().starts_with(subject.name()))
    };
    let by_path = all.iter().filter(|subject| in_path(subject));
    let meant = only(by_path).or_else(|| by_text(all, text)).ok_or_else(|| {
        let path = path.display();
        Failure::Usage(format!("cannot tell which rule set {path} is for; name it with --rules"))
    })?;
    Ok(AnySubject::clone(meant))
}

fn by_text<'a>(all: &'a [AnySubject], text: &[u8]) -> Option<&'a AnySubject> {
    let read: Vec<_> = all.iter().map(|subject| (subject, subject.split(text))).collect();
    let readers: Vec<_> = read.iter().filter(|(_, cases)| cases.is_ok()).collect();
    let finds_cases = readers.iter().filter(|(_, cases)| cases.iter().flatten().next().is_some());
    let furthest = read.iter().filter_map(|(_, cases)| place_of_fault(cases)).max();
    match finds_cases.clone().count() {
        // Where there are no cases it makes no difference who finds none.
        0 if !readers.is_empty() => readers.first().map(|(subject, _)| *subject),
        0 => only(read.iter().filter(|(_, cases)| place_of_fault(cases) == furthest))
            .map(|(subject, _)| *subject),
        _ => only(finds_cases).map(|(subject, _)| *subject),
    }
}

/// How far somebody got in a text: line and column.
fn place_of_fault<T>(read: &Result<T, InputError>) -> Option<(u64, u64)> {
    match read {
        Err(InputError::Text(error)) => Some((error.place.line, error.place.column)),
        _ => None,
    }
}

/// The item of an iterator that has no more than one.
fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next();
    first.filter(|_| items.next().is_none())
}

/// Answers an input, which messages call `name`, as the judge expects it.
pub(crate) fn answer(
    subject: &dyn Subject,
    side: Side,
    (name, input): (String, Box<dyn Read + '_>),
    limits: Limits,
    output: &mut dyn Write,
) -> Result<(), Failure> {
    let played = guard::catch(|| subject.play(side, input, limits, output));
    match played.map_err(|message| Failure::Panic { side, message })? {
        Ok(()) => Ok(()),
        Err(PlayError::Input(error)) => Err(Failure::Input { name, error }),
        Err(PlayError::Output(error)) => Err(Failure::Output(error)),
        Err(PlayError::Unsupported) => {
            Err(Failure::Usage(format!("the {side} is not made for a board as in {name}")))
        }
    }
}
