//! Replays of a case, and the verdict of several implementations on it: which of them agree.
//!
//! Every engine has the oracle on the other side, so a group is made of the engines that differ from
//! it in the same way, and the oracle's group of those that do not. The case is replayed, which is
//! cheap: nothing is played in the campaign for it.

use std::time::Duration;

use twinboard_harness::triage::{self, Replayed};
use twinboard_harness::{AnyCase, Divergence, Finding};
use twinboard_vocabulary::Picture;

use crate::session::{AnySubject, Session};

/// Replays a case on both sides. Its name is for the transcript.
pub(crate) fn replay(
    subject: &AnySubject,
    (name, case): (&str, &AnyCase),
    session: &Session,
    limit: Duration,
) -> Replayed {
    session.note(name);
    let replay = || triage::replay(subject, case, limit);
    let replayed = replay();
    if let Replayed::Diverged(Divergence { finding: Finding::Failed { .. }, .. }, _) = &replayed
        && session.engine_command().is_some()
        && let again @ Replayed::Diverged(..) = replay()
    {
        // After a breach, requests are sent one by one: then it names the request at fault.
        return again;
    }
    replayed
}

#[derive(Clone)]
pub(crate) struct Peer {
    pub(crate) name: String,
    pub(crate) subject: AnySubject,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Those of the oracle.
    Oracle,
    /// Others, at this step.
    Own { step: usize, answer: Vec<String> },
}

impl Answer {
    pub(crate) fn of(divergence: &Divergence) -> Self {
        let mut answer = match &divergence.finding {
            Finding::Differs { aspect, engine, .. } => vec![aspect.to_string(), engine.clone()],
            other => vec![other.to_string()],
        };
        answer.extend(divergence.engine.iter().flat_map(Picture::plain_lines));
        Self::Own { step: divergence.step, answer }
    }
}

/// The verdict on a case on which `accused` differs from the oracle, as a sentence without an end:
/// `a, b and the oracle agree; c differs`. `None` if no peer can play the case.
pub(crate) fn on_case(
    (accused, divergence): (&str, &Divergence),
    oracle: &str,
    peers: &[Peer],
    case: &AnyCase,
    limit: Duration,
) -> Option<String> {
    let answers = peers.iter().filter(|peer| peer.name != accused).filter_map(|peer| {
        let answer = match triage::replay(&peer.subject, case, limit) {
            Replayed::Skipped(_) => return None,
            Replayed::Agreed => Answer::Oracle,
            Replayed::Known(_, divergence) | Replayed::Diverged(divergence, _) => {
                Answer::of(&divergence)
            }
        };
        Some((peer.name.clone(), answer))
    });
    let mut all: Vec<_> = answers.collect();
    if all.is_empty() {
        return None;
    }
    all.insert(0, (accused.to_owned(), Answer::of(divergence)));
    all.push((oracle.to_owned(), Answer::Oracle));
    Some(sentence(&all))
}

/// The groups of equal answers as a sentence, the largest first; of two of a size, that of the
/// oracle.
pub(crate) fn sentence(answers: &[(String, Answer)]) -> String {
    let mut groups: Vec<(&Answer, Vec<&str>)> = Vec::new();
    for (name, answer) in answers {
        match groups.iter_mut().find(|(other, _)| *other == answer) {
            Some((_, names)) => names.push(name),
            None => groups.push((answer, vec![name])),
        }
    }
    groups.sort_by_key(|(answer, names)| (usize::MAX - names.len(), **answer != Answer::Oracle));
    let largest = groups[0].1.len();
    if largest == 1 {
        let names: Vec<&str> = groups.iter().map(|(_, names)| names[0]).collect();
        return format!("{} all differ", list(&names));
    }
    let parts = groups.iter().enumerate().map(|(index, (_, names))| match (index, names.len()) {
        (0, _) => format!("{} agree", list(names)),
        (_, 1) => format!("{} differs", names[0]),
        (_, size) if size == largest => format!("{} agree on another answer", list(names)),
        _ => format!("{} differ, in the same way", list(names)),
    });
    parts.collect::<Vec<_>>().join("; ")
}

/// Names as a list: `a, b and c`.
fn list(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, sentence};

    #[test]
    fn the_majority_is_named_first_and_those_that_differ_from_it_follow() {
        // The answers of a, b and so on by numbers, 0 for that of the oracle.
        for (answers, verdict) in [
            (&[1, 0, 0][..], "b, c and the oracle agree; a differs"),
            (&[1, 1], "a and b agree; the oracle differs"),
            (&[1, 2, 0], "c and the oracle agree; a differs; b differs"),
            (&[1, 1, 0], "c and the oracle agree; a and b agree on another answer"),
            (&[1, 1, 0, 0], "c, d and the oracle agree; a and b differ, in the same way"),
            (&[1, 2], "the oracle, a and b all differ"),
        ] {
            let answer = |step| match step {
                0 => Answer::Oracle,
                step => Answer::Own { step, answer: Vec::new() },
            };
            let named = ["a", "b", "c", "d"].into_iter().zip(answers.iter().copied());
            let named = named.chain([("the oracle", 0)]);
            let named = named.map(|(name, step)| (name.to_owned(), answer(step)));
            assert_eq!(sentence(&named.collect::<Vec<_>>()), verdict, "{answers:?}");
        }
    }
}
