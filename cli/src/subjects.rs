//! From a name, a path or a text to the rule set that is meant.

use std::path::Path;
use std::sync::Arc;

use harness::Subject;

use crate::failure::Failure;

pub(crate) type AnySubject = Arc<dyn Subject>;

/// The rule set of this name.
pub(crate) fn named(name: &str) -> Result<AnySubject, Failure> {
    let all = games::all();
    let names: Vec<&str> = all.iter().map(|subject| subject.name()).collect();
    let names = names.join(", ");
    let subject = all.into_iter().find(|subject| subject.name() == name);
    subject.ok_or_else(|| {
        Failure::Usage(format!("no rule set is called `{name}`; there are: {names}"))
    })
}

/// The rule sets of these names, or all.
pub(crate) fn named_or_all(names: &[String]) -> Result<Vec<AnySubject>, Failure> {
    if names.is_empty() {
        return Ok(games::all());
    }
    names.iter().map(|name| named(name)).collect()
}

/// The rule set that a case file is for: the one that was named, or the one that a part of its
/// path names, or the only one that can read it.
pub(crate) fn meant(name: Option<&str>, path: &Path, text: &[u8]) -> Result<AnySubject, Failure> {
    if let Some(name) = name {
        return named(name);
    }
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
