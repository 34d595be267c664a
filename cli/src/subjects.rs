//! From a name, a path or a text to the rule set that is meant, and answers of its sides.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use board::{InputError, Limits};
use harness::bench::Suite;
use harness::bench::horizon::Horizon;
use harness::inputs::Generator;
use harness::judge::PlayError;
use harness::{Side, Subject, guard};
use referee::{Analyst, Contest};

use crate::failure::Failure;

pub(crate) type AnySubject = Arc<dyn Subject>;

/// What somebody has brought instead of what is built in.
static BROUGHT: OnceLock<Vec<AnySubject>> = OnceLock::new();

/// From now on these are all rule sets there are.
pub(crate) fn bring(subjects: Vec<AnySubject>) {
    assert!(BROUGHT.set(subjects).is_ok(), "the command is run once in a process");
}

/// All rule sets.
pub(crate) fn all() -> Vec<AnySubject> {
    BROUGHT.get().cloned().unwrap_or_else(games::all)
}

/// Whether somebody has brought them, and they are not what is built in.
pub(crate) fn are_brought() -> bool {
    BROUGHT.get().is_some()
}

/// What the command is called where its own use is shown: a program that somebody has made goes by
/// the name under which it was started.
pub(crate) fn program() -> String {
    let started = std::env::args_os().next().filter(|_| are_brought());
    started.map_or("twinboard".into(), |name| name.to_string_lossy().into_owned())
}

/// Refuses what there is only for those that are built in: `why` says so in a sentence.
pub(crate) fn must_be_built_in(why: &str) -> Result<(), Failure> {
    if are_brought() { Err(Failure::Usage(why.into())) } else { Ok(()) }
}

/// What is measured of a rule set that is built in.
pub(crate) fn bench(subject: &AnySubject) -> Option<Suite> {
    games::bench(subject.name())
}

/// The solver of a rule set that is built in, and the positions it is tried on.
pub(crate) fn horizon(subject: &AnySubject) -> Option<Box<dyn Horizon>> {
    games::horizon(subject.name())
}

/// What draws inputs of the rule sets that are built in; nothing if somebody has brought theirs.
pub(crate) fn generators() -> Vec<Generator> {
    if are_brought() { Vec::new() } else { games::generators() }
}

/// What draws inputs of the rule set of this name.
pub(crate) fn generator(rule_set: &str) -> Option<Generator> {
    generators().into_iter().find(|generator| generator.rule_set == rule_set)
}

/// The rule sets for two players that are built in; nothing if somebody has brought theirs.
pub(crate) fn contests() -> Vec<Arc<dyn Contest>> {
    if are_brought() { Vec::new() } else { games::contests() }
}

/// The rule set for two players of this name.
pub(crate) fn contest(name: &str) -> Option<Arc<dyn Contest>> {
    contests().into_iter().find(|contest| contest.name() == name)
}

/// A rule set for two players, with somebody who solves its positions.
pub(crate) type Solved = (Arc<dyn Contest>, Box<dyn Analyst>);

/// The one of this name.
pub(crate) fn solved(name: &str) -> Result<Solved, Failure> {
    let contest = contest(name);
    let solved = contest.and_then(|contest| contest.analyst().map(|analyst| (contest, analyst)));
    solved.ok_or_else(|| Failure::Usage(format!("{name} has no solver")))
}

/// The rule set of this name.
pub(crate) fn named(name: &str) -> Option<AnySubject> {
    all().into_iter().find(|subject| subject.name() == name)
}

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
