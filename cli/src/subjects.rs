//! From a name, a path or a text to the rule set that is meant, and answers of its sides.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;

use board::Limits;
use harness::judge::PlayError;
use harness::{Side, Subject, guard};

use crate::failure::Failure;

pub(crate) type AnySubject = Arc<dyn Subject>;

/// The rule set of this name.
pub(crate) fn named(name: &str) -> Option<AnySubject> {
    games::all().into_iter().find(|subject| subject.name() == name)
}

/// The rule set that a case file is for: the one that a part of its path names, or the only one
/// that can read it.
pub(crate) fn meant(path: &Path, text: &[u8]) -> Result<AnySubject, Failure> {
    let all = games::all();
    let in_path = |subject: &&AnySubject| {
        path.components().any(|part| part.as_os_str().to_string_lossy().starts_with(subject.name()))
    };
    let mut by_path = all.iter().filter(in_path);
    if let (Some(subject), None) = (by_path.next(), by_path.next()) {
        return Ok(Arc::clone(subject));
    }
    let mut readers = all.iter().filter(|subject| subject.split(text).is_ok());
    match (readers.next(), readers.next()) {
        (Some(subject), None) => Ok(Arc::clone(subject)),
        (None, _) if all.len() == 1 => Ok(Arc::clone(&all[0])),
        _ => Err(Failure::Usage(format!(
            "cannot tell which rule set {} is for; name it with --rules",
            path.display()
        ))),
    }
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
